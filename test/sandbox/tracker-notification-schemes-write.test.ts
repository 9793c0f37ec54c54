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

const created = {id: '1'};
const toReporter = {notificationType: 'Reporter'};

async function makeNotificationScheme(events: readonly unknown[] = []): Promise<string> {
  const body = {name: freshName(), notificationSchemeEvents: events};
  const answer = await send('POST', 'notificationscheme', body);
  expect(answer.status).toBe(201);
  return answer.json.id;
}

interface EventAnswer {
  readonly event: {readonly id: number};
  readonly notifications: readonly {
    readonly id: number;
    readonly notificationType: string;
    readonly parameter?: string;
  }[];
}

async function eventsOf(id: string): Promise<readonly EventAnswer[]> {
  const {json} = await tracker.ask(`notificationscheme/${id}?expand=all`);
  return json.notificationSchemeEvents;
}

async function typesOf(id: string) {
  return (await eventsOf(id)).map(({event, notifications}) => [
    event.id,
    notifications.map(one => one.notificationType),
  ]);
}

describe('writes of notification schemes', () => {
  it('creates a scheme with recipients of every supported type and returns its id', async () => {
    const notifications = [
      {notificationType: 'CurrentAssignee'},
      {notificationType: 'Reporter'},
      {notificationType: 'CurrentUser'},
      {notificationType: 'ProjectLead'},
      {notificationType: 'ComponentLead'},
      {notificationType: 'AllWatchers'},
      {notificationType: 'User', parameter: member},
      {notificationType: 'Group', parameter: group.name},
      {notificationType: 'Group', recipient: group.id},
      {notificationType: 'ProjectRole', parameter: '10002'},
      {notificationType: 'UserCustomField', parameter: 'customfield_10300'},
      {notificationType: 'GroupCustomField', parameter: 'customfield_10301'},
    ];
    const name = freshName();
    const events = [{event: created, notifications}];
    const body = {name, description: 'd', notificationSchemeEvents: events};
    const answer = await send('POST', 'notificationscheme', body);
    expect(answer.status).toBe(201);
    const shape = 'tracker/notificationscheme/create-notification-scheme';
    expect(shapeProblems(shape, 201, answer.json)).toEqual([]);
    const read = await tracker.ask(`notificationscheme/${answer.json.id}?expand=all`);
    expect(read.json).toMatchObject({name, description: 'd'});
    const told = notifications.map(one =>
      one.notificationType === 'Group' ? {...one, parameter: group.name, recipient: group.id} : one,
    );
    expect(await eventsOf(answer.json.id)).toMatchObject([{event: {id: 1}, notifications: told}]);
  });

  it('updates name and description; missing members are unchanged', async () => {
    const id = await makeNotificationScheme();
    const name = freshName();
    const answer = await send('PUT', `notificationscheme/${id}`, {name});
    expect([answer.status, answer.text]).toEqual([204, '']);
    await send('PUT', `notificationscheme/${id}`, {description: 'about'});
    const read = await tracker.ask(`notificationscheme/${id}`);
    expect(read.json).toMatchObject({name, description: 'about'});
    expect((await send('PUT', 'notificationscheme/99999999', {name})).status).toBe(404);
  });

  it('adds notifications to events it has and to further ones', async () => {
    const id = await makeNotificationScheme([{event: created, notifications: [toReporter]}]);
    const watchers = {notificationType: 'AllWatchers'};
    const notificationSchemeEvents = [
      {event: {id: '2'}, notifications: [watchers]},
      {event: created, notifications: [watchers]},
    ];
    const target = `notificationscheme/${id}/notification`;
    const answer = await send('PUT', target, {notificationSchemeEvents});
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await typesOf(id)).toEqual([
      [1, ['Reporter', 'AllWatchers']],
      [2, ['AllWatchers']],
    ]);
    expect((await send('PUT', target, {})).status).toBe(400);
    const nowhere = 'notificationscheme/99999999/notification';
    expect((await send('PUT', nowhere, {notificationSchemeEvents})).status).toBe(404);
  });

  it('removes a notification; its event stays without recipients', async () => {
    const id = await makeNotificationScheme([{event: created, notifications: [toReporter]}]);
    const notification = (await eventsOf(id))[0]?.notifications[0]?.id;
    const target = `notificationscheme/${id}/notification/${notification}`;
    const answer = await send('DELETE', target);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await typesOf(id)).toEqual([[1, []]]);
    expect((await send('DELETE', target)).status).toBe(404);
  });

  it('a request can carry up to 1000 notifications', async () => {
    const events = (count: number) => [
      {event: created, notifications: Array.from({length: count - 1}, () => toReporter)},
      {event: {id: '2'}, notifications: [toReporter]},
    ];
    const body = {name: freshName(), notificationSchemeEvents: events(1_001)};
    expect((await send('POST', 'notificationscheme', body)).status).toBe(400);
    const id = await makeNotificationScheme(events(1_000));
    const target = `notificationscheme/${id}/notification`;
    const more = (count: number) => ({notificationSchemeEvents: events(count)});
    expect((await send('PUT', target, more(1_001))).status).toBe(400);
    expect((await send('PUT', target, more(1_000))).status).toBe(204);
    const counts = (await eventsOf(id)).map(one => one.notifications.length);
    expect(counts).toEqual([1_998, 2]);
  });

  it('the notification type EmailAddress is no longer supported', async () => {
    const id = await makeNotificationScheme();
    const notifications = [{notificationType: 'EmailAddress', parameter: 'a@example.com'}];
    const notificationSchemeEvents = [{event: created, notifications}];
    const target = `notificationscheme/${id}/notification`;
    const answer = await send('PUT', target, {notificationSchemeEvents});
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.errors)).toEqual(['notificationType']);
  });

  it('refuses events and recipients that are not there', async () => {
    for (const [event, notification, field] of [
      [{id: '999'}, toReporter, 'event'],
      [undefined, toReporter, 'event'],
      [created, {notificationType: 'Everybody'}, 'notificationType'],
      [created, {notificationType: 'User'}, 'parameter'],
      [created, {notificationType: 'User', parameter: 'nobody'}, 'parameter'],
      [created, {notificationType: 'Group', parameter: 'none'}, 'parameter'],
      [created, {notificationType: 'Group', parameter: group.id}, 'parameter'],
      [created, {notificationType: 'Group', recipient: group.name}, 'recipient'],
      [created, {notificationType: 'ProjectRole', parameter: '1'}, 'parameter'],
      [
        created,
        {notificationType: 'GroupCustomField', parameter: 'customfield_10300'},
        'parameter',
      ],
    ] as const) {
      const notificationSchemeEvents = [{event, notifications: [notification]}];
      const body = {name: freshName(), notificationSchemeEvents};
      const answer = await send('POST', 'notificationscheme', body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expect(answer.text).not.toContain('undefined');
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    }
    const body = {name: freshName(), notificationSchemeEvents: [{event: created}]};
    expect((await send('POST', 'notificationscheme', body)).status).toBe(400);
  });

  it('takes names of 255 and descriptions of 4000 characters, and no name twice', async () => {
    const {name} = (await tracker.ask('notificationscheme/10000')).json;
    for (const [body, field] of [
      [{}, 'name'],
      [{name: 'x'.repeat(256)}, 'name'],
      [{name: name.toLowerCase()}, 'name'],
      [{name: 'long', description: 'x'.repeat(4_001)}, 'description'],
    ] as const) {
      const answer = await send('POST', 'notificationscheme', body);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    }
    const longest = {name: 'é'.repeat(255), description: 'é'.repeat(4_000)};
    expect((await send('POST', 'notificationscheme', longest)).status).toBe(201);
  });

  it('the projects of a deleted scheme go to the default one, which cannot be deleted', async () => {
    const id = await makeNotificationScheme();
    const project = (await tracker.ask('project/HPAY')).json.id;
    const assigned = {notificationScheme: Number(id)};
    expect((await send('PUT', 'project/HPAY', assigned)).status).toBe(200);
    const answer = await send('DELETE', `notificationscheme/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await tracker.ask(`notificationscheme/${id}`)).status).toBe(404);
    expect((await send('DELETE', `notificationscheme/${id}`)).status).toBe(404);
    const mapping = await tracker.ask(`notificationscheme/project?projectId=${project}`);
    expect(mapping.json.values).toEqual([{notificationSchemeId: '10000', projectId: project}]);
    expect((await send('DELETE', 'notificationscheme/10000')).status).toBe(400);
  });
});

it('every write of a notification scheme needs the Administer global permission', async () => {
  const writes = [
    ['POST', 'notificationscheme', {name: 'Mine'}],
    ['PUT', 'notificationscheme/10001', {name: 'Mine'}],
    ['DELETE', 'notificationscheme/10001', undefined],
    ['PUT', 'notificationscheme/10001/notification', {notificationSchemeEvents: []}],
    ['DELETE', 'notificationscheme/10001/notification/10001', undefined],
  ] as const;
  for (const [method, target, body] of writes) {
    const refusals = [];
    for (const who of [signInAs('member'), signInAs('project-admin'), null]) {
      refusals.push((await send(method, target, body, who)).status);
    }
    expect(refusals, `${method} ${target}`).toEqual([403, 403, 401]);
  }
  const asAdmin = await send('POST', 'notificationscheme', {name: 'Ours'}, signInAs('site-admin'));
  expect(asAdmin.status).toBe(201);
});
