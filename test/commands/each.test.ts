import {describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, runCli} from '../support/run-cli.ts';
import {until} from '../support/until.ts';

const projects = [
  {id: '1', key: 'ALPHA', name: 'Alpha', lead: {accountId: 'a'}},
  {id: '2', key: 'BETA', name: "Beta's", lead: {accountId: 'b'}},
  {id: '3', key: 'GAMMA', name: 'Gamma', tags: ['one', 'two']},
];
const versionsOf = (key: string) => [
  {id: `${key}-1`, name: '1.0', overdue: true},
  {id: `${key}-2`, name: '2.0', overdue: false},
];
const server = serverForEach(({method, url}) => {
  const [, key = ''] = /project\/(\w+)/.exec(url) ?? [];
  if (method === 'PUT') return {body: '{}'};
  if (url.includes('/project/search'))
    return {body: JSON.stringify({values: projects, isLast: true})};
  if (url.includes('/versions?') || url.endsWith('/version')) {
    if (key === 'BETA') return {status: 404, body: '{"errorMessages":["No project BETA"]}'};
    return {body: JSON.stringify({values: versionsOf(key), isLast: true})};
  }
  return {body: JSON.stringify({key})};
});
const run = (line: readonly string[]) =>
  runCli('jr', ['each', ...line], {
    env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 't'},
  });
const versions = 'project get-versions-paginated --projectIdOrKey {key}';
const sent = () => server.requests.map(({method, url}) => `${method} ${url}`);

describe('each', () => {
  it('says that no item matches', async () => {
    const result = await run(['project search', '--run', versions, '--where', '.key == "DELTA"']);
    expect(result).toMatchObject({exit: 0, stdout: ''});
    expect(result.stderr).toContain('No item of the list matches --where: no command was run.');
  });

  it('prints the items of each response after what they belong to, in the order of the list', async () => {
    const {stdout, stderr, exit} = await run(['project search', '--run', versions]);
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(rows.map(({of, id}) => [of, id])).toEqual([
      ['ALPHA', 'ALPHA-1'],
      ['ALPHA', 'ALPHA-2'],
      ['GAMMA', 'GAMMA-1'],
      ['GAMMA', 'GAMMA-2'],
    ]);
    // One that fails is reported, the others run, and the exit code is the highest.
    expect([exit, JSON.parse(stderr).warning]).toEqual([3, expect.stringContaining('BETA: ')]);
  });

  it('answers in one line which versions of all projects are overdue, as CSV', async () => {
    const {stdout} = await run([
      ...['jr project search', '--run', `jr ${versions}`],
      ...['--jq', 'select(.overdue) | {of, name}', '--columns', 'of,name', '--output', 'csv'],
    ]);
    expect(stdout.trimEnd().split(/\r?\n/)).toEqual(['of,name', 'ALPHA,1.0', 'GAMMA,1.0']);
  });

  it('uses the columns of the operation, and those of --columns', async () => {
    const {stdout} = await run([
      'project search',
      '--where',
      '.key == "ALPHA"',
      '--run',
      versions,
      '-o',
      'tsv',
    ]);
    expect(stdout.split('\n')[0]).toMatch(/^OF\tNAME\t/);
  });

  it('--where chooses the items; a member is one argument, whatever is in it', async () => {
    const update = 'project update --projectIdOrKey {key} --description "{name}; {lead.accountId}"';
    const {exit} = await run(['project search', '--where', '.lead', '--run', update]);
    expect([exit, server.requests.slice(1).map(({body}) => JSON.parse(body).description)]).toEqual([
      0,
      ['Alpha; a', "Beta's; b"],
    ]);
  });

  it('gives the values of an array separated by commas', async () => {
    const line = ['project search', '--run', 'project get --projectIdOrKey {key} --expand {tags}'];
    await run([...line, '--where', '.tags']);
    expect(sent().slice(1)).toEqual([expect.stringContaining('expand=one,two')]);
  });

  it('--plan reads the list and prints the requests; --dry-run only that of the list', async () => {
    const update = ['project search', '--run', 'project update --projectIdOrKey {key} --name x'];
    const {stdout} = await run([...update, '--plan']);
    expect(
      stdout
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line)),
    ).toMatchObject(projects.map(({key}) => ({of: key, method: 'PUT', body: {name: 'x'}})));
    expect(sent()).toEqual([expect.stringContaining('GET /rest/api/3/project/search')]);
    server.requests.length = 0;
    expect(JSON.parse((await run([...update, '--dry-run'])).stdout)).toMatchObject({method: 'GET'});
    expect(sent()).toEqual([]);
  });

  it.each([
    [['project get --projectIdOrKey A', '--run', versions], 'is not a list', 0],
    [['project search', '--run', 'project get --projectIdOrKey {kee}'], 'did you mean {key}', 1],
    [
      ['project search', '--run', 'project get --projectIdOrKey {lead}'],
      '{lead} of ALPHA is an object',
      1,
    ],
    [['project search', '--run', 'project gett'], 'no operation "gett"', 0],
    [['project search', '--run', 'project get "'], 'close the quote', 0],
    [['project search', '--run', versions, '--jq', '.['], 'jq', 0],
    [['project search', '--run', versions, '--where', '.['], 'jq', 0],
    [['project search'], 'requires a command', 0],
    [[], 'requires a list', 0],
  ])('%j is refused: %s', async (line, message, requests) => {
    const result = await run(line);
    expect(result.exit).not.toBe(0);
    expect(JSON.stringify(failureOf(result))).toContain(message.replaceAll('"', '\\"'));
    expect(sent()).toHaveLength(requests);
  });

  /** Serves the projects one by one, and the second only when `isReady`. */
  const pageByPage = (isReady: () => boolean) => {
    const {answer} = server;
    server.answer = async request => {
      if (!request.url.includes('/project/search')) return answer(request);
      const at = Number(/startAt=(\d+)/.exec(request.url)?.[1] ?? 0);
      if (at > 0) await until(isReady);
      const values = projects.slice(at, at + 1);
      return {body: JSON.stringify({values, startAt: at, total: 3, isLast: at === 2})};
    };
  };
  const isSent = (part: string) => () => sent().some(line => line.includes(part));

  it('runs reads while the list is read', async () => {
    pageByPage(isSent('/project/ALPHA/'));
    const {stdout, stderr} = await run(['project search', '--run', versions]);
    expect(stdout.match(/"of":"\w+"/g)).toEqual([
      ...['"of":"ALPHA"', '"of":"ALPHA"', '"of":"GAMMA"', '"of":"GAMMA"'],
    ]);
    expect(stderr).toContain('BETA: ');
  });

  it('reads the whole list before a write', async () => {
    pageByPage(() => true);
    const update = 'project update --projectIdOrKey {key} --name x';
    const {exit} = await run(['project search', '--run', update]);
    expect([exit, sent().map(line => line.slice(0, 3))]).toEqual([
      0,
      ['GET', 'GET', 'GET', 'PUT', 'PUT', 'PUT'],
    ]);
  });

  it('prints the rows so far when a page of the list fails, and says so', async () => {
    pageByPage(isSent('/project/ALPHA/'));
    const {answer} = server;
    server.answer = async request => {
      const canned = await answer(request);
      return request.url.includes('startAt=2') ? {status: 400, body: '{}'} : canned;
    };
    const result = await run(['project search', '--run', versions, '-o', 'csv']);
    expect(result.stdout.split('\n')[1]).toMatch(/^ALPHA,/);
    expect([result.exit, failureOf(result)]).toMatchObject([4, {partial: true}]);
  });

  it('sends nothing if one command is invalid', async () => {
    const {exit, stdout} = await run([
      'project search',
      '--run',
      'version update --id 1 --projectId {key}',
    ]);
    expect([exit, stdout, sent().length]).toEqual([4, '', 1]);
  });
});
