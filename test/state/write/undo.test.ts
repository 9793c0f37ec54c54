import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {ResolvedCall} from '../../../src/api/request-plan.ts';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {changesOf} from '../../../src/state/overlays/write/change-rows.ts';
import {previewLines, runLines} from '../../../src/state/overlays/write/write-lines.ts';
import {openTypedCall} from '../../../src/state/write/start-write.ts';
import type {AppHarness} from '../../support/app-harness.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../../support/live-app.ts';
import {until} from '../../support/until.ts';
import {beReady, callOf, isLooked, sendShown, stageOf} from '../../support/write-steps.ts';

let sandbox: Sandbox;
let harness: AppHarness;

beforeAll(async () => {
  sandbox = await startAppSandbox();
  harness = makeSandboxApp(sandbox);
  await settled(harness);
});
afterAll(() => sandbox.stop());

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const {authUser, authToken, trackerBaseUrl} = sandbox;
  const authorization = `Basic ${Buffer.from(`${authUser}:${authToken}`).toString('base64')}`;
  const headers = {authorization, 'content-type': 'application/json'};
  return fetch(trackerBaseUrl + path, {...init, headers});
}

/** What an address answers, without what changes with every write: times. */
async function held(path: string): Promise<string> {
  const answer = await ask(path);
  return (await answer.text()).replace(
    /"[^"]*(Date|updated|lastIssueUpdateTime)":"[^"]*T[^"]*"/g,
    '""',
  );
}

async function content(path: string): Promise<string> {
  const {authUser, authToken, contentBaseUrl} = sandbox;
  const authorization = `Basic ${Buffer.from(`${authUser}:${authToken}`).toString('base64')}`;
  return (await fetch(contentBaseUrl + path, {headers: {authorization}})).text();
}

/** Send what is on the screen, and leave its report. */
async function send(): Promise<void> {
  expect(await sendShown(harness)).toMatch(/^done \d+(; done \d+)*$/);
  harness.press('enter');
}

function write(call: ResolvedCall): Promise<void> {
  harness.do(state => openTypedCall(state, call));
  return send();
}

interface Property {
  readonly id: string;
  readonly key: string;
}

const scheme = '/rest/api/3/permissionscheme/10000?expand=all';

/** Writes of every way back, each with what it is about. */
const cases: readonly (readonly [string, ResolvedCall, string])[] = [
  [
    'a project archived',
    callOf('tracker project archive', {projectIdOrKey: ['HPAY']}),
    '/rest/api/3/project/HPAY',
  ],
  [
    'fields of a version',
    callOf('tracker version update', {
      id: ['10010'],
      name: ['2.4.0 LTS'],
      releaseDate: ['2026-12-24'],
      released: ['true'],
    }),
    '/rest/api/3/version/10010',
  ],
  [
    'the driver of a version',
    callOf('tracker version update', {id: ['10010'], driver: ['5f078b5c5d265d18afe2b0cc']}),
    '/rest/api/3/version/10010?expand=driver',
  ],
  [
    'the lead of a project, and its description',
    callOf('tracker project update', {
      projectIdOrKey: ['LMA'],
      description: ['Another one.'],
      assigneeType: ['UNASSIGNED'],
    }),
    '/rest/api/3/project/LMA',
  ],
  [
    'another permission scheme of a project',
    callOf('tracker project assign-permission-scheme', {projectKeyOrId: ['LMA'], id: ['10000']}),
    '/rest/api/3/project/LMA/permissionscheme',
  ],
  [
    'the default priority',
    callOf('tracker priority set-default', {id: ['1']}),
    '/rest/api/3/priority/search',
  ],
  [
    'a property of a project that was there',
    callOf(
      'tracker project set-property',
      {projectIdOrKey: ['HPAY'], propertyKey: ['team.charter']},
      '{"a":[1]}',
    ),
    '/rest/api/3/project/HPAY/properties/team.charter',
  ],
];

describe('writes are taken back with u', () => {
  test.each(cases)('%s: byte for byte as before', async (_, call, path) => {
    const before = await held(path);
    await write(call);
    expect(await held(path)).not.toBe(before);
    harness.press('u');
    expect(stageOf(harness, 'preview').plan.title).toMatch(/^Undo: /);
    await send();
    expect(await held(path)).toBe(before);
  });

  test.each([
    ['another permission scheme of a project', 'Open to the world (10000)', /^Default .* \(0\)$/],
    ['the default priority', 'Highest (1)', /^\w+ \(\d+\)$/],
    ['the driver of a version', 'Callum Okafor (5f078b5c5d265d18afe2b0cc)', /^Petra .+ \(.+\)$/],
  ])('%s: the preview says names with ids', async (name, is, was) => {
    const [, call] = cases.find(([title]) => title === name) ?? [];
    if (call === undefined) throw new Error(`no case ${name}`);
    await write(call);
    harness.press('u');
    await until(() => isLooked(harness));
    await until(() => !JSON.stringify(stageOf(harness, 'preview').plan.called).includes('…'));
    const {plan} = stageOf(harness, 'preview');
    const [change] = plan.requests.flatMap(request => changesOf(request, plan.called));
    expect([change?.before, change?.after]).toEqual([is, expect.stringMatching(was)]);
    await send();
  });

  test('U makes it again, and u takes that back too', async () => {
    const path = '/rest/api/3/version/10010';
    const before = await held(path);
    await write(callOf('tracker version update', {id: ['10010'], name: ['again']}));
    const after = await held(path);
    harness.press('u');
    await send();
    harness.press('U');
    expect(stageOf(harness, 'preview').plan.title).toMatch(/^Redo: /);
    await send();
    expect(await held(path)).toBe(after);
    harness.press('u');
    await send();
    expect(await held(path)).toBe(before);
  });

  test('a grant that was made goes, and one that was taken away comes back', async () => {
    const grants = async () => JSON.parse(await held(scheme)).permissions as {id: number}[];
    const before = await grants();
    const made = {
      schemeId: ['10000'],
      permission: ['BROWSE_PROJECTS'],
      'body.holder.type': ['projectLead'],
    };
    await write(callOf('tracker permissionscheme create-permission-grant', made));
    expect(await grants()).toHaveLength(before.length + 1);
    harness.press('u');
    await send();
    expect(await grants()).toEqual(before);
    const [first] = before;
    const given = {schemeId: ['10000'], permissionId: [String(first?.id)]};
    await write(callOf('tracker permissionscheme delete-permission-scheme-entity', given));
    expect(await grants()).toHaveLength(before.length - 1);
    harness.press('u');
    await send();
    const known = (all: readonly object[]) =>
      all.map(one => JSON.stringify({...one, id: 0, self: ''})).sort();
    expect(known(await grants())).toEqual(known(before));
  });

  test('notifications that were added go, each; one that was taken away comes back', async () => {
    const path = '/rest/api/3/notificationscheme/10001?expand=all';
    const before = await held(path);
    const event = JSON.parse(before).notificationSchemeEvents[0].event.id;
    const told =
      '"notifications":[{"notificationType":"ProjectLead"},{"notificationType":"ComponentLead"}]';
    const body = `{"notificationSchemeEvents":[{"event":{"id":"${event}"},${told}}]}`;
    await write(callOf('tracker notificationscheme add-notifications', {id: ['10001']}, body));
    expect(await held(path)).not.toBe(before);
    harness.press('u');
    expect(stageOf(harness, 'preview').plan.requests).toHaveLength(2);
    await send();
    expect(await held(path)).toBe(before);
    harness.press('U');
    await send();
    harness.press('u');
    await send();
    expect(await held(path)).toBe(before);
    const events = JSON.parse(before).notificationSchemeEvents as {notifications: {id: number}[]}[];
    const [{id}] = events.flatMap(({notifications}) => notifications) as [{id: number}];
    const given = {notificationSchemeId: ['10001'], notificationId: [String(id)]};
    const remove = 'notificationscheme remove-notification-from-notification-scheme';
    await write(callOf(`tracker ${remove}`, given));
    expect(await held(path)).not.toBe(before);
    harness.press('u');
    await send();
    const known = (text: string) =>
      (JSON.parse(text).notificationSchemeEvents as {event: object; notifications: object[]}[])
        .flatMap(({event, notifications}) =>
          notifications.map(one => JSON.stringify({...one, id: 0, event})),
        )
        .sort();
    expect(known(await held(path))).toEqual(known(before));
  });

  test('a property goes on with the number of its version, there and back', async () => {
    const [post] = JSON.parse(await content('/blogposts?limit=1')).results as {id: string}[];
    const path = `/blogposts/${post?.id}/properties`;
    const read = async () =>
      (JSON.parse(await content(path)).results as Property[]).find(({key}) => key === 'counted');
    const of = {'blogpost-id': [post?.id ?? '']};
    const made = {...of, key: ['counted'], value: ['1']};
    await write(callOf('content blogposts create-property', made));
    const one = {...of, 'property-id': [(await read())?.id ?? ''], key: ['counted']};
    const given = {...one, value: ['2'], 'body.version.number': ['2']};
    await write(callOf('content blogposts update-property-by-id', given));
    const steps = [
      ['u', '2', '3', 1],
      ['U', '3', '4', 2],
      ['u', '4', '5', 1],
    ] as const;
    for (const [key, before, after, value] of steps) {
      harness.press(key);
      await until(() => isLooked(harness));
      const [request] = stageOf(harness, 'preview').plan.requests;
      expect(request && changesOf(request)).toContainEqual({field: 'Number', before, after});
      await send();
      expect(await read()).toMatchObject({value, version: {number: Number(after)}});
    }
  });

  test('labels that were there already stay when others are taken back', async () => {
    const [post] = JSON.parse(await content('/blogposts?limit=1')).results as {id: string}[];
    const path = `/blogposts/${post?.id}/labels?sort=name`;
    await write(callOf('content labels add', {'page-id': [post?.id ?? ''], label: ['old']}));
    const before = await content(path);
    const some = {'page-id': [post?.id ?? ''], label: ['new-1', 'old', 'new-2']};
    await write(callOf('content labels add', some));
    harness.press('u');
    expect(stageOf(harness, 'preview').plan.requests).toHaveLength(2);
    await send();
    expect(await content(path)).toBe(before);
    await write(callOf('content labels add', {'page-id': [post?.id ?? ''], label: ['old']}));
    harness.press('u');
    expect(harness.state().notice?.text).toBe(
      'the change had no effect: all values existed before',
    );
  });

  test('read that was updated to edit comes back as read', async () => {
    const [post] = JSON.parse(await content('/blogposts?limit=1')).results as {id: string}[];
    const path = `/blogposts/${post?.id}/permissions`;
    const give = (operation: string) =>
      callOf('content blogposts add-blog-post-permissions', {
        id: [post?.id ?? ''],
        'body.permissions.0.principalType': ['group'],
        'body.permissions.0.principalId': ['5e1a155d-b0a4-4773-894a-9dc1996d0a90'],
        'body.permissions.0.operation': [operation],
      });
    await write(give('read'));
    const before = await content(path);
    await write(give('update'));
    harness.press('u');
    await send();
    expect(await content(path)).toBe(before);
    const taken = {
      id: [post?.id ?? ''],
      'principal-type': ['group'],
      'principal-id': ['5e1a155d-b0a4-4773-894a-9dc1996d0a90'],
      operation: ['read'],
    };
    await write(callOf('content blogposts delete-blog-post-permissions', taken));
    expect(await content(path)).not.toBe(before);
    harness.press('u');
    await send();
    expect(await content(path)).toBe(before);
  });

  test('what changed since is not taken back, and it is said why', async () => {
    await write(callOf('tracker version update', {id: ['10010'], name: ['mine']}));
    await ask('/rest/api/3/version/10010', {method: 'PUT', body: '{"name":"theirs"}'});
    harness.press('u');
    await until(() => isLooked(harness));
    beReady(harness);
    const {trouble} = stageOf(harness, 'preview');
    expect(trouble?.text).toBe('changed since: name is now theirs, not mine');
    harness.press('enter');
    expect(harness.state().write?.stage).toBe('preview');
    harness.press('esc');
    expect(await held('/rest/api/3/version/10010')).toContain('theirs');
  });

  test('a created object that was updated since is not deleted', async () => {
    await write(callOf('tracker version create', {name: ['8.8'], projectId: ['10000']}));
    const [made] = JSON.parse(await held('/rest/api/3/project/HPAY/version?query=8.8')).values;
    const path = `/rest/api/3/version/${made.id}`;
    await ask(path, {method: 'PUT', body: '{"description":"theirs"}'});
    harness.press('u');
    await until(() => isLooked(harness));
    const {trouble} = stageOf(harness, 'preview');
    expect(trouble?.text).toBe('changed since: description is now theirs, not empty');
    harness.press('esc');
    await ask(path, {method: 'DELETE'});
  });

  test('what nothing empties stays, which both previews say', async () => {
    await write(callOf('tracker version create', {name: ['7.7'], projectId: ['10000']}));
    const [made] = JSON.parse(await held('/rest/api/3/project/HPAY/version?query=7.7')).values;
    const given = {id: [made.id], released: ['true'], releaseDate: ['2026-11-22']};
    harness.do(state => openTypedCall(state, callOf('tracker version update', given)));
    await until(() => isLooked(harness));
    expect(stageOf(harness, 'preview').plan).toMatchObject({
      undoable: 1,
      unrestoredFields: ['releaseDate'],
    });
    await send();
    harness.press('u');
    await until(() => isLooked(harness));
    expect(stageOf(harness, 'preview').plan.leftOut).toMatch(/the previous releaseDate\.$/);
    expect(await sendShown(harness)).toMatch(/^done/);
    expect(harness.state().notice?.text).toMatch(/^[^✓].* Partly undone: /);
    harness.press('enter');
    expect(JSON.parse(await held(`/rest/api/3/version/${made.id}`)).released).toBe(false);
  });

  test('undoing a creation says how U creates it again, and never that it cannot be undone', async () => {
    await write(callOf('tracker version create', {name: ['6.6'], projectId: ['10000']}));
    harness.press('u');
    await until(() => isLooked(harness));
    const shown = () => {
      const {head} = previewLines(stageOf(harness, 'preview'), harness.state());
      return head.map(line => line.map(({text}) => text).join('')).join('\n');
    };
    expect(shown()).toContain('U creates the object again, with a new id.');
    expect(shown()).not.toMatch(/cannot be undone/i);
    await send();
    harness.press('U');
    await send();
    const names = await held('/rest/api/3/project/10000/versions');
    expect(names).toContain('"name":"6.6"');
  });

  test('that it cannot be taken back is said before it is sent', () => {
    const call = callOf('tracker version merge', {id: ['10010'], moveIssuesTo: ['10011']});
    harness.do(state => openTypedCall(state, call));
    expect(stageOf(harness, 'preview').plan).toMatchObject({
      undoable: 0,
      undo: expect.stringMatching(/^Cannot be undone/),
    });
    harness.press('esc');
  });
});

describe('a response of 200 with failures of single items inside', () => {
  const register = (...events: readonly string[]) =>
    callOf(
      'tracker webhook register-dynamic',
      {},
      JSON.stringify({
        url: 'https://app.example.com/items',
        webhooks: events.map(event => ({jqlFilter: 'project = HPAY', events: [event]})),
      }),
    );
  const wrong = 'jira:isue_created';
  const right = 'jira:issue_created';

  test.each([
    {events: [wrong], result: 'failed', head: '0 done · 1 failed', retry: undefined},
    {
      events: [right, wrong],
      result: 'partly',
      head: '0 done · 1 partly done',
      retry: 'only part of the request failed: send that part alone',
    },
  ])('is $result in the report and the journal: $events', async ({events, result, head, retry}) => {
    harness.do(state => openTypedCall(state, register(...events)));
    expect(await sendShown(harness)).toMatch(
      new RegExp(`^${result} .*1 of ${events.length} webhooks failed: webhooks\\.\\d: `),
    );
    const report = runLines(stageOf(harness, 'report'), harness.state());
    expect(report.head.map(line => line.map(({text}) => text).join('')).join('\n')).toContain(head);
    const entry = JSON.parse(harness.state().journal.at(-1) ?? '');
    expect(entry).toMatchObject({result, status: 200});
    expect(JSON.stringify(entry.answer)).toContain('errors');
    if (retry === undefined) return;
    harness.press('.');
    expect(harness.state().notice?.text).toBe(retry);
  });
});
