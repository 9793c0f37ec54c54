import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {shapeProblems} from './shapes.ts';
import {signInAs, startTracker, type TestTracker, type TrackerAnswer} from './tracker-server.ts';

let tracker: TestTracker;
let projectId: string;

beforeAll(async () => {
  tracker = await startTracker();
  projectId = (await tracker.ask('project/HPAY')).json.id;
});
afterAll(() => tracker.sandbox.stop());

let made = 0;

function fresh(more: object = {}): Readonly<Record<string, unknown>> {
  made += 1;
  return {name: `Status made here ${made}`, statusCategory: 'TODO', ...more};
}

function send(
  method: string,
  body: unknown,
  authorization?: string | null,
): Promise<TrackerAnswer> {
  return tracker.send(method, 'statuses', body, authorization);
}

const globally = {type: 'GLOBAL'};

async function makeOne(scope: unknown = globally): Promise<Readonly<Record<string, string>>> {
  const answer = await send('POST', {scope, statuses: [fresh()]});
  expect(answer.status).toBe(200);
  return answer.json[0];
}

async function read(id: unknown) {
  return (await tracker.ask(`statuses?id=${id}`)).json[0];
}

function remove(ids: readonly unknown[], authorization?: string): Promise<TrackerAnswer> {
  return tracker.ask(`statuses?${ids.map(id => `id=${id}`).join('&')}`, {
    method: 'DELETE',
    ...(authorization === undefined ? {} : {authorization}),
  });
}

describe('writes of statuses', () => {
  it('creates statuses in global or project scope', async () => {
    const inProject = {type: 'PROJECT', project: {id: projectId}};
    for (const scope of [globally, inProject]) {
      const statuses = [
        fresh({description: 'd'}),
        fresh({statusCategory: 'IN_PROGRESS'}),
        fresh({statusCategory: 'DONE', name: 'ü'.repeat(255)}),
      ];
      const answer = await send('POST', {scope, statuses});
      expect(answer.status).toBe(200);
      expect(shapeProblems('tracker/statuses/create', 200, answer.json)).toEqual([]);
      expect(answer.json).toMatchObject(statuses.map(status => ({...status, scope})));
      for (const status of answer.json) expect(await read(status.id)).toEqual(status);
    }
  });

  it('a name is used once in its scope, also within a request', async () => {
    const {name} = await makeOne();
    const inProject = {type: 'PROJECT', project: {id: projectId}};
    const same = {name: name?.toUpperCase()};
    const create = async (scope: unknown, ...statuses: unknown[]) =>
      (await send('POST', {scope, statuses})).status;
    expect(await create(globally, fresh(same))).toBe(400);
    expect(await create(inProject, fresh(same))).toBe(200);
    expect(await create(globally, fresh({name: 'Twin'}), fresh({name: 'twin'}))).toBe(400);
  });

  it('creates all of them or none', async () => {
    const good = fresh();
    const answer = await send('POST', {
      scope: globally,
      statuses: [good, fresh({statusCategory: 'LATER'})],
    });
    expect(answer.status).toBe(400);
    const found = await tracker.ask(
      `statuses/byNames?name=${encodeURIComponent(String(good.name))}`,
    );
    expect(found.json).toEqual([]);
  });

  it('refuses a scope, a name or a category that is not one', async () => {
    for (const [body, field] of [
      [{statuses: [fresh()]}, 'scope'],
      [{scope: {type: 'SITE'}, statuses: [fresh()]}, 'scope'],
      [{scope: {type: 'PROJECT'}, statuses: [fresh()]}, 'scope'],
      [{scope: {type: 'PROJECT', project: {id: '999'}}, statuses: [fresh()]}, 'scope'],
      [{scope: globally}, 'statuses'],
      [{scope: globally, statuses: []}, 'statuses'],
      [{scope: globally, statuses: [fresh({name: ' '})]}, 'name'],
      [{scope: globally, statuses: [fresh({name: 'x'.repeat(256)})]}, 'name'],
      [{scope: globally, statuses: [fresh({statusCategory: undefined})]}, 'statusCategory'],
    ] as const) {
      const answer = await send('POST', body);
      expect(answer.status, JSON.stringify(body).slice(0, 80)).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    }
  });

  it('updates in bulk by ID, and names can be swapped', async () => {
    const [one, other] = [await makeOne(), await makeOne()];
    const answer = await send('PUT', {
      statuses: [
        {id: one.id, name: other.name, statusCategory: 'DONE', description: 'swapped'},
        {id: other.id, name: one.name, statusCategory: 'IN_PROGRESS'},
      ],
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await read(one.id)).toMatchObject({
      name: other.name,
      statusCategory: 'DONE',
      description: 'swapped',
    });
    expect(await read(other.id)).toMatchObject({name: one.name, statusCategory: 'IN_PROGRESS'});
  });

  it('an update needs id, name and statusCategory for each', async () => {
    const {id, name} = await makeOne();
    const whole = {id, name, statusCategory: 'DONE'};
    for (const [status, field] of [
      [{...whole, id: undefined}, 'id'],
      [{...whole, id: '99999999'}, 'id'],
      [{...whole, name: undefined}, 'name'],
      [{...whole, name: 'In Progress'}, 'name'],
      [{...whole, statusCategory: undefined}, 'statusCategory'],
    ] as const) {
      const answer = await send('PUT', {statuses: [status]});
      expect(answer.status, JSON.stringify(status)).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    }
    expect((await send('PUT', {statuses: [whole, whole]})).status).toBe(400);
    expect((await read(id)).statusCategory).toBe('TODO');
  });

  it('deletes 1 to 50 by ID', async () => {
    const statuses = Array.from({length: 51}, () => fresh());
    const all: {id: string}[] = (await send('POST', {scope: globally, statuses})).json;
    const ids = all.map(status => status.id);
    expect((await remove([])).status).toBe(400);
    expect((await remove(ids)).status).toBe(400);
    const answer = await remove(ids.slice(0, 50));
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await read(ids[0])).toBeUndefined();
    expect(await read(ids[50])).toBeDefined();
    expect((await remove([ids[50], ids[0]])).status).toBe(400);
    expect(await read(ids[50])).toBeDefined();
  });

  it('does not delete a status that a workflow uses', async () => {
    const answer = await remove(['3']);
    expect(answer.status).toBe(400);
    expect(answer.json.errorMessages[0]).toContain('workflow');
  });

  it('global ones are for administrators of the site, others for those of the project too', async () => {
    const body = (scope: unknown) => ({scope, statuses: [fresh()]});
    const inProject = {type: 'PROJECT', project: {id: projectId}};
    const member = signInAs('member');
    const admin = signInAs('project-admin');
    expect((await send('POST', body(globally), null)).status).toBe(401);
    expect((await send('POST', body(globally), admin)).status).toBe(403);
    expect((await send('POST', body(inProject), member)).status).toBe(403);
    const own = await send('POST', body(inProject), admin);
    expect(own.status).toBe(200);
    const update = {statuses: [{...fresh(), id: own.json[0].id}]};
    expect((await send('PUT', update, member)).status).toBe(403);
    expect((await send('PUT', update, admin)).status).toBe(204);
    expect((await remove([own.json[0].id], member)).status).toBe(403);
    expect((await remove([own.json[0].id], admin)).status).toBe(204);
  });
});
