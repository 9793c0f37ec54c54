import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {readPointer} from '../../../src/base/json-value.ts';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {announcedLines} from '../../../src/state/look/announcements.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {countText} from '../../../src/state/views/list/count-text.ts';
import {changesOf, differenceAt} from '../../../src/state/views/matrix/matrix.ts';
import {drawMatrix} from '../../../src/state/views/matrix/matrix-lines.ts';
import {
  cellAtCursor,
  countDifferences,
  shownMatrix,
} from '../../../src/state/views/matrix/shown-matrix.ts';
import type {MatrixView} from '../../../src/state/views/matrix/state.ts';
import {type AppHarness, listOf} from '../../support/app-harness.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../../support/live-app.ts';
import {until} from '../../support/until.ts';
import {beReady, isReported, stageOf} from '../../support/write-steps.ts';

let sandbox: Sandbox;
let harness: AppHarness;

beforeEach(async () => {
  sandbox = await startAppSandbox();
  harness = makeSandboxApp(sandbox);
  harness.dispatch({kind: 'resized', columns: 160, rows: 50});
});

afterEach(() => sandbox.stop());

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    harness.press(key);
    await settled(harness);
  }
}

/** The titles of the three blocks. */
function blocks(): string[] {
  return listOf(harness)
    .rows.filter(({value}) => readPointer(value, '/tree/depth') === 0)
    .map(({name}) => name);
}

function countIn(block: number): number {
  return Number(/(\d+) (?:grant|notification)/.exec(blocks()[block] ?? '')?.[1] ?? 0);
}

function matrixHere(): MatrixView {
  const view = currentView(harness.state());
  if (view.kind !== 'matrix') throw new Error(`a ${view.kind} is shown`);
  return view;
}

/** How often each sign is drawn in the cells; the screen is large enough for all of them. */
function countSigns(): Record<string, number> {
  const drawn = drawMatrix(matrixHere(), {columns: 2_000, rows: 500});
  const width = Math.max(...(shownMatrix(matrixHere())?.rows.map(({name}) => name.length) ?? []));
  const counts: Record<string, number> = {'+': 0, '−': 0, '●': 0};
  for (const {spans} of drawn?.lines ?? []) {
    const cells = spans.map(({text}) => text).join('');
    for (const [sign] of cells.slice(width + 1).matchAll(/>?[+−●]/g)) {
      counts[sign] = (counts[sign] ?? 0) + 1;
    }
  }
  return counts;
}

async function send(): Promise<void> {
  beReady(harness);
  harness.press('enter');
  if (harness.state().write?.stage === 'confirm') {
    beReady(harness);
    harness.press('y');
  }
  await until(() => isReported(harness));
  const {outcomes} = stageOf(harness, 'report');
  expect(outcomes.filter(({state}) => state !== 'done')).toEqual([]);
  await settled(harness);
}

describe.each([
  ['perm', 'permission'],
  ['notif', 'notification'],
])('two schemes of the list %s', (screen, kind) => {
  test('are told apart in three blocks, of which what both have is folded', async () => {
    await press(':', screen, 'enter', ' ', '=');
    expect(blocks()).toHaveLength(3);
    expect(blocks()[0]).toMatch(/^only /);
    expect(blocks()[2]).toMatch(/^in both/);
    const {rows} = listOf(harness);
    expect(rows).toHaveLength(3 + countIn(0) + countIn(1));
    // Headings and what both have are no differences.
    expect(countText(listOf(harness))).toMatch(
      new RegExp(`^${countIn(0) + countIn(1)} difference`),
    );
    expect(rows[listOf(harness).cursor]).toBe(rows.find(row => readPointer(row.value, '/sign')));
    await press('G', 'l');
    expect(listOf(harness).rows).toHaveLength(3 + countIn(0) + countIn(1) + countIn(2));
  });

  test(`are made alike by the fewest requests, staged on the second ${kind} scheme first`, async () => {
    await press(':', screen, 'enter', ' ', '=');
    const [adds, removes] = [countIn(0), countIn(1)];
    expect(adds + removes).toBeGreaterThan(0);
    const before = harness.state().requests;
    await press('>');
    const view = currentView(harness.state());
    expect(view.kind === 'matrix' && changesOf(view.staged)).toHaveLength(adds + removes);
    // The matrix is read; nothing else was asked.
    expect(harness.state().requests - before).toBeLessThanOrEqual(3);
    await press('ctrl+s');
    const names = stageOf(harness, 'preview').plan.requests.map(({call}) => call.operation.method);
    expect(names.filter(method => method === 'DELETE')).toHaveLength(removes);
    expect(names.filter(method => method === 'PUT').length).toBeLessThanOrEqual(adds > 0 ? 1 : 0);
    await send();
    expect(countDifferences(matrixHere())).toBe(0);
    await press('1');
    expect(blocks()[0]).toMatch(/none$/);
    expect(blocks()[1]).toMatch(/none$/);
  });

  test('are one matrix in the other tab, whose cells say which of the two has the entry', async () => {
    await press(':', screen, 'enter', ' ', '=');
    const [adds, removes, both] = [countIn(0), countIn(1), countIn(2)];
    const {leftName, rightName} = listOf(harness).params;
    await press('2');
    expect(countSigns()).toEqual({'+': adds, '−': removes, '●': both});
    expect(countDifferences(matrixHere())).toBe(adds + removes);
    await press('n');
    const spoken = announcedLines(harness.state(), harness.app.registry).join('\n');
    expect([`only in ${leftName}`, `only in ${rightName}`].some(one => spoken.includes(one))).toBe(
      true,
    );
    await press('=');
    expect(matrixHere().filter).toBe('is:different');
    const shown = shownMatrix(matrixHere());
    for (const {id} of shown?.rows ?? []) {
      const found = shown?.columns.filter(one => differenceAt(shown.matrix, id, one.id));
      expect(found?.length, id).toBeGreaterThan(0);
    }
    expect(countDifferences(matrixHere())).toBe(adds + removes);
    await press('=');
    expect(matrixHere().filter).toBe('');
  });

  test('have only the visible differences staged from the matrix', async () => {
    await press(':', screen, 'enter', ' ', '=');
    const all = countIn(0) + countIn(1);
    await press('2', 'n');
    const name = cellAtCursor(matrixHere())?.row.name ?? '';
    await press('/', ...name, 'enter');
    const some = countDifferences(matrixHere()) ?? 0;
    expect(some).toBeGreaterThan(0);
    await press('>');
    const changes = changesOf(matrixHere().staged);
    expect(changes.length).toBeGreaterThanOrEqual(some);
    expect(new Set(changes.map(({row}) => row.name.includes(name)))).toEqual(new Set([true]));
    expect(harness.state().notice?.text).toContain('ctrl+s shows the requests');
    await press('u');
    expect(changesOf(matrixHere().staged)).toEqual([]);
    await press('esc', '>');
    expect(changesOf(matrixHere().staged)).toHaveLength(all);
    const signs = countSigns();
    expect((signs['>+'] ?? 0) + (signs['>−'] ?? 0)).toBe(all);
  });
});

test('one that cannot be read is not taken for one that holds nothing', async () => {
  await press(':', 'perm', 'enter');
  const id = listOf(harness).rows[0]?.id ?? '';
  await press(':', `permission-comparison ${id} 99999`, 'enter');
  const {load, rows} = listOf(harness);
  expect(rows).toEqual([]);
  expect(load).toMatchObject({status: 'failed', trouble: {title: 'Not found (404)'}});
  await press('>');
  expect(harness.state().notice?.text).toContain('could not be loaded');
});

test('one row alone is not compared, which is said', async () => {
  await press(':', 'perm', 'enter', '=');
  expect(harness.state().notice?.text).toContain('select one row first');
});
