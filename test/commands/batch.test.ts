import {describe, expect, it, vi} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const server = serverForEach(({url}) => ({body: JSON.stringify({url})}));

function batch(
  commands: unknown,
  line: readonly string[] = [],
  options: RunCliOptions = {},
  program: 'jr' | 'cf' = 'jr',
) {
  const prefix = program.toUpperCase();
  return runCli(program, ['batch', ...line], {
    stdin: typeof commands === 'string' ? commands : JSON.stringify(commands),
    ...options,
    env: {
      [`${prefix}_BASE_URL`]: server.origin,
      [`${prefix}_AUTH_USER`]: 'ann',
      [`${prefix}_AUTH_TOKEN`]: 'secret-token',
      ...options.env,
    },
  });
}
const paths = () => server.requests.map(({method, url}) => `${method} ${url}`);
const get = (id: unknown) => ({command: 'version get', args: {id}});

describe('a batch', () => {
  it('runs its commands in order and gives a result for each', async () => {
    const result = await batch([get('1'), get('2'), {command: 'permissions get-all'}]);
    expect(result).toEqual({
      stdout:
        '[{"index":0,"exit_code":0,"data":{"url":"/rest/api/3/version/1"}},' +
        '{"index":1,"exit_code":0,"data":{"url":"/rest/api/3/version/2"}},' +
        '{"index":2,"exit_code":0,"data":{"url":"/rest/api/3/permissions"}}]\n',
      stderr: '',
      exit: 0,
    });
    expect(paths()).toEqual([
      'GET /rest/api/3/version/1',
      'GET /rest/api/3/version/2',
      'GET /rest/api/3/permissions',
    ]);
  });

  it('goes on after a failure and ends with the highest exit code', async () => {
    server.answer = ({url}) => {
      if (url.endsWith('/2')) return {status: 404, body: '{"errorMessages":["No version"]}'};
      return url.endsWith('/3') ? {status: 409, body: '{}'} : {body: '{}'};
    };
    const result = await batch([get(1), get(3), get(2), get(4)]);
    expect(result.exit).toBe(6);
    expect(result.stderr).toBe('');
    expect(JSON.parse(result.stdout)).toMatchObject([
      {index: 0, exit_code: 0, data: {}},
      {index: 1, exit_code: 6, error: {error_type: 'conflict', status: 409}},
      {index: 2, exit_code: 3, error: {error_type: 'not_found', message: 'No version'}},
      {index: 3, exit_code: 0, data: {}},
    ]);
  });

  it('takes the fields, the preset and the dry run of a command', async () => {
    const result = await batch([
      {...get(1), fields: ['name', 'id']},
      {...get(2), fields: 'name'},
      {...get(3), preset: 'agent'},
      {command: 'project delete', args: {projectIdOrKey: 'HPAY'}, dry_run: true},
    ]);
    expect([result.exit, result.stderr]).toEqual([0, '']);
    expect(paths().slice(0, 2)).toEqual([
      'GET /rest/api/3/version/1?fields=name,id',
      'GET /rest/api/3/version/2?fields=name',
    ]);
    expect(paths()[2]).toMatch(/version.3.fields=/);
    expect(paths()).toHaveLength(3);
    expect(JSON.parse(result.stdout)[3].data).toMatchObject({method: 'DELETE'});
  });

  it('is read as JSON lines too', async () => {
    const lines = `${JSON.stringify(get(1))}\r\n\n  ${JSON.stringify(get(2))}`;
    expect((await batch(lines)).exit).toBe(0);
    expect((await batch(JSON.stringify(get(3)))).exit).toBe(0);
    expect(paths().map(path => path.at(-1))).toEqual(['1', '2', '3']);
  });

  it('--fail-fast sends nothing more after the first that fails', async () => {
    server.answer = ({url}) => (url.endsWith('/2') ? {status: 404, body: '{}'} : {body: '{}'});
    const result = await batch([1, 2, 3, 4].map(get), ['--fail-fast']);
    expect(result.exit).toBe(3);
    expect(JSON.parse(result.stdout)).toMatchObject([
      {exit_code: 0},
      {exit_code: 3, error: {error_type: 'not_found'}},
      {exit_code: 1, error: {error_type: 'command_error', attempts: 0}},
      {exit_code: 1, error: {message: expect.stringContaining('command 1 failed')}},
    ]);
    expect(paths()).toHaveLength(2);
  });

  it('--stream prints each result on a line of its own as it ends', async () => {
    const printed: string[] = [];
    const result = await batch([get(1), get(2)], ['--stream', '--jq', '{index}'], {
      onHost: host => {
        server.answer = ({url}) => {
          printed.push(host.out());
          return {body: JSON.stringify({url})};
        };
      },
    });
    expect(result).toEqual({stdout: '{"index":0}\n{"index":1}\n', stderr: '', exit: 0});
    expect(printed).toEqual(['', '{"index":0}\n']);
  });

  it('says how far it is on a terminal alone', async () => {
    server.answer = ({url}) => (url.endsWith('/2') ? {status: 404, body: '{}'} : {body: '{}'});
    const shown = await batch([get(1), get(2)], ['--input', 'b.json'], {
      terminal: true,
      files: {'b.json': JSON.stringify([get(1), get(2)])},
    });
    expect(shown.stderr).toContain('2 of 2 done, 1 failed');
    expect(shown.stderr.endsWith('\r\u001b[K')).toBe(true);
  });

  it('prints results that a filter fails on without it, and says that the commands were run', async () => {
    const result = await batch([get(1), get(2)], ['--jq', '.[0].index | keys']);
    expect([result.exit, paths().length]).toEqual([4, 2]);
    expect(JSON.parse(result.stdout)).toMatchObject([{index: 0}, {index: 1, data: {}}]);
    expect(failureOf(result).message).toContain('The commands were run');
    const lines = await batch([get(1), get(2)], ['--stream', '--jq', '.index | keys']);
    expect(
      lines.stdout
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).index),
    ).toEqual([0, 1]);
  });

  it('keeps every number, given and answered, as it is written', async () => {
    server.answer = () => ({body: '{"a": 12345678901234567890, "b":1.0,"c":1e400}'});
    const result = await batch('[{"command":"version get","args":{"id":12345678901234567890}}]');
    expect(result.stdout).toBe(
      '[{"index":0,"exit_code":0,"data":{"a":12345678901234567890,"b":1.0,"c":1e400}}]\n',
    );
    expect(paths()).toEqual(['GET /rest/api/3/version/12345678901234567890']);
  });

  it('of nothing is nothing', async () => {
    expect(await batch([])).toEqual({stdout: '[]\n', stderr: '', exit: 0});
  });

  it('is read from a file, or from standard input for -', async () => {
    const text = JSON.stringify([get(1)]);
    const fromFile = await runCli('jr', ['batch', '--input', 'b.json', '--dry-run'], {
      files: {'b.json': text},
      env: {JR_BASE_URL: server.origin},
    });
    expect([fromFile.exit, fromFile.stderr]).toEqual([0, '']);
    const fromStdin = await batch([get(1)], ['--input', '-', '--dry-run']);
    expect([fromStdin.exit, server.requests]).toEqual([0, []]);
    expect(JSON.parse(fromStdin.stdout)[0].data.url).toContain('/version/1');
  });

  it('does not wait for a terminal', async () => {
    const result = await batch([], [], {terminal: true});
    expect(result.exit).toBe(1);
    expect(failureOf(result)).toMatchObject({error_type: 'command_error'});
  });
});

describe('args', () => {
  it('are texts, numbers, truth values and arrays', async () => {
    const command = 'project search';
    const args = {maxResults: 5, 'no-paginate': true, query: 'a b', id: [1, '2'], keys: 'X,Y'};
    server.answer = () => ({body: '{"values":[]}'});
    const result = await batch([{command, args}]);
    expect([result.exit, result.stderr]).toEqual([0, '']);
    const query = new URL(server.requests[0]?.url ?? '', server.origin).searchParams;
    expect(query.get('maxResults')).toBe('5');
    expect(query.get('query')).toBe('a b');
    expect(query.getAll('id')).toEqual(['1', '2']);
    expect(query.getAll('keys')).toEqual(['X', 'Y']);
  });

  it('with null are not given, and a comma in an array is a comma', async () => {
    server.answer = () => ({body: '{"values":[]}'});
    const args = {keys: ['X,Y'], query: null, 'no-paginate': true};
    expect((await batch([{command: 'project search', args}])).exit).toBe(0);
    expect(paths()).toEqual(['GET /rest/api/3/project/search?keys=X%2CY']);
  });

  it('take a body as JSON or as text', async () => {
    const text = '{"name":"A","projectId":12345678901234567890}';
    await batch(
      `[{"command":"version create","args":{"body":${text}}},{"command":"version create","args":{"body":${JSON.stringify(text)}}}]`,
    );
    expect(server.requests.map(({body}) => body)).toEqual([text, text]);
  });

  it('of raw are method, path, query and body, or the method and path are words', async () => {
    const result = await batch([
      {command: 'raw', args: {method: 'get', path: '/rest/api/3/a', query: {x: 1, y: ['b', 'c']}}},
      {command: 'raw DELETE /rest/api/3/b', args: {body: [1], query: 'z=2'}},
    ]);
    expect([result.exit, result.stderr]).toEqual([0, '']);
    expect(paths()).toEqual(['GET /rest/api/3/a?x=1&y=b&y=c', 'DELETE /rest/api/3/b?z=2']);
    expect(server.requests[1]?.body).toBe('[1]');
  });

  it('of raw that are answered with no text are refused, not changed', async () => {
    const headers = {'content-type': 'image/png'};
    server.answer = () => ({body: Buffer.from([0x89, 0xff]), headers});
    const result = await batch([{command: 'raw GET /picture'}]);
    expect(result.exit).toBe(1);
    expect(JSON.parse(result.stdout)[0].error.message).toBe(
      'The response is 2 bytes of binary data.',
    );
  });

  it('cannot read the standard input that holds the batch', async () => {
    const result = await batch([{command: 'version create', args: {body: '-'}}]);
    expect(result.exit).toBe(4);
    expect(JSON.parse(result.stdout)[0].error.message).toContain('the whole batch');
  });
});

it('an array without a command sends nothing, which is no fault', async () => {
  expect(await batch('[]')).toEqual({stdout: '[]\n', stderr: '', exit: 0});
  expect(server.requests).toEqual([]);
});

describe('jq', () => {
  it('is per command: one output is the data, several are an array, none is null', async () => {
    server.answer = () => ({body: '{"a":["x","y"]}'});
    const of = (jq: string) => ({...get(1), jq});
    const result = await batch([
      of('.a[0]'),
      of('.a[]'),
      of('empty'),
      of('.a|keys|.b'),
      of('"\\u001b"'),
    ]);
    expect(JSON.parse(result.stdout)).toMatchObject([
      {data: 'x'},
      {data: ['x', 'y']},
      {data: null},
      {exit_code: 4, error: {error_type: 'jq_error'}},
      {data: '\u001b'},
    ]);
    expect(server.requests).toHaveLength(5);
  });

  it('of the line, --pretty and --raw-output are for the result', async () => {
    const result = await batch([get(1), get(2)], ['--jq', '.[].data.url', '-r']);
    expect(result.stdout).toBe('/rest/api/3/version/1\n/rest/api/3/version/2\n');
    expect((await batch([get(1)], ['--pretty'])).stdout).toContain('[\n  {\n    "index": 0,\n');
  });
});

describe('the flags of a batch', () => {
  it('hold for each command, and those of a command win', async () => {
    const config = {
      profiles: {
        x: {
          base_url: server.origin,
          auth: {username: 'eve', token: 't'},
          denied_operations: ['version *'],
        },
      },
    };
    const env = {JR_BASE_URL: '', JR_AUTH_USER: '', JR_AUTH_TOKEN: ''};
    const commands = [get(1), {command: 'project get-all-project-types', args: {'dry-run': true}}];
    const result = await batch(commands, ['-p', 'x'], {config, env});
    expect(JSON.parse(result.stdout)).toMatchObject([
      {exit_code: 4, error: {error_type: 'policy_denied'}},
      {exit_code: 0, data: {method: 'GET'}},
    ]);
    expect(server.requests).toEqual([]);
  });

  it('warn once a run, not once a command', async () => {
    const line = ['--base-url', 'http://site.example', '--dry-run'];
    const {stderr} = await batch([get(1), get(2), get(3)], line);
    expect(stderr.match(/plain http/g)).toHaveLength(1);
  });

  it('--dry-run sends nothing', async () => {
    const commands = [
      get(1),
      {command: 'version delete', args: {id: 1}},
      {command: 'raw DELETE /x'},
    ];
    const result = await batch(commands, ['--dry-run', '--jq', '.[].data.method']);
    expect([result.stdout, result.exit]).toEqual(['"GET"\n"DELETE"\n"DELETE"\n', 0]);
    const denying = [
      {command: 'version delete', args: {id: 1, 'dry-run': false}},
      {command: 'version delete', args: {id: 1}, dry_run: false},
    ];
    expect((await batch(denying, ['--dry-run'])).exit).toBe(0);
    expect(server.requests).toEqual([]);
  });

  it('--concurrency runs as many at a time, the results stay in order', async () => {
    let inFlight = 0;
    let peak = 0;
    let most = 1;
    server.answer = async ({url}) => {
      peak = Math.max(peak, ++inFlight);
      await vi.waitUntil(() => peak >= most, {timeout: 120_000});
      await new Promise(resolve => setTimeout(resolve, url.endsWith('/1') ? 60 : 20));
      inFlight--;
      return {body: '{}'};
    };
    const commands = [1, 2, 3, 4, 5, 6].map(get);
    await batch(commands);
    expect(peak).toBe(1);
    most = 3;
    const result = await batch(commands, ['--concurrency', '3', '--jq', '[.[].index]']);
    expect(peak).toBe(3);
    expect(result.stdout).toBe('[0,1,2,3,4,5]\n');
  });

  it('an interrupt ends it; what was not started says so', async () => {
    let interrupt = (): void => undefined;
    server.answer = ({url}) => {
      if (!url.endsWith('/2')) return {body: '{}'};
      setTimeout(() => interrupt(), 10);
      return new Promise(() => undefined);
    };
    const result = await batch([1, 2, 3].map(get), [], {
      onHost: host => {
        interrupt = () => void host.signal('SIGINT');
      },
    });
    expect(result.exit).toBe(130);
    expect(JSON.parse(result.stdout)).toMatchObject([
      {exit_code: 0},
      {exit_code: 130, error: {error_type: 'interrupted'}},
      {exit_code: 130, error: {error_type: 'interrupted', attempts: 0}},
    ]);
    expect(paths()).toHaveLength(2);
  });
});

describe('cf batch', () => {
  it('runs the operations of its own service', async () => {
    const commands = [{command: 'labels add', args: {'page-id': 1, label: ['a', 'b']}}];
    const result = await batch(commands, ['--dry-run', '--jq', '.[].data.body'], {}, 'cf');
    expect([result.exit, result.stderr]).toEqual([0, '']);
    expect(result.stdout).toContain('"a"');
    const wrong = await batch([get(1)], [], {}, 'cf');
    expect(JSON.parse(wrong.stdout)[0].error.hint).toContain('jr version');
  });
});
