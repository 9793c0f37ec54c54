import {afterAll, beforeAll, describe, expect, it} from 'vitest';
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

beforeAll(async () => {
  tracker = await startTracker();
});
afterAll(() => tracker.sandbox.stop());

const products = ['tracker-software'];

function create(body: unknown, authorization?: string | null): Promise<TrackerAnswer> {
  const who = authorization === undefined ? {} : {authorization};
  return tracker.ask('user', {method: 'POST', body, ...who});
}

interface Person {
  readonly accountId: string;
  readonly active: boolean;
  readonly emailAddress?: string;
}

async function find(wanted: (user: Person) => boolean): Promise<Person> {
  const {json} = await tracker.ask('users/search?maxResults=1000');
  const found = json.find(wanted);
  if (found === undefined) throw new Error('the small world has no such user');
  return found;
}

describe('creating a user', () => {
  it('returns 201 with the user, who can be found then', async () => {
    const body = {emailAddress: 'Ada.New@Example.com', products, displayName: 'Ignored'};
    const answer = await create(body);
    expect(answer.status).toBe(201);
    expect(shapeProblems('tracker/user/create', 201, answer.json)).toEqual([]);
    const {accountId} = answer.json;
    expect(answer.json).toMatchObject({
      emailAddress: 'ada.new@example.com',
      displayName: 'ada.new',
      active: true,
      accountType: 'atlassian',
    });
    expect((await tracker.ask(`user?accountId=${accountId}`)).json).toMatchObject({accountId});
    const found = await tracker.ask('user/search?query=ada.new');
    expect(found.json.map((user: Person) => user.accountId)).toEqual([accountId]);
    const groups = await tracker.ask(`user/groups?accountId=${accountId}`);
    expect(groups.json.map((group: {name: string}) => group.name)).toEqual(['tracker-users']);
  });

  it('the user exists and has access: status 201, with the same user', async () => {
    const myself = (await tracker.ask('myself')).json;
    const answer = await create({emailAddress: myself.emailAddress.toUpperCase(), products});
    expect([answer.status, answer.json.accountId]).toEqual([201, myself.accountId]);
  });

  it('the user exists but has no access: status 400', async () => {
    const gone = await find(user => !user.active && user.emailAddress !== undefined);
    const answer = await create({emailAddress: gone.emailAddress, products});
    expect(answer.status).toBe(400);
    const body = {emailAddress: 'no.product@example.com', products: []};
    expect((await create(body)).status).toBe(201);
    expect((await create(body)).status).toBe(400);
  });

  it('needs emailAddress and products', async () => {
    const emailAddress = 'somebody.else@example.com';
    for (const [body, field] of [
      [{products}, 'emailAddress'],
      [{emailAddress: 'nowhere', products}, 'emailAddress'],
      [{emailAddress}, 'products'],
      [{emailAddress, products: 'tracker-software'}, 'products'],
      [{emailAddress, products: ['Everything!']}, 'products'],
    ] as const) {
      const answer = await create(body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    }
    expect((await tracker.ask('user/search?query=somebody.else')).json).toEqual([]);
  });

  it('is for organization admins, and not for apps', async () => {
    const body = {emailAddress: 'third@example.com', products};
    expect((await create(body, null)).status).toBe(401);
    expect((await create(body, signInAs('project-admin'))).status).toBe(403);
    expect((await create(body, signInAs('add-on-app'))).status).toBe(403);
    expect((await create(body, signInAs('site-admin'))).status).toBe(201);
  });
});

describe('deleting a property of a user', () => {
  const found = async (value: string): Promise<Person[]> =>
    (await tracker.ask(`user/search?property=${value}&maxResults=1000`)).json;

  function remove(key: string, query: string, authorization?: string | null) {
    const who = authorization === undefined ? {} : {authorization};
    return tracker.ask(`user/properties/${key}${query}`, {method: 'DELETE', ...who});
  }

  it('an administrator deletes it from any user, who is no longer found by it', async () => {
    const [person] = await found('on-call=false');
    const accountId = encodeURIComponent(person?.accountId ?? '');
    const answer = await remove('on-call', `?accountId=${accountId}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    const left = (await found('on-call=false')).map(user => user.accountId);
    expect(left).not.toContain(person?.accountId);
    expect((await remove('on-call', `?accountId=${accountId}`)).status).toBe(404);
  });

  it('others delete their own only; without an accountId the calling user is meant', async () => {
    const [person] = await found('on-call=false');
    const accountId = encodeURIComponent(person?.accountId ?? '');
    const member = signInAs('member');
    expect((await remove('on-call', `?accountId=${accountId}`, member)).status).toBe(403);
    expect((await remove('on-call', `?accountId=${accountId}`, null)).status).toBe(401);
    const own = await remove('no-such-property', '', member);
    expect(own.status).toBe(404);
    expect(own.json.errorMessages[0]).toContain('no-such-property');
  });

  it('the calling user deletes an own one', () => {
    const world = makeWorld({seed: 1, size: 'small', now: testStart});
    const [accountId = ''] = [...world.tracker.userProperties.keys()].slice(-1);
    const caller = {accountId, all: false, kinds: []};
    const call = {params: {propertyKey: 'location'}, caller};
    expect(callTracker('tracker/user/delete-property', world, call).status).toBe(204);
    expect([...(world.tracker.userProperties.get(accountId)?.keys() ?? [])]).toEqual(['on-call']);
  });

  it('knows no such user', async () => {
    expect((await remove('on-call', '?accountId=nobody')).status).toBe(404);
  });

  it('userKey and username are no longer available', async () => {
    for (const name of ['userKey', 'username']) {
      expect((await remove('on-call', `?${name}=admin`)).status).toBe(400);
    }
  });
});
