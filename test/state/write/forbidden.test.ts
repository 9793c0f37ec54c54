import {expect, test} from 'vitest';
import {operationNamed} from '../../../src/api/catalogue.ts';
import type {Client} from '../../../src/api/client.ts';
import {type Policy, policyClient} from '../../../src/host/policy.ts';
import {makeWorld} from '../../../src/sandbox/world/world.ts';
import {goTo, switchTo} from '../../../src/state/locations/go-to.ts';
import {openTab} from '../../../src/state/model/locations.ts';
import {currentLocation, currentView, viewOf} from '../../../src/state/model/state.ts';
import type {Verb} from '../../../src/state/model/verb.ts';
import {countStaged} from '../../../src/state/views/matrix/staged.ts';
import {writingLabel} from '../../../src/state/write/permissions.ts';
import {openTypedCall, sendPlan} from '../../../src/state/write/start-write.ts';
import {type AppHarness, connect, makeHarness} from '../../support/app-harness.ts';
import {nowMs} from '../../support/app-world.ts';
import {failingHooks, watching} from '../../support/failing-hooks.ts';
import {settled} from '../../support/live-app.ts';
import {screenArgs} from '../../support/screen-args.ts';
import {ownWorld} from '../../support/still-world.ts';
import {verbWays, waysToWrite} from '../../support/ways-to-write.ts';
import {beReady, callOf, protectedClient, sendShown, stageOf} from '../../support/write-steps.ts';

const world = makeWorld({seed: 1, size: 'small', now: nowMs});

const under =
  (policy: Policy) =>
  (client: Client): Client =>
    policyClient(client, policy);

/** Profiles that forbid every write, each in its own way, and what they say. */
const profiles = [
  ['denies', under({allowed: ['* get*', '* search*'], denied: []}), /does not allow/],
  ['has a policy with a mistake', under({denied: [], mistakes: ['x']}), /all writes are refused/],
  ['is protected', protectedClient, /read-only until :write on/],
] as const;

/** Lists whose rows have verbs. */
const lists = [
  {screen: 'projects', args: []},
  {screen: 'webhooks', args: []},
  {screen: 'statuses', args: []},
  {screen: 'resolutions', args: []},
  {screen: 'permission-schemes', args: []},
  {screen: 'blogposts', args: []},
  {screen: 'versions', args: ['HPAY']},
];

async function go(app: AppHarness, screen: string, args: readonly string[] = []): Promise<void> {
  app.do(goTo({screen, args}));
  await settled(app);
}

async function keys(app: AppHarness, ...all: readonly string[]): Promise<void> {
  for (const one of all) {
    app.press(one);
    await settled(app);
  }
}

const stagedHere = (app: AppHarness): number =>
  viewOf(app.state(), 'matrix')?.staged.steps.length ?? 0;

test.each(profiles)(
  'after a switch to a profile that %s no way to write sends or opens anything, and each says why',
  async (_, restricted, says) => {
    const world = ownWorld();
    const {tracker, content} = world;
    const app = makeHarness({tracker, content, columns: 160, rows: 50});
    await settled(app);
    // Everything that a switch leaves behind: a write to undo and one to redo, a report, a stage, a
    // form, rows.
    const call = callOf('tracker version update', {id: ['10010'], name: ['2.4.0 LTS']});
    app.do(state => openTypedCall(state, call));
    expect(await sendShown(app)).toMatch(/^done/);
    await keys(app, 'esc', 'u');
    expect(await sendShown(app)).toMatch(/^done/);
    await keys(app, 'esc');
    app.do(state =>
      openTypedCall(state, callOf('tracker version update', {id: ['10011'], name: ['X']})),
    );
    const {plan} = stageOf(app, 'preview');
    expect(await sendShown(app)).toMatch(/^done/);
    await keys(app, 'esc');
    await go(app, 'permission-matrix', ['10000']);
    await keys(app, ' ');
    const staged = stagedHere(app);
    expect(staged).toBe(1);
    await go(app, 'versions', ['HPAY']);
    await keys(app, '*', 'a');
    expect(currentView(app.state()).kind).toBe('form');
    await keys(app, ...'Sequoia');
    const {length: sent} = world.record;

    app.do(state => switchTo(state, 'prod'));
    app.clients.tracker = restricted(tracker);
    app.clients.content = restricted(content);
    connect(app);
    await settled(app);
    expect(writingLabel(app.state())?.text).toBe('Read-only');
    const silent: string[] = [];
    /** Whether what was just pressed said why, and opened nothing that could send. */
    const note = (way: string): void => {
      const {notice, prompt, write} = app.state();
      const isOpen = write !== undefined && write.stage !== 'menu';
      const said = [notice?.text, prompt?.problem].join(' ');
      if (isOpen || currentView(app.state()).kind === 'form' || !says.test(said)) {
        silent.push(`${way}: ${write?.stage ?? currentView(app.state()).kind} ${said}`);
      }
      for (let i = 0; i < 3 && (app.state().write || app.state().prompt); i++) app.press('esc');
    };

    for (const {screen, args} of lists) {
      await go(app, screen, args);
      app.press('x');
      const {entries, found} = stageOf(app, 'menu');
      const verbs = found.filter(one => one.kind === 'verb');
      expect(verbs.length, screen).toBeGreaterThan(0);
      for (const one of found) {
        const writes =
          one.kind === 'verb' || (one.kind === 'operation' && one.operation.effect !== 'read');
        if (writes && one.reason === undefined) silent.push(`${screen} menu: ${one.text}`);
      }
      const first = entries.findIndex(one => says.test(one.reason ?? ''));
      if (first !== -1) {
        await keys(app, ...Array<string>(first).fill('down'), 'enter');
        note(`${screen} menu`);
      }
      app.press('esc', 'esc');
      for (const {use, reason} of verbs.map(
        one => one as {use: {verb: {key?: string}}; reason?: string},
      )) {
        const {key = ''} = use.verb;
        if (!'aeDmMAF#'.includes(key) || key === '' || !says.test(reason ?? '')) continue;
        await go(app, screen, args);
        await keys(app, key);
        note(`${screen} ${key}`);
      }
    }
    for (const line of [
      'jr version create',
      'jr project archive',
      'cf blogposts create-blog-post',
      'jr version delete --id 10010',
      'jr version update --id 10010 --name Y',
      'jr webhook refresh --webhookIds 1,2',
      'cf blogposts delete-blog-post --id 1',
    ]) {
      await keys(app, ':', ...line, 'enter');
      note(line);
    }
    await go(app, 'projects');
    await keys(app, '*', 'A');
    note('bulk over all rows');
    await go(app, 'versions', ['HPAY']);
    await keys(app, 'alt+down');
    note('reorder');
    await go(app, 'permission-comparison', ['0', '10000']);
    await keys(app, '>');
    note('make equal');
    await go(app, 'permission-matrix', ['10000']);
    // Undoing a staged change sends nothing and stays allowed: another cell.
    app.press('j');
    for (const key of [' ', 'a']) {
      await keys(app, key);
      note(`matrix ${key}`);
    }
    expect(stagedHere(app)).toBe(staged);
    await keys(app, 'ctrl+s');
    note('staged preview');
    expect(stagedHere(app)).toBe(staged);
    for (const [screen, key] of [
      ['home', 'u'],
      ['home', 'U'],
      ['journal', 'u'],
    ] as const) {
      await go(app, screen);
      await keys(app, key);
      note(`${screen} ${key}`);
    }
    app.do(state => sendPlan(state, plan));
    note('send again');
    await keys(app, ':', ...'auto-refresh on', 'enter');
    app.dispatch({kind: 'clock', nowMs: app.state().nowMs + 60_000});
    await settled(app);
    expect(silent).toEqual([]);
    expect(world.record.slice(sent)).toEqual([]);

    // Back on the first profile everything that was staged is still there.
    app.do(state => switchTo(state, 'test'));
    Object.assign(app.clients, {tracker, content});
    connect(app);
    await settled(app);
    expect(countStaged(app.state())).toBe(1);
  },
);

/** What may be open when the profile changes; the last key of each opens it. */
const openings = [
  ['a form', 'versions', ['a', ...'Sequoia']],
  ['a menu', 'versions', ['x']],
  ['selected rows', 'versions', ['*']],
  ['a menu over selected rows', 'projects', ['*', 'x']],
  ['a preview', 'statuses', ['D']],
  ['a confirmation', 'statuses', ['D', 'enter']],
  ['a preview of a bulk write', 'projects', ['*', 'A']],
  ['a typed command', 'projects', [':', ...'jr version delete --id 10010']],
  ['a staged change', 'permission-matrix', [' ']],
  ['a preview of staged changes', 'permission-matrix', [' ', 'ctrl+s']],
  ['a field of a form', 'projects', ['e', ...'Renamed']],
] as const;

/** The keys that send, confirm or stage something somewhere. */
const sending = ['enter', 'y', 'ctrl+s', 'enter', 'y', '.', 'u', 'U', 'A', 'D', ' ', '>'] as const;

const switches = openings.flatMap(([what, screen, opens]) =>
  profiles.map(([how, restricted]) => ({name: `${what}, ${how}`, screen, opens, restricted})),
);

const everyDenial = [
  ...profiles,
  ['denies each write by name', under({denied: writeTitles()}), /denied_operations has/],
] as const;

function writeTitles(): readonly string[] {
  return waysToWrite().map(({operation: {group, name}}) => `${group} ${name}`);
}

test.each(everyDenial)(
  'through a profile that %s each verb of each screen is unavailable in the menu and by its key',
  async (_, restricted, says) => {
    const own = ownWorld();
    const app = makeHarness({
      tracker: restricted(own.tracker),
      content: restricted(own.content),
      columns: 160,
      rows: 50,
    });
    const verbs = verbWays().filter(({verb}) => operationNamed(verb).effect !== 'read');
    const places = new Set(verbs.map(({place}) => place));
    const open: string[] = [];
    let denied = 0;
    for (const place of places) {
      await go(app, place.id, screenArgs(world, place.id, place.needs ?? []));
      const {tabs} = currentLocation(app.state());
      const tab = tabs.findIndex(({spec}) => spec.kind === 'describe' && spec.verbs !== undefined);
      if (tab > 0) app.do(state => openTab(state, tab));
      await settled(app);
      const here = currentLocation(app.state());
      app.press('x');
      const {write: menu, notice: noMenu} = app.state();
      const found = menu?.stage === 'menu' ? menu.found : [];
      if (menu !== undefined) app.press('esc');
      const isEmpty = noMenu?.text === 'nothing is selected';
      for (const {verb} of verbs.filter(one => one.place === place)) {
        const entry = found.find(one => one.kind === 'verb' && one.use.verb === verb);
        const reason = entry?.reason ?? '';
        if (says.test(reason)) denied += 1;
        else if (!isEmpty && !isOwnReason(verb, reason)) {
          open.push(`${place.id} ${verb.id}: ${entry === undefined ? 'not in the menu' : reason}`);
        }
        if (verb.key === undefined) continue;
        app.press(verb.key);
        const {write, notice} = app.state();
        const isHere =
          currentLocation(app.state()) === here || currentView(app.state()).kind !== 'form';
        if (write !== undefined || !isHere || !notice?.text.includes(reason)) {
          open.push(`${place.id} ${verb.id} by ${verb.key}: ${write?.stage ?? notice?.text}`);
          app.press('esc', 'esc');
        }
      }
    }
    expect(open).toEqual([]);
    expect(denied).toBeGreaterThan(verbs.length / 2);
    expect(own.record).toEqual([]);
  },
);

/** Whether a verb has its own reason, has no object, or needs another kind of account. */
function isOwnReason({when = []}: Verb, reason: string): boolean {
  const own = when.some(one => one.reason === reason);
  return own || /^(?:nothing is selected|only inside a |needs the credentials )/.test(reason);
}

test.each(switches)(
  'what is open when the profile changes sends nothing through the next: $name',
  async ({screen, opens, restricted}) => {
    const world = ownWorld();
    const {tracker, content} = world;
    const app = makeHarness({tracker, content, columns: 160, rows: 50});
    await settled(app);
    const args = screen === 'versions' ? ['HPAY'] : screen === 'permission-matrix' ? ['10000'] : [];
    await go(app, screen, args);
    for (const key of opens) {
      await keys(app, key);
      beReady(app);
    }
    const staged = countStaged(app.state());
    const {write, prompt} = app.state();
    const isMarked = (viewOf(app.state(), 'list')?.marked.size ?? 0) > 0;
    expect(write !== undefined || prompt !== undefined || isMarked || staged > 0).toBe(true);
    app.do(state => switchTo(state, 'prod'));
    for (const key of sending) app.press(key);
    app.clients.tracker = restricted(tracker);
    app.clients.content = restricted(content);
    connect(app);
    await settled(app);
    for (const key of sending) {
      beReady(app);
      await keys(app, key);
    }
    expect(world.record).toEqual([]);
    app.do(state => switchTo(state, 'test'));
    Object.assign(app.clients, {tracker, content});
    connect(app);
    await settled(app);
    expect(countStaged(app.state())).toBe(staged);
  },
);

test('failed deliveries are not sent again through a protected profile', async () => {
  const hooks = failingHooks();
  hooks.fail('a.example/x', 3_600_000, '{}');
  const app = await watching(hooks, {columns: 160, rows: 40});
  app.press('2');
  await app.settle();
  const {tracker} = app.clients;
  if (tracker === undefined) throw new Error('no client');
  app.clients.tracker = protectedClient(tracker);
  connect(app);
  await app.settle();
  for (const line of ['forward http://127.0.0.1:9/x', 'forward-new http://127.0.0.1:9/x']) {
    app.press(':', line, 'enter');
    await app.settle();
    expect(app.state().prompt?.problem).toMatch(/read-only until :write on/);
    app.press('esc');
  }
});
