import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {signInAs, startTracker, type TestTracker} from './tracker-server.ts';
import {type Desk, deskAt} from './tracker-successes.ts';

const hour = 3_600_000;
const day = 24 * hour;

let tracker: TestTracker;
let desk: Desk;

beforeEach(async () => {
  tracker = await startTracker();
  desk = deskAt(tracker);
});
afterEach(() => tracker.sandbox.stop());

async function stateOf(key: string): Promise<string | undefined> {
  for (const state of ['live', 'archived', 'deleted']) {
    const {json} = await desk.get(`project/search?keys=${key}&status=${state}`);
    if (json.total > 0) return state;
  }
  return undefined;
}

async function statusAs(name: string, method: string, target: string): Promise<number> {
  return (await desk.ask(target, {method, authorization: signInAs(name)})).status;
}

describe('services T3: states and transitions of a project', () => {
  it('active: archive by a caller who has Administer global permission → archived', async () => {
    expect(await statusAs('project-admin', 'POST', 'project/HPAY/archive')).toBe(403);
    expect(await stateOf('HPAY')).toBe('live');
    expect(await statusAs('site-admin', 'POST', 'project/HPAY/archive')).toBe(204);
    expect(await stateOf('HPAY')).toBe('archived');
  });

  it('archived: an archived project cannot be deleted', async () => {
    await desk.post('project/LMA/archive');
    expect((await desk.remove('project/LMA')).status).toBe(400);
    expect((await desk.remove('project/LMA?enableUndo=false')).status).toBe(400);
    expect((await desk.post('project/LMA/delete')).status).toBe(400);
    expect(await stateOf('LMA')).toBe('archived');
  });

  it('archived: restore → active; deletion is possible again', async () => {
    await desk.post('project/LMA/archive');
    // The documents restore in the product UI only; the public service has the operation (services
    // W4.1).
    expect((await desk.post('project/LMA/restore')).status).toBe(200);
    expect(await stateOf('LMA')).toBe('live');
    expect((await desk.remove('project/LMA')).status).toBe(204);
  });

  it('active: delete with enableUndo set → in trash, available for restoration', async () => {
    expect(await statusAs('project-admin', 'DELETE', 'project/HPAY?enableUndo=true')).toBe(403);
    expect((await desk.remove('project/LMA?enableUndo=true')).status).toBe(204);
    expect(await stateOf('LMA')).toBe('deleted');
    expect((await desk.post('project/LMA/restore')).status).toBe(200);
    expect(await stateOf('LMA')).toBe('live');
  });

  it('active: delete with enableUndo false is not available for restoration', async () => {
    await desk.remove('project/LMA?enableUndo=false');
    expect(await stateOf('LMA')).toBeUndefined();
    expect((await desk.post('project/LMA/restore')).status).toBe(404);
  });

  it('active: delete-asynchronously → deleted; the response carries a location link to follow the task', async () => {
    const answer = await desk.post('project/LMA/delete');
    expect(answer.status).toBe(303);
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.origin).toBe(tracker.sandbox.trackerBaseUrl);
    const states: string[] = [];
    for (let waited = 0; waited < 10_000; waited += 100) {
      const {status} = (await desk.get(location.pathname)).json;
      if (states.at(-1) !== status) states.push(status);
      tracker.wait(100);
    }
    expect(states).toEqual(['ENQUEUED', 'RUNNING', 'COMPLETE']);
    expect(await stateOf('LMA')).toBeUndefined();
  });

  it('delete-asynchronously is transactional: until its end nothing of the project is deleted', async () => {
    const [version] = (await desk.get('project/LMA/versions')).json;
    const {id} = (await desk.post('project/LMA/delete')).json;
    const parts = async () => [
      (await desk.get('project/LMA')).status,
      (await desk.get(`version/${version.id}`)).status,
      (await desk.get('project/LMA/components')).status,
    ];
    while ((await desk.get(`task/${id}`)).json.status !== 'COMPLETE') {
      expect(await parts()).toEqual([200, 200, 200]);
      tracker.wait(100);
    }
    expect(await parts()).toEqual([404, 404, 404]);
  });
});

async function register(): Promise<number> {
  const webhooks = [{events: ['jira:issue_updated'], jqlFilter: 'project = HPAY'}];
  const url = 'https://hooks.example.com/new';
  const {json} = await desk.post('webhook', {url, webhooks});
  return json.webhookRegistrationResult[0].createdWebhookId;
}

async function webhookIds(): Promise<number[]> {
  const {json} = await desk.get('webhook?maxResults=1000');
  return json.values.map((one: {id: number}) => one.id);
}

describe('services T3: states and transitions of a webhook', () => {
  it('registered: 30 days pass, not refreshed → expired', async () => {
    const id = await register();
    tracker.wait(30 * day - 1);
    expect(await webhookIds()).toContain(id);
    tracker.wait(1);
    expect(await webhookIds()).not.toContain(id);
  });

  it('registered: refresh, ID found and owned by the caller → registered with extended life', async () => {
    const id = await register();
    tracker.wait(29 * day);
    const {json} = await desk.put('webhook/refresh', {webhookIds: [id]});
    expect(json.expirationDate).toBe(tracker.now() + 30 * day);
    tracker.wait(30 * day - 1);
    expect(await webhookIds()).toContain(id);
    tracker.wait(1);
    expect(await webhookIds()).not.toContain(id);
  });

  it('registered: refresh, unknown or foreign IDs are ignored', async () => {
    const id = await register();
    const answer = await desk.put('webhook/refresh', {webhookIds: [404, id]});
    expect(answer.status).toBe(200);
    expect((await desk.put('webhook/refresh', {webhookIds: [404]})).status).toBe(200);
  });

  it('webhook failure, recorded: 72 hours pass → may no longer be listed', async () => {
    const oldest = async () => (await desk.get('webhook/failed?maxResults=1')).json.values[0];
    const first = await oldest();
    tracker.wait(first.failureTime + 72 * hour - tracker.now() - 1);
    expect(await oldest()).toEqual(first);
    tracker.wait(2);
    expect(await oldest()).not.toEqual(first);
  });
});

interface Counts {
  readonly fixed: number;
  readonly affected: number;
  readonly custom: number;
}

async function countsOf(id: string): Promise<Counts> {
  const {json} = await desk.get(`version/${id}/relatedIssueCounts`);
  return {
    fixed: json.issuesFixedCount,
    affected: json.issuesAffectedCount,
    custom: json.issueCountWithCustomFieldsShowingVersion,
  };
}

/** Two versions with issues in all fields, and what they count. */
async function twoVersions() {
  const {json} = await desk.get('project/HPAY/versions');
  const [gone, target] = json.map((one: {id: string}) => one.id);
  return {gone, target, of: await countsOf(gone), before: await countsOf(target)};
}

describe('services T3: states and transitions of a version', () => {
  it('existing: delete, permission met → deleted; occurrences are replaced', async () => {
    const {gone, target, of, before} = await twoVersions();
    const path = `version/${gone}?moveFixIssuesTo=${target}&moveAffectedIssuesTo=${target}`;
    expect(await statusAs('member', 'DELETE', path)).toBe(404);
    expect((await desk.remove(path)).status).toBe(204);
    expect((await desk.get(`version/${gone}`)).status).toBe(404);
    expect(await countsOf(target)).toMatchObject({
      fixed: before.fixed + of.fixed,
      affected: before.affected + of.affected,
    });
  });

  it('existing: delete → deleted; occurrences are cleared without replacements', async () => {
    const {gone, target, of, before} = await twoVersions();
    expect(of.fixed).toBeGreaterThan(0);
    expect((await desk.remove(`version/${gone}`)).status).toBe(204);
    expect(await countsOf(target)).toEqual(before);
  });

  it('existing: delete-and-replace → deleted; version custom fields too are replaced or cleared', async () => {
    const {gone, target, of, before} = await twoVersions();
    expect(await statusAs('member', 'POST', `version/${gone}/removeAndSwap`)).toBe(404);
    const customFieldReplacementList = [{customFieldId: 10_200, moveTo: Number(target)}];
    const body = {customFieldReplacementList};
    expect((await desk.post(`version/${gone}/removeAndSwap`, body)).status).toBe(204);
    expect(await countsOf(target)).toEqual({...before, custom: before.custom + of.custom});
  });

  it('existing: merge → deleted; its ID is replaced in fixVersion', async () => {
    const {gone, target, of, before} = await twoVersions();
    expect(await statusAs('member', 'PUT', `version/${gone}/mergeto/${target}`)).toBe(404);
    expect((await desk.put(`version/${gone}/mergeto/${target}`)).status).toBe(204);
    expect((await desk.get(`version/${gone}`)).status).toBe(404);
    expect((await countsOf(target)).fixed).toBe(before.fixed + of.fixed);
  });

  it('archived: related works of archived versions cannot be edited', async () => {
    const {gone: id} = await twoVersions();
    const work = {category: 'Design', title: 'A page', url: 'https://example.com/a'};
    const path = `version/${id}/relatedwork`;
    const {relatedWorkId} = (await desk.post(path, work)).json;
    await desk.put(`version/${id}`, {archived: true});
    const changed = {...work, relatedWorkId, title: 'Other'};
    expect((await desk.put(path, changed)).status).toBe(400);
    await desk.put(`version/${id}`, {archived: false});
    expect((await desk.put(path, changed)).status).toBe(200);
  });

  it('lifecycle states of a version (released, archived): each is set and taken back by update', async () => {
    const {gone: id} = await twoVersions();
    for (const name of ['released', 'archived']) {
      for (const value of [true, false]) {
        await desk.put(`version/${id}`, {[name]: value});
        expect((await desk.get(`version/${id}`)).json[name]).toBe(value);
      }
    }
  });
});

describe.each(['resolution', 'priority'])('services T3: states of a %s', kind => {
  async function make(): Promise<string> {
    const look = kind === 'priority' ? {statusColor: '#0747a6', avatarId: 10_403} : {};
    return (await desk.post(kind, {name: desk.fresh(), ...look})).json.id;
  }

  it('existing: delete by Administer global permission → removed; asynchronous, with a location link', async () => {
    const id = await make();
    expect(await statusAs('member', 'DELETE', `${kind}/${id}`)).toBe(403);
    const answer = await desk.ask(`${kind}/${id}`, {
      method: 'DELETE',
      authorization: signInAs('site-admin'),
    });
    expect(answer.status).toBe(303);
    const {pathname} = new URL(answer.headers.get('location') ?? '');
    expect((await desk.get(`${kind}/${id}`)).status).toBe(200);
    tracker.wait(10_000);
    expect((await desk.get(pathname)).json.status).toBe('COMPLETE');
    expect((await desk.get(`${kind}/${id}`)).status).toBe(404);
  });

  if (kind === 'resolution') {
    it('existing: delete, optional replaceWith takes its place', async () => {
      const [id, other] = [await make(), await make()];
      await desk.put('resolution/default', {id});
      await desk.remove(`resolution/${id}?replaceWith=${other}`);
      tracker.wait(10_000);
      const {values} = (await desk.get('resolution/search?onlyDefault=true')).json;
      expect(values.map((one: {id: string}) => one.id)).toEqual([other]);
    });
  }
});

describe('services T3: what the table leaves open', () => {
  it('status category values are TODO, IN_PROGRESS, DONE', async () => {
    const found = new Set<string>();
    for (const category of ['TODO', 'IN_PROGRESS', 'DONE']) {
      const {values} = (await desk.get(`statuses/search?statusCategory=${category}`)).json;
      for (const {statusCategory} of values) found.add(statusCategory);
    }
    expect(found).toEqual(new Set(['TODO', 'IN_PROGRESS', 'DONE']));
    expect((await desk.get('statuses/search?statusCategory=UNDEFINED')).status).toBe(400);
    const statuses = [{name: 'x', statusCategory: 'UNDEFINED'}];
    expect((await desk.post('statuses', {scope: {type: 'GLOBAL'}, statuses})).status).toBe(400);
  });

  it('the states of the asynchronous task that a location link leads to: it waits, runs and ends', async () => {
    const {id} = (await desk.post('project/LMA/delete')).json;
    const read = async () => (await desk.get(`task/${id}`)).json;
    expect(await read()).toMatchObject({status: 'ENQUEUED', progress: 0});
    tracker.wait(1_000);
    const running = await read();
    expect(running).toMatchObject({status: 'RUNNING'});
    expect(running.finished).toBeUndefined();
    tracker.wait(10_000);
    const ended = await read();
    expect(ended).toMatchObject({status: 'COMPLETE', progress: 100});
    expect(ended.finished).toBeGreaterThan(ended.started);
    tracker.wait(day);
    expect(await read()).toEqual(ended);
  });
});
