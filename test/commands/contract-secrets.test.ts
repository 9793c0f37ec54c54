import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {type RunCliOptions, runCli} from '../support/run-cli.ts';

const user = 'Zoë+Quux/“odd”@x.example';
const token = 'tök=en/with+odd&chars%20"\\';
const bearer = 'quaint-bearer.token_~123';

/** Every form in which a secret could be written down. */
const forms = [token, bearer].flatMap(secret => {
  const basic = [Buffer.from(`${user}:${secret}`), Buffer.from(secret)];
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...basic.flatMap(bytes => [bytes.toString('base64'), bytes.toString('base64url')]),
  ];
});

let folder: string;
let written: string;

const server = serverForEach(() => ({body: '{"id":"1","values":[],"isLast":true,"total":0}'}));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-secrets-'));
  written = '';
});
afterEach(() => {
  rmSync(folder, {recursive: true, force: true});
});

const everything = ['--verbose', '--audit', '--cache', '1h', '--retries', '0'];

/** Run with the token in the environment and keep all it says. */
async function run(line: string, more: readonly string[] = [], options: RunCliOptions = {}) {
  const result = await runCli('jr', [...line.split(' '), ...more], {
    ...options,
    env: {
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      JR_BASE_URL: server.origin,
      JR_AUTH_USER: user,
      JR_AUTH_TOKEN: token,
      ...options.env,
    },
  });
  written += result.stdout + result.stderr;
  return result;
}

/** What lies on the disk, names and contents; the configuration itself may hold the token. */
function onDisk(at = folder): string {
  return readdirSync(at, {withFileTypes: true})
    .filter(({name}) => name !== 'config.json')
    .map(({name}) => {
      const path = join(at, name);
      return name + (statSync(path).isDirectory() ? onDisk(path) : readFileSync(path, 'utf8'));
    })
    .join('\n');
}

function expectNoSecret(): void {
  const all = written + onDisk();
  expect(forms.filter(form => all.includes(form))).toEqual([]);
}

const get = 'version get --id 1';

describe('a secret is nowhere in what is written', () => {
  it.each([200, 303, 400, 401, 403, 404, 409, 410, 418, 422, 429, 500, 503])(
    'when the server responds with %i',
    async status => {
      server.answer = () => ({
        status,
        headers: {'retry-after': '99', location: '/rest/api/3/task/1'},
        body: '{"errorMessages":["no"],"self":"x"}',
      });
      for (const line of [get, 'version delete --id 1', 'raw GET /x', 'project search']) {
        await run(line, everything);
        await run(line, [...everything, '--auth-type', 'bearer', '--auth-token', bearer]);
      }
      expect(written).toContain('"method"');
      expectNoSecret();
    },
  );

  it('when there is no answer, or none that can be read', async () => {
    server.answer = () => ({body: '<html>'});
    await run(get, everything);
    server.answer = () => new Promise(() => undefined);
    await run(get, [...everything, '--timeout', '50ms']);
    await run(get, everything, {env: {JR_BASE_URL: 'http://127.0.0.1:1'}});
    await run(get, everything, {env: {JR_BASE_URL: 'https://no-such-host.invalid'}});
    expectNoSecret();
  });

  it.each([200, 302, 400, 500])(
    'where it stands in an address or a header and the server answers %i with it',
    async status => {
      server.answer = ({url, headers}) => {
        const echo = `${url} ${headers['x-api-key']} ${headers['x-gateway']}`;
        const body = status === 200 ? '{"id":"1"}' : JSON.stringify({errorMessages: [echo]});
        return {status, headers: {location: `https://x.example/?token=${bearer}`}, body};
      };
      const config = {profiles: {default: {headers: {'X-Gateway': bearer}}}};
      const header = ['--header', `X-Api-Key: ${bearer}`];
      const lines = [
        `raw GET /rest/api/3/x?access_token=${bearer}`,
        `raw GET ${server.origin}/rest/api/3/x?api_key=${bearer}`,
        `raw POST /x?sig=${bearer} --body {}`,
        `raw GET /x --query token=${bearer} --include`,
        `raw GET //x?token=${bearer}`,
      ];
      for (const line of lines) {
        await run(line, [...everything, ...header], {config});
        await run(line, [...everything, ...header, '--dry-run'], {config});
      }
      await run('profile show default', [], {config});
      expect(written).toContain('access_token=***');
      expectNoSecret();
    },
  );

  it('where a profile has it in its address', async () => {
    const config = {
      profiles: {default: {base_url: `https://ann:${bearer}@x.example?token=${bearer}`}},
    };
    for (const line of ['profile list', 'profile show default', 'whoami', 'doctor', get]) {
      await run(line, [], {config, env: {JR_BASE_URL: ''}});
    }
    expectNoSecret();
  });

  it('when the line is refused', async () => {
    const given = ['--auth-token', bearer, '--auth-user', user, ...everything];
    for (const line of [
      'version get',
      `${get} --nope`,
      `${get} --jq .[`,
      `${get} --preset nope`,
      `${get} --profile nope`,
      'versio get',
      'raw GET https://elsewhere.example/x',
      `${get} --base-url not-a-url`,
      `${get} --auth-type magic`,
    ]) {
      const {exit} = await run(line, given);
      expect([line, exit > 0]).toEqual([line, true]);
    }
    await run(get, ['--auth-token', `${bearer}\n`, ...everything]);
    expectNoSecret();
  });

  it('in a dry run, a filter that fails, batch, watch, doctor and schema', async () => {
    mkdirSync(join(folder, 'config'), {recursive: true});
    await run(get, [...everything, '--dry-run', '--pretty']);
    await run(get, [...everything, '--jq', 'error']);
    await run(get, [...everything, '--jq', 'env, $ENV, input_filename']);
    const stdin = '[{"command":"version get","args":{"id":"1"}},{"command":"raw DELETE /x"}]';
    await run('batch --input -', everything, {stdin});
    await run('watch version get-related-work --id 1 --max-events 1', ['--verbose', '--audit'], {
      onSleep: () => {
        throw new Error('the watch would wait');
      },
    });
    for (const line of ['doctor', 'schema version get', 'preset list', 'help', 'version']) {
      await run(line);
    }
    expect(written).toContain('"url"');
    expectNoSecret();
  });

  it('when configure saves, tests, shows and deletes it', async () => {
    const values = ['--base-url', server.origin, '--username', user, '--token', token];
    await run('configure --profile work', [...values, '--dry-run']);
    await run('configure --profile work', [...values, '--test']);
    server.answer = () => ({status: 401, body: '{"message":"no"}'});
    await run('configure --profile work', [...values, '--test']);
    await run('configure --profile work --test');
    await run('configure --profile other', [...values, '--auth-type', 'oauth2']);
    await run('configure --profile other', [...values, '--base-url', 'nonsense']);
    await run(`${get} --profile work --base-url https://elsewhere.example`, [], {
      env: {JR_BASE_URL: '', JR_AUTH_TOKEN: ''},
    });
    await run('configure --profile work --delete');
    expect(written).toContain('saved');
    expectNoSecret();
  });
});
