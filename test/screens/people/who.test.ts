import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type JsonValue, readPointer} from '../../../src/base/json-value.ts';
import {type Sandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {parseWhoQuery} from '../../../src/screens/people/user-commands.ts';
import {mayOne} from '../../../src/screens/people/who-grants.ts';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {formLines} from '../../../src/state/views/form/form-lines.ts';
import type {ListView} from '../../../src/state/views/list/state.ts';
import {type Job, startJob} from '../../support/jobs.ts';

let sandbox: Sandbox;
let job: Job;

beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  job = await startJob(sandbox);
  job.harness.dispatch({kind: 'resized', columns: 160, rows: 50});
});

function listHere(): ListView {
  const view = currentView(job.harness.state());
  if (view.kind !== 'list') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

/** What is said of a permission in the column of somebody. */
function said(permission: string, user: string): unknown {
  const view = listHere();
  const column = view.resource.columns.find(({title}) => title === user);
  const row = view.rows.find(({value}) => readPointer(value, '/name') === permission);
  return row && readPointer(row.value, column?.from[0] ?? '');
}

test('what can be asked is said whole on a narrow screen', async () => {
  await job.keys(': "who" enter');
  const view = currentView(job.harness.state());
  if (view.kind !== 'form') throw new Error(`a ${view.kind} is on the screen`);
  const head = formLines(view, 80).head.map(line => line.map(({text}) => text.trim()).join(' '));
  expect(head.join(' ')).toContain(view.operation.notes?.[0]);
});

describe('who may do what, picked by name', () => {
  test('in one project each yes is explained by a grant, and each no is the service’s', async () => {
    await job.keys(': "who" enter');
    await job.keys('"Lena Stellan" enter "Petra Lindq" tab tab tab "Harbour" ctrl+s');
    const {resource, rows, sent} = listHere();
    expect(currentLocation(job.harness.state()).crumb).toBe(
      'Lena Stellan, Petra Lindqvist in Harbour Payments',
    );
    expect(resource.columns.map(({title}) => title)).toEqual([
      'PERMISSION',
      'Lena Stellan',
      'Petra Lindqvist',
    ]);
    expect(rows.length).toBeGreaterThan(30);
    expect(said('Administer projects', 'Lena Stellan')).toBe('yes: role Administrators + 1');
    expect(said('Administer projects', 'Petra Lindqvist')).toBe('yes: role Administrators');
    expect(sent.map(({command}) => command).join('\n')).toContain('jr permissions get-bulk');
    expect(sent.filter(({command}) => command.includes('project get-role '))).toHaveLength(4);
  });

  test('what is asked about is narrowed to some permissions by their names', async () => {
    await job.keys(': "who" enter');
    await job.keys(
      '"Lena Stellan" tab tab "Browse proj" enter "Edit issues" tab tab "Harbour" ctrl+s',
    );
    const names = listHere().rows.map(({value}) => readPointer(value, '/name'));
    expect(names).toEqual(['Browse projects', 'Edit issues']);
  });

  test('without a project every project is asked, and enter on one says why', async () => {
    await job.keys(': "users" enter / "Lena" enter K ctrl+s');
    const row = listHere().rows.find(({value}) => readPointer(value, '/key') === 'HPAY');
    expect(row?.filled && Object.values(row.filled)).toContainEqual({
      BROWSE_PROJECTS: 'yes',
      EDIT_ISSUES: 'yes',
      ADMINISTER_PROJECTS: 'yes',
    });
    await job.keys('/ "HPAY" enter enter');
    expect(listHere().resource.id).toBe('who-in-project');
    expect(said('Administer projects', 'Lena Stellan')).toMatch(/^yes: /);
  });

  test.each(['', 'tab '])(
    'a permission that there is not is refused, nothing asked (%s)',
    async on => {
      await job.keys(`: "users" enter / "Lena" enter K tab tab "HPAY" ${on}ctrl+s`);
      expect(currentView(job.harness.state()).kind).toBe('form');
      expect(job.harness.state().notice?.text).toBe(
        "nothing sent: Permissions matches no permission: 'HPAY'",
      );
    },
  );

  test('a permission of the site is asked as one', async () => {
    await job.keys(': "users" enter / "Lena" enter K');
    await job.keys('tab tab "Browse users" tab tab "Harbour" ctrl+s');
    expect(said('Browse users and groups', 'Lena Stellan')).toBe(
      'yes: a global permission, valid in every project',
    );
  });
});

describe(':who with words behind it', () => {
  test.each([
    ['delete HPAY', {permission: 'DELETE_ISSUES', project: 'HPAY'}],
    ['DELETE_ISSUES', {permission: 'DELETE_ISSUES'}],
    [
      'can Lena Stellan browse in HPAY',
      {permission: 'BROWSE_PROJECTS', project: 'HPAY', user: 'Lena Stellan'},
    ],
    ['Lena', {user: 'Lena'}],
    ['', {}],
  ])('reads “%s”', (words, read) => {
    expect(parseWhoQuery(words.split(' ').filter(Boolean))).toEqual(read);
  });

  test('opens who holds it where nobody is named, and a row leads to the grant', async () => {
    await job.keys(': "who delete HPAY" enter');
    expect(currentLocation(job.harness.state()).crumb).toBe('DELETE_ISSUES in HPAY');
    expect(listHere().rows.map(({name}) => name)).toContain('Lena Stellan');
    await job.keys('/ "Lena Stellan" enter K ctrl+s');
    expect(said('Delete issues', 'Lena Stellan')).toMatch(/^yes: /);
  });

  test('leads from who holds it to the grant by enter, to the user by a key of the menu', async () => {
    await job.keys(': "who delete HPAY" enter / "Lena Stellan" enter enter');
    expect(currentLocation(job.harness.state()).crumb).toBe('Lena Stellan in HPAY');
    expect(said('Delete issues', 'Lena Stellan')).toMatch(/^yes: /);
    await job.keys('q x');
    const {write} = job.harness.state();
    const entries = write?.stage === 'menu' ? write.entries : [];
    expect(entries.map(({key, text}) => `${key} ${text}`)).toContain(
      'd The user, with groups and products',
    );
    await job.keys('d');
    const read = currentView(job.harness.state());
    expect(read.kind === 'text' && read.text).toContain('"displayName":"Lena Stellan"');
  });

  test('fills the form with who is named', async () => {
    await job.keys(': "who delete issues HPAY Petra Lindqvist" enter ctrl+s');
    expect(currentLocation(job.harness.state()).crumb).toBe('Petra Lindqvist in Harbour Payments');
    expect(listHere().rows).toHaveLength(1);
  });
});

describe('what may be and why, from the grants alone', () => {
  const person = {
    id: 'me',
    user: {groups: {items: [{groupId: 'g1', name: 'devs'}]}, applicationRoles: {items: []}},
    check: 'unknown: You may not ask: none',
  };
  const project = (holder: JsonValue, roles: readonly JsonValue[] = []) => ({
    grants: [{id: 7, permission: 'P', holder}],
    roles,
    lead: 'boss',
  });
  const role = {type: 'projectRole', value: '1', projectRole: {name: 'Admins'}};

  test.each<[string, JsonValue, readonly JsonValue[], string]>([
    ['a group of theirs', {type: 'group', value: 'g1', group: {name: 'devs'}}, [], 'in group devs'],
    ['another group', {type: 'group', value: 'g2', group: {name: 'ops'}}, [], ''],
    ['a role by name', role, [{id: 1, actors: [{actorUser: {accountId: 'me'}}]}], 'in role Admins'],
    [
      'a role by a group',
      role,
      [{id: 1, actors: [{actorGroup: {groupId: 'g1', displayName: 'devs'}}]}],
      'in role Admins by group devs',
    ],
    [
      'a role that could not be read',
      role,
      [],
      'whether the user is in role Admins, which could not be read',
    ],
    ['the lead, who is another', {type: 'projectLead'}, [], ''],
    ['the reporter', {type: 'reporter'}, [], 'on issues where they are the reporter'],
    [
      'portal customers',
      {type: 'sd.customer.portal.only'},
      [],
      'whether the user is one of: customers of the portal',
    ],
  ])('%s', (_, holder, roles, why) => {
    const found = mayOne('P', person, project(holder, roles), '1');
    expect([found.may, found.because[0]?.why ?? '']).toEqual(['unknown', why]);
    expect(found.note).toContain('the permission check failed: You may not ask');
  });

  test('groups that could not be read are no groups', () => {
    const found = mayOne(
      'P',
      {...person, user: 'unknown: hidden'},
      project({type: 'group', value: 'g1', group: {name: 'devs'}}),
      '1',
    );
    expect(found.may).toBe('unknown');
  });

  test('a yes of the service that no grant explains says so, and a grant it denies too', () => {
    const check = {projectPermissions: [{permission: 'P', projects: [1]}]};
    expect(mayOne('P', {...person, check}, project({type: 'projectLead'}), '1').note).toContain(
      'no visible grant',
    );
    const denied = mayOne(
      'P',
      {...person, check: {projectPermissions: []}},
      project({type: 'anyone'}),
      '1',
    );
    expect([denied.may, denied.note]).toEqual(['no', expect.stringContaining('granted, but')]);
  });
});
