import {mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {writeProfiles} from '../../src/host/write-profiles.ts';
import {startSandbox} from '../../src/sandbox/start.ts';
import {fakeHost} from '../support/fake-host.ts';
import {type CliResult, failureOf, runCli} from '../support/run-cli.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-profiles-'));
});
afterEach(() => rmSync(folder, {recursive: true}));

const configOf = (program: 'jr' | 'cf') =>
  JSON.parse(readFileSync(join(folder, program, 'config.json'), 'utf8'));

/**
 * Run `jr sandbox` with these flags, do something with it once it has said where it is, then end
 * it.
 */
async function whileRunning(
  flags: readonly string[],
  work: (line: Readonly<Record<string, unknown>>) => Promise<void>,
): Promise<CliResult> {
  let worked: Promise<void> = Promise.reject(new Error('the sandbox said nothing'));
  worked.catch(() => undefined);
  const result = await runCli('jr', ['sandbox', ...flags], {
    modules: {startSandbox},
    onHost: host => {
      const write = host.stdout.write.bind(host.stdout);
      host.stdout.write = text => {
        write(text);
        worked = work(JSON.parse(String(text))).finally(() => host.signal('SIGTERM'));
        worked.catch(() => undefined);
      };
    },
  });
  await worked;
  return result;
}

describe('sandbox --write-profiles', () => {
  it('lets jr and cf use it with XDG_CONFIG_HOME alone', async () => {
    const env = {XDG_CONFIG_HOME: folder};
    const result = await whileRunning(['--write-profiles', folder], async line => {
      expect(line.profiles).toEqual([
        join(folder, 'jr', 'config.json'),
        join(folder, 'cf', 'config.json'),
      ]);
      const me = await runCli('jr', ['raw', 'GET', '/rest/api/3/myself', '--jq', '.emailAddress'], {
        env,
      });
      expect(me).toEqual({stdout: `"${line.auth_user}"\n`, stderr: '', exit: 0});
      const posts = ['blogposts', 'get-blog-posts', '--jq', '.results | length > 0'];
      expect((await runCli('cf', posts, {env})).stdout).toBe('true\n');
    });
    expect([result.exit, result.stderr]).toEqual([0, '']);
  });

  it('writes a profile for every kind of caller, each with the rights of its kind', async () => {
    await whileRunning(['--write-profiles', folder], async () => {
      const run = (profile: string, ...argv: readonly string[]) =>
        runCli('jr', [...argv, '-p', profile, '--no-paginate'], {env: {XDG_CONFIG_HOME: folder}});
      const exits: Record<string, number> = {};
      for (const name of Object.keys(configOf('jr').profiles)) {
        exits[name] = (await run(name, 'webhook', 'get-dynamic-webhooks-for-app')).exit;
      }
      expect(exits).toEqual({
        keeper: 0,
        'site-admin': 2,
        'project-admin': 2,
        member: 2,
        anonymous: 2,
        'add-on-app': 0,
        'oauth-app': 0,
        'platform-app': 2,
        'other-platform-app': 2,
      });
      expect((await run('anonymous', 'project', 'get-all')).exit).toBe(0);
      expect((await run('platform-app', 'uiModifications', 'get-ui-modifications')).exit).toBe(0);
    });
  });

  it('the files are the owner’s alone, in directories of their own; one token expires soon', async () => {
    await whileRunning(['--write-profiles', folder], async () => undefined);
    for (const program of ['jr', 'cf']) {
      expect(statSync(join(folder, program)).mode & 0o777).toBe(0o700);
      expect(statSync(join(folder, program, 'config.json')).mode & 0o777).toBe(0o600);
    }
    expect(configOf('jr').default_profile).toBe('keeper');
    const {keeper, member} = configOf('jr').profiles;
    const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    expect([keeper.expires, member.expires]).toEqual([day, undefined]);
    expect(configOf('cf').profiles.keeper.base_url).toMatch(/\/wiki\/api\/v2$/);
  });

  it('replaces its own files', async () => {
    const ports: unknown[] = [];
    for (let run = 0; run < 2; run += 1) {
      await whileRunning(['--write-profiles', folder], async line => {
        ports.push(line.tracker_base_url);
      });
    }
    expect(configOf('jr').profiles.keeper.base_url).toBe(ports[1]);
  });

  it('never replaces the user’s own profiles, and does not start then', async () => {
    mkdirSync(join(folder, 'cf'));
    const own = '{"profiles":{"work":{"base_url":"https://example.com","auth":{"token":"t"}}}}';
    writeFileSync(join(folder, 'cf', 'config.json'), own);
    const result = await runCli('jr', ['sandbox', '--write-profiles', folder], {
      modules: {startSandbox},
    });
    expect([result.exit, result.stdout]).toEqual([4, '']);
    expect(failureOf(result).message).toContain('already has other profiles: work.');
    expect(readFileSync(join(folder, 'cf', 'config.json'), 'utf8')).toBe(own);
    expect(() => configOf('jr')).toThrow();
  });

  it('reports when the files cannot be written', async () => {
    writeFileSync(join(folder, 'jr'), '');
    const source = {trackerBaseUrl: 't', contentBaseUrl: 'c', users: []};
    const host = {...fakeHost({cwd: folder}), findFile: async () => undefined};
    await expect(writeProfiles('.', source, host)).rejects.toMatchObject({kind: 'config_error'});
  });
});

describe('sandbox --host', () => {
  it('warns when other machines can reach it, and only then', async () => {
    const open = await whileRunning(['--host', '0.0.0.0'], async () => undefined);
    expect(JSON.parse(open.stderr).warning).toContain('listens on 0.0.0.0');
    const closed = await whileRunning(['--host', 'localhost'], async () => undefined);
    expect(closed.stderr).toBe('');
  });

  it('refuses an address that is not this machine’s', async () => {
    const result = await runCli('jr', ['sandbox', '--host', '192.0.2.1'], {
      modules: {startSandbox},
    });
    expect(result.exit).toBe(4);
    expect(failureOf(result).errors).toHaveProperty('host');
  });
});

describe('sandbox --fault and --latency', () => {
  it('strike the one-shot commands, which try again', async () => {
    const fault = 'GET */priority: 429 retry-after=0 times=2';
    await whileRunning(['--write-profiles', folder, '--fault', fault], async () => {
      const argv = ['priority', 'get-priorities', '--verbose', '--jq', 'length > 0'];
      const result = await runCli('jr', argv, {env: {XDG_CONFIG_HOME: folder}});
      const statuses = result.stderr
        .trim()
        .split('\n')
        .flatMap(line => JSON.parse(line).status ?? []);
      expect([result.stdout, statuses.slice(0, 3)]).toEqual(['true\n', [429, 429, 200]]);
    });
  });

  it('several faults are given by several flags', async () => {
    const flags = ['--fault', '* */priority: 503', '--fault', '* */resolution: 500'];
    await whileRunning([...flags, '--latency', '1ms'], async line => {
      const base = `${line.tracker_base_url}`;
      const state = await (await fetch(`${base}/__sandbox`)).json();
      expect(state).toMatchObject({latency: '1ms', faults: [{}, {}]});
    });
  });

  it.each([
    ['--fault', 'GET /x 429'],
    ['--latency', 'slow'],
  ])('%s %s is refused with what to write', async (flag, value) => {
    const result = await runCli('jr', ['sandbox', flag, value], {modules: {startSandbox}});
    expect([result.exit, result.stdout]).toEqual([4, '']);
    expect(failureOf(result).errors).toHaveProperty(flag.slice(2));
  });
});
