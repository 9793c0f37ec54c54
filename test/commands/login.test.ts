import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {signIn as signInByCard} from '../../src/host/sign-in.ts';
import {type LocalSandbox, startSandbox} from '../../src/sandbox/start.ts';
import {startServer} from '../api/local-server.ts';
import {startAppSite, testApp} from '../support/app-site.ts';
import {fakeHost} from '../support/fake-host.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';
import {until} from '../support/until.ts';

let sandbox: LocalSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(() => sandbox.stop());

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-login-'));
});
afterEach(() => rmSync(home, {recursive: true}));

const env = () => ({
  XDG_CONFIG_HOME: home,
  XDG_STATE_HOME: join(home, 'state'),
  XDG_CACHE_HOME: join(home, 'cache'),
});
const configOf = (program: 'jr' | 'cf') =>
  JSON.parse(readFileSync(join(home, program, 'config.json'), 'utf8')).profiles;
const run = (
  program: 'jr' | 'cf' | 'steward',
  line: readonly string[],
  options: RunCliOptions = {},
) => runCli(program, line, {...options, env: {...env(), ...options.env}});

describe('login --app', () => {
  const flags = (url: string) => ['login', '--app', '--base-url', url, '--app-key', testApp.key];

  it.each(['jr', 'steward'] as const)(
    '%s tries the key and the secret, then saves them',
    async program => {
      await using site = await startAppSite(() => ({json: {displayName: 'The app'}}));
      const line = [...flags(site.url), '--shared-secret', '-'];
      const result = await run(program, line, {stdin: `${testApp.sharedSecret}\n`});
      expect([result.exit, site.refusals]).toEqual([0, []]);
      expect(result.stdout + result.stderr).not.toContain(testApp.sharedSecret);
      expect(configOf('jr').default).toEqual({
        base_url: site.url,
        auth: {type: 'app', app_key: testApp.key, shared_secret: testApp.sharedSecret},
      });
      expect(statSync(join(home, 'jr/config.json')).mode & 0o777).toBe(0o600);
      const who = await run('jr', ['whoami', '--jq', '.auth']);
      expect(JSON.parse(who.stdout)).toEqual({type: 'app', app_key: testApp.key});
    },
  );

  it('saves nothing that the site refuses', async () => {
    await using site = await startAppSite(() => ({json: {}}));
    const result = await run('jr', [...flags(site.url), '--shared-secret', 'wrong-secret']);
    expect(failureOf(result).hint).toContain('Nothing was saved');
    expect(readdirSync(home)).not.toContain('jr');
  });

  it('asks on a terminal for what is missing, the secret without showing it', async () => {
    await using site = await startAppSite(() => ({json: {}}));
    const answers = [site.url, testApp.key, testApp.sharedSecret];
    const result = await run('jr', ['login', '--app'], {terminal: true, answers});
    expect(result.exit).toBe(0);
    expect(result.stderr).toContain('Shared secret: \n');
    expect(configOf('jr').default.auth.shared_secret).toBe(testApp.sharedSecret);
  });

  it('names all that is missing elsewhere, and what does not belong to it', async () => {
    const missing = failureOf(await run('jr', ['login', '--app']));
    expect(Object.keys(missing.errors as object)).toEqual(['base-url', 'app-key', 'shared-secret']);
    const web = failureOf(await run('jr', ['login', '--app', '--client-id', 'x']));
    expect(web.message).toContain('--client-id cannot be combined with');
    const both = failureOf(await run('jr', ['login', '--app', '--web']));
    expect(both.message).toContain('--app and --web cannot be combined');
  });

  it('is what configure --auth-type app saves too', async () => {
    const line = ['configure', '--auth-type', 'app', '--base-url', 'https://x.example'];
    const result = await run('jr', [...line, '--app-key', 'k', '--shared-secret-env', 'SECRET']);
    expect(result.exit).toBe(0);
    expect(configOf('jr').default.auth).toEqual({
      type: 'app',
      app_key: 'k',
      shared_secret: {env: 'SECRET'},
    });
    const shown = await run('jr', ['profile', 'show']);
    expect(JSON.parse(shown.stdout).auth).toMatchObject({app_key: 'k', shared_secret: '***'});
  });
});

describe('login --web', () => {
  const app = () => {
    const found = sandbox.users.find(({oauth}) => oauth !== undefined)?.oauth;
    if (found === undefined) throw new Error('the sandbox has no OAuth app');
    return found;
  };
  const flags = (sitesUrl = app().sites_url) => [
    ...['login', '--web', '--no-browser', '--redirect-uri', 'http://127.0.0.1:0/callback'],
    ...['--client-id', app().client_id, '--client-secret-env', 'CLIENT_SECRET'],
    ...['--authorize-url', app().authorize_url, '--token-url', app().token_url],
    ...['--sites-url', sitesUrl],
  ];
  /** Run it, and do in the place of the browser what the address it prints asks for. */
  async function signIn(
    program: 'jr' | 'cf',
    line: readonly string[],
    visit: (url: string) => Promise<unknown>,
    options: RunCliOptions = {},
  ) {
    let err = () => '';
    const running = run(program, line, {
      ...options,
      env: {CLIENT_SECRET: app().client_secret},
      onHost: host => {
        err = host.err;
      },
    });
    const printed = () => /this URL: (http[^"\s]+)/.exec(err())?.[1];
    await Promise.race([until(() => printed() !== undefined), running]);
    const url = printed();
    if (url !== undefined) await visit(url);
    return running;
  }

  it.each([
    ['jr', 'webhook get-dynamic-webhooks-for-app', '/ex/jira/', []],
    ['cf', 'spaces get', '/ex/confluence/', ['--scopes', 'read:space:confluence']],
  ] as const)(
    '%s signs in, saves the profile, and is renewed',
    async (program, operation, gateway, more) => {
      const result = await signIn(program, [...flags(), ...more], fetch);
      expect([result.exit, JSON.parse(result.stdout).site.name]).toEqual([0, 'sandbox']);
      const {base_url: baseUrl, auth} = configOf(program).default;
      expect(baseUrl).toContain(gateway);
      expect(auth).toMatchObject({type: 'oauth2', client_secret: {env: 'CLIENT_SECRET'}});
      const options = {env: {CLIENT_SECRET: app().client_secret}};
      expect((await run(program, operation.split(' '), options)).exit).toBe(0);
      const folder = join(home, 'state/steward/oauth');
      const [name = ''] = readdirSync(folder);
      const file = join(folder, name);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const {token, refreshToken} = JSON.parse(readFileSync(file, 'utf8'));
      expect(result.stdout + result.stderr).not.toContain(token);
      expect(result.stdout + result.stderr).not.toContain(refreshToken);
      expect(refreshToken).toBe(auth.refresh_token);
      const {checks} = JSON.parse((await run(program, ['doctor'], options)).stdout);
      const scopes = checks.find(({check}: {check: string}) => check === 'scopes');
      expect(scopes).toMatchObject({status: 'ok'});
      const who = await run(program, ['whoami', '--jq', '.auth'], options);
      expect(JSON.parse(who.stdout)).toMatchObject({type: 'oauth2', grant: 'refresh_token'});
    },
  );

  it('has doctor name the scopes that were not granted', async () => {
    const scopes = 'read:jira-work manage:jira-webhook';
    await signIn('jr', [...flags(), '--scopes', scopes], fetch);
    const file = join(home, 'jr/config.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(scopes, `${scopes} write:jira-work`));
    const options = {env: {CLIENT_SECRET: app().client_secret}};
    const {checks} = JSON.parse((await run('jr', ['doctor'], options)).stdout);
    const named = (name: string) => checks.find(({check}: {check: string}) => check === name);
    expect(named('scopes')).toMatchObject({
      status: 'warning',
      message: 'not granted: write:jira-work',
    });
    expect(named('operations').message).toContain('webhook get-failed');
    expect(named('operations').message).not.toContain('webhook refresh');
  });

  it('takes only the redirect that carries its state', async () => {
    let status = 0;
    const result = await signIn('jr', flags(), async url => {
      const redirect = new URL(new URL(url).searchParams.get('redirect_uri') ?? '');
      redirect.search = '?code=stolen&state=guessed';
      status = (await fetch(redirect)).status;
      return fetch(url);
    });
    expect([status, result.exit]).toEqual([400, 0]);
  });

  it('says why it was refused', async () => {
    const result = await signIn('jr', flags(), async url => {
      const {searchParams} = new URL(url);
      const redirect = new URL(searchParams.get('redirect_uri') ?? '');
      redirect.searchParams.set('state', searchParams.get('state') ?? '');
      redirect.searchParams.set('error', 'access_denied');
      return fetch(redirect);
    });
    expect([result.exit, failureOf(result).error_type]).toEqual([2, 'auth_error']);
    expect(failureOf(result).message).toContain('access_denied');
    expect(readdirSync(home)).not.toContain('jr');
  });

  it('offers the sites of the service, and asks which', async () => {
    const site = (id: string, name: string, scope: string) => ({
      ...{id, name, url: `https://${name}.example`, scopes: [scope]},
    });
    await using sites = await startServer(() => ({
      json: [
        site('1', 'one', 'read:jira-work'),
        site('2', 'two', 'read:jira-work'),
        site('3', 'three', 'read:confluence'),
      ],
    }));
    const none = await signIn('jr', flags(sites.url), fetch);
    expect(failureOf(none).errors).toHaveProperty('site');
    expect((failureOf(none).candidates as readonly object[]).length).toBe(2);
    const named = await signIn(
      'jr',
      [...flags(sites.url), '--site', 'https://two.example/'],
      fetch,
    );
    expect(JSON.parse(named.stdout).base_url).toBe(`${sites.url}/ex/jira/2`);
    const asked = {terminal: true, answers: ['7', '1']};
    await signIn('jr', flags(sites.url), fetch, asked);
    expect(configOf('jr').default.base_url).toBe(`${sites.url}/ex/jira/1`);
  });

  it('under --dry-run shows what would be asked for, and listens nowhere', async () => {
    const {stdout} = await run('jr', [...flags(), '--dry-run']);
    const {searchParams} = new URL(JSON.parse(stdout).url);
    expect(searchParams.get('scope')).toMatch(/manage:jira-webhook.* offline_access$/);
    expect(searchParams.get('state')).toBe('***');
  });
});

describe('the sign-in card', () => {
  const {signal} = new AbortController();
  const host = () => fakeHost({env: env(), home, cwd: home});

  it('saves the credentials of an app beside those of a user, and only what the site accepts', async () => {
    await using site = await startAppSite(() => ({json: {displayName: 'The app'}}));
    const typed = {kind: 'app', site: site.url, username: testApp.key} as const;
    const refused = await signInByCard({...typed, token: 'wrong-secret'}, host(), signal);
    expect(refused).toMatchObject({field: 'token', problem: expect.stringContaining('app key')});
    expect(readdirSync(home)).not.toContain('jr');
    const outcome = await signInByCard({...typed, token: testApp.sharedSecret}, host(), signal);
    expect(outcome).toMatchObject({profile: 'app', services: [{text: 'Jira as The app'}]});
    expect(configOf('jr').app.auth).toEqual({
      type: 'app',
      app_key: testApp.key,
      shared_secret: testApp.sharedSecret,
    });
    expect(readdirSync(home)).not.toContain('cf');
  });

  it('saves a bearer token for each service that accepts it', async () => {
    await using site = await startServer(({headers}) =>
      headers.authorization === 'Bearer pat'
        ? {json: {displayName: 'Ana', results: []}}
        : {status: 401},
    );
    const typed = {kind: 'bearer', site: site.url, username: '', token: 'pat'} as const;
    expect(await signInByCard(typed, host(), signal)).toMatchObject({profile: 'default'});
    for (const program of ['jr', 'cf'] as const) {
      expect(configOf(program).default.auth).toEqual({type: 'bearer', token: 'pat'});
    }
    const wrong = await signInByCard({...typed, token: 'x'}, host(), signal);
    expect(wrong).toMatchObject({field: 'token'});
  });

  it('signs in through a browser and keeps the site for links', async () => {
    const oauth = sandbox.users.find(user => user.oauth !== undefined)?.oauth;
    if (oauth === undefined) throw new Error('the sandbox has no OAuth app');
    const {client_id: username, client_secret: token} = oauth;
    const visits: Promise<unknown>[] = [];
    const options = {
      redirect: 'http://127.0.0.1:0/callback',
      onUrl: (url: string) => void visits.push(fetch(url)),
      login: {
        authorizeUrl: oauth.authorize_url,
        tokenUrl: oauth.token_url,
        sitesUrl: oauth.sites_url,
      },
    };
    const typed = {kind: 'web', site: 'https://sandbox.example', username, token} as const;
    const outcome = await signInByCard(typed, host(), signal, options);
    expect(outcome).toMatchObject({profile: 'web'});
    await Promise.all(visits);
    const {web} = configOf('jr');
    expect(web).toMatchObject({
      site: 'https://sandbox.example',
      auth: {type: 'oauth2', client_id: username},
    });
    expect(web.base_url).toContain('/ex/jira/');
    expect((await run('jr', ['whoami', '-p', 'web'])).exit).toBe(0);
    const other = {...typed, site: 'https://other.example'};
    const refused = await signInByCard(other, host(), signal, options);
    expect(refused).toMatchObject({problem: expect.stringContaining('no access to')});
    expect(Object.keys(configOf('jr'))).toEqual(['web']);
  });
});
