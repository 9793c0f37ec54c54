import {describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

const server = serverForEach(({url}) =>
  url.includes('/mypermissions')
    ? {body: '{"permissions":{"ADMINISTER":{"havePermission":true}}}'}
    : {body: '{"accountId":"5b1","displayName":"Ann","active":true,"results":[]}'},
);

const run = (program: 'jr' | 'cf', line: readonly string[], profile: object = {}) =>
  runCli(program, ['whoami', ...line], {
    config: {
      default_profile: 'work',
      profiles: {
        work: {
          base_url: `${server.origin}/wiki/api/v2`.slice(0, program === 'jr' ? -12 : undefined),
          auth: {type: 'basic', username: 'ann@a.example', token: 's3cret'},
          ...profile,
        },
      },
    },
  });
const seen = () => server.requests.map(({method, url}) => `${method} ${url}`);

describe('whoami', () => {
  it('says who, where, by which credentials and what they may do, without a secret', async () => {
    const profile = {protected: true, denied_operations: ['project delete']};
    const result = await run('jr', [], profile);
    expect(JSON.parse(result.stdout)).toEqual({
      user: {accountId: '5b1', displayName: 'Ann'},
      site: server.origin,
      base_url: server.origin,
      profile: 'work',
      auth: {type: 'basic', username: 'ann@a.example'},
      permissions: {
        ADMINISTER: true,
        SYSTEM_ADMIN: null,
        ADMINISTER_PROJECTS: null,
        BROWSE_PROJECTS: null,
      },
      writes: 'only with --write',
      denied_operations: ['project delete'],
    });
    expect(result.exit).toBe(0);
    expect(result.stdout + result.stderr).not.toContain('s3cret');
    expect(seen()).toEqual([
      'GET /rest/api/3/myself',
      'GET /rest/api/3/mypermissions?permissions=ADMINISTER,SYSTEM_ADMIN,ADMINISTER_PROJECTS,BROWSE_PROJECTS',
    ]);
  });

  it('of cf finds out whether the credentials are accepted', async () => {
    const taken = await run('cf', ['--jq', '[.base_url, .user]']);
    expect(taken.stdout).toBe(`["${server.origin}/wiki/api/v2",null]\n`);
    server.answer = () => ({status: 401, body: '{"message":"no"}'});
    const refused = await run('cf', []);
    expect([refused.exit, refused.stdout]).toEqual([2, '']);
    expect(seen()).toEqual(['GET /wiki/api/v2/spaces?limit=1', 'GET /wiki/api/v2/spaces?limit=1']);
  });

  it('leaves out what the service or the policy does not tell', async () => {
    server.answer = ({url}) =>
      url.includes('/mypermissions') ? {status: 404, body: '{}'} : {body: '{"accountId":"5"}'};
    expect(JSON.parse((await run('jr', [])).stdout)).not.toHaveProperty('permissions');
    server.requests.splice(0);
    const denied = await run('jr', [], {denied_operations: ['mypermissions *']});
    expect([denied.exit, seen()]).toEqual([0, ['GET /rest/api/3/myself']]);
    const all = await run('jr', [], {denied_operations: ['myself *']});
    expect(failureOf(all).error_type).toBe('policy_denied');
  });

  it.each([
    ['SIGINT', 'whoami'],
    ['SIGTERM', 'whoami'],
    ['SIGTERM', 'doctor'],
    ['SIGTERM', 'configure --test'],
  ] as const)('is ended by %s as a request is: %s', async (signal, line) => {
    const env = {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 't'};
    const result = await runCli('jr', [...line.split(' '), '--timeout', '5s', '--retries', '0'], {
      env,
      config: {profiles: {default: {base_url: server.origin, auth: {type: 'bearer', token: 't'}}}},
      onHost(host) {
        server.answer = () => {
          host.signal(signal);
          return new Promise(() => undefined);
        };
      },
    });
    expect([result.exit, failureOf(result).error_type]).toEqual([130, 'interrupted']);
  });

  it('sends nothing in a dry run, and shows its requests', async () => {
    const {stdout} = await run('jr', ['--dry-run', '--jq', '.[].url', '-r']);
    expect(stdout.split('\n')[0]).toBe(`${server.origin}/rest/api/3/myself`);
    expect(seen()).toEqual([]);
  });
});
