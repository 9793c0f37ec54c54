import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {shapeProblems} from './shapes.ts';
import {signInAs, startTracker, type TestTracker, type TrackerAnswer} from './tracker-server.ts';

let tracker: TestTracker;

beforeEach(async () => {
  tracker = await startTracker();
});
afterEach(() => tracker.sandbox.stop());

const post = (target: string, body?: unknown) => tracker.ask(target, {method: 'POST', body});
const put = (target: string, body?: unknown) => tracker.ask(target, {method: 'PUT', body});
const remove = (target: string) => tracker.ask(target, {method: 'DELETE'});

async function keysFound(query: string): Promise<string[]> {
  const {json} = await tracker.ask(`project/search?${query}`);
  return json.values.map((project: {key: string}) => project.key);
}

describe('archiving, restoring and deleting', () => {
  it('an archived project is listed as archived only, cannot be changed or deleted', async () => {
    expect((await post('project/LMA/archive')).status).toBe(204);
    expect(await keysFound('keys=LMA')).toEqual([]);
    expect(await keysFound('keys=LMA&status=archived')).toEqual(['LMA']);
    const {json} = await tracker.ask('project/LMA');
    expect(json).toMatchObject({archived: true, archivedDate: '2026-03-14T09:30:00.000+0000'});
    expect(json.archivedBy.displayName).toBe('Noor Haldane');
    for (const answer of [
      await remove('project/LMA'),
      await post('project/LMA/delete'),
      await post('project/LMA/archive'),
      await put('project/LMA', {name: 'Other'}),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.json.errorMessages[0]).toContain('archived');
    }
  });

  it('a restored project can be deleted again', async () => {
    await post('project/LMA/archive');
    const restored = await post('project/LMA/restore');
    expect(restored.status).toBe(200);
    expect(shapeProblems('tracker/project/restore', 200, restored.json)).toEqual([]);
    expect(restored.json.archived).toBeUndefined();
    expect((await post('project/LMA/restore')).status).toBe(400);
    expect((await remove('project/LMA')).status).toBe(204);
  });

  it('moves to the trash by default', async () => {
    const [version] = (await tracker.ask('project/LMA/versions')).json;
    expect((await remove('project/LMA')).status).toBe(204);
    expect(await keysFound('keys=LMA')).toEqual([]);
    expect(await keysFound('status=deleted')).toEqual(['LMA']);
    expect((await tracker.ask(`version/${version.id}`)).status).toBe(404);
    expect((await remove('project/LMA')).status).toBe(404);
    await post('project/LMA/restore');
    expect((await tracker.ask(`version/${version.id}`)).status).toBe(200);
  });

  it('deletes permanently with enableUndo=false, also from the trash', async () => {
    await remove('project/LMA');
    expect((await remove('project/LMA?enableUndo=false')).status).toBe(204);
    expect((await tracker.ask('project/LMA')).status).toBe(404);
    expect((await post('project/LMA/restore')).status).toBe(404);
    expect((await remove('project/HPAY?enableUndo=maybe')).status).toBe(400);
  });

  it('deletes behind a 303 whose task waits, runs and ends, and then the project is gone', async () => {
    const started = await post('project/LMA/delete');
    expect(started.status).toBe(303);
    expect(shapeProblems('tracker/project/delete-asynchronously', 303, started.json)).toEqual([]);
    const location = started.headers.get('location') ?? '';
    expect(location).toBe(started.json.self);
    const path = location.replace(tracker.sandbox.trackerBaseUrl, '');
    expect(started.json.status).toBe('ENQUEUED');
    expect((await post('project/LMA/delete')).status).toBe(400);
    expect((await post(`${path}/cancel`)).status).toBe(400);
    tracker.wait(1_000);
    const running = (await tracker.ask(path)).json;
    expect(running.status).toBe('RUNNING');
    expect(running.progress).toBeGreaterThan(0);
    expect((await tracker.ask('project/LMA')).status).toBe(200);
    tracker.wait(60_000);
    const done = (await tracker.ask(path)).json;
    expect(done).toMatchObject({status: 'COMPLETE', progress: 100});
    expect(done.finished).toBeLessThan(tracker.now());
    expect((await tracker.ask('project/LMA')).status).toBe(404);
    const asMember = await tracker.ask(path, {authorization: signInAs('member')});
    expect(asMember.status).toBe(403);
  });

  it('is for administrators of the site', async () => {
    const authorization = signInAs('project-admin');
    for (const [method, target] of [
      ['POST', 'project/LMA/archive'],
      ['DELETE', 'project/LMA'],
      ['POST', 'project'],
    ] as const) {
      const answer = await tracker.ask(target, {method, authorization});
      expect(answer.status, target).toBe(403);
    }
    const asAdmin = {method: 'POST', authorization: signInAs('site-admin')};
    expect((await tracker.ask('project/LMA/archive', asAdmin)).status).toBe(204);
  });
});

describe('creating and updating a project', () => {
  it('makes one that is found by key, with its lead, type and style', async () => {
    const leadAccountId = (await tracker.ask('myself')).json.accountId;
    const made = await post('project', {
      key: 'NEWONE',
      name: 'A new one',
      projectTemplateKey: 'com.pyxis.greenhopper.jira:gh-simplified-agility-kanban',
      leadAccountId,
      categoryId: 10_000,
    });
    expect(made.status).toBe(201);
    expect(shapeProblems('tracker/project/create', 201, made.json)).toEqual([]);
    const {json} = await tracker.ask('project/NEWONE');
    expect(json).toMatchObject({
      projectTypeKey: 'software',
      style: 'next-gen',
      lead: {accountId: leadAccountId},
      projectCategory: {name: 'Product'},
    });
    expect(shapeProblems('tracker/project/get', 200, json)).toEqual([]);
  });

  it('refuses keys and names that are wrong or taken, types and leads that are not there', async () => {
    const leadAccountId = (await tracker.ask('myself')).json.accountId;
    const good = {key: 'GOOD', name: 'Good', projectTypeKey: 'business', leadAccountId};
    const bodies: readonly (readonly [unknown, string])[] = [
      [{...good, key: 'bad'}, 'projectKey'],
      [{...good, key: '1BAD'}, 'projectKey'],
      [{...good, key: 'ELEVENCHARS'}, 'projectKey'],
      [{...good, key: 'HPAY'}, 'projectKey'],
      [{...good, name: 'harbour payments'}, 'projectName'],
      [{...good, name: undefined}, 'projectName'],
      [{...good, projectTypeKey: 'game'}, 'projectType'],
      [{...good, projectTemplateKey: 'ns:gh-simplified-basic'}, 'projectTemplateKey'],
      [{...good, leadAccountId: undefined}, 'projectLead'],
      [{...good, leadAccountId: 'nobody'}, 'projectLead'],
      [{...good, permissionScheme: 99}, 'permissionScheme'],
      [{...good, categoryId: 99}, 'categoryId'],
    ];
    for (const [body, field] of bodies) {
      const answer = await post('project', body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    }
    expect((await post('project', good)).status).toBe(201);
  });

  it('finds a project by its former key until that is released', async () => {
    const renamed = await put('project/LMA', {key: 'LANT', name: 'Lantern', categoryId: -1});
    expect(renamed.json).toMatchObject({key: 'LANT', name: 'Lantern'});
    expect(renamed.json.projectCategory).toBeUndefined();
    const byOld = await tracker.ask('project/LMA?expand=projectKeys');
    expect(byOld.json.projectKeys).toEqual(['LANT', 'LMA']);
    const taken = (await tracker.ask('projectvalidate/key?key=LMA')).json;
    expect(taken.errors.projectKey).toContain('Lantern');
    await put('project/LANT', {releasedProjectKeys: ['LMA']});
    expect((await tracker.ask('project/LMA')).status).toBe(404);
    expect((await tracker.ask('projectvalidate/key?key=LMA')).json.errors).toEqual({});
  });

  it('takes project keys with their case', async () => {
    expect((await tracker.ask('project/hpay')).status).toBe(404);
    const byId = await tracker.ask('project/10000');
    expect(byId.json.key).toBe('HPAY');
  });
});

describe('seeing projects', () => {
  it('private projects are for their members, public ones for everybody', async () => {
    const asMember = {authorization: signInAs('member')};
    const asNobody = {authorization: null};
    expect((await tracker.ask('project/PEOPLE')).status).toBe(200);
    expect((await tracker.ask('project/PEOPLE', asMember)).status).toBe(404);
    expect((await tracker.ask('project/MERID', asMember)).status).toBe(200);
    expect((await tracker.ask('project/MERID', asNobody)).status).toBe(404);
    expect((await tracker.ask('project/HPAY', asNobody)).status).toBe(200);
    const all = (await tracker.ask('project', asNobody)).json;
    expect(all.map((project: {key: string}) => project.key)).toEqual(['HPAY']);
  });

  it('search filters, sorts and pages; the pages are the whole list', async () => {
    expect(await keysFound('query=portal')).toEqual(['PORTAL']);
    expect(await keysFound('typeKey=service_desk')).toEqual(['ITSD', 'PEOPLE']);
    expect(await keysFound('keys=HPAY&keys=LMA&orderBy=-key')).toEqual(['LMA', 'HPAY']);
    expect(await keysFound('id=10000&id=10003&id=77')).toEqual(['HPAY', 'ITSD']);
    expect((await tracker.ask('project/search?orderBy=colour')).status).toBe(400);
    expect((await tracker.ask('project/search?startAt=-1')).status).toBe(400);
    const counts = (await tracker.ask('project/search?orderBy=issueCount&expand=insight')).json;
    const issues = counts.values.map(
      (project: {insight: {totalIssueCount: number}}) => project.insight.totalIssueCount,
    );
    expect(issues).toEqual([...issues].sort((one, other) => one - other));
    const keys: string[] = [];
    let next: string | undefined = '/rest/api/3/project/search?maxResults=4&status=live';
    while (next !== undefined) {
      const {json}: TrackerAnswer = await tracker.ask(next);
      keys.push(...json.values.map((project: {key: string}) => project.key));
      expect(json.total).toBe(10);
      next = json.nextPage?.replace(tracker.sandbox.trackerBaseUrl, '');
    }
    expect(keys).toEqual(await keysFound('status=live'));
  });

  it('finds projects by a property', async () => {
    await put('project/LMA/properties/plan', {phase: {name: 'two'}});
    const query = encodeURIComponent('[plan].phase.name=two');
    expect(await keysFound(`propertyQuery=${query}`)).toEqual(['LMA']);
  });

  it('stores up to twenty recently viewed ones, newest first', async () => {
    await tracker.ask('project/LMA');
    await tracker.ask('project/HPAY');
    const {json} = await tracker.ask('project?recent=2');
    expect(json.map((project: {key: string}) => project.key)).toEqual(['HPAY', 'LMA']);
    expect((await tracker.ask('project?recent=21')).status).toBe(400);
  });

  it('escapes nothing: the hostile name is returned unchanged', async () => {
    const {json} = await tracker.ask('project/ROBUST');
    expect(json.name).toContain('\u001b[31mred');
    expect(json.name).toContain('<script>');
  });
});

describe('validation of keys and names', () => {
  it('makes a valid key from one that is taken, and a name with a number', async () => {
    const key = (await tracker.ask('projectvalidate/validProjectKey?key=HPAY')).json;
    expect(key).toMatch(/^[A-Z][A-Z0-9]{1,9}$/);
    expect((await tracker.ask(`projectvalidate/key?key=${key}`)).json.errors).toEqual({});
    expect((await tracker.ask('projectvalidate/validProjectKey?key=FREE')).json).toBe('FREE');
    const names = 'projectvalidate/validProjectName?name=';
    expect((await tracker.ask(`${names}Brand%20Refresh`)).json).toBe('Brand Refresh 2');
    expect((await tracker.ask(`${names}Untaken`)).json).toBe('Untaken');
    expect((await tracker.ask(`${names}${'x'.repeat(81)}`)).status).toBe(404);
  });
});
