import {expect, test} from 'vitest';
import {Failure} from '../../../../src/base/failure.ts';
import {failuresPanel} from '../../../../src/screens/webhooks/monitor/monitor-home.ts';
import {
  bufferFailures,
  freshMonitor,
  monitorOf,
  withMonitor,
} from '../../../../src/screens/webhooks/monitor/monitor-state.ts';
import {currentView} from '../../../../src/state/model/state.ts';
import type {AppHarness} from '../../../support/app-harness.ts';
import {attentionOf, listOf, makeHarness} from '../../../support/app-harness.ts';
import {nowMs} from '../../../support/app-world.ts';
import {polled} from '../../../support/deliveries.ts';
import {failingHooks, poll, watching} from '../../../support/failing-hooks.ts';
import {stillWorld} from '../../../support/still-world.ts';
import {until} from '../../../support/until.ts';

const minute = 60_000;
const hour = 60 * minute;

const homeSays = (harness: AppHarness): unknown => {
  const view = currentView(harness.state());
  return view.kind === 'home' ? view.counts['failed-webhooks'] : view.kind;
};

const sumOf = (harness: AppHarness, column: string): number =>
  listOf(harness).rows.reduce((sum, {text}) => sum + Number(JSON.parse(text)[column]), 0);

test('home says what the monitor says, also what came since home was counted', async () => {
  const hooks = failingHooks();
  for (let i = 0; i < 31; i++) hooks.fail('a.example', 2 * hour + i);
  const harness = await watching(hooks, {...stillWorld(), counts: true});
  for (let i = 0; i < 5069; i++) hooks.fail('b.example', (i % 5) * minute + i);
  await poll(harness);
  const [all, recent] = [sumOf(harness, 'inLastThreeDays'), sumOf(harness, 'inLastHour')];
  expect([all, recent]).toEqual([5100, 5069]);
  harness.press('esc');
  await harness.settle();
  expect(homeSays(harness)).toMatchObject({text: '5,100', note: '5,069 in the last hour'});
  const record = {id: 'n', text: '{"id":"n"}', timeMs: nowMs, target: 'c.example'};
  harness.dispatch(polled([record]));
  expect(homeSays(harness)).toMatchObject({text: '5,101', note: '5,070 in the last hour'});
});

test('the chart on home names its peak within the panel', () => {
  const records = Array.from({length: 12_345}, (_, i) => {
    return {id: String(i), text: '{}', timeMs: nowMs - minute, target: 'a.example'};
  });
  const monitor = {...bufferFailures(freshMonitor, records), caughtUp: true};
  const body = failuresPanel.body(withMonitor(makeHarness().state(), monitor), 60);
  const [chart = []] = 'lines' in body ? (body.lines ?? []) : [];
  const text = chart.map(span => span.text).join('');
  expect(text).toMatch(/ peak 12,345 at \d\d:\d\d$/);
  expect(text.length).toBeLessThanOrEqual(60);
});

test('while the watch is refused home says what its own question came to, and the alert', async () => {
  const hooks = failingHooks();
  hooks.fail('a.example', hour / 2);
  const harness = await watching(hooks, {...stillWorld(), counts: true});
  harness.press(':', 'alert dead', 'enter');
  hooks.fail('a.example', hour / 3);
  await poll(harness);
  hooks.tracker.answers['tracker/webhook/get-failed'] = {
    failure: new Failure('auth_failed', 'No.', {status: 401}),
  };
  await poll(harness);
  harness.press('esc');
  await harness.settle();
  expect(homeSays(harness)).toMatchObject({text: '2'});
  harness.press('r');
  await harness.settle();
  expect(homeSays(harness)).toMatchObject({status: 'failed'});
  const text = '! Failed deliveries are not watched: Sign-in failed (401) (:ack)';
  expect(attentionOf(harness)).toContain(text);
  harness.press(':', 'ack', 'enter');
  expect(attentionOf(harness)).not.toContain(text);
});

test('r on home ends the wait of the watch after an outage', async () => {
  const hooks = failingHooks();
  hooks.fail('a.example', hour / 2);
  const harness = await watching(hooks, {...stillWorld(), counts: true});
  const {answers} = hooks.tracker;
  const listed = answers['tracker/webhook/get-failed'];
  answers['tracker/webhook/get-failed'] = {
    failure: new Failure('rate_limited', 'Wait.', {status: 429, retryAfterSeconds: 7200}),
  };
  await poll(harness);
  harness.press('esc');
  await harness.settle();
  expect(monitorOf(harness.state()).status.kind).toBe('waiting');
  if (listed !== undefined) answers['tracker/webhook/get-failed'] = listed;
  hooks.fail('b.example', minute);
  // The clock stands: nothing but the key can end the wait.
  harness.press('r');
  await harness.settle();
  await until(() => monitorOf(harness.state()).status.kind === 'running');
  expect(monitorOf(harness.state()).buffered.map(({target}) => target)).toContain('b.example');
});
