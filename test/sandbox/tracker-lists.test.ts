import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {signInAs, startTracker, type TestTracker} from './tracker-server.ts';

let tracker: TestTracker;
let medium: TestTracker;

beforeAll(async () => {
  tracker = await startTracker();
  medium = await startTracker({size: 'medium'});
});
afterAll(async () => {
  await tracker.sandbox.stop();
  await medium.sandbox.stop();
});

describe('permission schemes', () => {
  it('show their grants with any value of expand, and not without', async () => {
    const read = async (query: string) =>
      (await tracker.ask(`permissionscheme/10003?${query}`)).json.permissions;
    expect(await read('')).toBeUndefined();
    for (const name of ['permissions', 'user', 'group', 'projectRole', 'field', 'all']) {
      expect((await read(`expand=${name}`)).length, name).toBeGreaterThan(30);
    }
  });

  it('have every holder type, a group by its name and its id', async () => {
    const {permissionSchemes} = (await tracker.ask('permissionscheme?expand=all')).json;
    const holders = permissionSchemes.flatMap((scheme: {permissions: {holder: unknown}[]}) =>
      scheme.permissions.map(grant => grant.holder),
    );
    const types = new Set(holders.map((holder: {type: string}) => holder.type));
    expect([...types].sort()).toEqual([
      'anyone',
      'applicationRole',
      'assignee',
      'group',
      'groupCustomField',
      'projectLead',
      'projectRole',
      'reporter',
      'sd.customer.portal.only',
      'user',
      'userCustomField',
    ]);
    const group = holders.find((holder: {type: string}) => holder.type === 'group');
    expect(group.parameter).toBe(group.group.name);
    expect(group.value).toBe(group.group.groupId);
    const user = holders.find((holder: {type: string}) => holder.type === 'user');
    expect(user.parameter).toBe(user.value);
    expect(user.user.displayName).toBeTruthy();
  });

  it('return 404 for unknown schemes and grants', async () => {
    for (const path of ['permissionscheme/9', 'permissionscheme/0/permission/1']) {
      expect((await tracker.ask(path)).status, path).toBe(404);
    }
  });
});

describe('notification schemes', () => {
  it('are ordered by name, filtered by project, events without recipients included', async () => {
    const {json} = await tracker.ask('notificationscheme?expand=all');
    const names = json.values.map((scheme: {name: string}) => scheme.name);
    expect(names).toEqual([...names].sort());
    const events = json.values.flatMap(
      (scheme: {notificationSchemeEvents: unknown[]}) => scheme.notificationSchemeEvents,
    );
    expect(events.some((one: {notifications: unknown[]}) => one.notifications.length === 0)).toBe(
      true,
    );
    const {values} = (await tracker.ask('notificationscheme/project?projectId=10000')).json;
    const path = 'notificationscheme?projectId=10000';
    const ofProject = (await tracker.ask(path)).json.values;
    expect(ofProject.map((one: {id: number}) => String(one.id))).toEqual([
      values[0].notificationSchemeId,
    ]);
  });

  it('give an empty page when only the default is wanted of projects that have another', async () => {
    const all = (await tracker.ask('notificationscheme/project')).json.values;
    const other = all.find(
      (one: {notificationSchemeId: string}) => one.notificationSchemeId !== '10000',
    );
    const path = `notificationscheme?onlyDefault=true&projectId=${other.projectId}`;
    expect((await tracker.ask(path)).json).toMatchObject({total: 0, values: []});
    expect((await tracker.ask('notificationscheme?onlyDefault=true')).json.total).toBe(1);
  });

  it('are mapped to company-managed projects only, by project id', async () => {
    const {values} = (await tracker.ask('notificationscheme/project')).json;
    const ids = values.map((one: {projectId: string}) => Number(one.projectId));
    expect(ids).toEqual([...ids].sort((one: number, other: number) => one - other));
    for (const id of ids) {
      expect((await tracker.ask(`project/${id}`)).json.style).toBe('classic');
    }
  });

  it('are for who administers one of their projects', async () => {
    const asMember = {authorization: signInAs('member')};
    const mine = (await tracker.ask('notificationscheme', asMember)).json.total;
    const all = (await tracker.ask('notificationscheme')).json.total;
    expect(mine).toBeLessThan(all);
    expect((await tracker.ask('notificationscheme/99')).status).toBe(404);
  });
});

describe('statuses', () => {
  it('are searched by category, text and project', async () => {
    const done = (await tracker.ask('statuses/search?statusCategory=DONE')).json;
    expect(done.values.length).toBeGreaterThan(3);
    const categories = done.values.map((one: {statusCategory: string}) => one.statusCategory);
    expect(new Set(categories)).toEqual(new Set(['DONE']));
    const own = (await tracker.ask('statuses/search?projectId=10001')).json.values;
    expect(own).toHaveLength(3);
    expect(own[0].scope).toEqual({type: 'PROJECT', project: {id: '10001'}});
    const found = (await tracker.ask('statuses/search?searchString=WAITING%20FOR')).json.values;
    expect(found).toHaveLength(2);
    expect((await tracker.ask('statuses/search?statusCategory=LOST')).status).toBe(400);
  });

  it('are got by 1 to 50 ids or names, unknown ones left out', async () => {
    const ids = (count: number) => Array.from({length: count}, (_, id) => `id=${id}`).join('&');
    expect((await tracker.ask(`statuses?${ids(50)}`)).json).toHaveLength(5);
    expect((await tracker.ask(`statuses?${ids(51)}`)).status).toBe(400);
    expect((await tracker.ask('statuses')).status).toBe(400);
    const [global] = (await tracker.ask('statuses/byNames?name=Done')).json;
    expect(global.scope).toEqual({type: 'GLOBAL'});
    const [own] = (await tracker.ask('statuses/byNames?name=Done&projectId=10001')).json;
    expect(own.scope.project.id).toBe('10001');
  });

  it('tell their usages in pages behind tokens', async () => {
    const path = 'statuses/3/projectUsages';
    const all = (await medium.ask(`${path}?maxResults=200`)).json.projects;
    expect(all.nextPageToken).toBeUndefined();
    const ids: string[] = [];
    let token = '';
    do {
      const {json} = await medium.ask(`${path}?maxResults=7&nextPageToken=${token}`);
      ids.push(...json.projects.values.map((one: {id: string}) => one.id));
      token = json.projects.nextPageToken ?? '';
    } while (token !== '');
    expect(ids).toEqual(all.values.map((one: {id: string}) => one.id));
    expect(ids.length).toBeGreaterThan(20);
    for (const query of ['maxResults=0', 'maxResults=201', 'nextPageToken=x']) {
      expect((await medium.ask(`${path}?${query}`)).status, query).toBe(400);
    }
    expect((await medium.ask('statuses/77/projectUsages')).status).toBe(404);
    const types = await tracker.ask('statuses/3/project/10000/issueTypeUsages');
    expect(types.json).toMatchObject({statusId: '3', projectId: '10000'});
    expect(types.json.issueTypes.values.length).toBeGreaterThan(2);
  });
});

describe('resolutions and priorities', () => {
  it('have one default each, which a search can ask for', async () => {
    for (const [path, flag] of [
      ['resolution/search', 'default'],
      ['priority/search', 'isDefault'],
    ] as const) {
      const {values} = (await tracker.ask(`${path}?onlyDefault=true`)).json;
      expect(values).toHaveLength(1);
      expect(values[0][flag]).toBe(true);
      const others = (await tracker.ask(path)).json.values;
      expect(others.filter((one: Record<string, boolean>) => one[flag])).toHaveLength(1);
    }
    const path = 'resolution/search?onlyDefault=true&id=10003';
    expect((await tracker.ask(path)).json.total).toBe(0);
  });

  it('priorities are found by name and project; invalid ids are ignored', async () => {
    const names = async (query: string): Promise<string[]> => {
      const {json} = await tracker.ask(`priority/search?${query}`);
      return json.values.map((one: {name: string}) => one.name);
    };
    expect(await names('priorityName=high')).toEqual(['Highest', 'High']);
    expect(await names('id=2&id=77')).toEqual(['High']);
    expect(await names('id=77')).toEqual([]);
    expect((await names('projectId=77')).length).toBe((await names('')).length);
  });

  it('show at most 15 schemes of a priority', async () => {
    const {values} = (await medium.ask('priority/search?expand=schemes')).json;
    const full = values.filter((one: {schemes: {total: number}}) => one.schemes.total > 0);
    expect(full.length).toBeGreaterThan(0);
    for (const {schemes} of full) {
      expect(schemes.values.length).toBe(Math.min(schemes.total, 15));
    }
  });

  it('are 404 when there are none', async () => {
    expect((await tracker.ask('resolution/77')).status).toBe(404);
    expect((await tracker.ask('priority/77')).status).toBe(404);
  });
});

describe('UI modifications', () => {
  it('show data and contexts only if expanded', async () => {
    const [plain] = (await tracker.ask('uiModifications')).json.values;
    expect(plain).not.toHaveProperty('data');
    expect(plain).not.toHaveProperty('contexts');
    const {values} = (await tracker.ask('uiModifications?expand=data,contexts')).json;
    expect(values[0].data).toBeTruthy();
    const contexts = values.flatMap((one: {contexts: unknown[]}) => one.contexts);
    expect(contexts.length).toBeGreaterThan(0);
    expect(contexts.every((one: {isAvailable: boolean}) => one.isAvailable)).toBe(true);
  });
});
