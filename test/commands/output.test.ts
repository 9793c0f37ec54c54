import {describe, expect, it} from 'vitest';
import {allOperations} from '../../src/api/catalogue.ts';
import {type Operation, programOf} from '../../src/api/operation.ts';
import {responseOf} from '../../src/api/response-of.ts';
import {splitWords} from '../../src/base/shell-words.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {
  type CannedAnswer,
  type RecordedRequest,
  serverForEach,
} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const server = serverForEach(() => ({body: '{}'}));

const run = (line: string | readonly string[], {env, ...options}: RunCliOptions = {}) =>
  runCli('jr', typeof line === 'string' ? line.split(' ') : line, {
    env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 'a-secret', ...env},
    ...options,
  });

const project = (key: string, name: string, more = '') =>
  `{"id":"1${key}","key":"${key}","name":${JSON.stringify(name)},"projectTypeKey":"software"${more}}`;
const lead = ',"lead":{"accountId":"a","displayName":"Ann \\u001b[31mLee"},"archived":true';

/** Two pages of projects. */
function projects({url}: RecordedRequest): CannedAnswer {
  const isSecond = url.includes('startAt=2');
  const items = isSecond
    ? [project('CCC', '=1+1')]
    : [project('AAA', 'Alpha, "one"', lead), project('BBB', 'x'.repeat(90))];
  const startAt = isSecond ? 2 : 0;
  return {
    body: `{"startAt":${startAt},"maxResults":2,"total":3,"isLast":${isSecond},"values":[${items.join(', ')}]}`,
  };
}

describe('--output table', () => {
  it('shows the columns of the list, cut nowhere where there is no terminal', async () => {
    server.answer = projects;
    const {stdout, stderr, exit} = await run('project search --output table');
    const lines = stdout.split('\n');
    expect([stderr, exit]).toEqual(['', 0]);
    expect(lines[0]).toMatch(/^KEY {2}NAME +TYPE +LEAD +STATE +ID$/);
    expect(lines[1]).toMatch(
      /^AAA {2}Alpha, "one" +software {2}Ann \\u001b\[31mLee {2}archived +1AAA$/,
    );
    expect(lines[2]).toContain('x'.repeat(90));
    expect(lines).toHaveLength(5);
    expect(stdout).not.toContain('\u001b');
  });

  it('fits the terminal, and says which columns have no room', async () => {
    server.answer = projects;
    const {stdout, stderr} = await run('project search -o table', {terminal: true});
    const lines = stdout
      .replace(/\u001b\[\d+m/g, '')
      .trimEnd()
      .split('\n');
    expect(stdout.startsWith('\u001b[1mKEY')).toBe(true);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines[2]).toMatch(/x…/);
    expect(stdout).not.toContain('\u001b[31m');
    // The line of progress is cleared before the table is written.
    expect(stderr.replace(/\r\u001b\[K(\d+ of 3 read, page \d)?/g, '')).toBe('');
    const many = 'key,name,id,projectTypeKey,style,simplified,isPrivate,uuid,url,email,self';
    const chosen = await run(['project', 'search', '-o', 'table', '--columns', many], {
      terminal: true,
    });
    expect(chosen.stdout.split('\n')[0]?.trim().split(/ {2,}/)).toHaveLength(11);
  });

  it('is of the one object, and of what a map holds', async () => {
    server.answer = () => ({body: project('AAA', 'Alpha')});
    expect((await run('project get --projectIdOrKey AAA -o table')).stdout).toBe(
      'KEY  ID    NAME   PROJECT TYPE KEY\nAAA  1AAA  Alpha  software\n',
    );
    server.answer = () => ({
      body: '{"permissions":{"B":{"key":"B","name":"Bee"},"C":{"key":"C","name":"See"}}}',
    });
    expect((await run('permissions get-all -o table --columns key,name')).stdout).toBe(
      'KEY  NAME\nB    Bee\nC    See\n',
    );
  });

  it('writes nothing when a page fails, unless --partial asks for what there is', async () => {
    server.answer = request =>
      request.url.includes('startAt=2') ? {status: 404, body: '{}'} : projects(request);
    const whole = await run('project search -o table --concurrency 1');
    expect([whole.stdout, whole.exit]).toEqual(['', 3]);
    const part = await run('project search -o table --concurrency 1 --partial');
    expect(part.stdout.split('\n')).toHaveLength(4);
    expect([failureOf(part).partial, part.exit]).toEqual([true, 3]);
  });
});

describe('--output csv and tsv', () => {
  it('are quoted as RFC 4180 says, whole, with formulas made harmless', async () => {
    server.answer = projects;
    const {stdout} = await run('project search --output csv --columns key,name,STATE,/id');
    expect(stdout).toBe(
      `KEY,NAME,STATE,ID\r\nAAA,"Alpha, ""one""",archived,1AAA\r\nBBB,${'x'.repeat(90)},,1BBB\r\nCCC,"'=1+1",,1CCC\r\n`,
    );
    const tabs = await run('project search --output tsv --columns name,key');
    expect(tabs.stdout.split('\n')[1]).toBe('"Alpha, ""one"""\tAAA');
  });

  it('have their titles when there is no item', async () => {
    server.answer = () => ({
      body: '{"startAt":0,"maxResults":50,"total":0,"isLast":true,"values":[]}',
    });
    expect((await run('project search -o csv')).stdout).toMatch(/^KEY,NAME,.*,ID\r\n$/);
  });

  it('are nothing where an answer has nothing', async () => {
    server.answer = () => ({status: 204});
    expect(await run('version delete --id 1 -o csv')).toMatchObject({stdout: '', exit: 0});
  });

  it('write numbers digit by digit', async () => {
    server.answer = () => ({body: '[{"id":12345678901234567890,"n":1.0}]'});
    expect((await run('raw GET /x -o csv')).stdout).toBe('ID,N\r\n12345678901234567890,1.0\r\n');
  });
});

describe('--output jsonl and yaml', () => {
  it('write one unchanged item per line, and YAML of the same items', async () => {
    server.answer = () => ({body: '[{"b": 1.0,"a":"\\u00e9"}, 12345678901234567890]'});
    expect((await run('raw GET /x -o jsonl')).stdout).toBe(
      '{"b":1.0,"a":"\\u00e9"}\n12345678901234567890\n',
    );
    expect((await run('raw GET /x -o yaml')).stdout).toBe(
      '- b: 1.0\n  a: é\n- 12345678901234567890\n',
    );
    server.answer = () => ({body: '{"a":{"b":[1]}}'});
    expect((await run('version get --id 1 -o yaml')).stdout).toBe('a:\n  b:\n    - 1\n');
  });

  it('have an empty list in YAML where there is no item, and nothing after a failure', async () => {
    server.answer = () => ({body: '{"total":0,"isLast":true,"values":[]}'});
    expect((await run('project search -o yaml')).stdout).toBe('[]\n');
    expect((await run('project search -o jsonl')).stdout).toBe('');
    expect((await run('project search -o yaml --jq .values[]')).stdout).toBe('[]\n');
    server.answer = () => ({status: 204});
    expect((await run('version delete --id 1 -o yaml')).stdout).toBe('{}\n');
    server.answer = () => ({status: 404});
    expect(await run('project search -o yaml')).toMatchObject({stdout: '', exit: 3});
  });

  it('write the items of a page before the next one is requested', async () => {
    let written = '';
    let out: () => string = () => '';
    server.answer = request => {
      if (request.url.includes('startAt=2')) written = out();
      return projects(request);
    };
    const {stdout} = await run('project search -o jsonl --concurrency 1', {
      onHost: host => {
        out = host.out;
      },
    });
    expect(written.trimEnd().split('\n')).toHaveLength(2);
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
  });

  it('have written what came before a page that fails, and say so', async () => {
    server.answer = request =>
      request.url.includes('startAt=2') ? {status: 404, body: '{}'} : projects(request);
    const result = await run('project search -o jsonl --concurrency 1');
    expect(result.stdout.trimEnd().split('\n')).toHaveLength(2);
    expect([failureOf(result).partial, result.exit]).toEqual([true, 3]);
  });
});

describe('--columns', () => {
  it('are named by id, title, member, dots or pointer, and in the order given', async () => {
    server.answer = projects;
    const {stdout} = await run(
      'project search -o csv --columns /lead/accountId,NAME,updated,lead.accountId,lead.there,/no/where',
    );
    expect(stdout.split('\r\n').slice(0, 2)).toEqual([
      '/lead/accountId,NAME,LAST CHANGE,lead.accountId,lead.there,/no/where',
      'a,"Alpha, ""one""",,a,,',
    ]);
  });

  it.each(['csv', 'table'])(
    'in which nothing stands without --expand are told with it, of %s too',
    async format => {
      server.answer = () => ({
        body: `{"startAt":0,"total":1,"isLast":true,"values":[${project('A', 'B')}]}`,
      });
      const bare = await run(`project search -o ${format} --columns key,lead.displayName`);
      expect([bare.exit, JSON.parse(bare.stderr).warning]).toEqual([
        0,
        expect.stringMatching(/^LEAD is empty; add --expand lead to fetch it\.$/),
      ]);
      const asked = await run(
        `project search -o ${format} --expand lead --columns key,lead.displayName`,
      );
      expect([asked.exit, asked.stderr]).toEqual([0, '']);
      const other = await run(`project search -o ${format} --columns key,/no/where`);
      expect([other.exit, other.stderr]).toEqual([0, '']);
    },
  );

  it('that nothing resembles are empty cells, as pointers that lead nowhere', async () => {
    server.answer = projects;
    const {stdout} = await run('project search -o csv --columns customfield_10020,key,x.y.z');
    expect(stdout.split('\r\n').slice(0, 2)).toEqual(['customfield_10020,KEY,x.y.z', ',AAA,']);
  });

  it.each([
    ['project search -o csv --columns kye', 'did you mean key?'],
    ['project search -o csv --columns laed.displayName', 'did you mean lead?'],
    ['project search -o csv --columns key,,name', 'a column name is empty'],
    ['project search --columns key', "--jq '{key, name}'"],
    ['project search -o jsonl --columns key', "--jq '{key, name}'"],
    ['project search -o csv --pretty', '--pretty applies to JSON only'],
    ['project search -o table -r', '--raw-output applies to JSON only'],
    ['project search -o xml', '--output must be one of json, jsonl, table'],
    ['watch project search -o table', 'use csv, tsv, jsonl or yaml for a watch'],
  ])('%s is refused before anything is sent', async (line, why) => {
    const result = await run(line);
    expect(failureOf(result).message).toContain(why);
    expect([result.stdout, result.exit, server.requests.length]).toEqual(['', 4, 0]);
  });

  it('are refused under --dry-run too, which prints the request as JSON', async () => {
    expect((await run('project search -o csv --columns kye --dry-run')).exit).toBe(4);
    const {stdout} = await run('project search -o csv --columns key --dry-run');
    expect(JSON.parse(stdout)).toMatchObject({method: 'GET'});
  });
});

describe('--output with others', () => {
  it('has the members of the outputs of --jq in their order', async () => {
    server.answer = projects;
    const jq = '.values[] | {project: .name, lead: 1, key}';
    const {stdout} = await run(['project', 'search', '-o', 'csv', '--jq', jq]);
    expect(stdout.split('\r\n')[0]).toBe('PROJECT,LEAD,KEY');
  });

  it.each([
    ['csv', [], `"'=1+1"`],
    ['csv', ['--no-guard'], '=1+1'],
    ['tsv', ['--no-guard'], '=1+1'],
  ])('-o %s %j writes a text that starts like a formula as %s', async (format, flags, text) => {
    server.answer = projects;
    const line = ['project', 'search', '-o', format, '--jq', '{a: "=1+1"}', ...flags];
    expect((await run(line)).stdout.split(/\r?\n/)[1]).toBe(text);
  });

  it('--no-guard is refused without CSV or TSV', async () => {
    const result = await run(['project', 'search', '--no-guard']);
    expect([result.exit, failureOf(result).message]).toEqual([
      4,
      expect.stringContaining('csv and tsv'),
    ]);
  });

  it('is of the outputs of --jq: objects, arrays, or the elements of one array', async () => {
    server.answer = projects;
    const csv = async (jq: string) =>
      (await run(['project', 'search', '-o', 'csv', '--jq', jq])).stdout.split('\r\n').slice(0, 2);
    expect(await csv('.values[] | {n: .name, k: .key}')).toEqual(['N,K', '"Alpha, ""one""",AAA']);
    expect(await csv('.values[] | [.key, .id]')).toEqual(['1,2', 'AAA,1AAA']);
    expect(await csv('[.values[] | {key}]')).toEqual(['KEY', 'AAA']);
    expect(await csv('.values[].key')).toEqual(['VALUE', 'AAA']);
  });

  it('is of the results of a batch, and of what a watch tells', async () => {
    server.answer = ({url}) =>
      url.includes('search') ? projects({url} as RecordedRequest) : {status: 404, body: '{}'};
    const stdin =
      '[{"command":"project get","args":{"projectIdOrKey":"X"}},{"command":"project search","jq":".total"}]';
    const table = await run('batch -o table', {stdin});
    expect(table.stdout).toMatch(
      /^INDEX {2}EXIT CODE {2}DATA {2}ERROR\n {4}0 +3 {8}\S.*\n {4}1 +0 {2}3\n$/,
    );
    const lines = await run('batch -o jsonl', {stdin});
    expect(lines.stdout.split('\n')[1]).toBe('{"index":1,"exit_code":0,"data":3}');
    const refused = await run('batch -o csv --stream', {stdin});
    expect(failureOf(refused).message).toContain('omit --stream');
    const watched = await run('watch project search -o csv --columns event,key --max-events 2');
    expect(watched.stdout).toBe('EVENT,KEY\r\ninitial,AAA\r\ninitial,BBB\r\n');
  });

  it('is of what the program makes itself', async () => {
    expect((await run('preset list -o csv --columns name,source')).stdout.split('\r\n')[1]).toBe(
      'agent,builtin',
    );
  });

  it('is of the answers that --cache kept', async () => {
    server.answer = projects;
    const home = {files: {}};
    const first = await run('project search -o csv --columns key --cache 1m', home);
    expect(first.stdout).toBe('KEY\r\nAAA\r\nBBB\r\nCCC\r\n');
  });

  it('has every member of the items of a raw request', async () => {
    server.answer = () => ({
      body: '[{"id":"1","name":"High","statusColor":"#f00","isDefault":true}]',
    });
    expect((await run('raw GET /rest/api/3/priority -o csv')).stdout).toBe(
      'ID,NAME,STATUS COLOR,IS DEFAULT\r\n1,High,#f00,true\r\n',
    );
  });
});

describe('an answer that is no list where one is due', () => {
  const lists = allOperations().filter(
    operation =>
      operation.items !== undefined &&
      operation.effect === 'read' &&
      responseOf(operation) !== undefined,
  );
  const bodies: Readonly<Record<string, (operation: Operation) => unknown>> = {
    null: () => null,
    'an empty object': () => ({}),
    'a text': () => 'busy',
    'an error page': () => ({message: 'Your session has expired'}),
    'an error body': () => ({errorMessages: ['no'], errors: {}}),
    'an array where an object is due, or the other way round': ({items}) =>
      items === '' ? {values: []} : [],
    'a list that is none': ({items = ''}) =>
      items === ''
        ? 'x'
        : items
            .split('/')
            .slice(1)
            .reduceRight<unknown>((inner, name) => ({[name]: inner}), 'x'),
  };
  const outputs = [[], ['-o', 'table'], ['--no-paginate'], ['--jq', '.']];
  const runOf = (operation: Operation, more: readonly string[]) => {
    const split = splitWords(exampleLines(operation)[0] ?? '');
    const words = 'problem' in split ? [] : split.words.slice(1);
    const of = (prefix: string, url: string) => ({
      [`${prefix}_BASE_URL`]: url,
      [`${prefix}_AUTH_TYPE`]: 'bearer',
      [`${prefix}_AUTH_TOKEN`]: 't',
    });
    return runCli(programOf(operation.service), [...words, ...more], {
      env: {...of('JR', server.origin), ...of('CF', `${server.origin}/wiki/api/v2`)},
    });
  };

  it.each(Object.entries(bodies))('%s fails each list, whatever the output', async (_, body) => {
    expect(lists.length).toBeGreaterThan(70);
    for (const [i, operation] of lists.entries()) {
      server.answer = () => ({body: JSON.stringify(body(operation))});
      const result = await runOf(operation, outputs[i % outputs.length] ?? []);
      expect([operation.name, result.exit, result.stdout, failureOf(result)]).toMatchObject([
        operation.name,
        7,
        '',
        {error_type: 'invalid_response', message: expect.stringContaining('is not a list')},
      ]);
    }
  });

  it('is told with what the server says, the answer itself, and the command that prints it', async () => {
    server.answer = () => ({body: '{"message":"Your session has expired"}'});
    const {stderr} = await run('project get-all --expand lead,url');
    expect(JSON.parse(stderr)).toMatchObject({
      message:
        "The server's response is not a list: project get-all expects an array. It says: Your session has expired",
      hint: "Show the whole response with: jr raw GET '/rest/api/3/project?expand=lead,url'",
      body: {message: 'Your session has expired'},
    });
  });
});
