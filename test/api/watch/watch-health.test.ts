import {describe, expect, test} from 'vitest';
import type {FailedEvent} from '../../../src/api/watch/failed-watch.ts';
import {makeWatchHealth} from '../../../src/api/watch/watch-health.ts';
import {Failure} from '../../../src/base/failure.ts';

const minuteMs = 60_000;
const failed = (url: string): FailedEvent => ({
  type: 'failure',
  item: JSON.stringify({id: '1', url, failureTime: 0}),
  failureTimeMs: 0,
});
const polled = (nextAtMs: number): FailedEvent => ({
  type: 'poll',
  pages: 1,
  listed: 0,
  delivered: 0,
  storedKeys: 0,
  nextAtMs,
});
const refused = (kind: 'auth_failed' | 'server_error'): FailedEvent => ({
  type: 'retry',
  failure: new Failure(kind, 'No.'),
  nextAtMs: 0,
});

describe('the health of a watch', () => {
  test('is good until five minutes after the next poll was due, and bad at once when refused', () => {
    const health = makeWatchHealth(0);
    expect(health.problem(5 * minuteMs)).toBeUndefined();
    expect(health.problem(5 * minuteMs + 1)).toBe('The watch does not proceed.');
    health.add(polled(60 * minuteMs), 6 * minuteMs);
    expect(health.problem(65 * minuteMs)).toBeUndefined();
    health.add(refused('server_error'), 60 * minuteMs);
    // The token endpoint is down; it did not reject the credentials.
    const down = new Failure('auth_error', 'No.', {status: 503, attempts: 1});
    health.add({type: 'retry', failure: down, nextAtMs: 0}, 60 * minuteMs);
    expect(health.problem(65 * minuteMs)).toBeUndefined();
    expect(health.problem(66 * minuteMs)).toBe('No.');
    health.add(polled(0), 70 * minuteMs);
    health.add(refused('auth_failed'), 70 * minuteMs);
    expect(health.problem(70 * minuteMs)).toBe('No.');
    health.add(failed('https://a.example'), 71 * minuteMs);
    expect(JSON.parse(health.state(71 * minuteMs))).toMatchObject({status: 'ok', failures: 1});
  });

  test('shows no secret of an address, and escapes what a label must not hold', () => {
    const health = makeWatchHealth(0);
    health.add(failed('https://u:p@a.example/x?token=hush'), 0);
    health.add(failed('https://a.example/"\\\n\u001b[2J'), 0);
    const lines = health.metrics(0, {}).match(/^steward_watch_failures_total\{.*$/gm);
    expect(lines).toEqual([
      'steward_watch_failures_total{address="a.example/x"} 1',
      String.raw`steward_watch_failures_total{address="a.example/\"\\\\n\\u001b[2J"} 1`,
    ]);
  });

  test('counts firing alerts, errors by kind, and no more than 1,000 addresses', () => {
    const health = makeWatchHealth(0);
    const alert = {rule: 'new', text: '', atMs: 0, address: 'a'};
    health.add({...polled(0), alerts: [alert, {...alert, address: 'b'}]} as FailedEvent, 0);
    health.add({...polled(0), alerts: [{...alert, sinceMs: 0}]} as FailedEvent, 0);
    health.add(refused('server_error'), 0);
    for (let n = 0; n < 1005; n++) health.add(failed(`https://a.example/${n}`), 0);
    const text = health.metrics(0, {forward: 3});
    for (const line of [
      'alerts_firing{rule="new"} 1',
      'poll_errors_total{kind="server_error"} 1',
      'failures_total{address="(other)"} 5',
      'queue_length{destination="forward"} 3',
      'polls_total 2',
    ]) {
      expect(text).toContain(`steward_watch_${line}\n`);
    }
  });
});
