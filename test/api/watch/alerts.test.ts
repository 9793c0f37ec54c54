import {describe, expect, test} from 'vitest';
import {
  type AlertEvent,
  alertJson,
  alertStep,
  freshMemory,
  type Mutes,
  readRule,
} from '../../../src/api/watch/alerts.ts';

const minute = 60_000;

/** What is told, one event after the other. */
function told(
  rules: readonly string[],
  events: readonly (readonly [atMs: number, event: AlertEvent])[],
  mutes: Mutes = new Map(),
): readonly string[] {
  let memory = freshMemory;
  return events.flatMap(([nowMs, event]) => {
    const step = alertStep(memory, event, {rules, mutes, nowMs});
    memory = step.memory;
    return step.alerts.map(({text}) => `${nowMs / minute}: ${text}`);
  });
}

const failed = (timeMs: number, ...addresses: readonly string[]): AlertEvent => ({
  kind: 'failures',
  failures: addresses.map(address => ({address, timeMs, record: '{"id":1}'})),
});
const answered: AlertEvent = {kind: 'answered'};
const time: AlertEvent = {kind: 'time'};
const unanswered = (isRefused: boolean): AlertEvent => ({
  kind: 'unanswered',
  reason: 'no',
  isRefused,
});

describe('an alert', () => {
  test('comes of an address that did not fail before, once, not of what failed before the watch', () => {
    const old = {...failed(0, 'a'), isOld: true} as AlertEvent;
    const events = [
      [0, old],
      [minute, failed(minute, 'a', 'b', 'b')],
      [2 * minute, failed(2 * minute, 'b')],
    ] as const;
    expect(told(['new'], events)).toEqual(['1: Deliveries to b fail, which did not before.']);
  });

  test('comes of more than so many within a time, again only when that was over', () => {
    const many = Array.from({length: 4}, () => 'a');
    const events = [
      [0, failed(0, ...many.slice(0, 3))],
      [minute, failed(minute, 'a')],
      [2 * minute, failed(2 * minute, 'a')],
      [20 * minute, time],
      [21 * minute, failed(21 * minute, ...many)],
    ] as const;
    expect(told(['3/5m'], events)).toEqual([
      '1: 4 deliveries failed within 5m.',
      '21: 4 deliveries failed within 5m.',
    ]);
  });

  test('comes of an address that is silent again, once each time', () => {
    const events = [
      [0, answered],
      [minute, failed(minute, 'a')],
      [10 * minute, time],
      [32 * minute, time],
      [33 * minute, time],
      [34 * minute, failed(34 * minute, 'a')],
      [90 * minute, answered],
    ] as const;
    expect(told(['silent/30m'], events)).toEqual([
      '32: a has not failed for 30m.',
      '90: a has not failed for 30m.',
    ]);
  });

  test('comes of a watch that is refused at once, and of one without an answer after five minutes', () => {
    const events = [
      [0, answered],
      [minute, unanswered(false)],
      [6 * minute, unanswered(false)],
      [7 * minute, unanswered(false)],
      [8 * minute, answered],
      [9 * minute, unanswered(true)],
    ] as const;
    expect(told(['dead'], events)).toEqual([
      '6: Failed deliveries are not watched: no',
      '9: Failed deliveries are not watched: no',
    ]);
  });

  test('does not come of an address that is muted, until that is over', () => {
    const mutes: Mutes = new Map([['a', {untilMs: 10 * minute, note: 'known'}]]);
    const events = [
      [0, answered],
      [minute, failed(minute, 'a', 'a', 'b')],
      [11 * minute, failed(11 * minute, 'a', 'a')],
    ] as const;
    expect(told(['new', '1/5m'], events, mutes)).toEqual([
      '1: Deliveries to b fail, which did not before.',
      '11: 2 deliveries failed within 5m.',
    ]);
  });

  test('is JSON with the record it came of in it, as the server wrote it', () => {
    const alert = {rule: 'new', text: 't', address: 'a', atMs: 1, record: '{"n":1.0}'};
    expect(alertJson(alert)).toBe(
      '{"type":"alert","rule":"new","text":"t","address":"a","at":1,"record":{"n":1.0}}',
    );
  });

  test.each(['', 'never', '5', '5/', '-1/5m', '1/1ms', 'silent', 'silent/x', '1.5/5m'])(
    'has no rule %j',
    text => {
      expect(readRule(text)).toBeUndefined();
    },
  );
});
