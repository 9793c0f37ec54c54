import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {
  type CannedAnswer,
  type RecordingServer,
  startRecordingServer,
} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

let server: RecordingServer;
let answer: CannedAnswer = {};

beforeAll(async () => {
  server = await startRecordingServer(() => answer);
});
afterAll(() => server.stop());

const run = (line: readonly string[], options: RunCliOptions = {}) => {
  server.requests.length = 0;
  const env = {JR_BASE_URL: server.origin, JR_AUTH_USER: 'ann', JR_AUTH_TOKEN: 'secret-token'};
  return runCli('jr', line, {...options, env: {...env, ...options.env}});
};
const get = ['version', 'get', '--id', '1'];

describe('a hostile error answer', () => {
  it.each([1000, 5000, 20_000, 200_000])(
    'of %i values within each other is an error like any other',
    async depth => {
      for (const [open, close] of [
        ['[', ']'],
        ['{"errors":', '}'],
      ] as const) {
        const body = `${open.repeat(depth)}"x"${close.repeat(depth)}`;
        for (const status of [400, 200]) {
          answer = {status, body};
          const result = await run(['project', 'restore', '--projectIdOrKey', 'A']);
          expect(result.exit).toBe(status === 400 ? 4 : 0);
          expect(result.stderr).not.toContain('"bug"');
        }
      }
    },
  );

  it('asking to wait for ever is a number of seconds', async () => {
    answer = {status: 429, headers: {'retry-after': '9'.repeat(400)}};
    const result = await run(get);
    expect(failureOf(result)).toMatchObject({retry_after: 999_999_999, attempts: 1});
    answer = {status: 429, headers: {'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT'}};
    expect(failureOf(await run(get)).hint).toContain('more than a day');
    expect(failureOf(result).hint).toContain('more than a day');
  });

  it('does not show the credentials it repeats', async () => {
    const basic = Buffer.from('ann:secret-token').toString('base64');
    const bodies = [
      `{"errorMessages":["Bad header Basic ${basic}"],"errors":{"a":"secret-token"}}`,
      `{"message":"${encodeURIComponent(basic)}","headers":{"authorization":"Basic ${basic}"}}`,
      `<h1>Basic ${basic}</h1>`,
      `secret-token`,
    ];
    for (const status of [200, 400, 401, 500]) {
      for (const body of bodies) {
        answer = {status, body, headers: {'www-authenticate': `Basic ${basic}`}};
        const {stderr} = await run([...get, '--verbose']);
        expect(stderr).not.toContain(basic);
        expect(stderr).not.toContain(encodeURIComponent(basic));
        expect(stderr).not.toContain('secret-token');
      }
    }
    answer = {status: 400, body: bodies[0] ?? ''};
    expect(failureOf(await run(get)).message).toBe('Bad header Basic ***');
  });
});

describe('an error answer', () => {
  it.each([
    [400, 'validation_error', 4],
    [422, 'validation_error', 4],
    [401, 'auth_failed', 2],
    [403, 'auth_failed', 2],
    [404, 'not_found', 3],
    [410, 'gone', 3],
    [409, 'conflict', 6],
    [429, 'rate_limited', 5],
    [418, 'client_error', 4],
    [500, 'server_error', 7],
  ])('%i is %s, exit %i', async (status, type, exit) => {
    answer = {
      status,
      body: '{"errorMessages":["No."],"errors":{}}',
      headers: {'retry-after': '60'},
    };
    const result = await run(get);
    expect([result.stdout, result.exit]).toEqual(['', exit]);
    expect(result.stderr.split('\n')).toHaveLength(2);
    const failure = failureOf(result);
    expect(failure).toMatchObject({
      error_type: type,
      status,
      message: 'No.',
      request: {method: 'GET', path: '/rest/api/3/version/1'},
      attempts: 1,
    });
    expect(failure.retry_after).toBe(60);
  });

  it('has its members in the order of the contract and the body number for number', async () => {
    const body = '{\n "errorMessages": [],\n "errors": {"name": "Taken."},\n "n": 1.0\n}';
    answer = {status: 400, body};
    const {stderr} = await run(get);
    expect(Object.keys(failureOf({stdout: '', stderr, exit: 4}))).toEqual([
      'error_type',
      'status',
      'message',
      'errors',
      'hint',
      'request',
      'attempts',
      'body',
    ]);
    expect(stderr).toContain('"n":1.0');
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('cannot command a terminal', async () => {
    answer = {status: 400, body: '{"errorMessages":["\\u001b[31m\u009b31m\u202e"]}'};
    const {stderr} = await run(get);
    expect(stderr).not.toMatch(/[\x1b\x9b\u202e]/);
  });

  it('that is not JSON where JSON is expected is invalid_response', async () => {
    answer = {body: '<html>Sign in</html>'};
    const result = await run(get);
    expect([result.exit, failureOf(result)]).toMatchObject([7, {error_type: 'invalid_response'}]);
  });
});

describe('a failure without an answer', () => {
  it('on a dead port is a connection_error with a hint', async () => {
    const env = {JR_BASE_URL: 'http://127.0.0.1:1'};
    const result = await run([...get, '--retries', '0'], {env});
    expect([result.exit, result.stdout]).toEqual([1, '']);
    expect(failureOf(result)).toMatchObject({
      error_type: 'connection_error',
      message: 'Connection refused by 127.0.0.1:1.',
      hint: expect.stringContaining('URL of the site'),
      attempts: 1,
    });
  });

  it('without a base URL is a config_error that says how to give one', async () => {
    const result = await runCli('jr', get);
    expect([result.exit, failureOf(result)]).toMatchObject([1, {error_type: 'config_error'}]);
    expect(failureOf(result).hint).toContain('jr sandbox');
    expect(failureOf(result).message).toMatch(/config\.json does not exist\.$/);
    const empty = await runCli('jr', get, {config: {}});
    expect(failureOf(empty).message).toMatch(/config\.json has none\.$/);
  });

  it('without credentials is an auth_error at once, unless the operation needs none', async () => {
    const env = {JR_AUTH_USER: '', JR_AUTH_TOKEN: ''};
    answer = {body: '{}'};
    const refused = await run(['webhook', 'get-failed'], {env});
    expect([refused.exit, failureOf(refused)]).toMatchObject([2, {error_type: 'auth_error'}]);
    const raw = await run(['raw', 'POST', '/x'], {env});
    expect([raw.exit, failureOf(raw)]).toMatchObject([2, {error_type: 'auth_error'}]);
    expect(server.requests).toEqual([]);
    expect((await run(get, {env})).exit).toBe(0);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('of a write that may have been carried out names the command that looks, at the same place', async () => {
    answer = {status: 502, body: '<html>'};
    const line = ['version', 'delete', '--id', '7', '--base-url', server.origin];
    const result = await run([...line, '--auth-token', 'other-secret']);
    expect(failureOf(result).hint).toBe(
      `The request may have succeeded. Check before retrying: jr version get --id=7 --base-url=${server.origin}`,
    );
    const stdin = JSON.stringify([
      {command: 'version delete', args: {id: 7, 'base-url': server.origin}},
    ]);
    const {stdout} = await run(['batch'], {stdin});
    expect(JSON.parse(stdout)[0].error.hint).toBe(failureOf(result).hint);
  });

  it.each([
    {denied_operations: ['project delet']},
    {denied_operations: ['DELETE *']},
    {allowed_operations: ['project.get']},
    {denied_operation: ['project delete']},
    {deniedOperations: ['project delete']},
    {denied_operations: 'project delete'},
    {protected: 'yes'},
  ])('of a policy with a mistake in it sends nothing: %o', async profile => {
    const config = {profiles: {default: profile}};
    for (const line of [
      get,
      ['project', 'delete', '--projectIdOrKey', 'EX'],
      ['raw', 'GET', '/x'],
    ]) {
      const result = await run(line, {config});
      expect([result.exit, failureOf(result)]).toMatchObject([1, {error_type: 'config_error'}]);
    }
    expect(server.requests).toEqual([]);
  });

  it.each([
    {allowed_operations: null},
    {denied_operations: null},
    {protected: null},
    {read_only: true},
    {denylist: ['* delete*']},
    {policy: {}},
    {auth: {readonly: true}},
    {denied_operations: ['all']},
    {denied_operations: ['deleteProject']},
    {denied_operations: ['project delete,version delete']},
    {denied_operations: ['project nuke']},
  ])(
    'of a policy that may forbid more than it says refuses writes and warns: %o',
    async profile => {
      answer = {body: '{}'};
      const config = {profiles: {default: profile}};
      const remove = ['project', 'delete', '--projectIdOrKey', 'EX'];
      for (const line of [
        remove,
        [...remove, '--dry-run'],
        ['raw', 'POST', '/x', '--body', '{}'],
      ]) {
        const result = await run(line, {config});
        expect([result.exit, failureOf(result)]).toMatchObject([1, {error_type: 'config_error'}]);
      }
      const stdin = JSON.stringify([{command: 'project delete', args: {projectIdOrKey: 'EX'}}]);
      expect((await run(['batch'], {config, stdin})).exit).toBe(1);
      expect(server.requests).toEqual([]);
      const read = await run(get, {config});
      expect(read.exit).toBe(0);
      expect(read.stderr).toMatch(/warning.*config\.json: profile.*all writes are refused/);
    },
  );

  it.each([
    [
      'default_profile that is no profile',
      {config: {default_profile: 'gone', profiles: {work: {denied_operations: ['* delete*']}}}},
      /warning.*config\.json: default_profile .*gone.* is not among its profiles.*all writes are refused/,
    ],
    [
      'JR_CONFIG_PATH that is no file',
      {env: {JR_CONFIG_PATH: '/nowhere/jr.json'}},
      /warning.*JR_CONFIG_PATH names \/nowhere\/jr\.json, which does not exist; all writes are refused/,
    ],
  ])('of a policy that a %s leaves out refuses writes and warns', async (_, options, says) => {
    answer = {body: '{}'};
    const remove = await run(['version', 'delete', '--id', '1'], options);
    expect([remove.exit, failureOf(remove)]).toMatchObject([1, {error_type: 'config_error'}]);
    expect((await run(['raw', 'DELETE', '/x'], options)).exit).toBe(1);
    expect(server.requests).toEqual([]);
    const read = await run(get, options);
    expect([read.exit, server.requests.length]).toEqual([0, 1]);
    expect(read.stderr).toMatch(says);
    const doctor = await run(['doctor'], options);
    expect(doctor.stdout).toMatch(/"policy"/);
  });

  it('of a policy beside the profiles refuses writes and warns', async () => {
    answer = {body: '{}'};
    for (const member of [{denied_operations: ['* delete*']}, {protected: true}]) {
      const config = {profiles: {default: {}}, ...member};
      const remove = await run(['version', 'delete', '--id', '1'], {config});
      expect([remove.exit, failureOf(remove)]).toMatchObject([1, {error_type: 'config_error'}]);
      expect(server.requests).toEqual([]);
      expect((await run(get, {config})).stderr).toContain('next to the profiles');
    }
    const wrong = await run(get, {config: {profile: {default: {protected: true}}}});
    expect(failureOf(wrong).message).toContain('did you mean profiles?');
  });

  it('of a policy that allows nothing sends nothing', async () => {
    const config = {profiles: {default: {allowed_operations: []}}};
    expect((await run(get, {config})).exit).toBe(4);
    expect(server.requests).toEqual([]);
  });

  it('of an operation is one of raw with its path too', async () => {
    const config = {profiles: {default: {denied_operations: ['Project Delete']}}};
    const result = await run(['raw', 'delete', '/rest/api/2/project/EX'], {config});
    expect([result.exit, failureOf(result)]).toMatchObject([4, {error_type: 'policy_denied'}]);
    expect(server.requests).toEqual([]);
  });

  it('of what means nothing here is a note', async () => {
    answer = {body: '{}'};
    const config = {profiles: {default: {denied_operations: ['issue *'], owner: 'me'}}};
    const {exit, stderr} = await run([...get, '--verbose'], {config});
    expect(exit).toBe(0);
    expect(stderr).toMatch(/note.*issue \*.*\n.*note.*owner/);
    expect((await run(get, {config})).stderr).toBe('');
    const write = await run(['version', 'delete', '--id', '1'], {config});
    expect([write.exit, write.stderr]).toEqual([0, expect.stringMatching(/warning.*issue \*/)]);
  });

  it('of a protected profile needs --write for what writes', async () => {
    const config = {profiles: {default: {protected: true}}};
    const writes = [
      ['version', 'delete', '--id', '1'],
      ['raw', 'POST', '/x', '--body', '{}'],
    ];
    for (const line of writes) {
      const result = await run(line, {config});
      expect([result.exit, failureOf(result)]).toMatchObject([4, {error_type: 'policy_denied'}]);
      expect(failureOf(result).hint).toContain('--write');
      expect((await run([...line, '--dry-run'], {config})).exit).toBe(0);
    }
    const commands = [{command: 'version delete', args: {id: 1}}];
    const stdin = JSON.stringify(commands);
    expect((await run(['batch'], {config, stdin})).exit).toBe(4);
    const own = JSON.stringify([{...commands[0], args: {id: 1, write: true}}]);
    expect((await run(['batch'], {config, stdin: own})).exit).toBe(4);
    expect(server.requests).toEqual([]);
    answer = {body: '{}'};
    expect((await run(get, {config})).exit).toBe(0);
    for (const line of writes) expect((await run([...line, '--write'], {config})).exit).toBe(0);
    expect((await run(['batch', '--write'], {config, stdin})).exit).toBe(0);
    expect(server.requests).toHaveLength(1);
  });

  it('of the policy sends nothing, dry run or not', async () => {
    const config = {profiles: {default: {denied_operations: ['version *', 'raw DELETE']}}};
    for (const line of [get, [...get, '--dry-run'], ['raw', 'delete', '/x']]) {
      const result = await run(line, {config});
      expect([result.exit, failureOf(result)]).toMatchObject([4, {error_type: 'policy_denied'}]);
    }
    expect(server.requests).toEqual([]);
  });
});

describe('a filter', () => {
  it('that does not compile sends nothing', async () => {
    const result = await run([...get, '--jq', '.a['], {});
    expect([result.exit, failureOf(result)]).toMatchObject([
      4,
      {error_type: 'jq_error', attempts: 0},
    ]);
    expect(server.requests).toEqual([]);
  });

  it('that fails after a write says that the write happened', async () => {
    answer = {body: '{"id":1}'};
    const line = ['version', 'create', '--body', '{"name":"1","projectId":1}', '--jq', '.id.x'];
    const result = await run(line);
    expect([result.exit, result.stdout]).toEqual([4, '']);
    expect(failureOf(result)).toMatchObject({
      error_type: 'jq_error',
      message: expect.stringContaining('The request succeeded.'),
      hint: 'Do not repeat the request only to see the response.',
      request: {method: 'POST', path: '/rest/api/3/version'},
    });
    const read = JSON.stringify(failureOf(await run([...get, '--jq', '.id.x'])));
    expect(read).not.toMatch(/succeeded|Do not repeat/);
  });

  it('that fails says how often the request was sent for the answer', async () => {
    const answers: CannedAnswer[] = [
      {status: 429, headers: {'retry-after': '0'}},
      {body: '{"id":1}'},
    ];
    const own = await startRecordingServer(() => answers.shift() ?? {});
    const failed = await run([...get, '--base-url', own.origin, '--jq', '.id.x']);
    await own.stop();
    expect(failureOf(failed)).toMatchObject({error_type: 'jq_error', attempts: 2});
  });
});

describe('standard output', () => {
  it('that cannot be written is a failure; a closed one is none', async () => {
    const full = await run(['version'], {
      onHost: host =>
        Object.assign(host.stdout, {flush: () => Promise.reject(new Error('EIO: disk broken'))}),
    });
    expect([full.exit, failureOf(full).message]).toEqual([1, expect.stringContaining('EIO')]);
    const closed = await run(['version'], {
      onHost: host => Object.assign(host.stdout, {closed: true}),
    });
    expect([closed.exit, closed.stderr]).toEqual([0, '']);
  });
});

describe('whatever fails', () => {
  it('never shows a secret', async () => {
    const lines = [get, [...get, '--verbose'], [...get, '--auth-token', 'other-secret', '--nope']];
    for (const status of [200, 401, 500]) {
      answer = {status, body: '{}'};
      for (const line of lines) {
        const {stdout, stderr} = await run([...line, '--retries', '0']);
        expect(stdout + stderr).not.toMatch(/secret/);
        expect(stdout + stderr).not.toContain(Buffer.from('ann:secret-token').toString('base64'));
      }
    }
  });
});
