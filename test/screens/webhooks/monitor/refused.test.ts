import {describe, expect, test} from 'vitest';
import {Failure} from '../../../../src/base/failure.ts';
import {
  monitorLine,
  monitorNote,
  watchText,
} from '../../../../src/screens/webhooks/monitor/monitor-line.ts';
import {monitorOf, serverNow} from '../../../../src/screens/webhooks/monitor/monitor-state.ts';
import {receiveDeliveries} from '../../../../src/screens/webhooks/monitor/monitor-update.ts';
import {currentView} from '../../../../src/state/model/state.ts';
import {type AppHarness, listOf, namesOf} from '../../../support/app-harness.ts';
import {nowMs} from '../../../support/app-world.ts';
import {drawApp} from '../../../support/draw-app.tsx';
import {failingHooks, poll, watching} from '../../../support/failing-hooks.ts';

const minute = 60_000;
const hour = 60 * minute;

const noteOf = (harness: AppHarness): string =>
  (monitorNote(harness.state()) ?? []).map(({text}) => text).join('');
const lineOf = (harness: AppHarness): string =>
  monitorLine(harness.state())
    .map(({text}) => text)
    .join('');

describe('a watch that is refused, or has to wait', () => {
  test('a refused caller sees who may use it, and it does not start automatically again', async () => {
    const hooks = failingHooks();
    hooks.tracker.answers['tracker/webhook/get-failed'] = {
      failure: new Failure('auth_failed', 'Only apps.', {status: 403}),
    };
    const harness = await watching(hooks);
    const {load} = listOf(harness);
    if (load.status !== 'failed') throw new Error(`the list is ${load.status}`);
    expect(load.trouble.title).toMatch(/add-on apps/);
    expect(load.trouble.advice.join(' ')).toMatch(/ann@example.com.*API token.*login --app/s);
    const asked = hooks.tracker.asked.length;
    harness.press('2', '3', '1');
    await harness.settle();
    expect(hooks.tracker.asked).toHaveLength(asked);
    harness.press('4');
    await harness.settle();
    expect(namesOf(harness)).toEqual(['2', '1']);
    expect(JSON.parse(harness.kept.get('monitor') ?? '{}')).toMatchObject({on: false});
  });

  test('a refusal is shown on every screen, distinguishes 401 from 403, and is retried in a minute', async () => {
    for (const [status, text, title] of [
      [401, '✗ watch 401: sign-in failed', /Sign-in failed/],
      [403, '✗ watch 403: not allowed', /add-on apps/],
    ] as const) {
      const hooks = failingHooks();
      hooks.fail('a.example/x', hour);
      const harness = await watching(hooks);
      const failure = new Failure('auth_failed', 'No.', {status});
      hooks.tracker.answers['tracker/webhook/get-failed'] = {failure};
      await poll(harness);
      expect(watchText(harness.state())).toBe(text);
      expect(namesOf(harness)).toEqual(['a.example/x']);
      expect(lineOf(harness)).toContain(`refused (${status}), next try 12:01:00`);
      const {status: watch} = monitorOf(harness.state());
      if (watch.kind !== 'waiting') throw new Error(`the watch is ${watch.kind}`);
      expect(watch.trouble.title).toMatch(title);
      expect(watch.nextAtMs).toBe(nowMs + minute);
      // What worked once begins by itself in the next session.
      expect(JSON.parse(harness.kept.get('monitor') ?? '')).toMatchObject({on: true});
      harness.press('esc', ':', 'projects', 'enter');
      await harness.settle();
      expect(watchText(harness.state())).toBe(text);
    }
  });

  test('a refused token is replaced with the key that works everywhere', async () => {
    const hooks = failingHooks();
    hooks.tracker.answers['tracker/webhook/get-failed'] = {
      failure: new Failure('auth_failed', 'No.', {
        status: 401,
        hint: 'Check the user and the token. Sign in again with jr login.',
      }),
    };
    const {load} = listOf(await watching(hooks));
    if (load.status !== 'failed') throw new Error(`the list is ${load.status}`);
    expect(load.trouble.advice).toEqual([
      'Check the user and the token. ctrl+k signs in again.',
      'Another profile may have a valid token: P switches.',
      'Retrying once a minute. r retries now, :monitor off stops, esc goes back.',
    ]);
  });

  test('esc leaves while the first poll takes long, which continues', async () => {
    const hooks = failingHooks();
    hooks.tracker.request = () => new Promise(() => {});
    const harness = await watching(hooks);
    const {key} = currentView(harness.state());
    harness.dispatch({kind: 'slow', view: key, ageMs: 3000});
    expect(listOf(harness).load).toMatchObject({status: 'loading', ageMs: 3000});
    expect(drawApp(harness)).toMatch(/loading for 3 s$/m);
    harness.press('esc');
    expect(currentView(harness.state()).kind).toBe('home');
    expect(harness.state().notice).toBeUndefined();
  });

  test('a watch that ended is said on every screen too, and rings', async () => {
    const hooks = failingHooks();
    const harness = await watching(hooks);
    harness.press(':', 'bell on', 'enter');
    hooks.tracker.answers['tracker/webhook/get-failed'] = {
      failure: new Failure('not_found', 'No such thing.', {status: 404}),
    };
    await poll(harness);
    expect(watchText(harness.state())).toBe('✗ watch stopped since 12:00');
    expect(harness.rung).toEqual(['Failed deliveries are not watched: Not found (404)']);
  });

  test('while its first poll fails nothing is said to be none, but what went wrong and when it is tried again', async () => {
    const hooks = failingHooks();
    hooks.tracker.answers['tracker/webhook/get-failed'] = {
      failure: new Failure('server_error', 'Down.', {status: 503}),
    };
    const harness = await watching(hooks);
    const {load} = listOf(harness);
    if (load.status !== 'failed') throw new Error(`the list is ${load.status}`);
    expect(load.trouble.title).toBe('Server error (503)');
    expect(load.trouble.advice.join(' ')).toMatch(/Next attempt at 12:00:\d\d\. r retries now/);
    expect(lineOf(harness)).not.toContain('no failures');
  });

  test.each([
    ['server_error', 'Down.', {status: 503}, '✗ watch: 503 since 12:00'],
    ['connection_error', 'Refused.', {}, '✗ watch: no connection since 12:00'],
    ['timeout_error', 'Late.', {}, '✗ watch: no response since 12:00'],
    [
      'invalid_response',
      'The server responded with 200 (OK) but no JSON: Sign in.',
      {isNotJson: true},
      '✗ watch: not JSON since 12:00',
    ],
  ] as const)('an outage says what it is and since when: %s', async (kind, text, details, sign) => {
    const hooks = failingHooks();
    hooks.tracker.answers['tracker/webhook/get-failed'] = {
      failure: new Failure(kind, text, details),
    };
    const harness = await watching(hooks);
    harness.dispatch({kind: 'clock', nowMs: nowMs + 5 * minute});
    await poll(harness);
    expect(watchText(harness.state())).toBe(sign);
  });

  test('r during a back-off asks now', async () => {
    const hooks = failingHooks();
    const harness = await watching(hooks);
    const answer = hooks.tracker.answers['tracker/webhook/get-failed'];
    if (answer === undefined) throw new Error('no answer');
    hooks.tracker.answers['tracker/webhook/get-failed'] = {
      failure: new Failure('rate_limited', 'Slow.', {status: 429, retryAfterSeconds: 7200}),
    };
    await poll(harness);
    expect(watchText(harness.state())).toBe('✗ watch 429 until 12:10:00');
    expect(noteOf(harness)).toContain('(the service asked for 7200 s)');
    hooks.tracker.answers['tracker/webhook/get-failed'] = answer;
    hooks.fail('a.example/x', hour);
    await poll(harness);
    expect(namesOf(harness)).toEqual(['a.example/x']);
    expect(harness.state().notice).toMatchObject({
      tone: 'good',
      text: 'failed deliveries are being watched again',
    });
    expect(watchText(harness.state())).toBe('● watch live');
  });

  test('an outage is over with the first records of a long response, before its end', async () => {
    const hooks = failingHooks();
    const harness = await watching(hooks);
    hooks.tracker.answers['tracker/webhook/get-failed'] = {
      failure: new Failure('connection_error', 'Refused.', {}),
    };
    await poll(harness);
    expect(watchText(harness.state())).toBe('✗ watch: no connection since 12:00');
    const records = [{id: '1', text: '{}', timeMs: nowMs - hour, target: 'a.example/x'}];
    const none = receiveDeliveries(harness.state(), {records: []}, nowMs).state;
    expect(watchText(none)).toBe('✗ watch: no connection since 12:00');
    const some = receiveDeliveries(harness.state(), {records}, nowMs).state;
    expect(watchText(some)).toBe('● watch live');
    expect(some.notice?.text).toBe('failed deliveries are being watched again');
  });

  test('ages follow the server’s clock', async () => {
    const hooks = failingHooks();
    hooks.dateMs = nowMs - 3 * hour;
    hooks.fail('a.example/x', 3 * hour + 5 * minute);
    const harness = await watching(hooks);
    expect(JSON.parse(listOf(harness).rows[0]?.text ?? '')).toMatchObject({inLastQuarterHour: 1});
    expect(serverNow(harness.state())).toBe(nowMs - 3 * hour);
    expect(hooks.asked).toContain(nowMs - 75 * hour);
    expect(JSON.parse(harness.kept.get('monitor') ?? '')).toMatchObject({polledMs: hooks.dateMs});
  });

  test('r begins again after a refusal', async () => {
    const hooks = failingHooks();
    const answer = hooks.tracker.answers['tracker/webhook/get-failed'];
    if (answer === undefined) throw new Error('no answer');
    hooks.tracker.answers['tracker/webhook/get-failed'] = {
      failure: new Failure('auth_failed', 'Only apps.', {status: 403}),
    };
    const harness = await watching(hooks);
    hooks.tracker.answers['tracker/webhook/get-failed'] = answer;
    hooks.fail('a.example/x', hour);
    await poll(harness);
    expect(namesOf(harness)).toEqual(['a.example/x']);
  });

  test('a failure that passes keeps the rows and says when it is tried again', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example/x', hour);
    const harness = await watching(hooks);
    hooks.tracker.answers['tracker/webhook/get-failed'] = {
      failure: new Failure('rate_limited', 'Slow down.', {status: 429, retryAfterSeconds: 60}),
    };
    await poll(harness);
    expect(namesOf(harness)).toEqual(['a.example/x']);
    expect(lineOf(harness)).toContain('next try 12:01:00');
    expect(noteOf(harness)).toContain('429');
  });
});
