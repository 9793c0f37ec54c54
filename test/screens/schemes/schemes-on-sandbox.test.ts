import {afterAll, beforeAll, expect, test} from 'vitest';
import {isArray, readPointer} from '../../../src/base/json-value.ts';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {valueInRow} from '../../../src/state/model/row.ts';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {countText} from '../../../src/state/views/list/count-text.ts';
import type {ListView} from '../../../src/state/views/list/state.ts';
import {cellAt} from '../../../src/state/views/matrix/matrix.ts';
import {shownMatrix} from '../../../src/state/views/matrix/shown-matrix.ts';
import type {MatrixView} from '../../../src/state/views/matrix/state.ts';
import type {AppHarness} from '../../support/app-harness.ts';
import {makeSandboxApp, startAppSandbox} from '../../support/live-app.ts';
import {pressUntil} from '../../support/until.ts';

let sandbox: Sandbox;
let harness: AppHarness;

beforeAll(async () => {
  sandbox = await startAppSandbox();
  harness = makeSandboxApp(sandbox, {counts: true});
  harness.dispatch({kind: 'resized', columns: 160, rows: 40});
});

afterAll(() => sandbox.stop());

/** Press keys, then wait until the check holds; at most 5 seconds. */
const until = (keys: readonly string[], check: () => boolean) => pressUntil(harness, keys, check);

function list(): ListView | undefined {
  const view = currentView(harness.state());
  return view.kind === 'list' ? view : undefined;
}

function matrix(): MatrixView | undefined {
  const view = currentView(harness.state());
  return view.kind === 'matrix' ? view : undefined;
}

/** Go to a list by the palette and wait for its rows. */
async function goTo(line: string): Promise<void> {
  await until(
    [':', line, 'enter'],
    () => (list()?.rows.length ?? 0) > 0 && list()?.load.status === 'ready',
  );
}

test('home counts as findings what is odd, not holders that were not told', async () => {
  const count = () => {
    const view = harness.state().locations[0]?.views[0];
    return view?.kind === 'home' ? view.counts['permission-schemes'] : undefined;
  };
  await until([], () => count()?.status === 'ready');
  expect(count()).toMatchObject({text: '5', note: '21 findings'});
});

test('the permission matrix has as many entries as the scheme has grants', async () => {
  await goTo('permission-schemes');
  await until(
    ['G', 'enter'],
    () => (list()?.resource.id === 'grants' && list()?.rows.length) as boolean,
  );
  const grants = list()?.rows.length;
  await until(['2'], () => (matrix()?.text ?? '') !== '');
  const view = matrix();
  const shown = view && shownMatrix(view);
  const entries = (shown?.rows ?? []).flatMap(row =>
    (shown?.columns ?? []).flatMap(column =>
      shown === undefined ? [] : cellAt(shown.matrix, row.id, column.id),
    ),
  );
  expect(entries).toHaveLength(grants ?? -1);
  expect(grants).toBeGreaterThan(50);
  expect(shown?.columns.map(c => c.label)).toContain('R:Administrators');
});

test('every project is asked for its scheme, and the schemes of all share out the projects', async () => {
  const used: string[] = [];
  await goTo('permission-schemes');
  const schemes = list()?.rows.length ?? 0;
  for (let i = 0; i < schemes; i++) {
    await goTo('permission-schemes');
    const keys = ['g', ...Array<string>(i).fill('j'), 'enter', '3'];
    await until(
      keys,
      () =>
        list()?.resource.id === 'scheme-projects' &&
        list()?.more === false &&
        list()?.note !== undefined,
    );
    used.push(...(list()?.rows.map(row => row.id) ?? []));
    expect(countText(list() as ListView)).toMatch(/(\d+) of \1 checked$/);
  }
  await goTo('projects');
  expect(used.sort()).toEqual(
    list()
      ?.rows.map(row => row.id)
      .sort(),
  );
});

test('findings name grants that are there', async () => {
  await goTo('permission-schemes');
  await until(
    ['G', 'enter', '1'],
    () => list()?.resource.id === 'grants' && list()?.load.status === 'ready',
  );
  const ids = new Set(list()?.rows.map(row => row.id));
  await until(
    ['4'],
    () => list()?.resource.id === 'grant-findings' && list()?.load.status === 'ready',
  );
  const rows = list()?.rows ?? [];
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(ids).toContain(String(readPointer(row.value, '/grant')));
});

test('the notification matrix starts with events that tell nobody; mapped projects come by id', async () => {
  await goTo('notification-schemes');
  await until(['enter', '2'], () => (matrix()?.text ?? '') !== '');
  const view = matrix();
  const shown = view && shownMatrix(view);
  expect(shown?.rows[0]?.group).toBe('No recipient');
  expect(shown?.rows.map(row => row.name)).toContain('Incident declared');
  await until(
    ['3'],
    () =>
      list()?.rows.every(row => row.filled?.['/project'] !== undefined) === true &&
      (list()?.rows.length ?? 0) > 0,
  );
  const ids = list()?.rows.map(row => Number(row.id)) ?? [];
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  await until(['enter'], () => currentLocation(harness.state()).tabs.length > 9);
});

test('the release board counts the unresolved issues of each version and names its driver', async () => {
  harness.dispatch({kind: 'resized', columns: 240, rows: 40});
  await until(
    [':', 'ver HPAY', 'enter'],
    () =>
      (list()?.rows.length ?? 0) > 0 &&
      list()?.rows.every(row => row.filled?.['/unresolved'] !== undefined) === true,
  );
  for (const row of list()?.rows ?? []) {
    const open = Number(valueInRow(row, ['/unresolved/issuesUnresolvedCount']));
    const all = Number(valueInRow(row, ['/unresolved/issuesCount']));
    expect(open).toBeLessThanOrEqual(all);
    const done = Number(readPointer(row.value, '/issuesStatusForFixVersion/done'));
    expect(open).toBe(all - done);
  }
  await until(['j', 'enter'], () => {
    const view = currentView(harness.state());
    return view.kind === 'text' && view.text.includes('"issuesFixedCount"');
  });
});

test('a project shows avatars, classification and properties', async () => {
  await until([':', 'avatars HPAY', 'enter'], () => (list()?.rows.length ?? 0) > 10);
  expect(list()?.rows.filter(row => readPointer(row.value, '/isSelected') === true)).toHaveLength(
    1,
  );
  await until(['9'], () => {
    const view = currentView(harness.state());
    return view.kind === 'text' && view.text.includes('"classificationLevels"');
  });
  await until(
    ['tab'],
    () => list()?.rows.some(row => row.filled?.['/value'] !== undefined) === true,
  );
});

test('a status names the projects and issue types that use it', async () => {
  await goTo('statuses');
  await until(['/', 'In Review', 'enter', 'enter'], () => {
    const rows = list()?.resource.id === 'status-projects' ? (list()?.rows ?? []) : [];
    return rows.length > 0 && rows.every(row => row.filled?.['/usage'] !== undefined);
  });
  for (const row of list()?.rows ?? []) {
    const types = valueInRow(row, ['/usage/issueTypes']);
    expect(isArray(types) && types.length > 0).toBe(true);
    expect(String(isArray(types) ? types[0] : '')).toMatch(/^\D/);
  }
});
