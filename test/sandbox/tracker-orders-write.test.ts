import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {shapeProblems} from './shapes.ts';
import {signInAs, startTracker, type TestTracker} from './tracker-server.ts';

let tracker: TestTracker;

beforeAll(async () => {
  tracker = await startTracker();
});
afterAll(() => tracker.sandbox.stop());

type Kind = 'resolution' | 'priority';
const kinds: readonly Kind[] = ['resolution', 'priority'];

let made = 0;

const send: TestTracker['send'] = (...request) => tracker.send(...request);

function bodyFor(kind: Kind, more: object = {}): Readonly<Record<string, unknown>> {
  made += 1;
  const name = `Made here ${made}`;
  const look = kind === 'priority' ? {statusColor: '#0747a6', avatarId: 10_403} : {};
  return {name, description: 'A new one.', ...look, ...more};
}

async function makeOne(kind: Kind): Promise<string> {
  const answer = await send('POST', kind, bodyFor(kind));
  expect(answer.status).toBe(201);
  return answer.json.id;
}

async function idsOf(kind: Kind): Promise<string[]> {
  const {json} = await tracker.ask(kind);
  return json.map((one: {id: string}) => one.id);
}

async function defaultOf(kind: Kind): Promise<string | undefined> {
  const {json} = await tracker.ask(`${kind}/search?onlyDefault=true`);
  return json.values[0]?.id;
}

describe.each(kinds)('writes of a %s', kind => {
  it('creates it at the end of the order and returns its id', async () => {
    const body = bodyFor(kind);
    const answer = await send('POST', kind, body);
    expect(answer.status).toBe(201);
    expect(shapeProblems(`tracker/${kind}/create`, 201, answer.json)).toEqual([]);
    expect((await tracker.ask(`${kind}/${answer.json.id}`)).json).toMatchObject(body);
    expect((await idsOf(kind)).at(-1)).toBe(answer.json.id);
  });

  it('needs the Administer global permission for every write', async () => {
    const id = (await idsOf(kind))[0];
    const member = signInAs('member');
    const writes = [
      ['POST', kind, bodyFor(kind)],
      ['PUT', `${kind}/${id}`, {name: 'Mine'}],
      ['DELETE', `${kind}/${id}`, undefined],
      ['PUT', `${kind}/move`, {ids: [id], position: 'Last'}],
      ['PUT', `${kind}/default`, {id}],
    ] as const;
    for (const [method, target, body] of writes) {
      expect((await send(method, target, body, member)).status, target).toBe(403);
      expect((await send(method, target, body, null)).status, target).toBe(401);
    }
    const admin = signInAs('site-admin');
    expect((await send('POST', kind, bodyFor(kind), admin)).status).toBe(201);
    expect((await idsOf(kind))[0]).toBe(id);
  });

  it('takes names of 60 and descriptions of 255 characters, and no name twice', async () => {
    const taken = (await tracker.ask(kind)).json[0].name as string;
    for (const [more, field] of [
      [{name: 'x'.repeat(61)}, 'name'],
      [{name: '  '}, 'name'],
      [{name: taken.toUpperCase()}, 'name'],
      [{description: 'x'.repeat(256)}, 'description'],
    ] as const) {
      const answer = await send('POST', kind, bodyFor(kind, more));
      expect(answer.status, field).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    }
    const longest = {name: 'ü'.repeat(60), description: 'ü'.repeat(255)};
    expect((await send('POST', kind, bodyFor(kind, longest))).status).toBe(201);
  });

  it('updates the name; a missing description is unchanged', async () => {
    const id = await makeOne(kind);
    made += 1;
    const name = `Renamed ${made}`;
    const answer = await send('PUT', `${kind}/${id}`, {name});
    expect([answer.status, answer.text]).toEqual([204, '']);
    const {json} = await tracker.ask(`${kind}/${id}`);
    expect(json).toMatchObject({name, description: 'A new one.'});
    expect((await send('PUT', `${kind}/${id}`, {name: name.toUpperCase()})).status).toBe(204);
    expect((await send('PUT', `${kind}/99999999`, {name: 'Nobody'})).status).toBe(404);
  });

  it('moves several behind another one, and to the start and the end', async () => {
    const [first = '', second = '', third = '', ...rest] = await idsOf(kind);
    const last = rest.at(-1) ?? '';
    const behind = await send('PUT', `${kind}/move`, {ids: [third, first], after: last});
    expect([behind.status, behind.text]).toEqual([204, '']);
    expect(await idsOf(kind)).toEqual([second, ...rest, third, first]);
    await send('PUT', `${kind}/move`, {ids: [first, second, third], position: 'First'});
    expect(await idsOf(kind)).toEqual([first, second, third, ...rest]);
    await send('PUT', `${kind}/move`, {ids: [second], position: 'Last'});
    expect(await idsOf(kind)).toEqual([first, third, ...rest, second]);
    await send('PUT', `${kind}/move`, {ids: [second], after: first});
  });

  it('refuses a move without exactly one of after and position', async () => {
    const before = await idsOf(kind);
    const [one, other] = before;
    for (const [body, status] of [
      [{ids: [one]}, 400],
      [{ids: [one], after: other, position: 'First'}, 400],
      [{ids: [one], position: 'Middle'}, 400],
      [{ids: [one], after: one}, 400],
      [{ids: [one, one], position: 'Last'}, 400],
      [{ids: [], position: 'Last'}, 400],
      [{ids: ['99999999'], position: 'Last'}, 404],
      [{ids: [one], after: '99999999'}, 404],
    ] as const) {
      const answer = await send('PUT', `${kind}/move`, body);
      expect(answer.status, JSON.stringify(body)).toBe(status);
    }
    expect(await idsOf(kind)).toEqual(before);
  });

  it('sets the default, and null clears it', async () => {
    const id = (await idsOf(kind)).at(-1);
    const answer = await send('PUT', `${kind}/default`, {id});
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await defaultOf(kind)).toBe(id);
    expect((await send('PUT', `${kind}/default`, {})).status).toBe(400);
    expect((await send('PUT', `${kind}/default`, {id: '99999999'})).status).toBe(404);
    expect(await defaultOf(kind)).toBe(id);
    expect((await send('PUT', `${kind}/default`, {id: null})).status).toBe(204);
    expect(await defaultOf(kind)).toBeUndefined();
  });

  it('deletes behind a 303 with a Location and a task, at whose end it is gone', async () => {
    const id = await makeOne(kind);
    const answer = await send('DELETE', `${kind}/${id}`);
    expect(answer.status).toBe(303);
    expect(shapeProblems(`tracker/${kind}/delete`, 303, answer.json)).toEqual([]);
    const location = answer.headers.get('location') ?? '';
    expect(location).toBe(`${tracker.sandbox.trackerBaseUrl}/rest/api/3/task/${answer.json.id}`);
    expect((await tracker.ask(`${kind}/${id}`)).status).toBe(200);
    tracker.wait(10_000);
    expect((await tracker.ask(new URL(location).pathname)).json.status).toBe('COMPLETE');
    expect((await tracker.ask(`${kind}/${id}`)).status).toBe(404);
    expect((await send('DELETE', `${kind}/${id}`)).status).toBe(404);
  });

  it('returns 409 for a second delete while one runs', async () => {
    const id = await makeOne(kind);
    expect((await send('DELETE', `${kind}/${id}`)).status).toBe(303);
    expect((await send('DELETE', `${kind}/${id}`)).status).toBe(409);
    const other = await makeOne(kind);
    expect((await send('DELETE', `${kind}/${other}`)).status).toBe(303);
    tracker.wait(10_000);
  });

  it('never gives the id of a deleted one to a new one', async () => {
    const id = await makeOne(kind);
    await send('DELETE', `${kind}/${id}`);
    tracker.wait(10_000);
    expect(await makeOne(kind)).not.toBe(id);
  });
});

describe('the replacement of a resolution', () => {
  it('takes its place as the default', async () => {
    const id = await makeOne('resolution');
    const other = await makeOne('resolution');
    await send('PUT', 'resolution/default', {id});
    expect((await send('DELETE', `resolution/${id}?replaceWith=${id}`)).status).toBe(400);
    expect((await send('DELETE', `resolution/${id}?replaceWith=99999999`)).status).toBe(404);
    expect((await send('DELETE', `resolution/${id}?replaceWith=${other}`)).status).toBe(303);
    expect(await defaultOf('resolution')).toBe(id);
    tracker.wait(10_000);
    expect(await defaultOf('resolution')).toBe(other);
  });

  it('an update needs the name', async () => {
    const id = await makeOne('resolution');
    expect((await send('PUT', `resolution/${id}`, {description: 'x'})).status).toBe(400);
  });
});

describe('the appearance of a priority', () => {
  it('refuses iconUrl since its removal on 16 March 2025', async () => {
    const iconUrl = '/images/icons/priorities/high.png';
    const answer = await send('POST', 'priority', bodyFor('priority', {iconUrl}));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.errors)).toEqual(['iconUrl']);
    const id = await makeOne('priority');
    expect((await send('PUT', `priority/${id}`, {iconUrl})).status).toBe(400);
  });

  it('needs a color and an avatar', async () => {
    for (const [more, field] of [
      [{statusColor: undefined}, 'statusColor'],
      [{statusColor: 'red'}, 'statusColor'],
      [{statusColor: '#12345'}, 'statusColor'],
      [{avatarId: undefined}, 'avatarId'],
      [{avatarId: 0}, 'avatarId'],
    ] as const) {
      const answer = await send('POST', 'priority', bodyFor('priority', more));
      expect(answer.status, JSON.stringify(more)).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    }
  });

  it('an update needs at least one body parameter', async () => {
    const id = await makeOne('priority');
    expect((await send('PUT', `priority/${id}`, {})).status).toBe(400);
    expect((await send('PUT', `priority/${id}`, {name: null})).status).toBe(400);
    expect((await send('PUT', `priority/${id}`, {statusColor: '#fff'})).status).toBe(204);
    expect((await tracker.ask(`priority/${id}`)).json.statusColor).toBe('#fff');
  });

  it('a deleted one is offered by no scheme', async () => {
    const schemesOf = async () =>
      (await tracker.ask('priority/search?expand=schemes&id=5')).json.values[0]?.schemes.total;
    expect(await schemesOf()).toBeGreaterThan(0);
    await send('DELETE', 'priority/5');
    tracker.wait(10_000);
    expect(await schemesOf()).toBeUndefined();
  });
});
