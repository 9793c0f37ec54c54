import {setTimeout as wait} from 'node:timers/promises';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {accountOf} from '../../../src/api/account.ts';
import {readPointer} from '../../../src/base/json-value.ts';
import {type LocalSandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {features} from '../../../src/screens/features.ts';
import {makeRegistry} from '../../../src/state/app/registry.ts';
import {noticeMs} from '../../../src/state/model/notice.ts';
import {runLines} from '../../../src/state/overlays/write/write-lines.ts';
import {rowAtCursor} from '../../../src/state/views/list/list-update.ts';
import {type AppHarness, connect, listOf, makeHarness} from '../../support/app-harness.ts';
import {fakeHost} from '../../support/fake-host.ts';
import {fill} from '../../support/form-steps.ts';
import {settled} from '../../support/live-app.ts';
import {clientsHere} from '../../support/sandbox-here.ts';
import {until} from '../../support/until.ts';
import {beReady, isReported, stageOf} from '../../support/write-steps.ts';

let sandbox: LocalSandbox;
let nowMs = Date.now();

beforeEach(async () => {
  sandbox = await startSandbox({traffic: 'off', now: () => nowMs});
});
afterEach(() => sandbox.stop());

/** The app of a session, on what earlier ones kept; waits are short, notices stay. */
async function session(kept: ReadonlyMap<string, string> = new Map()): Promise<AppHarness> {
  const clock = {
    now: () => nowMs,
    sleep: (ms: number) => (ms === noticeMs ? new Promise<void>(() => {}) : wait(5)),
  };
  const harness = makeHarness({
    ...clientsHere(sandbox, fakeHost()),
    connect: false,
    clock,
    columns: 120,
    kept: Object.fromEntries(kept),
  });
  connect(harness, {tracker: [], content: []});
  await settled(harness);
  return harness;
}

/** A project is deleted for good. */
async function deleteForGood(harness: AppHarness, key: string): Promise<void> {
  harness.press(':', ...'jr project delete-asynchronously', 'enter');
  await settled(harness);
  fill(harness, 'projectIdOrKey', key);
  harness.press('ctrl+s');
  await until(() => harness.state().write?.stage === 'preview');
  beReady(harness);
  harness.press('enter');
  beReady(harness);
  const {object} = stageOf(harness, 'confirm').plan;
  harness.press(...object, 'enter');
  await until(() => isReported(harness));
  harness.press('esc');
}

const rows = (harness: AppHarness) => listOf(harness).rows.map(({value}) => value);
const status = (harness: AppHarness) => readPointer(rows(harness)[0] ?? null, '/status');
const signs = (harness: AppHarness) =>
  makeRegistry(features)
    .signs(harness.state())
    .map(({text}) => text)
    .filter(text => text.includes('task'));

/** Wait for the notice about the end. */
const isSaidToBeDone = (harness: AppHarness): Promise<void> =>
  until(
    () => harness.state().notice?.text.endsWith(': done') === true,
    () => ({
      notice: harness.state().notice,
      signs: signs(harness),
      kept: harness.kept.get('tasks'),
    }),
  );

describe('a write that the service goes on with', () => {
  test('is in the list of tasks with its progress, and its end is said', async () => {
    const harness = await session();
    await deleteForGood(harness, 'MINA');
    expect(signs(harness)).toEqual(['1 task']);
    harness.press('T');
    await until(() => ['ENQUEUED', 'RUNNING'].includes(String(status(harness))));
    nowMs += 3_600_000;
    await isSaidToBeDone(harness);
    expect(status(harness)).toBe('COMPLETE');
    expect(readPointer(rows(harness)[0] ?? null, '/progress')).toBe(100);
    expect(signs(harness)).toEqual([]);
  });

  test('is said to be started, and its end reads the list that it changed again', async () => {
    const harness = await session();
    harness.press(':', 'resolutions', 'enter');
    await settled(harness);
    harness.press('G');
    const id = rowAtCursor(listOf(harness))?.id;
    harness.press('D', 'done', 'ctrl+s');
    await until(() => harness.state().write?.stage === 'preview');
    beReady(harness);
    harness.press('enter');
    beReady(harness);
    harness.press(...stageOf(harness, 'confirm').plan.object, 'enter');
    await until(() => signs(harness).includes('1 task'));
    await settled(harness);
    const {notice, reported} = harness.state();
    expect(notice?.text).toMatch(/^✓ Delete resolution .*: started, /);
    const lines = reported && runLines(reported, harness.state()).head;
    expect(lines?.[1]?.map(({text}) => text).join('')).toMatch(/ {2}1 started$/);
    expect(listOf(harness).rows.map(row => row.id)).toContain(id);
    nowMs += 3_600_000;
    await isSaidToBeDone(harness);
    await until(() => listOf(harness).rows.every(row => row.id !== id));
  });

  test('is followed in the next session, where its end is said once', async () => {
    const first = await session();
    await deleteForGood(first, 'MINA');
    await until(() => first.kept.get('tasks') !== undefined);
    const second = await session(first.kept);
    await until(() => signs(second).includes('1 task'));
    nowMs += 3_600_000;
    await isSaidToBeDone(second);
    await until(() => second.kept.get('tasks')?.includes('COMPLETE') === true);
    const third = await session(second.kept);
    third.press('T');
    await settled(third);
    expect(status(third)).toBe('COMPLETE');
    expect(signs(third)).toEqual([]);
    expect(third.state().notice).toBe(undefined);
  });

  test('that nobody knows any more is told as such, and not asked for again', async () => {
    const clients = clientsHere(sandbox, fakeHost());
    const entry = {
      id: '1',
      account: clients.tracker && accountOf(clients.tracker.identity),
      at: '2026-01-01T00:00:00Z',
      what: 'Delete it',
      result: 'done',
      task: '99',
    };
    const kept = new Map([['journal', `${JSON.stringify(entry)}\n`]]);
    const harness = await session(kept);
    harness.press('T');
    await until(() => status(harness) === 'UNKNOWN');
    expect(signs(harness)).toEqual([]);
  });

  test('that was begun on another site is neither listed nor asked for', async () => {
    const entry = {id: '1', account: 'ana https://other.example', result: 'done', task: '99'};
    const harness = await session(new Map([['journal', `${JSON.stringify(entry)}\n`]]));
    expect(signs(harness)).toEqual([]);
    harness.press('T');
    expect(rows(harness)).toEqual([]);
  });

  test('opens by enter, and is not cancelled once it has ended', async () => {
    const harness = await session();
    await deleteForGood(harness, 'MINA');
    harness.press('T');
    nowMs += 3_600_000;
    await until(() => status(harness) === 'COMPLETE');
    harness.press('x');
    const cancel = stageOf(harness, 'menu').entries.find(({text}) => text === 'Cancel');
    expect(cancel?.reason).toBe('the task has ended');
    harness.press('esc', 'enter');
    await settled(harness);
    expect(harness.state().locations.at(-1)?.tabs[0]?.spec.kind).toBe('describe');
  });
});
