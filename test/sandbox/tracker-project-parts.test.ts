import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {shapeProblems} from './shapes.ts';
import {signInAs, startTracker, type TestTracker} from './tracker-server.ts';

let tracker: TestTracker;

beforeAll(async () => {
  tracker = await startTracker();
});
afterAll(() => tracker.sandbox.stop());

const post = (target: string, body?: unknown) => tracker.ask(target, {method: 'POST', body});
const put = (target: string, body?: unknown) => tracker.ask(target, {method: 'PUT', body});
const remove = (target: string) => tracker.ask(target, {method: 'DELETE'});

describe('roles of a project', () => {
  const path = 'project/MERID/role/10005';

  it('take users and groups once, and give them back', async () => {
    const user = (await tracker.ask('myself')).json.accountId;
    await put(path, {categorisedActors: {}});
    const added = await post(path, {user: [user], group: ['site-admins']});
    expect(added.status).toBe(200);
    expect(shapeProblems('tracker/project/add-actor-users', 200, added.json)).toEqual([]);
    expect(added.json.actors.map((actor: {displayName: string}) => actor.displayName)).toEqual([
      'Noor Haldane',
      'site-admins',
    ]);
    expect((await post(path, {user: [user]})).status).toBe(400);
    expect((await post(path, {user: ['nobody']})).status).toBe(400);
    expect((await post(path, {})).status).toBe(400);
    expect((await remove(`${path}?user=${encodeURIComponent(user)}`)).status).toBe(204);
    expect((await remove(`${path}?user=${encodeURIComponent(user)}`)).status).toBe(404);
    expect((await remove(path)).status).toBe(400);
    expect((await remove(`${path}?group=site-admins&groupId=1`)).status).toBe(400);
    expect((await remove(`${path}?group=site-admins`)).status).toBe(204);
    expect((await tracker.ask(path)).json.actors).toEqual([]);
  });

  it('are replaced as a whole by set-actors', async () => {
    const user = (await tracker.ask('myself')).json.accountId;
    const set = (users: readonly string[]) =>
      put(path, {categorisedActors: {'atlassian-user-role-actor': users}});
    expect((await set([user, user])).json.actors).toHaveLength(1);
    expect((await set([])).json.actors).toEqual([]);
  });

  it('are known by name and link; an unknown one is 404', async () => {
    const {json} = await tracker.ask('project/MERID/role');
    expect(Object.keys(json)).toContain('Administrators');
    expect((await tracker.ask('project/MERID/role/7')).status).toBe(404);
  });

  it('decide what their holders may do', async () => {
    const authorization = signInAs('member');
    const me = (await tracker.ask('myself', {authorization})).json.accountId;
    const create = () =>
      tracker.ask('version', {
        method: 'POST',
        authorization,
        body: {name: `by role ${Math.random()}`, projectId: 10_002},
      });
    expect((await create()).status).toBe(404);
    await post('project/MERID/role/10002', {user: [me]});
    expect((await create()).status).toBe(201);
  });
});

describe('avatars of a project', () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
  const upload = (headers: Readonly<Record<string, string>>, body: Uint8Array = png) =>
    tracker.ask('project/LMA/avatar2?x=0&y=0&size=32', {method: 'POST', body, headers});
  const image = {'content-type': 'image/png'};

  it('are uploaded with the header against XSRF by either name, chosen and deleted', async () => {
    expect((await upload(image)).status).toBe(403);
    const made = await upload({...image, 'x-atlassian-token': 'no-check'});
    expect(made.status).toBe(201);
    expect(shapeProblems('tracker/project/create-avatar', 201, made.json)).toEqual([]);
    expect((await upload({...image, 'x-tracker-token': 'no-check'})).status).toBe(201);
    const {id} = made.json;
    expect((await put('project/LMA/avatar', {id})).status).toBe(204);
    const {custom} = (await tracker.ask('project/LMA/avatars')).json;
    expect(custom.find((one: {id: string}) => one.id === id).isSelected).toBe(true);
    expect((await remove(`project/LMA/avatar/${id}`)).status).toBe(204);
    expect((await remove(`project/LMA/avatar/${id}`)).status).toBe(404);
    expect((await remove('project/LMA/avatar/10400')).status).toBe(403);
  });

  it('must be images, and called so', async () => {
    const token = {'x-atlassian-token': 'no-check'};
    expect((await upload({...token, 'content-type': 'image/webp'})).status).toBe(400);
    expect((await upload({...token, 'content-type': 'image/gif'})).status).toBe(400);
    expect((await upload({...token, ...image}, new Uint8Array([1, 2, 3]))).status).toBe(400);
  });
});

describe('other parts of a project', () => {
  it('properties are set with any JSON: 201, then 200, then deleted', async () => {
    const path = 'project/LMA/properties/a%2Fb%20c';
    expect((await put(path, [1, 'two'])).status).toBe(201);
    expect((await put(path, {three: 3})).status).toBe(200);
    expect((await tracker.ask(path)).json).toEqual({key: 'a/b c', value: {three: 3}});
    const {keys} = (await tracker.ask('project/LMA/properties')).json;
    expect(keys.map((one: {key: string}) => one.key)).toContain('a/b c');
    expect((await remove(path)).status).toBe(204);
    expect((await remove(path)).status).toBe(404);
  });

  it('features are switched unless locked or yet to come', async () => {
    const toggle = (key: string, state: string) => put(`project/LMA/features/${key}`, {state});
    const answer = await toggle('tracker.sprints', 'ENABLED');
    expect(shapeProblems('tracker/project/toggle-feature-for', 200, answer.json)).toEqual([]);
    const sprints = answer.json.features.find(
      (one: {feature: string}) => one.feature === 'tracker.sprints',
    );
    expect(sprints.state).toBe('ENABLED');
    expect((await toggle('tracker.board', 'DISABLED')).status).toBe(400);
    expect((await toggle('tracker.sprints', 'MAYBE')).status).toBe(400);
    expect((await toggle('tracker.on-call', 'ENABLED')).status).toBe(404);
  });

  it('an empty sender address restores the site’s', async () => {
    const path = 'project/10001/email';
    const set = (emailAddress: string) => put(path, {emailAddress});
    expect((await set('lantern@mail.example.com')).status).toBe(204);
    expect((await tracker.ask(path)).json.emailAddress).toBe('lantern@mail.example.com');
    expect((await set('no address')).status).toBe(400);
    await set('');
    expect((await tracker.ask(path)).json.emailAddress).toBe('tracker@mail.example.com');
  });

  it('the default classification is set to a published level and removed', async () => {
    const path = 'project/LMA/classification-level/default';
    const {classificationLevels} = (await tracker.ask('project/LMA/classification-config')).json;
    const level = classificationLevels.find((one: {status: string}) => one.status === 'PUBLISHED');
    expect((await put(path, {id: level.id})).status).toBe(204);
    expect((await tracker.ask(path)).json.classification.name).toBe(level.name);
    expect((await remove(path)).status).toBe(204);
    expect((await tracker.ask(path)).status).toBe(404);
    expect((await put(path, {id: 'none'})).status).toBe(400);
  });

  it('components are found by text, sorted either way, taken from either source', async () => {
    const path = 'project/HPAY/component';
    const names = async (query: string): Promise<string[]> => {
      const {json} = await tracker.ask(`${path}?${query}`);
      return json.values.map((one: {name: string}) => one.name);
    };
    const all = await names('');
    expect(all.length).toBeGreaterThan(2);
    expect(await names('orderBy=-name')).toEqual([...all].reverse());
    expect(await names(`query=${encodeURIComponent((all[0] ?? '').toUpperCase())}`)).toContain(
      all[0],
    );
    expect(await names('componentSource=jira')).toEqual(all);
    expect((await tracker.ask(`${path}?componentSource=moon`)).status).toBe(400);
    expect((await tracker.ask('project/HPAY/components')).json).toHaveLength(all.length);
  });

  it('the permission scheme is assigned by id and changes who sees the project', async () => {
    const asMember = {authorization: signInAs('member')};
    expect((await tracker.ask('project/PORTAL', asMember)).status).toBe(200);
    const answer = await put('project/PORTAL/permissionscheme', {id: 10_001});
    expect(answer.json.name).toBe('Members only');
    expect((await tracker.ask('project/PORTAL', asMember)).status).toBe(404);
    expect((await put('project/PORTAL/permissionscheme', {id: 99})).status).toBe(404);
    expect((await put('project/PORTAL/permissionscheme', {})).status).toBe(400);
  });

  it('types without a licence are listed and not accessible', async () => {
    const keys = async (path: string): Promise<string[]> =>
      (await tracker.ask(path)).json.map((type: {key: string}) => type.key);
    expect(await keys('project/type')).toContain('product_discovery');
    expect(await keys('project/type/accessible')).not.toContain('product_discovery');
    expect((await tracker.ask('project/type/product_discovery/accessible')).status).toBe(404);
  });
});
