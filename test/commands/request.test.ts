import {describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const server = serverForEach(() => ({body: '{}'}));

const run = (line: readonly string[], options: RunCliOptions = {}) =>
  runCli('jr', line, {
    ...options,
    env: {
      JR_BASE_URL: server.origin,
      JR_AUTH_USER: 'ann',
      JR_AUTH_TOKEN: 'secret-token',
      ...options.env,
    },
  });
const get = ['version', 'get', '--id', '1'];
const paths = () => server.requests.map(({method, url}) => `${method} ${url}`);

describe('an answer', () => {
  it('goes out byte for byte with a newline, and nothing else', async () => {
    const body = '{"b":12345678901234567890, "a":[1.0,1e400,"\\u00e9"]}';
    server.answer = () => ({body});
    expect(await run(get)).toEqual({stdout: `${body}\n`, stderr: '', exit: 0});
    expect((await run([...get, '--jq', '.'])).stdout).toBe(
      '{"b":12345678901234567890,"a":[1.0,1e400,"\\u00e9"]}\n',
    );
    expect((await run([...get, '--pretty', '--jq', '.b'])).stdout).toBe('12345678901234567890\n');
    expect(server.requests[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('ann:secret-token').toString('base64')}`,
    );
  });

  it('has no blanks around it, however the server ends it, of one page or of more', async () => {
    server.answer = () => ({body: '\n {"a":1}\r\n\n'});
    expect((await run(get)).stdout).toBe('{"a":1}\n');
    for (const total of [1, 2]) {
      server.answer = ({url}) => {
        const at = url.includes('startAt=1') ? 1 : 0;
        return {body: `\n {"total":${total},"startAt":${at},"values":[ ${at} ] }\r\n\n`};
      };
      const values = total === 1 ? '[ 0 ]' : '[0,1]';
      expect((await run(['project', 'search'])).stdout).toBe(
        `{"total":${total},"startAt":0,"values":${values} }\n`,
      );
    }
  });

  it('without a body prints {}', async () => {
    server.answer = () => ({status: 204});
    expect(await run(['version', 'delete', '--id', '1'])).toEqual({
      stdout: '{}\n',
      stderr: '',
      exit: 0,
    });
  });

  it('gives one line per output of a filter', async () => {
    server.answer = () => ({body: '[{"n":"a b"},{"n":"c"}]'});
    expect((await run([...get, '--jq', '.[].n'])).stdout).toBe('"a b"\n"c"\n');
    expect((await run([...get, '--jq', '.[] | .n', '-r'])).stdout).toBe('a b\nc\n');
    expect((await run([...get, '--jq', 'empty'])).stdout).toBe('');
  });

  it('comes with all its pages merged, or as the first page only', async () => {
    const page = (start: number, last: boolean) =>
      `{"startAt":${start},"maxResults":1,"total":2,"isLast":${last},"values":[{"id":${start}.0}]}`;
    server.answer = ({url}) => ({body: url.includes('startAt=1') ? page(1, true) : page(0, false)});
    const search = ['project', 'get-versions-paginated', '--projectIdOrKey', 'EX'];
    const merged = JSON.parse((await run(search)).stdout);
    expect([merged.values.length, merged.isLast]).toEqual([2, true]);
    expect((await run([...search, '--no-paginate'])).stdout).toBe(`${page(0, false)}\n`);
    expect((await run([...search, '--jq', '.values[].id'])).stdout).toBe('0.0\n1.0\n');
  });

  it('that breaks off prints nothing, with --partial the pages before', async () => {
    server.answer = ({url}) =>
      url.includes('startAt=1')
        ? {status: 500, body: '{"errorMessages":["Broken."]}'}
        : {body: '{"startAt":0,"maxResults":1,"total":2,"isLast":false,"values":["\u202e"]}'};
    const search = ['project', 'get-versions-paginated', '--projectIdOrKey', 'EX'];
    const broken = await run(search);
    expect([broken.exit, broken.stdout]).toEqual([7, '']);
    expect(failureOf(broken)).toMatchObject({message: expect.stringContaining('Page 2')});
    const partial = await run([...search, '--partial', '--concurrency', '1']);
    expect(partial.exit).toBe(7);
    expect(failureOf(partial)).toMatchObject({error_type: 'server_error', partial: true});
    expect(partial.stdout).toContain('"values":["\\u202e"]');
    expect(partial.stdout).toMatch(/^[^\n]+\n$/);
  });
});

describe('--verbose', () => {
  it('writes one line per exchange and the notes, never a secret', async () => {
    const {stdout, stderr} = await run([...get, '--verbose', '--expand', 'strange']);
    expect(stdout).toBe('{}\n');
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(lines[0].note).toContain('strange');
    expect(lines[1]).toEqual({
      method: 'GET',
      url: `${server.origin}/rest/api/3/version/1?expand=strange`,
      status: 200,
      duration_ms: expect.any(Number),
      attempt: 1,
      bytes: 2,
      cached: false,
    });
    expect(stderr).not.toContain('secret-token');
  });
});

describe('--fields and --preset', () => {
  const user = ['user', 'get', '--accountId', 'a'];

  it('ask the server for fields on GET, explicit ones first', async () => {
    await run([...user, '--preset', 'triage']);
    await run([...user, '--preset', 'triage', '--fields', 'key, name']);
    await run(['version', 'delete', '--id', '1', '--fields', 'key']);
    expect(paths()).toEqual([
      'GET /rest/api/3/user?accountId=a&fields=key,summary,status,priority,created,updated,reporter',
      'GET /rest/api/3/user?accountId=a&fields=key,name',
      'DELETE /rest/api/3/version/1',
    ]);
  });

  it('of the user have fields and a filter; --jq comes before the filter', async () => {
    server.answer = () => ({body: '{"a":1,"b":2}'});
    const files = {'.config/jr/presets.json': '{"mine":{"fields":"x","jq":".a"},"short":".b"}'};
    expect((await run([...get, '--preset', 'mine'], {files})).stdout).toBe('1\n');
    expect((await run([...get, '--preset', 'mine', '--jq', '.b'], {files})).stdout).toBe('2\n');
    expect((await run([...get, '--preset', 'short'], {files})).stdout).toBe('2\n');
    expect(paths().slice(0, 2)).toEqual(Array(2).fill('GET /rest/api/3/version/1?fields=x'));
    const list = JSON.parse((await run(['preset', 'list'], {files})).stdout);
    expect(list.at(-1)).toEqual({name: 'triage', fields: expect.any(String), source: 'builtin'});
    expect(list).toContainEqual({name: 'mine', fields: 'x', jq: '.a', source: 'user'});
  });

  it('that are unknown or do not compile send nothing', async () => {
    const files = {'.config/jr/presets.json': '{"bad":".["}'};
    const unknown = await run([...get, '--preset', 'agnet', '--dry-run']);
    expect([unknown.exit, failureOf(unknown)]).toMatchObject([4, {error_type: 'validation_error'}]);
    const bad = await run([...get, '--preset', 'bad'], {files});
    expect([bad.exit, failureOf(bad)]).toMatchObject([4, {error_type: 'jq_error'}]);
    expect(server.requests).toEqual([]);
  });
});

describe('--timeout and --retries', () => {
  it('a GET is tried again as often as --retries says', async () => {
    server.answer = () => ({status: 503});
    const result = await run([...get, '--retries', '2']);
    expect([result.exit, failureOf(result)]).toMatchObject([7, {attempts: 3, status: 503}]);
    expect(server.requests).toHaveLength(3);
  });

  it('no answer in time is a timeout_error', async () => {
    server.answer = () => new Promise(() => undefined);
    const result = await run([...get, '--timeout', '60ms']);
    expect([result.exit, failureOf(result)]).toMatchObject([1, {error_type: 'timeout_error'}]);
  });
});

it('bytes that are invalid in their charset cause a warning', async () => {
  server.answer = () => ({body: Buffer.from([0x22, 0x61, 0xff, 0x22])});
  const result = await run(get);
  expect([result.exit, result.stdout]).toEqual([0, '"a\ufffd"\n']);
  expect(JSON.parse(result.stderr).warning).toContain('invalid in its charset');
  server.answer = () => ({body: '"a\ufffd"'});
  expect((await run(get)).stderr).toBe('');
});

describe('limits on what is received', () => {
  it('--timeout bounds the time of a filter', async () => {
    server.answer = () => ({body: '{}'});
    const result = await run([...get, '--timeout', '200ms', '--jq', 'last(repeat(.))']);
    expect([result.exit, result.stdout]).toEqual([1, '']);
    expect(failureOf(result)).toMatchObject({error_type: 'timeout_error'});
  });

  it('--max-answer bounds an answer', async () => {
    server.answer = () => ({body: JSON.stringify('x'.repeat(2000))});
    const result = await run([...get, '--max-answer', '1KiB']);
    expect([result.exit, result.stdout]).toEqual([7, '']);
    expect(failureOf(result)).toMatchObject({
      error_type: 'invalid_response',
      message: 'The response is larger than 1 KiB.',
    });
    expect(server.requests).toHaveLength(1);
    expect((await run([...get, '--max-answer', '2KiB'])).exit).toBe(0);
  });

  it.each([
    ['id', 'project', 'X'],
    ['raw', 'GET', '/rest/api/3/x'],
    ['project', 'get-all', '-o', 'table'],
    ['project', 'get-all', '--jq', 'map(1)'],
  ])('%s %s refuses a list of more values than fit its size, by its flag', async (...words) => {
    // A list that takes twenty times its size in memory.
    server.answer = () => ({body: `[${'[],'.repeat(70_000)}[]]`});
    const result = await run([...words, '--max-answer', '1MiB']);
    expect([result.exit, result.stdout]).toEqual([7, '']);
    expect(failureOf(result)).toMatchObject({
      error_type: 'too_large',
      message: 'The response has more than 65536 values in one list, or more than 65536 levels.',
      hint: expect.stringContaining('--max-answer'),
    });
    expect((await run(['raw', 'GET', '/x', '--max-answer', '32MiB'])).exit).toBe(0);
  });

  it('a long answer is written whole, also where a piece ends within a character', async () => {
    const text = JSON.stringify(`a${'\u{1f600}'.repeat(600_000)}`);
    server.answer = () => ({body: text});
    expect((await run(get)).stdout).toBe(`${text}\n`);
  });
});

describe('SIGINT', () => {
  it('ends a request as interrupted, and is not held while a filter runs', async () => {
    const result = await run(get, {
      onHost: host => {
        server.answer = () => {
          host.signal('SIGINT');
          return new Promise(() => undefined);
        };
      },
    });
    expect([result.exit, result.stdout]).toEqual([130, '']);
    expect(failureOf(result)).toMatchObject({error_type: 'interrupted'});
    let listeners = -1;
    server.answer = () => ({body: '{}'});
    await run(get, {
      onHost: host => {
        const write = host.stdout.write;
        Object.assign(host.stdout, {
          write: (text: string) => {
            listeners = host.signal('SIGINT');
            write(text);
          },
        });
      },
    });
    expect(listeners).toBe(0);
  });
});

describe('a refused credential', () => {
  const refused = async (env: Record<string, string>, config?: unknown) => {
    server.answer = () => ({status: 401, body: '{"message":"no"}'});
    const own = config === undefined ? {env} : {env: {...env, JR_AUTH_TOKEN: ''}, config};
    const options = {...own, runCommand: async () => 'from-a-command'};
    const result = await run(get, options);
    expect(result.stderr).not.toMatch(/secret-token|from-a-file|by-a-name|from-a-command/);
    return failureOf(result).hint;
  };
  const profile = (token: unknown) => ({
    profiles: {default: {base_url: server.origin, auth: {type: 'basic', username: 'a', token}}},
  });

  it('is told with the place it comes from, never what it is', async () => {
    expect(await refused({})).toContain('the token, which comes from JR_AUTH_TOKEN');
    expect(await refused({}, profile('from-a-file'))).toMatch(
      /which comes from profile "default" of \S+config\.json\. /,
    );
    expect(await refused({OWN: 'by-a-name'}, profile({env: 'OWN'}))).toContain(
      'which comes from the environment variable OWN, which profile "default"',
    );
    expect(await refused({}, profile({command: ['echo', 'x']}))).toContain(
      'which comes from the command echo of profile "default"',
    );
  });
});

describe('a count below nothing', () => {
  it.each([
    ['project search --maxResults=-1', 'maxResults'],
    ['project search --startAt=-5', 'startAt'],
    ['user find-by-query --query x --maxResults=-1', 'maxResults'],
  ])('is refused before anything is sent: %s', async (line, input) => {
    const result = await run(line.split(' '));
    expect([result.exit, paths()]).toEqual([4, []]);
    expect(failureOf(result).errors).toEqual({
      [input]: expect.stringMatching(/must be (at least 0|0 to \d+), not -\d/),
    });
  });
});
