import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {readPointer} from '../../../src/base/json-value.ts';
import {type Sandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {parseWhoQuery} from '../../../src/screens/access/access-command.ts';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {formLines} from '../../../src/state/views/form/form-lines.ts';
import {countText} from '../../../src/state/views/list/count-text.ts';
import type {ListView} from '../../../src/state/views/list/state.ts';
import {type Job, startJob} from '../../support/jobs.ts';
import {startAppSandbox} from '../../support/live-app.ts';

let sandbox: Sandbox;
let job: Job;

beforeAll(async () => {
  sandbox = await startAppSandbox();
});
afterAll(() => sandbox.stop());

async function begin(server: Sandbox): Promise<void> {
  job = await startJob(server);
  job.harness.dispatch({kind: 'resized', columns: 160, rows: 50});
}
beforeEach(() => begin(sandbox));

function listHere(): ListView {
  const view = currentView(job.harness.state());
  if (view.kind !== 'list') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

const texts = (pointer: string) =>
  listHere().rows.map(({value}) => String(readPointer(value, pointer) ?? ''));

/** What the grid says of a permission of somebody. */
function cell(user: string, permission: string): unknown {
  const row = listHere().rows.find(({value}) => readPointer(value, '/user') === user);
  return row && readPointer(row.value, `/cells/${permission}`);
}

test('the form says all of what can be asked on a narrow screen', async () => {
  await job.keys(': "access" enter');
  const view = currentView(job.harness.state());
  if (view.kind !== 'form') throw new Error(`a ${view.kind} is on the screen`);
  const head = formLines(view, 80).head.map(line => line.map(({text}) => text.trim()).join(' '));
  expect(head.join(' ')).toContain(view.operation.notes?.[0]);
});

describe('people × permissions', () => {
  test('of one project has a reason in each cell that is yes, and everybody first', async () => {
    await job.keys(': "access HPAY" enter');
    expect(listHere().resource.id).toBe('access-people');
    expect(texts('/user')[0]).toBe('all signed-in users');
    expect(cell('Petra Lindqvist', 'ADMINISTER_PROJECTS')).toBe('role Administrators');
    expect(cell('all signed-in users', 'ADMINISTER_PROJECTS')).toBe('no');
    expect(cell('all signed-in users', 'DELETE_ISSUES')).toBe('all signed-in users');
    expect(cell('Petra Lindqvist', 'DELETE_ISSUES')).toMatch(/users|role|group/);
    const people = texts('/state').filter(state => state !== '').length;
    expect(countText(listHere())).toBe(`${people} users`);
  });

  test('is read once: persons, reasons and findings need no further request', async () => {
    await job.keys(': "access HPAY" enter');
    const {requests} = job.harness.state();
    await job.keys('enter q 2 1');
    expect(job.harness.state().requests).toBe(requests);
  });

  test('is read once if another tab opens meanwhile, and both are filled', async () => {
    const start = job.harness.state().requests;
    await job.keys(': "access HPAY,LMA" enter');
    const once = job.harness.state().requests - start;
    const other = await startJob(sandbox);
    const from = other.harness.state().requests;
    await other.keys(': "access HPAY,LMA"');
    other.harness.press('enter');
    await expect.poll(() => other.harness.state().requests).toBeGreaterThan(from);
    other.harness.press('2', '1', '2');
    await other.keys('2');
    job = other;
    await expect.poll(() => listHere().rows.length).toBeGreaterThan(0);
    expect(listHere().resource.id).toBe('access-findings');
    await job.keys('1');
    expect(texts('/user')).toContain('Petra Lindqvist');
    // The first app also read the names of the palette.
    expect(other.harness.state().requests - from).toBeLessThanOrEqual(once);
  });

  test('of several projects counts the projects', async () => {
    await job.keys(': "access ADMINISTER_PROJECTS HPAY,LMA" enter');
    expect(cell('Petra Lindqvist', 'ADMINISTER_PROJECTS')).toMatch(/^[12] of 2$/);
    await job.keys('/ "Petra" enter enter');
    expect(listHere().resource.id).toBe('access-projects');
    expect(texts('/key')).toEqual(['HPAY', 'LMA']);
    expect(texts('/cells/ADMINISTER_PROJECTS')[0]).toMatch(/^role/);
    await job.keys('enter');
    expect(listHere().resource.id).toBe('access-permissions');
    expect(texts('/key')).toEqual(['ADMINISTER_PROJECTS']);
  });

  test('of one person have the projects with grants of their own first', async () => {
    await job.keys(': "access ADMINISTER_PROJECTS all" enter');
    const [count] = String(cell('Petra Lindqvist', 'ADMINISTER_PROJECTS')).split(' ');

    expect(Number(count)).toBeGreaterThan(0);
    await job.keys('/ "Petra Lindqvist" enter enter');
    const cells = texts('/cells/ADMINISTER_PROJECTS');
    expect(cells.length).toBeGreaterThan(Number(count));
    expect(cells.indexOf('no')).toBe(Number(count));
  });

  test('of users picked by name has a row for each of them, whatever they may do', async () => {
    await job.keys(': "access" enter');
    await job.keys('"Petra Lindq" enter "Mateo Wr" tab tab "Harbour" ctrl+s');
    expect(texts('/user').sort()).toEqual(['Mateo Wren', 'Petra Lindqvist']);
    expect(cell('Mateo Wren', 'ADMINISTER_PROJECTS')).toBe('no');
  });

  test('of a global permission have what the service says of each user, without a project', async () => {
    await job.keys(': "access ADMINISTER all" enter');
    expect(new Set(texts('/cells/ADMINISTER'))).toEqual(new Set(['group site-admins']));
    await job.keys('enter');
    expect([listHere().resource.id, texts('/may')]).toEqual(['access-permissions', ['yes']]);
    await job.keys('enter');
    const [user] = texts('/title').slice(1);
    expect(texts('/title')).toEqual([
      'Yes, by 1 path · the service says yes',
      ...[user, 'group site-admins', 'Administer Jira'],
    ]);
    await job.keys('j j enter');
    expect(currentLocation(job.harness.state()).screen).toBe('group');
  });

  test('of a project and a global permission have both', async () => {
    await job.keys(': "access USER_PICKER,DELETE_ISSUES HPAY" enter');
    expect(cell('all signed-in users', 'USER_PICKER')).toBe('unknown');
    expect(cell('all signed-in users', 'DELETE_ISSUES')).toBe('all signed-in users');
    expect(cell('Petra Lindqvist', 'USER_PICKER')).toBe('global permission');
    await job.keys(': "access USER_PICKER,DELETE_ISSUES HPAY,LMA" enter');
    expect(cell('Petra Lindqvist', 'USER_PICKER')).toBe('global permission');
    expect(cell('Petra Lindqvist', 'DELETE_ISSUES')).toBe('2 of 2');
    expect(cell('all signed-in users', 'USER_PICKER')).toBe('unknown');
  });

  test('of a picked user and a global permission ask the service of that user', async () => {
    await job.keys(': "access" enter');
    await job.keys('"Mateo Wr" enter tab "Browse users" tab tab ctrl+s');
    expect(texts('/user')).toEqual(['Mateo Wren']);
    expect(['global permission', 'no']).toContain(cell('Mateo Wren', 'USER_PICKER'));
  });
});

test('E exports the people and permissions that are shown', async () => {
  await job.keys(
    ': "access ADMINISTER_PROJECTS,DELETE_ISSUES HPAY" enter / "Administrators" enter E enter',
  );
  const [text = ''] = [...job.harness.saved.values()];
  const [head, ...lines] = text.trimEnd().split('\r\n');
  expect(head).toBe('USER,STATE,Administer projects,Delete issues');
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(listHere().rows.length);
  for (const line of lines) expect(line).toMatch(/,active,role Administrators/);
});

describe('why', () => {
  test('draws each path from the user to the project', async () => {
    await job.keys(': "access HPAY" enter / "Petra" enter enter');
    expect(currentLocation(job.harness.state()).crumb).toBe('Petra Lindqvist in HPAY');
    await job.keys('/ "Administer projects" enter enter');
    expect(listHere().resource.id).toBe('access-why');
    const depths = listHere().rows.map(({value}) => Number(readPointer(value, '/tree/depth')));
    const [head, ...steps] = texts('/title');
    expect(head).toMatch(/^Yes, by \d+ paths? · the service says yes$/);
    expect(steps.slice(0, 5)).toEqual([
      'Petra Lindqvist',
      'role Administrators',
      expect.stringMatching(/^grant \d+: Administer projects$/),
      expect.stringMatching(/^scheme /),
      'project HPAY',
    ]);
    expect(depths.slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
    await job.keys('j j enter');
    expect(currentLocation(job.harness.state()).screen).toBe('actors');
  });

  test('names the changes that would give it; one is previewed, sent, and gives it', async () => {
    const own = await startAppSandbox();
    try {
      await begin(own);
      await job.keys(': "access HPAY Mateo Wren" enter ctrl+s enter');
      await job.keys('/ "Administer projects" enter enter');
      expect(texts('/title')).toContain('Add the user to role Administrators in HPAY');
      expect(texts('/title')[0]).toBe('No; these changes would give it · the service says no');
      await job.keys('j >');
      expect(job.harness.state().write?.stage).toBe('preview');
      expect(job.harness.state().journal).toEqual([]);
      await job.keys('enter');
      if (job.harness.state().write?.stage === 'confirm') await job.keys('y');
      await expect.poll(() => job.harness.state().journal.length).toBeGreaterThan(0);
      if (job.harness.state().write !== undefined) await job.keys('esc');
      await expect.poll(() => texts('/title')[0]).toBe('Yes, by 1 path · the service says yes');
    } finally {
      await own.stop();
    }
  });

  test('is unknown, never no, with the reason, if a part could not be read', async () => {
    const broken = await startSandbox({
      traffic: 'off',
      faults: ['GET /rest/api/3/project/*/role/*: 403'],
    });
    try {
      await begin(broken);
      await job.keys(': "access ADMINISTER_PROJECTS HPAY" enter');
      expect(cell('all signed-in users', 'ADMINISTER_PROJECTS')).toBe('unknown');
      expect(job.harness.state().notice?.text).toMatch(/part not read: role 10002 of HPAY/);
      await job.keys('/ "all signed-in" enter enter enter');
      expect(texts('/title')[0]).toMatch(/^Unknown: a part could not be read/);
      expect(texts('/title').join()).toContain('role Administrators of HPAY');
    } finally {
      await broken.stop();
    }
  });
});

describe('findings', () => {
  test('of the projects are beside the people, each with its evidence and its fix', async () => {
    await job.keys(': "access HPAY" enter 2');
    expect(listHere().resource.id).toBe('access-findings');
    expect(texts('/finding')).toContain('DELETE_ISSUES: granted to all signed-in users');
    expect(texts('/evidence')[0]).not.toBe('');
    await job.keys('/ "DELETE_ISSUES" enter >');
    const {write} = job.harness.state();
    expect(write?.stage).toBe('preview');
  });

  test('of the whole site include its administrators', async () => {
    await job.keys(': "access-findings" enter');
    expect(texts('/rule')).toContain('global-admins');
  });
});

test('one user in every project is asked of the service, and enter shows the grants', async () => {
  await job.keys(': "users" enter / "Lena" enter K ctrl+s');
  const row = listHere().rows.find(({value}) => readPointer(value, '/key') === 'HPAY');
  expect(row?.filled && Object.values(row.filled)[0]).toMatchObject({ADMINISTER_PROJECTS: 'yes'});
  await job.keys('/ "HPAY" enter enter');
  expect(listHere().resource.id).toBe('access-permissions');
  const at = texts('/key').indexOf('ADMINISTER_PROJECTS');
  expect(texts('/through')[at]).toMatch(/role Administrators/);
});

test('a permission that does not exist is refused in the form, before a request', async () => {
  await job.keys(': "users" enter / "Lena" enter K tab "HPAY" ctrl+s');
  expect(currentView(job.harness.state()).kind).toBe('form');
  expect(job.harness.state().notice?.text).toMatch(
    /^nothing sent: Permissions matches no permission/,
  );
});

test.each([
  ['delete HPAY', {permissions: ['DELETE_ISSUES'], projects: ['HPAY']}],
  ['DELETE_ISSUES', {permissions: ['DELETE_ISSUES']}],
  ['edit issues in HPAY,LMA', {permissions: ['EDIT_ISSUES'], projects: ['HPAY', 'LMA']}],
  [
    'ADMINISTER_PROJECTS,DELETE_ISSUES HPAY',
    {permissions: ['ADMINISTER_PROJECTS', 'DELETE_ISSUES'], projects: ['HPAY']},
  ],
  ['all', {projects: []}],
  [
    'can Lena Stellan browse in HPAY',
    {permissions: ['BROWSE_PROJECTS'], projects: ['HPAY'], user: 'Lena Stellan'},
  ],
  ['Lena', {user: 'Lena'}],
  ['', {}],
])('reads “%s” behind :access', (words, read) => {
  expect(parseWhoQuery(words.split(' ').filter(Boolean))).toEqual(read);
});
