import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {readPointer} from '../../../src/base/json-value.ts';
import {type Sandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {countText} from '../../../src/state/views/list/count-text.ts';
import {changesOf} from '../../../src/state/views/matrix/matrix.ts';
import {type AppHarness, listOf} from '../../support/app-harness.ts';
import {makeSandboxApp, settled} from '../../support/live-app.ts';
import {until} from '../../support/until.ts';
import {beReady, isReported, stageOf} from '../../support/write-steps.ts';

let sandbox: Sandbox;
let harness: AppHarness;

beforeEach(async () => {
  sandbox = await startSandbox({traffic: 'off'});
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
    await press('esc', 'r');
    expect(blocks()[0]).toMatch(/none$/);
    expect(blocks()[1]).toMatch(/none$/);
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
