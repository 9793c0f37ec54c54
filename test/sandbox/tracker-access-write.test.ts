import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {shapeProblems} from './shapes.ts';
import {signInAs, startTracker, type TestTracker, type TrackerAnswer} from './tracker-server.ts';
import {type Desk, deskAt} from './tracker-successes.ts';

let tracker: TestTracker;
let desk: Desk;

beforeEach(async () => {
  tracker = await startTracker();
  desk = deskAt(tracker);
});
afterEach(() => tracker.sandbox.stop());

function expectShape(operation: string, status: number, answer: TrackerAnswer): void {
  expect(answer.status, answer.text).toBe(status);
  expect(shapeProblems(`tracker/${operation}`, status, answer.json)).toEqual([]);
}

const membersOf = async (name: string): Promise<string[]> => {
  const {json} = await desk.get(`group/member?groupname=${name}&includeInactiveUsers=true`);
  return json.values.map((one: {accountId: string}) => one.accountId);
};
const mateo = async (): Promise<string> =>
  (await desk.get('user/search?query=Mateo')).json[0].accountId;

describe('groups', () => {
  it('are created, filled, emptied and deleted', async () => {
    const made = await desk.post('group', {name: 'auditors'});
    expectShape('group/create', 201, made);
    const {groupId} = made.json;
    const accountId = await mateo();
    expectShape(
      'group/add-user-to',
      201,
      await desk.post(`group/user?groupId=${groupId}`, {accountId}),
    );
    expect(await membersOf('auditors')).toEqual([accountId]);
    expect((await desk.post(`group/user?groupId=${groupId}`, {accountId})).status).toBe(400);
    const gone = await desk.remove(`group/user?groupname=auditors&accountId=${accountId}`);
    expectShape('group/remove-user-from', 200, gone);
    expect(await membersOf('auditors')).toEqual([]);
    expectShape('group/remove', 200, await desk.remove(`group?groupId=${groupId}`));
    expect((await desk.get('group/member?groupname=auditors')).status).toBe(404);
  });

  it('decide at once who may do what', async () => {
    const accountId = await mateo();
    const mine = async () => {
      const answer = await desk.post('permissions/check', {
        accountId,
        globalPermissions: ['ADMINISTER'],
      });
      return answer.json.globalPermissions;
    };
    expect(await mine()).toEqual([]);
    await desk.post('group/user?groupname=site-admins', {accountId});
    expect(await mine()).toEqual(['ADMINISTER']);
    await desk.remove(`group/user?groupname=site-admins&accountId=${accountId}`);
    expect(await mine()).toEqual([]);
  });

  it('are listed by id, name, access and application', async () => {
    const names = async (query: string): Promise<string[]> =>
      (await desk.get(`group/bulk?${query}`)).json.values.map((one: {name: string}) => one.name);
    expect(await names('groupName=site-admins&groupName=service-agents')).toEqual([
      'site-admins',
      'service-agents',
    ]);
    expect(await names('accessType=admin')).toEqual(['site-admins']);
    expect(await names('applicationKey=tracker-service')).toEqual(['service-agents']);
    expect(await names('maxResults=2')).toHaveLength(2);
    const found = (await desk.get('groups/picker?query=ADMIN&caseInsensitive=true')).json;
    expect(found.groups[0]).toMatchObject({name: 'site-admins', html: 'site-<b>admin</b>s'});
  });

  it('are changed by administrators alone, who alone see application roles and default actors', async () => {
    const authorization = signInAs('member');
    expect(
      (await desk.ask('group', {method: 'POST', body: {name: 'mine'}, authorization})).status,
    ).toBe(403);
    expect((await desk.ask('applicationrole', {authorization})).status).toBe(403);
    expect((await desk.ask('role/10002', {authorization})).status).toBe(403);
  });
});

describe('project roles of the site', () => {
  it('are created, renamed, given default actors for new projects, and deleted', async () => {
    const made = await desk.post('role', {name: 'Auditors', description: 'They look.'});
    expectShape('role/create-project', 200, made);
    const path = `role/${made.json.id}`;
    const renamed = await desk.post(path, {name: 'Reviewers', description: 'Not taken'});
    expectShape('role/partial-update-project', 200, renamed);
    expect(renamed.json).toMatchObject({name: 'Reviewers', description: 'They look.'});
    const replaced = await desk.put(path, {name: 'Auditors', description: 'Again'});
    expectShape('role/fully-update-project', 200, replaced);
    const accountId = await mateo();
    const added = await desk.post(`${path}/actors`, {user: [accountId]});
    expectShape('role/add-project-actors-to', 200, added);
    const me = (await desk.get('myself')).json.accountId;
    await desk.post('project', {
      key: 'NEWP',
      name: 'New',
      projectTypeKey: 'software',
      leadAccountId: me,
    });
    const actors = (await desk.get(`project/NEWP/${path}`)).json.actors;
    expect(actors.map((one: {actorUser: object}) => one.actorUser)).toEqual([{accountId}]);
    const cleared = await desk.remove(`${path}/actors?user=${encodeURIComponent(accountId)}`);
    expectShape('role/delete-project-actors-from', 200, cleared);
    expect(cleared.json.actors).toEqual([]);
    expect((await desk.remove(path)).status).toBe(409);
    expectShape('role/delete-project', 204, await desk.remove(`${path}?swap=10005`));
    expect((await desk.get(path)).status).toBe(404);
    const viewers = (await desk.get('project/NEWP/role/10005')).json.actors;
    expect(viewers.map((one: {actorUser: object}) => one.actorUser)).toEqual([{accountId}]);
  });

  it('that a scheme relies on are replaced there too', async () => {
    expect((await desk.get('permissionscheme/0?expand=permissions')).text).toContain('"10002"');
    await desk.remove('role/10002?swap=10005');
    const {permissions} = (await desk.get('permissionscheme/0?expand=permissions')).json;
    const values = permissions.map((one: {holder: {value?: string}}) => one.holder.value);
    expect(values).toContain('10005');
    expect(values).not.toContain('10002');
  });
});

describe('project categories', () => {
  it('are created, renamed and deleted; their projects are left without one', async () => {
    const made = await desk.post('projectCategory', {name: 'Research', description: 'New'});
    expectShape('projectCategory/create-project-category', 201, made);
    expect((await desk.post('projectCategory', {name: 'research'})).status).toBe(409);
    const path = `projectCategory/${made.json.id}`;
    const renamed = await desk.put(path, {name: 'Studies'});
    expectShape('projectCategory/update-project-category', 200, renamed);
    expect(renamed.json).toMatchObject({name: 'Studies', description: 'New'});
    await desk.put('project/HPAY', {categoryId: Number(made.json.id)});
    expect((await desk.get('project/HPAY')).json.projectCategory.name).toBe('Studies');
    expectShape('projectCategory/remove-project-category', 204, await desk.remove(path));
    expect((await desk.get('project/HPAY')).json.projectCategory).toBeUndefined();
  });
});

describe('components', () => {
  const inProject = async () => (await desk.get('project/HPAY/components')).json;

  it('are created, changed and deleted; another one gets their issues', async () => {
    const made = await desk.post('component', {name: 'Checkout', project: 'HPAY'});
    expectShape('component/create', 201, made);
    expect((await desk.post('component', {name: 'CHECKOUT', project: 'HPAY'})).status).toBe(400);
    const path = `component/${made.json.id}`;
    const leadAccountId = await mateo();
    const changed = await desk.put(path, {leadAccountId, assigneeType: 'COMPONENT_LEAD'});
    expectShape('component/update', 200, changed);
    expect(changed.json).toMatchObject({
      name: 'Checkout',
      realAssignee: {accountId: leadAccountId},
    });
    const [first] = await inProject();
    const countOf = async (id: string) =>
      (await desk.get(`component/${id}/relatedIssueCounts`)).json.issueCount;
    const count = await countOf(first.id);
    const gone = await desk.remove(`component/${first.id}?moveIssuesTo=${made.json.id}`);
    expectShape('component/delete', 204, gone);
    expect(await countOf(made.json.id)).toBe(count);
    expect((await desk.get(`component/${first.id}`)).status).toBe(404);
  });

  it('are changed by administrators of their project alone', async () => {
    const [first] = await inProject();
    const change = {method: 'PUT', body: {name: 'Mine'}};
    const answer = await desk.ask(`component/${first.id}`, {
      ...change,
      authorization: signInAs('member'),
    });
    expect(answer.status).toBe(403);
  });
});

describe('audit records', () => {
  const records = async (query = '') => (await desk.get(`auditing/record?${query}`)).json;

  it('follow from what is written: who, what, and the values before and after', async () => {
    const before = (await records()).total;
    const accountId = await mateo();
    await desk.post('group/user?groupname=service-agents', {accountId});
    await desk.put('project/HPAY', {description: 'Another text'});
    await desk.post('permissionscheme/0/permission', {
      permission: 'ADD_COMMENTS',
      holder: {type: 'anyone'},
    });
    await desk.put('project/HPAY', {categoryId: 'x'});
    const {total, records: found} = await records('limit=3');
    expect(total).toBe(before + 3);
    expect(found.map((one: {summary: string}) => one.summary)).toEqual([
      'Permission scheme updated',
      'Project updated',
      'User added to group',
    ]);
    const [, project, group] = found;
    expect(project).toMatchObject({category: 'projects', objectItem: {name: 'Harbour Payments'}});
    expect(project.changedValues).toEqual([
      {fieldName: 'Description', changedFrom: expect.any(String), changedTo: 'Another text'},
    ]);
    expect(group.associatedItems).toEqual([{id: accountId, name: 'Mateo Wren', typeName: 'USER'}]);
    const path = `user/bulk/migration?key=${group.authorKey}`;
    const me = (await desk.get('myself')).json.accountId;
    expect((await desk.get(path)).json[0].accountId).toBe(me);
  });

  it('follow from changed and merged versions, notifications and new users', async () => {
    const before = (await records()).total;
    const make = async (name: string) =>
      (await desk.post('version', {name, projectId: 10_000})).json.id as string;
    const [one, other] = [await make('Audited 1'), await make('Audited 2')];
    await desk.put(`version/${one}`, {released: true, releaseDate: '2026-03-01'});
    await desk.put(`version/${one}/mergeto/${other}`, {});
    const events = [{event: {id: '1'}, notifications: [{notificationType: 'ProjectLead'}]}];
    const [usual] = (await desk.get('notificationscheme')).json.values;
    const added = {notificationSchemeEvents: events};
    await desk.put(`notificationscheme/${usual.id}/notification`, added);
    await desk.post('user', {emailAddress: 'newcomer@example.com', products: ['jira-software']});
    const {total, records: found} = await records('limit=4');
    expect(found.map((record: {summary: string}) => record.summary)).toEqual([
      'User created',
      'Notification scheme updated',
      'Project version merged',
      'Project version updated',
    ]);
    expect(total).toBe(before + 6);
    const [user, scheme, merged, updated] = found;
    expect(user).toMatchObject({category: 'user management', objectItem: {typeName: 'USER'}});
    expect(scheme.changedValues[0].changedTo).toContain('Issue created: ProjectLead');
    expect(merged).toMatchObject({
      objectItem: {name: 'Audited 1', parentName: 'Harbour Payments'},
      associatedItems: [{id: other, name: 'Audited 2', typeName: 'VERSION'}],
    });
    expect(updated.changedValues).toEqual([
      {fieldName: 'Release date', changedTo: '2026-03-01'},
      {fieldName: 'Released', changedFrom: 'false', changedTo: 'true'},
    ]);
  });

  it('are searched by words and time, and read in pages', async () => {
    const all = await records();
    const projects = await records('filter=project%20created');
    expect(projects.total).toBeGreaterThan(0);
    expect(projects.total).toBeLessThan(all.total);
    const [newest] = all.records;
    const since = await records(`from=${encodeURIComponent(newest.created)}`);
    expect(since.total).toBe(1);
    const page = await records('offset=2&limit=2');
    expect(page.records).toEqual(all.records.slice(2, 4));
    expect((await desk.get('auditing/record?from=yesterday')).status).toBe(400);
  });
});

describe('the schemes of projects', () => {
  it('are those of company-managed projects, by their type', async () => {
    const {json} = await desk.get('workflowscheme/project?projectId=10000&projectId=10001');
    expect(json.values.map((one: {projectIds: string[]}) => one.projectIds)).toEqual([['10000']]);
    const types = await desk.get('issuetypescheme/project?projectId=10000&projectId=10003');
    const names = types.json.values.map(
      (one: {issueTypeScheme: {name: string}}) => one.issueTypeScheme.name,
    );
    expect(names).toEqual(['Software issue type scheme', 'Service desk issue type scheme']);
  });

  it('every project has one priority scheme: its own, or the default one', async () => {
    const {values} = (await desk.get('priorityscheme')).json;
    const ids: string[] = [];
    for (const {id} of values) {
      const page = (await desk.get(`priorityscheme/${id}/projects`)).json;
      ids.push(...page.values.map((one: {id: string}) => one.id));
    }
    const projects = (await desk.get('project/search?status=live&status=archived')).json.values;
    expect(ids.toSorted()).toEqual(projects.map((one: {id: string}) => one.id).toSorted());
  });
});
