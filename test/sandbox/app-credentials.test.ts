import {createHash} from 'node:crypto';
import {createQueryStringHash, encodeSymmetric, fromMethodAndUrl} from 'atlassian-jwt';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type LocalSandbox, startSandbox} from '../../src/sandbox/start.ts';

let sandbox: LocalSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(() => sandbox.stop());

const userNamed = (name: string) => {
  const user = sandbox.users.find(one => one.name === name);
  if (user === undefined) throw new Error(`there is no ${name}`);
  return user;
};
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Ask as the add-on app, signed by the package atlassian-jwt. */
async function ask(
  target: string,
  {
    signedFor = target,
    method = 'GET',
    ...more
  }: Record<string, unknown> & {signedFor?: string} = {},
) {
  const {app_key: iss = '', shared_secret: ownSecret = ''} = userNamed('add-on-app');
  const {secret = ownSecret, ...claims} = more;
  const base = target.startsWith('/wiki')
    ? `${sandbox.trackerBaseUrl}/wiki`
    : sandbox.trackerBaseUrl;
  const qsh = createQueryStringHash(fromMethodAndUrl(method as never, signedFor), false, base);
  const iat = nowSeconds();
  const payload = {iss, iat, exp: iat + 180, qsh, ...claims};
  const token = encodeSymmetric(payload, String(secret), 'HS256' as never);
  const answer = await fetch(`${sandbox.trackerBaseUrl}${target}`, {
    method: String(method),
    headers: {authorization: `JWT ${token}`},
  });
  const text = await answer.text();
  return {status: answer.status, text, json: text === '' ? undefined : JSON.parse(text)};
}

describe('a signed request', () => {
  it.each([
    ['/rest/api/3/webhook/failed?maxResults=5'],
    ['/rest/api/3/project/search?keys=B&keys=A&query=a%20b%2Cc&expand=lead,description'],
    ['/wiki/api/v2/spaces?limit=1'],
    ['/wiki/rest/api/content/1/label?name=a', 'DELETE'],
  ])('is taken as that of the app: %s', async (target, method = 'GET') => {
    const {status, text} = await ask(target, {method});
    expect([401, 403], text).not.toContain(status);
  });

  it.each([
    ['another URL', {signedFor: '/rest/api/3/webhook/failed?maxResults=6'}, 'qsh'],
    ['another secret', {secret: 'wrong'}, 'shared secret'],
    ['another app', {iss: 'com.example.other'}, 'No app'],
    ['what has expired', {iat: nowSeconds() - 600, exp: nowSeconds() - 420}, 'expired'],
    ['the future', {iat: nowSeconds() + 600, exp: nowSeconds() + 780}, 'future'],
    ['an hour', {exp: nowSeconds() + 3600}, 'too long'],
  ])('is refused with 401 when it is of %s', async (_name, claims, reason) => {
    const {status, json} = await ask('/rest/api/3/webhook/failed?maxResults=5', claims);
    expect(status).toBe(401);
    expect(json.errorMessages[0]).toContain(reason);
  });

  it('is refused in the shape of the content service there', async () => {
    const {status, json} = await ask('/wiki/api/v2/spaces', {secret: 'wrong'});
    expect([status, json.errors[0].status]).toEqual([401, 401]);
  });
});

describe('the authorization server', () => {
  const redirectUri = 'http://127.0.0.1:8976/callback';
  const verifier = 'a-verifier-that-only-the-app-knows';
  const setup = () => {
    const {oauth} = userNamed('oauth-app');
    if (oauth === undefined) throw new Error('the OAuth app has no set-up');
    return oauth;
  };
  const consent = async (scope: string) => {
    const url = new URL(setup().authorize_url);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const query = {
      client_id: setup().client_id,
      scope,
      redirect_uri: redirectUri,
      state: 'st',
      response_type: 'code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const answer = await fetch(url, {redirect: 'manual'});
    const {searchParams} = new URL(answer.headers.get('location') ?? '');
    expect(searchParams.get('state')).toBe('st');
    return searchParams.get('code');
  };
  const post = async (members: object) => {
    const {client_id, client_secret, token_url} = setup();
    const answer = await fetch(token_url, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({client_id, client_secret, ...members}),
    });
    return {status: answer.status, json: JSON.parse(await answer.text())};
  };
  const redeem = async (scope: string, more: object = {}) =>
    post({
      grant_type: 'authorization_code',
      code: await consent(scope),
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...more,
    });
  const call = async (token: string, path: string) => {
    const headers = {authorization: `Bearer ${token}`};
    const sites = JSON.parse(await (await fetch(setup().sites_url, {headers})).text());
    const gateway = `${sandbox.trackerBaseUrl}/ex/jira/${sites[0].id}`;
    return (await fetch(`${gateway}${path}`, {headers})).status;
  };
  const all = 'read:jira-work manage:jira-webhook offline_access';

  it('gives a token that works behind the gateway, as far as its scopes go', async () => {
    const {access_token: token} = (await redeem(all)).json;
    expect(await call(token, '/rest/api/3/webhook')).toBe(200);
    expect(await call(token, '/rest/api/3/webhook/failed')).toBe(403);
    const headers = {authorization: `Bearer ${token}`};
    const direct = await fetch(`${sandbox.trackerBaseUrl}/rest/api/3/webhook`, {headers});
    expect(direct.status).toBe(401);
    const {access_token: less} = (await redeem('read:jira-work')).json;
    expect(await call(less, '/rest/api/3/myself')).toBe(200);
    expect(await call(less, '/rest/api/3/webhook')).toBe(401);
  });

  it('accepts each refresh token once, and issues none without offline_access', async () => {
    expect((await redeem('read:jira-work')).json.refresh_token).toBeUndefined();
    const {refresh_token: first} = (await redeem(all)).json;
    const second = await post({grant_type: 'refresh_token', refresh_token: first});
    expect([second.status, second.json.refresh_token === first]).toEqual([200, false]);
    const again = await post({grant_type: 'refresh_token', refresh_token: first});
    expect([again.status, again.json.error]).toEqual([403, 'invalid_grant']);
    const next = {grant_type: 'refresh_token', refresh_token: second.json.refresh_token};
    expect((await post(next)).status).toBe(200);
  });

  it('refuses a code that is not the caller’s', async () => {
    expect((await redeem(all, {code_verifier: 'another'})).json.error).toBe('invalid_grant');
    expect((await redeem(all, {redirect_uri: 'http://127.0.0.1:1/'})).status).toBe(403);
    expect((await redeem(all, {client_secret: 'wrong'})).status).toBe(401);
  });
});
