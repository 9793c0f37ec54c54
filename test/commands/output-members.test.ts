import {describe, expect, it} from 'vitest';
import {allOperations} from '../../src/api/catalogue.ts';
import {returnsMap} from '../../src/api/columns-of.ts';
import {serverForEach} from '../support/recording-server.ts';
import {type RunCliOptions, runCli} from '../support/run-cli.ts';

const server = serverForEach(() => ({body: '{}'}));

const run = (line: string | readonly string[], options: RunCliOptions = {}) =>
  runCli('jr', typeof line === 'string' ? line.split(' ') : line, {
    ...options,
    env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 'a-secret'},
  });

describe('a table and CSV leave no member out', () => {
  const long = 'x'.repeat(300);
  const members = {
    self: 'https://x.example/1',
    id: '12345678901234567890',
    nothing: null,
    text: `a\n${long}`,
    list: ['a', {b: 1}],
    object: {name: 'n', deep: {list: [1]}},
    createdAt: 1795003200000,
    ...Object.fromEntries(Array.from({length: 20}, (_, i) => [`member${i}`, i])),
  };
  const titles = Object.keys(members).map(name =>
    name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toUpperCase(),
  );
  const cells = [
    '"[""a"",{""b"":1}]"',
    '"{""name"":""n"",""deep"":{""list"":[1]}}"',
    '1795003200000',
  ];

  const singles = allOperations().filter(
    operation =>
      operation.service === 'tracker' &&
      operation.method === 'GET' &&
      operation.answer === 'body' &&
      operation.items === undefined &&
      !returnsMap(operation) &&
      (operation.rules ?? []).length === 0,
  );

  it('of one object, whatever the operation', async () => {
    expect(singles.length).toBeGreaterThan(15);
    server.answer = () => ({body: JSON.stringify(members)});
    for (const {group, name, inputs} of singles) {
      const given = inputs
        .filter(({required}) => required)
        .flatMap(input => [`--${input.name}`, input.values?.[0] ?? '1']);
      const csv = await run([group, name, ...given, '-o', 'csv']);
      const [header = ''] = csv.stdout.split('\r\n');
      expect([name, csv.exit, header.split(',').sort()]).toEqual([name, 0, [...titles].sort()]);
      for (const cell of [...cells, '12345678901234567890', long]) {
        expect(csv.stdout).toContain(cell);
      }
      const table = await run([group, name, ...given, '-o', 'table']);
      expect(table.stdout.split('\n')[0]?.trim().split(/ {2,}/).sort()).toEqual([...titles].sort());
      expect(table.stdout).toContain(long);
    }
  });

  it('of a raw request and of what a filter gives, object or list', async () => {
    for (const body of [members, [members, {late: 1}], {values: [members]}]) {
      server.answer = () => ({body: JSON.stringify(body)});
      for (const line of ['raw GET /rest/api/3/project/search', 'raw GET /x --jq .']) {
        if (line.includes('jq') && 'values' in body) continue;
        const csv = await run(`${line} -o csv`);
        const own = Array.isArray(body) ? [...titles, 'LATE'] : titles;
        expect(csv.stdout.split('\r\n')[0]?.split(',').sort()).toEqual([...own].sort());
        for (const cell of cells) expect(csv.stdout).toContain(cell);
      }
    }
  });

  it('on a terminal, where those without room are named', async () => {
    server.answer = () => ({body: JSON.stringify(members)});
    const {stdout, stderr} = await run('raw GET /x -o table', {terminal: true});
    const shown = stdout.split('\n')[0] ?? '';
    for (const title of titles) expect(shown.includes(title) || stderr.includes(title)).toBe(true);
  });

  it('of a map with one value, and of an answer with several lists', async () => {
    server.answer = () => ({body: '{"permissions":{"A":{"key":"A","name":"Ay"}}}'});
    const one = await run('mypermissions get-my-permissions --permissions A -o csv --columns key');
    expect(one.stdout).toBe('KEY\r\nA\r\n');
    server.answer = () => ({
      body: '{"projectPermissions":[],"globalPermissions":["A"],"accountId":"x"}',
    });
    const several = await run('permissions get-bulk --globalPermissions A -o csv');
    expect(several.stdout).toBe(
      'PROJECT PERMISSIONS,GLOBAL PERMISSIONS,ACCOUNT ID\r\n[],"[""A""]",x\r\n',
    );
  });

  it('that comes after a thousand items without a warning', async () => {
    const items = Array.from({length: 1000}, (_, id) => ({id}));
    server.answer = ({url}) => {
      const start = Number(new URL(url, 'http://x').searchParams.get('startAt') ?? 0);
      const values = start === 0 ? items : [{id: 1000, late: true}];
      return {body: JSON.stringify({startAt: start, maxResults: 1000, total: 1001, values})};
    };
    const {stdout, stderr} = await run('raw GET /rest/api/3/things -o csv');
    expect(stdout.split('\r\n')).toHaveLength(1003);
    expect(stderr).toContain('Members that appeared after the first items have no column: late');
  });
});
