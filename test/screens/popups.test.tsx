import {renderToString} from 'ink';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {padText} from '../../src/base/width.ts';
import {colorTheme} from '../../src/components/theme.ts';
import type {LocalSandbox} from '../../src/sandbox/start.ts';
import {makeWorld, type World} from '../../src/sandbox/world/world.ts';
import {ScreenProvider} from '../../src/screens/context.ts';
import {screens} from '../../src/screens/features.ts';
import {App} from '../../src/screens/frame/App.tsx';
import {goTo} from '../../src/state/locations/go-to.ts';
import type {Resource} from '../../src/state/model/resource.ts';
import {viewOf} from '../../src/state/model/state.ts';
import {bodyLines} from '../../src/state/model/viewport.ts';
import {isPopup} from '../../src/state/overlays/write/popup-lines.ts';
import {writeDialog} from '../../src/state/overlays/write/write-layer.ts';
import {formPopup, isPopupForm} from '../../src/state/views/form/popup-form.ts';
import type {AppHarness} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {plainFrame} from '../support/golden.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../support/live-app.ts';
import {screenArgs} from '../support/screen-args.ts';
import {beReady} from '../support/write-steps.ts';

const now = nowMs;
let sandbox: LocalSandbox;
let world: World;

beforeAll(async () => {
  world = makeWorld({seed: 1, size: 'small', now});
  sandbox = await startAppSandbox({size: 'small', seed: 1, now: () => now});
});
afterAll(() => sandbox.stop());

const lists = screens.lists.filter(
  ({verbs = [], local}) =>
    local === undefined && verbs.some(({rows}) => rows === 'one' || rows === 'many'),
);

const sizes = [
  [80, 24],
  [120, 40],
  [200, 60],
] as const;

/** Verbs that ask one value and need another that no row gives, or a text of several lines. */
const hasMoreToSay: readonly string[] = [
  ...[
    'roles set',
    'all-roles set',
    'site-roles describe',
    'webhooks register-again',
    'webhook-expiry register-again',
    'project-properties edit',
    'post-properties edit',
  ],
  ...['whiteboard-properties edit', 'content-properties edit'],
];

/**
 * Lists, verbs and screen heights: what is deleted with a version, or of a post in the trash, has
 * more lines than there is room beside its row.
 */
const needsScreen = new Set([
  'versions delete 24',
  'all-versions delete 24',
  'version-timeline delete 24',
  'trashed-posts purge 24',
]);

function draw({app, state}: AppHarness): readonly string[] {
  const value = {app, theme: colorTheme};
  const frame = renderToString(
    <ScreenProvider value={value}>
      <App />
    </ScreenProvider>,
    {columns: state().columns},
  );
  return plainFrame(frame).split('\n');
}

/** The lines with the row under the cursor, without its sign. */
function rowOf(frame: readonly string[]): string {
  return frame.find(line => line.startsWith('▌'))?.slice(1) ?? 'no row';
}

/** The box on the screen: of a write, or of a form of one question. */
function boxOf(app: AppHarness) {
  const state = app.state();
  return state.write === undefined ? formPopup(state) : writeDialog(state);
}

/** What is wrong with the box on the screen: the row is covered, or something of the box is cut. */
function faults(app: AppHarness, row: string): readonly string[] {
  const frame = draw(app);
  const box = boxOf(app);
  if (box === undefined) return ['no box'];
  const cut = box.lines.filter((line, i) => {
    const text = line.map(span => span.text).join('');
    // The field itself is drawn by its editor.
    if ('field' in box && box.field === i) return false;
    return !frame.some(drawn => drawn.includes(`│ ${padText(text, box.width)} │`));
  });
  return [
    ...(frame.some(line => line.slice(1) === row) ? [] : [`covered: ${row}`]),
    ...(frame.some(line => line.includes(`┌─ ${box.title} ─`)) ? [] : [`cut: ${box.title}`]),
    ...cut.map(line => `cut: ${line.map(span => span.text).join('')}`),
  ];
}

/**
 * Open each verb of the row under the cursor that asks nothing or one value, and look at its boxes.
 */
async function lookAtBoxes(app: AppHarness, list: Resource): Promise<readonly string[]> {
  const row = rowOf(draw(app));
  const wrong: string[] = [];
  for (const verb of list.verbs ?? []) {
    if (verb.rows === 'none' || verb.reorders !== undefined) continue;
    if (Object.keys(verb.asks ?? {}).length > 1) continue;
    app.press('x');
    const {write} = app.state();
    if (write?.stage !== 'menu') continue;
    const at = write.entries.findIndex(one => one.kind === 'verb' && one.use.verb === verb);
    if (at === -1 || write.entries[at]?.reason !== undefined) {
      app.press('esc');
      continue;
    }
    app.press(...'j'.repeat(at), 'enter');
    await settled(app);
    if (app.state().write === undefined && viewOf(app.state(), 'form') !== undefined) {
      const isWhole = !isPopupForm(app.state());
      if (isWhole) expect(hasMoreToSay).toContain(`${list.id} ${verb.id}`);
      const shown = isWhole ? [] : faults(app, row);
      wrong.push(...shown.map(fault => `${verb.id} form: ${fault}`));
      app.press('esc');
    }
    for (const stage of ['preview', 'confirm']) {
      const now = app.state().write;
      if (now?.stage !== stage || !('plan' in now)) break;
      const where = `${verb.id} ${stage}`;
      const shown = isPopup(now, app.state())
        ? faults(app, row)
        : needsScreen.has(`${list.id} ${verb.id} ${app.state().rows}`)
          ? []
          : ['no popup'];
      wrong.push(...shown.map(fault => `${where}: ${fault}`));
      beReady(app);
      if (now.plan.risk < 2) break;
      app.press('enter');
    }
    for (let i = 0; i < 4 && app.state().write !== undefined; i++) app.press('esc');
  }
  return wrong;
}

describe.each(sizes)('at %dx%d a popup leaves its row visible and is whole', (columns, rows) => {
  test.each(lists.map(list => [list.id, list] as const))('in %s', async (id, list) => {
    const app = makeSandboxApp(sandbox);
    app.dispatch({kind: 'resized', columns, rows});
    app.do(goTo({screen: id, args: screenArgs(world, id, list.needs)}));
    await settled(app);
    const count = viewOf(app.state(), 'list')?.rows.length ?? 0;
    const last = Math.min(count, bodyLines(app.state())) - 1;
    // The middle leaves the least room; the small screen is tried everywhere.
    const middle = Math.floor(last / 2);
    for (const at of new Set(rows === 24 ? [0, middle, last] : [middle])) {
      if (at < 0) continue;
      app.press('g', ...'j'.repeat(at));
      await settled(app);
      expect(await lookAtBoxes(app, list)).toEqual([]);
    }
  });
});

test('a current value that names something stands in the field by name, with its id beside it', async () => {
  const app = makeSandboxApp(sandbox);
  app.dispatch({kind: 'resized', columns: 120, rows: 40});
  app.do(goTo({screen: 'projects', args: []}));
  await settled(app);
  app.press('H');
  await settled(app);
  const lead = [...world.tracker.projects.values()][0]?.leadId ?? '';
  const name = world.users.get(lead)?.displayName ?? '';
  const field = draw(app).find(line => /▌ +Lead/.test(line));
  expect(field).toContain(`${name} `);
  expect(field?.indexOf(name)).toBeLessThan(field?.indexOf(lead.slice(0, 12)) ?? -1);
  app.press('x');
  const edited = draw(app).find(line => /▌ +Lead/.test(line));
  expect(edited).toMatch(/Lead +x/);
  expect(edited).not.toContain(lead.slice(0, 12));
});

test('candidates stand in columns, and the box says how many are below', async () => {
  const app = makeSandboxApp(sandbox);
  app.dispatch({kind: 'resized', columns: 120, rows: 40});
  app.do(goTo({screen: 'versions', args: ['HPAY']}));
  await settled(app);
  app.press('M');
  await settled(app);
  const frame = draw(app);
  const at = frame.findIndex(line => /\d+ candidates/.test(line));
  expect(frame[at]).toMatch(/\d+ candidates {2}▼ \d+ more/);
  const ids = frame.slice(at + 1, at + 9).map(line => line.search(/ \d{5} *│/));
  expect(ids).toEqual(Array(8).fill(ids[0]));
  expect(frame.some(line => line.includes('enter preview   tab more fields'))).toBe(true);
});
