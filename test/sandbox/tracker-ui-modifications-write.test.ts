import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {SandboxError} from '../../src/sandbox/errors.ts';
import {makeWorld} from '../../src/sandbox/world/world.ts';
import {callTracker} from './call-tracker.ts';
import {shapeProblems} from './shapes.ts';
import {
  signInAs,
  startTracker,
  type TestTracker,
  type TrackerAnswer,
  testStart,
} from './tracker-server.ts';

let tracker: TestTracker;
let projectId: string;
let issueTypeIds: readonly string[];

beforeAll(async () => {
  tracker = await startTracker();
  const project = (await tracker.ask('project/HPAY')).json;
  projectId = project.id;
  issueTypeIds = project.issueTypes.map((type: {id: string}) => type.id);
});
afterAll(() => tracker.sandbox.stop());

const send: TestTracker['send'] = (...request) => tracker.send(...request);

function create(body: unknown): Promise<TrackerAnswer> {
  return send('POST', 'uiModifications', body);
}

async function makeOne(contexts?: readonly unknown[]): Promise<string> {
  const answer = await create({name: 'Made here', description: 'd', data: '{}', contexts});
  expect(answer.status).toBe(201);
  return answer.json.id;
}

async function read(id: string) {
  const pages = `uiModifications?expand=data,contexts&maxResults=1000`;
  const found = [0, 1_000, 2_000].map(async startAt => {
    const {json} = await tracker.ask(`${pages}&startAt=${startAt}`);
    return json.values.find((one: {id: string}) => one.id === id);
  });
  return (await Promise.all(found)).find(one => one !== undefined);
}

const context = (more: object = {}) => ({
  projectId,
  issueTypeId: issueTypeIds[0],
  viewType: 'GIC',
  ...more,
});

describe('writes of UI modifications', () => {
  it('creates one with data and contexts, which are returned when expanded', async () => {
    const contexts = [
      context(),
      context({viewType: 'IssueTransition'}),
      {portalId: '1', requestTypeId: '25', viewType: 'JSMRequestCreate'},
    ];
    const body = {name: 'Hide it', description: 'd', data: '{"a":1}', contexts};
    const answer = await create(body);
    expect(answer.status).toBe(201);
    const shape = 'tracker/uiModifications/create-ui-modification';
    expect(shapeProblems(shape, 201, answer.json)).toEqual([]);
    const {id, self} = answer.json;
    expect(self).toMatch(new RegExp(`/rest/api/3/uiModifications/${id}$`));
    const found = await read(id);
    expect(found).toMatchObject(body);
    const ids = found.contexts.map((one: {id: string}) => one.id);
    expect(new Set(ids).size).toBe(3);
  });

  it('a null projectId, issueTypeId or viewType is a wildcard, at most one per context', async () => {
    const [issueTypeId] = issueTypeIds;
    const id = await makeOne([
      context({projectId: null}),
      context({issueTypeId: null}),
      {projectId, issueTypeId},
    ]);
    expect((await read(id)).contexts).toMatchObject([
      {issueTypeId, viewType: 'GIC'},
      {projectId, viewType: 'GIC'},
      {projectId, issueTypeId},
    ]);
    for (const two of [
      context({projectId: null, issueTypeId: null}),
      context({projectId: null, viewType: null}),
      {},
    ]) {
      expect((await create({name: 'x', contexts: [two]})).status).toBe(400);
    }
  });

  it('wildcards are not supported in service-desk contexts', async () => {
    const whole = {portalId: '1', requestTypeId: '25', viewType: 'JSMRequestCreate'};
    for (const given of [
      {...whole, portalId: null},
      {...whole, requestTypeId: null},
      {...whole, viewType: null},
      {...whole, viewType: 'GIC'},
      {...whole, projectId},
    ]) {
      const answer = await create({name: 'x', contexts: [given]});
      expect(answer.status, JSON.stringify(given)).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual(['contexts']);
    }
  });

  it('on update contexts, if present, replace all; missing members are unchanged', async () => {
    const id = await makeOne([context(), context({viewType: 'IssueView'})]);
    const target = `uiModifications/${id}`;
    const renamed = await send('PUT', target, {name: 'Renamed'});
    expect([renamed.status, renamed.text]).toEqual([204, '']);
    const kept = await read(id);
    expect(kept).toMatchObject({name: 'Renamed', description: 'd', data: '{}'});
    expect(kept.contexts).toHaveLength(2);
    const contexts = [context({viewType: 'IssueTransition'})];
    await send('PUT', target, {contexts});
    expect((await read(id)).contexts).toMatchObject(contexts);
    await send('PUT', target, {contexts: []});
    expect((await read(id)).contexts).toEqual([]);
  });

  it('deletes it with all of its contexts', async () => {
    const id = await makeOne([context()]);
    const answer = await send('DELETE', `uiModifications/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await read(id)).toBeUndefined();
    const again = await send('DELETE', `uiModifications/${id}`);
    expect(again.status).toBe(404);
    expect(again.json.details).toEqual({uiModificationId: id});
    expect((await send('PUT', `uiModifications/${id}`, {name: 'x'})).status).toBe(404);
  });

  it('a project or an issue type that is not there is a 404 with details', async () => {
    for (const [more, details] of [
      [{projectId: '999'}, {projectId: '999'}],
      [{issueTypeId: '999'}, {issueTypeId: '999'}],
      [{projectId: null, issueTypeId: '999'}, {issueTypeId: '999'}],
    ] as const) {
      const answer = await create({name: 'x', contexts: [context(more)]});
      expect(answer.status).toBe(404);
      expect(answer.json.details).toEqual(details);
    }
  });

  it('takes names of 255 and data of 50,000 characters', async () => {
    const longest = {
      name: 'ü'.repeat(255),
      description: 'ü'.repeat(255),
      data: 'ü'.repeat(50_000),
    };
    expect((await create(longest)).status).toBe(201);
    for (const [field, value] of [
      ['name', 'x'.repeat(256)],
      ['name', undefined],
      ['description', 'x'.repeat(256)],
      ['data', 'x'.repeat(50_001)],
      ['contexts', [context({viewType: 'Anywhere'})]],
    ] as const) {
      const answer = await create({...longest, [field]: value});
      expect(answer.status, field).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    }
  });

  it('has at most 1000 contexts', async () => {
    const contexts = (count: number) =>
      Array.from({length: count}, (_, index) => ({
        portalId: '2',
        requestTypeId: String(index + 1),
        viewType: 'JSMRequestCreate',
      }));
    const id = await makeOne(contexts(1_000));
    expect((await create({name: 'x', contexts: contexts(1_001)})).status).toBe(400);
    const target = `uiModifications/${id}`;
    expect((await send('PUT', target, {contexts: contexts(1_001)})).status).toBe(400);
    expect((await read(id)).contexts).toHaveLength(1_000);
  });

  it('the same context can be assigned to at most 100', async () => {
    const contexts = [{portalId: '3', requestTypeId: '1', viewType: 'JSMRequestCreate'}];
    const ids: string[] = [];
    for (let count = 0; count < 100; count += 1) ids.push(await makeOne(contexts));
    const refused = await create({name: 'x', contexts});
    expect(refused.status).toBe(400);
    const [first] = ids;
    expect((await send('PUT', `uiModifications/${first}`, {contexts})).status).toBe(204);
    await send('DELETE', `uiModifications/${first}`);
    expect((await create({name: 'x', contexts})).status).toBe(201);
  });

  it('needs Browse projects only when there are contexts', () => {
    const world = makeWorld({seed: 1, size: 'small', now: testStart});
    const id = 'tracker/uiModifications/create-ui-modification';
    const stranger = {accountId: 'nobody', all: false, kinds: ['platform app']} as const;
    for (const [key, scheme] of world.tracker.permissionSchemes) {
      world.tracker.permissionSchemes.set(key, {...scheme, grants: []});
    }
    const call = (body: unknown) => () => callTracker(id, world, {body, caller: stranger}).status;
    expect(call({name: 'x'})()).toBe(201);
    expect(call({name: 'x', contexts: []})()).toBe(201);
    expect(call({name: 'x', contexts: [context()]})).toThrow(SandboxError);
    expect(call({name: 'x', contexts: [context()]})).toThrow('response 403');
  });

  it('is for platform apps only', async () => {
    const id = await makeOne();
    for (const [method, target, body] of [
      ['POST', 'uiModifications', {name: 'x'}],
      ['PUT', `uiModifications/${id}`, {name: 'x'}],
      ['DELETE', `uiModifications/${id}`, undefined],
    ] as const) {
      for (const name of ['site-admin', 'add-on-app']) {
        expect((await send(method, target, body, signInAs(name))).status).toBe(403);
      }
      expect((await send(method, target, body, null)).status).toBe(401);
    }
  });

  it('an app can have at most 3000', () => {
    const world = makeWorld({seed: 1, size: 'small', now: testStart});
    const id = 'tracker/uiModifications/create-ui-modification';
    const call = () => callTracker(id, world, {body: {name: 'x'}}).status;
    while (world.tracker.uiModifications.size < 3_000) expect(call()).toBe(201);
    expect(call).toThrow('response 400');
  });
});
