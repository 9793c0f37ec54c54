import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {LocalSandbox} from '../../src/sandbox/start.ts';
import {makeWorld, type World} from '../../src/sandbox/world/world.ts';
import {features, screens} from '../../src/screens/features.ts';
import {keyTableOf} from '../../src/state/app/key-table.ts';
import {findBinding, keyName} from '../../src/state/keys/route-key.ts';
import {goTo} from '../../src/state/locations/go-to.ts';
import type {Resource} from '../../src/state/model/resource.ts';
import {currentLocation, currentView, viewOf} from '../../src/state/model/state.ts';
import {helpEntries} from '../../src/state/overlays/help/help.ts';
import {menuLines} from '../../src/state/overlays/write/dialog-lines.ts';
import type {MenuEntry} from '../../src/state/write/state.ts';
import {type AppHarness, listOf} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../support/live-app.ts';
import {screenArgs} from '../support/screen-args.ts';
import {until} from '../support/until.ts';

const now = nowMs;
const table = keyTableOf(features);
const {lists} = screens;
let sandbox: LocalSandbox;
let world: World;

beforeAll(async () => {
  world = makeWorld({seed: 1, size: 'small', now});
  sandbox = await startAppSandbox({size: 'small', seed: 1, now: () => now});
});
afterAll(() => sandbox.stop());

test('no letter of an action has another meaning on its list', () => {
  const twice = lists.flatMap(({id, scope, tree, verbs = [], asks = []}) =>
    [...verbs, ...asks].flatMap(({key, words}) => {
      const here = ['list', 'everywhere', scope ?? '', tree === undefined ? '' : 'tree'];
      const rows = table.filter(b => key !== undefined && b.keys.includes(key));
      const own = rows.filter(({scopes}) => scopes.some(one => here.includes(one)));
      // The row of an action is the only one that is quiet and says why it does nothing.
      const others = own.filter(({quiet, needs}) => quiet !== true || needs === undefined);
      return others.map(({label}) => `${id}: ${key} is ${words}, and ${label}`);
    }),
  );
  expect(twice).toEqual([]);
});

test('every letter of an action is a row of the key table', () => {
  const letters = lists.flatMap(({verbs = [], asks = []}) =>
    [...verbs, ...asks].flatMap(({key}) => key ?? []),
  );
  const known = table.filter(({scopes}) => scopes.includes('list')).flatMap(({keys}) => keys);
  expect(letters.filter(letter => !known.includes(letter))).toEqual([]);
});

async function open(list: Resource): Promise<AppHarness> {
  const app = makeSandboxApp(sandbox);
  app.do(goTo({screen: list.id, args: screenArgs(world, list.id, list.needs)}));
  await settled(app);
  // The watch brings the rows of the monitor, in which most keys work only on a row.
  if (list.local?.startsWith('failed-')) await until(() => listOf(app).rows.length > 0);
  return app;
}

/** What an action opened, in words. */
async function opened(app: AppHarness): Promise<string> {
  await settled(app);
  const {write} = app.state();
  const view = currentView(app.state());
  const lifted = viewOf(app.state(), 'list')?.moving;
  if (write !== undefined) return `${write.stage} ${'plan' in write ? write.plan.title : ''}`;
  if (lifted !== undefined) return `lifted ${lifted.use.verb.id}`;
  return view.kind === 'form' ? `form ${view.operation.name} ${view.use?.verb.id}` : view.kind;
}

async function back(app: AppHarness, list: Resource): Promise<void> {
  for (let i = 0; i < 9; i++) {
    const {write, prompt} = app.state();
    const view = viewOf(app.state(), 'list');
    if (view?.resource.id === list.id && !view.moving && !write && !prompt) return;
    app.press('esc');
    await settled(app);
  }
}

/** Letters of the menu's actions that can be done now. */
function lettersOf(entries: readonly MenuEntry[]): readonly string[] {
  return entries.flatMap(({kind, key, reason}) =>
    (kind === 'verb' || kind === 'question') && key !== undefined && reason === undefined
      ? [key]
      : [],
  );
}

const withActions = lists.filter(({verbs = [], asks = []}) => verbs.length + asks.length > 0);

describe('a letter of the menu does the same on the bare list', () => {
  test.each(withActions.map(list => [list.id, list] as const))('%s', async (_, list) => {
    const app = await open(list);
    app.press('x');
    const {write} = app.state();
    if (write?.stage !== 'menu') return;
    app.press('esc');
    for (const letter of lettersOf(write.entries)) {
      await back(app, list);
      app.press('x', letter);
      const inMenu = await opened(app);
      await back(app, list);
      app.press(letter);
      expect(`${letter} ${await opened(app)}`).toBe(`${letter} ${inMenu}`);
      expect(inMenu).not.toBe('list');
    }
  });
});

const printable = Array.from({length: 0x7e - 0x20}, (_, i) => String.fromCharCode(0x21 + i));

describe('a printable key does what the help says, or nothing', () => {
  test.each(lists.map(list => [list.id, list] as const))('%s', async (_, list) => {
    const app = await open(list);
    const {registry} = app.app;
    const told = helpEntries(app.state(), registry).flatMap(({keys, reason}) =>
      reason === undefined ? keys.split(' ') : [],
    );
    for (const key of printable) {
      const binding = findBinding(app.state(), key, registry);
      const works = binding !== undefined && binding.needs?.(app.state()) === undefined;
      if (works) {
        // A tab's number stands for all of them.
        if (!/\d/.test(key)) expect(told).toContain(keyName(binding.keys[0] ?? key));
        continue;
      }
      const before = app.state();
      app.press(key);
      const {notice, ...after} = app.state();
      expect(notice, key).toBeDefined();
      // One of an earlier key would say nothing about this one.
      expect(notice, key).not.toBe(before.notice);
      expect({...after, notice: before.notice}).toEqual(before);
      expect(currentLocation(app.state())).toBe(currentLocation(before));
    }
  });
});

test('a menu with more entries than lines says how many are below', async () => {
  const list = lists.find(({id}) => id === 'projects');
  if (list === undefined) throw new Error('no projects');
  const app = await open(list);
  app.dispatch({kind: 'resized', columns: 80, rows: 24});
  app.press('x');
  const {write} = app.state();
  if (write?.stage !== 'menu') throw new Error('no menu');
  const text = () =>
    menuLines(write, app.state())
      .lines.map(line => line.map(span => span.text).join(''))
      .join('\n');
  expect(text()).toMatch(/▼ \d+ more/);
  app.dispatch({kind: 'resized', columns: 80, rows: 60});
  expect(text()).not.toContain('▼');
});
