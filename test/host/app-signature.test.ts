import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createQueryStringHash, decodeSymmetric, fromMethodAndUrl} from 'atlassian-jwt';
import fc from 'fast-check';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {canonicalRequest, contextPath} from '../../src/api/canonical-request.ts';
import {percentEncode} from '../../src/api/percent.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {makeAppSigner} from '../../src/host/app-signature.ts';
import {startServer} from '../api/local-server.ts';
import {startAppSite, testApp} from '../support/app-site.ts';
import {fakeHost} from '../support/fake-host.ts';
import {operations} from '../support/operations.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const claimsOf = (header: string) =>
  decodeSymmetric(header.replace('JWT ', ''), testApp.sharedSecret, 'HS256' as never);
const judged = (method: string, url: string, baseUrl: string): string =>
  createQueryStringHash(fromMethodAndUrl(method as never, url), false, baseUrl);

let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'steward-app-'));
});
afterEach(() => rmSync(cache, {recursive: true, force: true}));

describe('the canonical request', () => {
  it.each([
    [
      'the example of the documents',
      'https://site.example/rest/api/3/webhook/failed?maxResults=100&after=5&a=2&a=1&x=a b,c',
      'GET&/rest/api/3/webhook/failed&a=1,2&after=5&maxResults=100&x=a%20b%2Cc',
    ],
    ['no path', 'https://site.example', 'GET&/&'],
    ['a slash at the end', 'https://site.example/rest/', 'GET&/rest&'],
    ['an ampersand in the path', 'https://site.example/a&b?c=d', 'GET&/a%26b&c=d'],
    ['the parameter jwt', 'https://site.example/a?jwt=x&b=1', 'GET&/a&b=1'],
    ['a name without a value', 'https://site.example/a?b&c=', 'GET&/a&b=&c='],
    [
      'a plus for a blank',
      "https://site.example/a?b=1+2&c='(*)!",
      'GET&/a&b=1%202&c=%27%28%2A%29%21',
    ],
  ])('has the form of the reference: %s', (_name, url, expected) => {
    expect(canonicalRequest('get', url, '')).toBe(expected);
  });

  it.each([
    ['tracker', 'https://site.example', ''],
    ['tracker', 'https://site.example/jira/', '/jira'],
    ['content', 'https://site.example/wiki/api/v2', '/wiki'],
    ['content', 'https://site.example/docs/wiki/api/v2', '/docs/wiki'],
    ['content', 'http://127.0.0.1:1990/api/v2', ''],
  ] as const)('leaves out the path of the product: %s %s', (service, baseUrl, context) => {
    expect(contextPath(service, baseUrl)).toBe(context);
  });

  it('takes off a context path as a whole only', () => {
    const path = (url: string) => canonicalRequest('GET', url, '/jira').split('&')[1];
    expect(path('https://x.example/jira')).toBe('/');
    expect(path('https://x.example/jira/rest')).toBe('/rest');
    expect(path('https://x.example/jirafe/rest')).toBe('/jirafe/rest');
  });
});

describe('the signature', () => {
  const sign = async (method: string, url: string, baseUrl = 'https://site.example') => {
    const signer = await makeAppSigner('tracker', baseUrl, testApp, fakeHost({home: cache}));
    return signer.sign(method, url);
  };

  it('is the one of the documents for their example', async () => {
    const url =
      'https://site.example/rest/api/3/webhook/failed?maxResults=100&after=5&a=2&a=1&x=a%20b,c';
    const {qsh, iss, iat, exp} = claimsOf(await sign('GET', url));
    expect(qsh).toBe('db7cda99d6a916552d8a6c59f34dc5cb5956f2a37fe2dc796be9b2e8e863e480');
    expect([iss, exp - iat]).toEqual([testApp.key, 180]);
    expect(Math.abs(iat - Date.now() / 1000)).toBeLessThan(60);
  });

  it('has the hash of the package atlassian-jwt for any path and query', async () => {
    const signer = await makeAppSigner(
      'tracker',
      'https://site.example/jira',
      testApp,
      fakeHost({home: cache}),
    );
    const name = fc.oneof(
      fc.constantFrom('a', 'A', 'body-format', 'expand', '[x]', 'é', '_', 'jwt', ''),
      fc.string({maxLength: 4, unit: 'grapheme'}),
    );
    const value = fc.oneof(
      fc.constantFrom('', 'a,b', 'a b', '&', '=', '100%', "it's (*)!", 'Ä€😀', '+', '%2B', '~'),
      fc.string({maxLength: 8, unit: 'grapheme'}),
    );
    const pairs = fc.array(
      fc.tuple(name, value).filter(([key]) => key !== '__proto__'),
      {maxLength: 6},
    );
    // What the planner puts into a path is encoded, but for an ampersand of `raw`.
    const segments = fc.array(
      fc.oneof(fc.constantFrom('rest', 'a&b', '10000', ''), value.map(percentEncode)),
      {maxLength: 4},
    );
    fc.assert(
      fc.property(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
        segments,
        pairs,
        fc.boolean(),
        (method, path, query, isForm) => {
          const asked = isForm
            ? new URLSearchParams([...query]).toString()
            : query.map(pair => pair.map(encodeURIComponent).join('=')).join('&');
          const url = new URL(`https://site.example/jira/${path.join('/')}`);
          url.search = asked;
          const expected = judged(method, url.href, 'https://site.example/jira');
          expect(claimsOf(signer.sign(method, url.href)).qsh).toBe(expected);
        },
      ),
      {numRuns: 1000, seed: 25},
    );
  });

  it('holds for a request of every operation, as a verifying site says', async () => {
    await using site = await startAppSite(() => ({json: {}}), {context: '/wiki'});
    const files = {'avatar.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])};
    const silent: string[] = [];
    for (const operation of operations) {
      const program = operation.service === 'tracker' ? 'jr' : 'cf';
      const [line = ''] = exampleLines(operation);
      const argv = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, a, b]) => a ?? b ?? '').slice(1);
      const before = site.received.length;
      await runCli(program, [...argv, '--unchecked'], {env: envOf(site), files});
      if (site.received.length === before) silent.push(line);
    }
    expect([silent, site.refusals]).toEqual([[], []]);
  });
});

/** The environment of somebody who runs commands as the app. */
function envOf(site: {readonly url: string}): Record<string, string> {
  const credentials = {
    AUTH_TYPE: 'app',
    AUTH_APP_KEY: testApp.key,
    AUTH_SHARED_SECRET: testApp.sharedSecret,
  };
  const of = (prefix: string, baseUrl: string) =>
    Object.entries({...credentials, BASE_URL: baseUrl}).map(([name, value]) => [
      `${prefix}_${name}`,
      value,
    ]);
  return {
    ...Object.fromEntries([
      ...of('JR', `${site.url}/wiki`),
      ...of('CF', `${site.url}/wiki/api/v2`),
    ]),
    XDG_CACHE_HOME: cache,
  };
}

describe('a command run as an app', () => {
  const jr = (site: {readonly url: string}, line: string, options: RunCliOptions = {}) =>
    runCli('jr', line.split(' '), {
      ...options,
      env: {...envOf(site), JR_BASE_URL: site.url, ...options.env},
    });

  it('signs each page, each retry and each redirect within the site for its own URL', async () => {
    const page = (startAt: number, isLast: boolean) => ({
      json: {startAt, maxResults: 1, total: 2, isLast, values: [{id: String(startAt)}]},
    });
    await using site = await startAppSite(({target}, index) => {
      if (index === 0) return {status: 503};
      if (target.startsWith('/rest/api/3/')) {
        return {status: 307, headers: {location: target.replace('/rest/', '/moved/')}};
      }
      return target.includes('startAt=1') ? page(1, true) : page(0, false);
    });
    const {exit, stdout} = await jr(site, 'project search --maxResults 1');
    expect([exit, JSON.parse(stdout).values.length]).toEqual([0, 2]);
    expect(site.refusals).toEqual([]);
    expect(site.received.map(({target}) => target.split('?')[0])).toEqual([
      '/rest/api/3/project/search',
      '/rest/api/3/project/search',
      '/moved/api/3/project/search',
      '/rest/api/3/project/search',
      '/moved/api/3/project/search',
    ]);
  });

  it('sends nothing to another origin', async () => {
    await using other = await startServer(() => ({json: {}}));
    await using site = await startAppSite(() => ({status: 302, headers: {location: other.url}}));
    await jr(site, 'version get --id 1');
    expect([site.received.length, other.received.length]).toEqual([1, 0]);
  });

  it.each([
    [600_000, 'behind'],
    [-600_000, 'ahead'],
  ])('signs by the clock of the server, and remembers it: %s ms', async aheadMs => {
    const now = () => Date.now() + aheadMs;
    await using site = await startAppSite(() => ({json: {id: '1'}}), {now});
    expect((await jr(site, 'version delete --id 1')).exit).toBe(0);
    expect([site.received.length, site.refusals.length]).toEqual([2, 1]);
    expect((await jr(site, 'version get --id 1')).exit).toBe(0);
    expect([site.received.length, site.refusals.length]).toEqual([3, 1]);
    expect(readdirSync(join(cache, 'jr/clock'))).toHaveLength(1);
  });

  it('does not try again when the clock is right and the secret is not', async () => {
    await using site = await startAppSite(() => ({json: {}}));
    const env = {JR_AUTH_SHARED_SECRET: 'another-secret'};
    const result = await jr(site, 'version get --id 1', {env});
    expect([result.exit, failureOf(result).error_type]).toEqual([2, 'auth_failed']);
    expect(site.received.length).toBe(1);
    expect(failureOf(result).hint).toContain('JR_AUTH_SHARED_SECRET');
  });

  it('shows neither the secret nor a signature, even where the server repeats it', async () => {
    await using site = await startServer(({headers}) => ({
      status: 400,
      headers: {'x-echo': String(headers.authorization)},
      json: {errorMessages: [`bad ${headers.authorization}`]},
    }));
    const {stdout, stderr} = await jr(site, 'version get --id 1 --verbose');
    const [, signature = ''] = String(site.received[0]?.headers.authorization).split(' ');
    expect(signature).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(stdout + stderr).not.toContain(signature);
    expect(stdout + stderr).not.toContain(testApp.sharedSecret);
    expect(JSON.parse((await jr(site, 'version get --id 1 --dry-run')).stdout).headers).toEqual(
      expect.objectContaining({Authorization: '***'}),
    );
  });

  it.each([
    ['JR_AUTH_APP_KEY', 'app key'],
    ['JR_AUTH_SHARED_SECRET', 'shared secret'],
  ])('says what is missing without %s', async (name, what) => {
    const result = await jr({url: 'http://127.0.0.1:1'}, 'version get --id 1', {env: {[name]: ''}});
    expect([result.exit, failureOf(result).error_type]).toEqual([2, 'auth_error']);
    expect(failureOf(result).message).toContain(what);
    expect(failureOf(result).hint).toContain(name);
  });

  it('takes key and secret from a profile, the secret from a command too', async () => {
    await using site = await startAppSite(() => ({json: {}}));
    const config = {
      profiles: {
        default: {
          base_url: site.url,
          auth: {type: 'app', app_key: testApp.key, shared_secret: {command: ['pass', 'app']}},
        },
      },
    };
    const runCommand = async () => testApp.sharedSecret;
    const run = (...more: readonly string[]) =>
      runCli('jr', ['version', 'get', '--id', '1', ...more], {config, runCommand});
    expect((await run()).exit).toBe(0);
    expect(site.refusals).toEqual([]);
    const elsewhere = await run('--base-url', 'http://127.0.0.1:1');
    expect(failureOf(elsewhere).error_type).toBe('config_error');
  });
});
