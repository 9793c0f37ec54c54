import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(() => sandbox.stop());

const run = (argv: readonly string[], server: Sandbox = sandbox) =>
  runCli('jr', argv, {
    env: {
      JR_BASE_URL: server.trackerBaseUrl,
      JR_AUTH_USER: server.authUser,
      JR_AUTH_TOKEN: server.authToken,
    },
  });
const access = (...argv: readonly string[]) => run(['access', ...argv]);

it('reports who has a permission in a project, through what, as a table for a spreadsheet', async () => {
  const {stdout, stderr, exit} = await access(
    ...['report', '--project', 'HPAY', '--permission', 'ADMINISTER_PROJECTS', '-o', 'csv'],
  );
  expect([stderr, exit]).toEqual(['', 0]);
  const [head = '', ...rows] = stdout.trimEnd().split(/\r?\n/);
  expect(head).toBe('USER,STATE,PERMISSION,PROJECT,MAY,THROUGH,GRANT,SCHEME,ACCOUNT ID');
  expect(
    rows.some(row => /^Petra Lindqvist,active,ADMINISTER_PROJECTS,HPAY,yes,role Admin/.test(row)),
  ).toBe(true);
  expect(rows.some(row => row.includes(',yes,project lead,'))).toBe(true);
});

it('explains a yes by every path, and asks the service too', async () => {
  const {stdout, exit} = await access(
    ...['why', '--user', 'Petra Lindqvist', '--permission', 'ADMINISTER_PROJECTS'],
    ...['--project', 'HPAY'],
  );
  const answer = JSON.parse(stdout);
  expect(exit).toBe(0);
  expect(answer).toMatchObject({may: 'yes', service: 'yes', project: 'HPAY', unread: []});
  const [{why, path}] = answer.paths;
  expect([why, ...path]).toEqual([
    'role Administrators',
    'Petra Lindqvist',
    'role Administrators',
    expect.stringMatching(/^grant \d+$/),
    expect.stringMatching(/^scheme /),
    'project HPAY',
  ]);
});

it('names the smallest changes that would make a no a yes; the first one does', async () => {
  const own = await startSandbox({traffic: 'off'});
  const why = ['why', '--user', 'Mateo Wren', '--permission', 'ADMINISTER_PROJECTS'];
  const ask = async () =>
    JSON.parse((await run(['access', ...why, '--project', 'HPAY'], own)).stdout);
  try {
    const before = await ask();
    expect(before).toMatchObject({may: 'no', service: 'no', paths: []});
    const [first] = before.wouldGive;
    // The role gives more than the permission of the question.
    expect(Number(/gives (\d+) permissions/.exec(first.reach)?.[1])).toBeGreaterThan(5);
    expect(first.change).toBe('Add the user to role Administrators in HPAY');
    const done = await run(first.command.split(' ').slice(1), own);
    expect([done.stderr, done.exit]).toEqual(['', 0]);
    expect(await ask()).toMatchObject({may: 'yes', service: 'yes'});
  } finally {
    await own.stop();
  }
});

it('finds what an auditor would mark, and exits with 8 if told to', async () => {
  const all = await access('findings', '--all');
  const findings: {rule: string; finding: string; level: string}[] = JSON.parse(all.stdout);
  expect(all.exit).toBe(0);
  expect(findings[0]?.level).toBe('serious');
  expect(findings.map(({finding}) => finding)).toContain(
    'DELETE_ISSUES: granted to all signed-in users',
  );
  expect((await access('findings', '--all', '--fail-on', 'serious')).exit).toBe(8);
  const one = await access('findings', '--project', 'HPAY', '--permission', 'BROWSE_PROJECTS');
  expect(JSON.parse(one.stdout).map(({rule}: {rule: string}) => rule)).not.toContain(
    'unused-group',
  );
});

it('prints each path, or each change, as a row of a table', async () => {
  const why = ['why', '--permission', 'ADMINISTER_PROJECTS', '--project', 'HPAY', '-o', 'csv'];
  const yes = await access(...why, '--user', 'Petra Lindqvist');
  const [head, path] = yes.stdout.split(/\r?\n/);
  expect(head).toBe('MAY,SERVICE,WHY,REACH,COMMAND');
  expect(path).toMatch(
    /^yes,yes,Petra Lindqvist › role Administrators › grant \d+ › scheme .*› project HPAY,,$/,
  );
  const no = await access(...why, '--user', 'Mateo Wren');
  expect(no.stdout).toMatch(
    /^no,no,Add the user to role Administrators in HPAY,in HPAY alone.*,jr project add-actor/m,
  );
});

it('compares two users', async () => {
  const {stdout, exit} = await access(
    ...['diff', '--user', 'Petra Lindqvist', '--user', 'Mateo Wren', '--project', 'HPAY'],
  );
  const csv = await access(
    ...[
      'diff',
      '--user',
      'Petra Lindqvist',
      '--user',
      'Mateo Wren',
      '--project',
      'HPAY',
      '-o',
      'csv',
    ],
  );
  expect(csv.stdout).toMatch(/^PERMISSION,PROJECT,Petra Lindqvist,Mateo Wren,THROUGH\r?\n/);
  const rows: {permission: string; first: string; second: string}[] = JSON.parse(stdout);
  expect(exit).toBe(0);
  expect(rows).toContainEqual(
    expect.objectContaining({permission: 'ADMINISTER_PROJECTS', first: 'yes', second: 'no'}),
  );
});

it('compares two projects, with classes of users instead of each of their members', async () => {
  const two = ['diff', '--project', 'HPAY', '--project', 'LMA'];
  const csv = await access(...two, '-o', 'csv');
  expect(csv.stdout).toMatch(/^USER,STATE,PERMISSION,HPAY,LMA,THROUGH\r?\n/);
  const rows: Record<'user' | 'accountId' | 'permission' | 'first' | 'second', string>[] =
    JSON.parse((await access(...two)).stdout);
  expect(rows.length).toBeGreaterThan(0);
  for (const {accountId, permission, first, second} of rows.filter(one => one.accountId !== '')) {
    expect(first).not.toBe(second);
    const why = ['why', '--user', accountId, '--permission', permission, '--project'];
    const mayIn = async (key: string) => JSON.parse((await access(...why, key)).stdout).may;
    expect([await mayIn('HPAY'), await mayIn('LMA')]).toEqual([first, second]);
  }
});

it('reports one user by name, and what would be left without that user', async () => {
  const user = ['--user', 'Petra Lindqvist'];
  const report = await access(
    'report',
    '--project',
    'HPAY',
    ...user,
    '--permission',
    'Move issues',
  );
  const rows: {user: string; permission: string}[] = JSON.parse(report.stdout);
  const people = rows.map(one => one.user).filter(name => !/users|anyone|customers/.test(name));
  expect([...new Set(people)]).toEqual(['Petra Lindqvist']);
  expect(new Set(rows.map(({permission}) => permission))).toEqual(new Set(['MOVE_ISSUES']));
  const left = await access('findings', '--all', '--without', 'Petra Lindqvist');
  const findings: {rule: string; finding: string; evidence: string}[] = JSON.parse(left.stdout);
  expect(findings.map(({rule}) => rule)).toContain('inactive-lead');
  const others = findings.filter(({rule}) => rule === 'inactive-member');
  for (const {evidence} of others) expect(evidence).toBe('Petra Lindqvist');
  const all = await access('findings', '--all');
  const texts = JSON.parse(all.stdout).map(({finding}: {finding: string}) => finding);
  expect(findings.map(({finding}) => finding).filter(one => texts.includes(one))).toEqual([]);
});

it('says what it could not read, which is unknown and never no', async () => {
  const broken = await startSandbox({
    traffic: 'off',
    faults: ['GET /rest/api/3/project/*/role/*: 403'],
  });
  try {
    const why = ['access', 'why', '--user', 'Mateo Wren', '--permission', 'ADMINISTER_PROJECTS'];
    const {stdout, stderr, exit} = await run([...why, '--project', 'HPAY'], broken);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({may: 'unknown', service: 'no'});
    expect(stderr).toMatch(/Not read: role 10002 of HPAY/);
  } finally {
    await broken.stop();
  }
});

it.each([
  [['report'], /needs either --project or --all/],
  [['report', '--all', '--project', 'HPAY'], /needs either --project or --all/],
  [['why', '--user', 'a'], /needs one --permission/],
  [['diff', '--user', 'a', '--all'], /needs two --user/],
  [['findings', '--all', '--fail-on', 'fatal'], /fail-on/],
  [['findings', '--all', '--user', 'a'], /does not use --user/],
  [['report', '--all', '--without', 'a'], /does not use --without/],
  [['diff', '--project', 'HPAY'], /two --user, or two --project/],
  [['everything'], /Unknown subcommand "everything"/],
  [[], /access requires a subcommand/],
])('refuses %j before anything is sent', async (argv, message) => {
  const result = await access(...argv);
  expect(result.exit).not.toBe(0);
  expect(failureOf(result).message).toMatch(message);
});

it('prints the first request alone with --dry-run', async () => {
  const {stdout, exit} = await access('report', '--all', '--dry-run');
  expect(exit).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({method: 'GET'});
});

it('fails for a project that does not exist', async () => {
  const why = ['why', '--user', 'Mateo Wren', '--permission', 'ADD_COMMENTS', '--project', 'NONE'];
  const result = await access(...why);
  expect(result.exit).toBe(3);
  expect(failureOf(result).message).toBe('No project has the key NONE.');
});

it('refuses a permission that does not exist, with the nearest one', async () => {
  const result = await access('report', '--project', 'HPAY', '--permission', 'DELETE_ISUES');
  expect(result.exit).toBe(4);
  expect(failureOf(result).message).toMatch(/no permission "DELETE_ISUES"/);
  expect(failureOf(result).hint).toMatch(/DELETE_ISSUES/);
});

describe('of a global permission', () => {
  it('report lists who has it, as the service says of each user, and reads no project', async () => {
    const {stdout, exit} = await access('report', '--permission', 'administer');
    const rows: {accountId: string; may: string; project: string}[] = JSON.parse(stdout);
    const jq = async (filter: string, ...argv: readonly string[]) =>
      JSON.parse((await run([...argv, '--jq', filter])).stdout);
    const admins = await jq('.values[0].groupId', 'group', 'bulk-get', '--accessType', 'admin');
    const ids = '[.values[].accountId]';
    const members = await jq(ids, 'group', 'get-users-from', '--groupId', admins);
    expect(exit).toBe(0);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({accountId}) => accountId).sort()).toEqual(members.sort());
    expect(new Set(rows.map(({may, project}) => `${may} ${project}`))).toEqual(new Set(['yes ']));
  });

  it('why needs no project, and says what the service says', async () => {
    const rows = await access('report', '--all', '--permission', 'ADMINISTER');
    const [admin] = JSON.parse(rows.stdout);
    const why = ['why', '--permission', 'ADMINISTER', '--user'];
    const yes = await access(...why, admin.accountId);
    expect(JSON.parse(yes.stdout)).toMatchObject({
      ...{may: 'yes', service: 'yes', project: null},
      paths: [{why: 'group site-admins', path: [admin.user, 'group site-admins', 'ADMINISTER']}],
    });
    // The groups of other global permissions are unknown; those of the user are candidates.
    const bulk = await access('why', '--permission', 'BULK_CHANGE', '--user', admin.accountId);
    expect(JSON.parse(bulk.stdout).paths[0].path[1]).toMatch(/^one of the groups .*site-admins/);
    const no = await access(...why, 'Mateo Wren');
    expect(JSON.parse(no.stdout)).toMatchObject({
      ...{may: 'no', service: 'no', paths: []},
      wouldGive: [{change: 'Add the user to group site-admins'}],
    });
    const wrong = await access('why', '--permission', 'app.bell.pages', '--user', 'Mateo Wren');
    expect([wrong.exit, failureOf(wrong).hint]).toEqual([4, 'Did you mean app.bell.page?']);
  });

  it('diff compares two users', async () => {
    const report = await access('report', '--all', '--permission', 'ADMINISTER');
    const [admin] = JSON.parse(report.stdout);
    const users = ['--user', admin.accountId, '--user', 'Mateo Wren'];
    const {stdout} = await access('diff', ...users, '--all', '--permission', 'ADMINISTER');
    const through = 'group site-admins';
    expect(JSON.parse(stdout)).toEqual([
      {permission: 'ADMINISTER', project: '', first: 'yes', second: 'no', through},
    ]);
  });

  it('is unknown, never no, if the service does not say', async () => {
    const broken = await startSandbox({
      traffic: 'off',
      faults: ['POST /rest/api/3/permissions/check: 403'],
    });
    try {
      const {stdout, stderr} = await run(
        ['access', 'report', '--all', '--permission', 'ADMINISTER'],
        broken,
      );
      const rows: {may: string}[] = JSON.parse(stdout);
      expect(new Set(rows.map(({may}) => may))).toEqual(new Set(['unknown']));
      expect(stderr).toMatch(/Not read: global permissions of \d+ users: /);
    } finally {
      await broken.stop();
    }
  });
});

it('findings of one permission do not speak of grants that were not read', async () => {
  const {stdout} = await access('findings', '--all', '--permission', 'EDIT_ALL_COMMENTS');
  const rules = JSON.parse(stdout).map(({rule}: {rule: string}) => rule);
  expect(rules).not.toContain('unused-group');
  expect(rules).not.toContain('edit-without-add');
});
