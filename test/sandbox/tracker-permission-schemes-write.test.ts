import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {shapeProblems} from './shapes.ts';
import {signInAs, startTracker, type TestTracker} from './tracker-server.ts';

let tracker: TestTracker;
let member: string;
let group: {readonly id: string; readonly name: string};

beforeAll(async () => {
  tracker = await startTracker();
  const myself = await tracker.ask('myself', {authorization: signInAs('member')});
  member = myself.json.accountId;
  const [first] = (await tracker.ask('myself?expand=groups')).json.groups.items;
  group = {id: first.groupId, name: first.name};
});
afterAll(() => tracker.sandbox.stop());

let made = 0;

function freshName(): string {
  made += 1;
  return `Scheme made here ${made}`;
}

const send: TestTracker['send'] = (...request) => tracker.send(...request);

const toEveryone = {permission: 'BROWSE_PROJECTS', holder: {type: 'anyone'}};
const toLead = {permission: 'EDIT_ISSUES', holder: {type: 'projectLead'}};

async function makePermissionScheme(permissions?: readonly unknown[]): Promise<number> {
  const answer = await send('POST', 'permissionscheme', {name: freshName(), permissions});
  expect(answer.status).toBe(201);
  return answer.json.id;
}

async function grantsOf(id: number) {
  return (await tracker.ask(`permissionscheme/${id}/permission`)).json.permissions;
}

async function permissionsOf(id: number): Promise<string[]> {
  return (await grantsOf(id)).map((grant: {permission: string}) => grant.permission);
}

describe('writes of permission schemes', () => {
  it('a scheme can be created with or without grants', async () => {
    const name = freshName();
    const body = {name, description: 'd', permissions: [toEveryone, toLead]};
    const answer = await send('POST', 'permissionscheme?expand=permissions', body);
    expect(answer.status).toBe(201);
    const shape = 'tracker/permissionscheme/create-permission-scheme';
    expect(shapeProblems(shape, 201, answer.json)).toEqual([]);
    expect(answer.json).toMatchObject({name, description: 'd', permissions: [toEveryone, toLead]});
    const read = await tracker.ask(`permissionscheme/${answer.json.id}?expand=permissions`);
    expect(read.json).toEqual(answer.json);
    expect(await permissionsOf(await makePermissionScheme())).toEqual([]);
  });

  it('a permissions list that is present replaces all existing grants', async () => {
    const id = await makePermissionScheme([toEveryone, toLead]);
    const permissions = [{permission: 'LINK_ISSUES', holder: {type: 'reporter'}}];
    const answer = await send('PUT', `permissionscheme/${id}`, {name: freshName(), permissions});
    expect(answer.status).toBe(200);
    const shape = 'tracker/permissionscheme/update-permission-scheme';
    expect(shapeProblems(shape, 200, answer.json)).toEqual([]);
    expect(await permissionsOf(id)).toEqual(['LINK_ISSUES']);
  });

  it('without a permissions list only name and description change', async () => {
    const id = await makePermissionScheme([toEveryone, toLead]);
    const before = await grantsOf(id);
    const name = freshName();
    await send('PUT', `permissionscheme/${id}`, {name, description: 'new'});
    expect(await grantsOf(id)).toEqual(before);
    expect((await tracker.ask(`permissionscheme/${id}`)).json).toMatchObject({
      name,
      description: 'new',
    });
  });

  it('an empty list removes all grants', async () => {
    const id = await makePermissionScheme([toEveryone]);
    await send('PUT', `permissionscheme/${id}`, {name: freshName(), permissions: []});
    expect(await grantsOf(id)).toEqual([]);
  });

  it('a grant of every holder type can be created and read', async () => {
    const id = await makePermissionScheme();
    const holders = [
      {type: 'anyone'},
      {type: 'applicationRole'},
      {type: 'applicationRole', value: 'tracker-software'},
      {type: 'assignee'},
      {type: 'group', value: group.id},
      {type: 'groupCustomField', parameter: 'customfield_10301'},
      {type: 'projectLead'},
      {type: 'projectRole', parameter: '10002'},
      {type: 'reporter'},
      {type: 'sd.customer.portal.only'},
      {type: 'user', parameter: member},
      {type: 'userCustomField', value: 'customfield_10300'},
    ];
    for (const holder of holders) {
      const body = {permission: 'ADD_COMMENTS', holder};
      const answer = await send('POST', `permissionscheme/${id}/permission`, body);
      expect(answer.status, JSON.stringify(holder)).toBe(201);
      const shape = 'tracker/permissionscheme/create-permission-grant';
      expect(shapeProblems(shape, 201, answer.json)).toEqual([]);
      const read = await tracker.ask(`permissionscheme/${id}/permission/${answer.json.id}`);
      expect(read.json).toEqual(answer.json);
      expect(read.json.holder).toMatchObject(holder);
    }
    expect(await grantsOf(id)).toHaveLength(holders.length);
  });

  it('the parameter of a group is its name, its value the group ID', async () => {
    const id = await makePermissionScheme();
    const holder = {type: 'group', parameter: group.name};
    const body = {permission: 'ADD_COMMENTS', holder};
    const answer = await send('POST', `permissionscheme/${id}/permission`, body);
    expect(answer.json.holder).toMatchObject({parameter: group.name, value: group.id});
  });

  it('refuses grants of unknown entities', async () => {
    const id = await makePermissionScheme([toLead]);
    for (const [permission, holder, field] of [
      ['FLY', {type: 'anyone'}, 'permission'],
      ['ADMINISTER', {type: 'anyone'}, 'permission'],
      ['ADD_COMMENTS', undefined, 'holder'],
      ['ADD_COMMENTS', {type: 'everybody'}, 'holder'],
      ['ADD_COMMENTS', {type: 'user'}, 'holder'],
      ['ADD_COMMENTS', {type: 'user', value: 'nobody'}, 'holder'],
      ['ADD_COMMENTS', {type: 'group', parameter: 'no such group'}, 'holder'],
      ['ADD_COMMENTS', {type: 'projectRole', value: '1'}, 'holder'],
      ['ADD_COMMENTS', {type: 'userCustomField', value: 'customfield_10301'}, 'holder'],
      ['EDIT_ISSUES', {type: 'projectLead'}, 'holder'],
    ] as const) {
      const body = {permission, holder};
      const answer = await send('POST', `permissionscheme/${id}/permission`, body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    }
    const permissions = [toEveryone, toEveryone];
    const twice = await send('PUT', `permissionscheme/${id}`, {name: freshName(), permissions});
    expect(twice.status).toBe(400);
    expect(await permissionsOf(id)).toEqual(['EDIT_ISSUES']);
  });

  it('a grant can be deleted, once; the writes of grants know no 404', async () => {
    const id = await makePermissionScheme([toEveryone, toLead]);
    const [grant] = await grantsOf(id);
    const target = `permissionscheme/${id}/permission/${grant.id}`;
    const answer = await send('DELETE', target);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await permissionsOf(id)).toEqual(['EDIT_ISSUES']);
    expect((await send('DELETE', target)).status).toBe(400);
    const nowhere = 'permissionscheme/99999999/permission';
    expect((await send('POST', nowhere, toLead)).status).toBe(400);
  });

  it('grants and their removal take effect in the projects of the scheme', async () => {
    const id = await makePermissionScheme([]);
    await send('PUT', 'project/HPAY/permissionscheme', {id});
    const sees = async () =>
      (await tracker.ask('project/HPAY', {authorization: signInAs('member')})).status === 200;
    expect(await sees()).toBe(false);
    const holder = {type: 'user', value: member};
    const body = {permission: 'BROWSE_PROJECTS', holder};
    const grant = (await send('POST', `permissionscheme/${id}/permission`, body)).json;
    expect(await sees()).toBe(true);
    await send('DELETE', `permissionscheme/${id}/permission/${grant.id}`);
    expect(await sees()).toBe(false);
  });

  it('the projects of a deleted scheme go to the default one, which cannot be deleted', async () => {
    const id = await makePermissionScheme([toEveryone]);
    await send('PUT', 'project/HPAY/permissionscheme', {id});
    const answer = await send('DELETE', `permissionscheme/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await tracker.ask(`permissionscheme/${id}`)).status).toBe(404);
    expect((await send('DELETE', `permissionscheme/${id}`)).status).toBe(404);
    expect((await tracker.ask('project/HPAY/permissionscheme')).json.id).toBe(0);
    expect((await send('DELETE', 'permissionscheme/0')).status).toBe(400);
  });

  it('the name is required and used once', async () => {
    const id = await makePermissionScheme();
    const {name} = (await tracker.ask('permissionscheme/0')).json;
    for (const body of [{}, {name: ''}, {name}, {name: 'x'.repeat(256)}]) {
      const post = await send('POST', 'permissionscheme', body);
      const put = await send('PUT', `permissionscheme/${id}`, body);
      expect([post.status, put.status], JSON.stringify(body).slice(0, 40)).toEqual([400, 400]);
      expect(Object.keys(put.json.errors)).toEqual(['name']);
    }
  });
});

it('every write of a permission scheme needs the Administer global permission', async () => {
  const writes = [
    ['POST', 'permissionscheme', {name: 'Mine'}],
    ['PUT', 'permissionscheme/0', {name: 'Mine'}],
    ['DELETE', 'permissionscheme/10000', undefined],
    ['POST', 'permissionscheme/0/permission', toLead],
    ['DELETE', 'permissionscheme/0/permission/10101', undefined],
  ] as const;
  for (const [method, target, body] of writes) {
    const refusals = [];
    for (const who of [signInAs('member'), signInAs('project-admin'), null]) {
      refusals.push((await send(method, target, body, who)).status);
    }
    expect(refusals, `${method} ${target}`).toEqual([403, 403, 401]);
  }
  const asAdmin = await send('POST', 'permissionscheme', {name: 'Ours'}, signInAs('site-admin'));
  expect(asAdmin.status).toBe(201);
});
