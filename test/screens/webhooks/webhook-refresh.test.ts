import {describe, expect, test} from 'vitest';
import type {Given} from '../../../src/api/request-plan.ts';
import {autoRefresh} from '../../../src/screens/webhooks/auto-refresh.ts';
import {currentView} from '../../../src/state/model/state.ts';
import type {TableAnswer} from '../../support/answering-client.ts';
import {type AppHarness, makeHarness} from '../../support/app-harness.ts';
import {fakeTracker, nowMs} from '../../support/app-world.ts';
import {beReady, protectedClient, stageOf} from '../../support/write-steps.ts';

const day = 86_400_000;
const listing = 'tracker/webhook/get-dynamic-webhooks-for-app';
const refreshing = 'tracker/webhook/refresh';

/** A tracker with webhooks that have so many days left, which can be refreshed. */
function webhookTracker(days: readonly number[]) {
  const tracker = fakeTracker();
  const left = new Map(days.map((d, i) => [i + 1, nowMs + d * day]));
  const refreshed: number[][] = [];
  Object.assign(tracker.answers, {
    [listing]: (): TableAnswer => ({
      pages: [[...left].map(([id, expirationDate]) => ({id, expirationDate}))],
    }),
    [refreshing]: ({body}: Given): TableAnswer => {
      const {webhookIds} = JSON.parse(String(body)) as {webhookIds: number[]};
      refreshed.push(webhookIds);
      for (const id of webhookIds) left.set(id, nowMs + 30 * day);
      return {object: {expirationDate: nowMs + 30 * day}};
    },
  });
  return {tracker, refreshed};
}

async function atWebhooks(harness: AppHarness): Promise<void> {
  await harness.settle();
  harness.press(':', 'wh', 'enter');
  await harness.settle();
}

test('a row that goes away while the menu is open is still the one the menu names', async () => {
  const {tracker, refreshed} = webhookTracker([1, 6]);
  const harness = makeHarness({tracker});
  await atWebhooks(harness);
  harness.press('x');
  expect(stageOf(harness, 'menu').title).toBe('webhook 1');
  const page = {source: 0, first: true, items: ['{"id":2}'], total: 1, more: false, atMs: nowMs};
  harness.dispatch({kind: 'page', view: currentView(harness.state()).key, ...page});
  harness.press('enter');
  expect(stageOf(harness, 'preview').plan.title).toBe('Refresh webhook 1');
  beReady(harness);
  harness.press('enter');
  await harness.settle();
  expect(refreshed).toEqual([[1]]);
});

describe('refreshing all that expire', () => {
  test('asks for the days, and takes those alone', async () => {
    const {tracker, refreshed} = webhookTracker([1, 6, 8, 20]);
    const harness = makeHarness({tracker});
    await atWebhooks(harness);
    harness.press('x', 'j', 'enter');
    expect(stageOf(harness, 'ask')).toMatchObject({text: '7'});
    harness.press('backspace', 'x', 'enter');
    expect(stageOf(harness, 'ask').problem).toBe('a number of days');
    harness.press('backspace', '9', 'enter');
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    expect(refreshed).toEqual([[1, 2, 3]]);
  });

  test('says when none expires that soon', async () => {
    const harness = makeHarness({tracker: webhookTracker([20]).tracker});
    await atWebhooks(harness);
    harness.press('x', 'j', 'enter', 'enter');
    expect(stageOf(harness, 'ask').problem).toBe('none expires within 7 days');
    harness.press('esc', 'esc');
    expect(harness.state().write).toBeUndefined();
  });

  test('more than a hundred are split into requests', async () => {
    const {tracker, refreshed} = webhookTracker(Array.from({length: 230}, () => 3));
    const harness = makeHarness({tracker});
    await atWebhooks(harness);
    harness.press('x', 'j', 'enter', 'enter');
    const {plan} = stageOf(harness, 'preview');
    expect(plan).toMatchObject({size: '230 ids', risk: 2, reasons: ['230 objects at once']});
    beReady(harness);
    harness.press('enter');
    beReady(harness);
    harness.press('y');
    await harness.settle();
    expect(refreshed.map(ids => ids.length)).toEqual([100, 100, 30]);
    expect(stageOf(harness, 'report').checked).toMatchObject({ignored: []});
  });
});

describe('the refresh by itself', () => {
  const on = {'webhook-refresh': '{"on":true}'};

  test('is off until it is switched on, and then kept for the profile', async () => {
    const {tracker, refreshed} = webhookTracker([1]);
    const harness = makeHarness({tracker});
    await harness.settle();
    expect(refreshed).toEqual([]);
    harness.press(':', 'refresh-webhooks on', 'enter');
    await harness.settle();
    expect(refreshed).toEqual([[1]]);
    expect(JSON.parse(harness.kept.get('webhook-refresh') ?? '')).toEqual({on: true, at: nowMs});
  });

  test('at the start refreshes what has less than 7 days left, and journals and tells it', async () => {
    const {tracker, refreshed} = webhookTracker([1, 6.9, 7.1, 20]);
    const harness = makeHarness({tracker, kept: on});
    await harness.settle();
    expect(refreshed).toEqual([[1, 2]]);
    expect(harness.state().write).toBeUndefined();
    expect(harness.state().notice?.text).toMatch(/^refreshed 2 expiring webhooks by itself until/);
    expect(JSON.parse(harness.state().journal[0] ?? '')).toMatchObject({
      by: 'auto-refresh',
      result: 'done',
      command: `jr webhook refresh --body '{"webhookIds":[1,2]}' -p test`,
    });
  });

  test('runs at most every six hours', async () => {
    const {tracker} = webhookTracker([20]);
    const listed = () => tracker.asked.filter(id => id === listing).length;
    const harness = makeHarness({tracker, kept: on});
    await harness.settle();
    const before = listed();
    harness.dispatch({kind: 'clock', nowMs: nowMs + 6 * 3_600_000 - 60_000});
    await harness.settle();
    expect(listed()).toBe(before);
    harness.dispatch({kind: 'clock', nowMs: nowMs + 6 * 3_600_000});
    await harness.settle();
    expect(listed()).toBe(before + 1);
    const again = makeHarness({tracker, kept: Object.fromEntries(harness.kept)});
    await again.settle();
    expect(autoRefresh.of(again.state()).on).toBe(true);
  });

  test('never runs on a protected profile that is read-only, nor on a dry session', async () => {
    const {tracker, refreshed} = webhookTracker([1]);
    const harness = makeHarness({tracker: protectedClient(tracker), kept: on});
    await harness.settle();
    expect(refreshed).toEqual([]);
    harness.press(':', 'dry on', 'enter', ':', 'write on', 'enter');
    harness.dispatch({kind: 'clock', nowMs: nowMs + 60_000});
    await harness.settle();
    expect(refreshed).toEqual([]);
    harness.press(':', 'dry off', 'enter');
    harness.dispatch({kind: 'clock', nowMs: nowMs + 120_000});
    await harness.settle();
    expect(refreshed).toEqual([[1]]);
  });
});
