import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {SandboxOptions} from '../../src/commands/context.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import type {FakeHost} from '../support/fake-host.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

describe('jr sandbox', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('prints one line and runs until %s', async signal => {
    const options: SandboxOptions[] = [];
    let host: FakeHost | undefined;
    let stopped = false;
    const result = await runCli('jr', ['sandbox', '--port', '8080', '--size=medium'], {
      onHost: own => {
        host = own;
      },
      modules: {
        async startSandbox(given) {
          options.push(given);
          setTimeout(() => host?.signal(signal), 5);
          return {
            trackerBaseUrl: 't',
            contentBaseUrl: 'c',
            authUser: 'u',
            authToken: 'k',
            users: [{name: 'keeper', auth_type: 'basic', user: 'u', token: 'k'}],
            stop: async () => {
              stopped = true;
            },
          };
        },
      },
    });
    expect(options).toEqual([{port: 8080, seed: 1, size: 'medium'}]);
    expect(result).toEqual({
      stdout:
        '{"tracker_base_url":"t","content_base_url":"c","auth_user":"u","auth_token":"k",' +
        '"users":[{"name":"keeper","auth_type":"basic","user":"u","token":"k"}]}\n',
      stderr: '',
      exit: 0,
    });
    expect(stopped).toBe(true);
    expect(host?.signal('SIGTERM')).toBe(0);
  });

  it('refuses what it cannot be started with', async () => {
    const result = await runCli('jr', ['sandbox', '--port', '70000', '--size', 'huge']);
    expect(result.exit).toBe(4);
    expect(Object.keys(failureOf(result).errors as object)).toEqual(['port', 'size']);
    const taken = Object.assign(new Error('listen'), {code: 'EADDRINUSE'});
    const busy = await runCli('jr', ['sandbox', '--port', '80'], {
      modules: {startSandbox: () => Promise.reject(taken)},
    });
    expect(failureOf(busy).message).toBe('--port 80 is already in use');
  });
});

describe('one-shot commands on a sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());

  const run = (line: string, token = sandbox.authToken) => {
    const [program, ...argv] = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare ?? '',
    );
    const env = {
      JR_BASE_URL: sandbox.trackerBaseUrl,
      JR_AUTH_USER: sandbox.authUser,
      JR_AUTH_TOKEN: token,
      CF_BASE_URL: sandbox.contentBaseUrl,
      CF_AUTH_USER: sandbox.authUser,
      CF_AUTH_TOKEN: token,
    };
    return runCli(program === 'cf' ? 'cf' : 'jr', argv, {env});
  };

  it.each([
    ["jr project get-all --jq 'map(.key) | length > 0'", 'true'],
    ["jr statuses search --statusCategory DONE --jq '[.values[].name] | length > 0'", 'true'],
    ["jr webhook get-failed --no-paginate --jq '.values | type'", '"array"'],
    ["cf blogposts get-blog-posts --jq '.results | length > 0'", 'true'],
    ["jr raw GET /rest/api/3/project --jq 'type'", '"array"'],
  ])('%s', async (line, expected) => {
    expect(await run(line)).toEqual({stdout: `${expected}\n`, stderr: '', exit: 0});
  });

  it('a version is read by an id from the list', async () => {
    const {stdout: key} = await run("jr project get-all --jq '.[0].key' -r");
    const {stdout: id} = await run(
      `jr project get-versions --projectIdOrKey ${key.trim()} --jq '.[0].id' -r`,
    );
    const version = await run(`jr version get --id ${id.trim()} --jq .id -r`);
    expect(version).toEqual({stdout: id, stderr: '', exit: 0});
  });

  it('a wrong token is auth_failed', async () => {
    const result = await run('jr webhook get-failed', 'wrong');
    expect([result.exit, result.stdout, failureOf(result).error_type]).toEqual([
      2,
      '',
      'auth_failed',
    ]);
  });
});
