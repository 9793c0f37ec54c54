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
    expect(told(['new'], events)).toEqual(['1: Deliveries to b have started to fail.']);
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
      '6: Failed deliveries are not being watched: no',
      '9: Failed deliveries are not being watched: no',
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
      '1: Deliveries to b have started to fail.',
      '11: 2 deliveries failed within 5m.',
    ]);
  });

  test('is JSON with the record it came of in it, as the server wrote it', () => {
    const alert = {rule: 'new', text: 't', address: 'a', atMs: 1, record: '{"n":1.0}'};
    expect(alertJson(alert)).toBe(
      '{"type":"alert","rule":"new","text":"t","address":"a","at":1,"record":{"n":1.0}}',
    );
  });

  test('of new failures says which, by the latest record, and is told where others are not', () => {
    const failures = [
      {address: 'a', timeMs: 5, record: '1'},
      {address: 'b', timeMs: 6, record: '2'},
    ];
    const setting = {rules: ['1/5m', 'new'], mutes: new Map(), nowMs: 7};
    const {alerts} = alertStep(freshMemory, {kind: 'failures', failures}, setting);
    const [rule, atMs] = ['new', 7];
    expect(alerts).toEqual([
      {rule, text: 'Deliveries to a have started to fail.', address: 'a', atMs, record: '1'},
      {rule, text: 'Deliveries to b have started to fail.', address: 'b', atMs, record: '2'},
      {rule: '1/5m', text: '2 deliveries failed within 5m.', count: 2, atMs, record: '2'},
    ]);
    const quiet = alertStep(freshMemory, {kind: 'failures', failures}, {...setting, rules: []});
    expect(quiet.alerts).toEqual([]);
  });

  test('of many counts those after the begin of its time, in stretches of ten seconds', () => {
    const events = (...times: readonly number[]) =>
      times.map(timeMs => [timeMs, failed(timeMs, 'a')] as const);
    expect(told(['1/1m'], events(0, 59_999))).toHaveLength(1);
    expect(told(['1/1m'], events(0, 60_000))).toEqual([]);
    expect(told(['1/1m'], events(9999, 69_999))).toEqual([]);
    expect(told(['1/1m'], events(10_000, 69_999))).toHaveLength(1);
    const thousand = failed(0, ...Array.from({length: 1001}, () => 'a'));
    expect(told(['1000/1m'], [[0, thousand]])).toEqual(['0: 1,001 deliveries failed within 1m.']);
    expect(told(['1001/1m'], [[0, thousand]])).toEqual([]);
  });

  test('of many is told of old failures only with a later event, without a record', () => {
    const old = {...failed(0, 'a', 'a'), isOld: true} as AlertEvent;
    const setting = {rules: ['1/5m'], mutes: new Map(), nowMs: 0};
    const first = alertStep(freshMemory, old, setting);
    expect(first.alerts).toEqual([]);
    const second = alertStep(first.memory, time, {...setting, nowMs: 1});
    expect(second.alerts).toEqual([
      {rule: '1/5m', text: '2 deliveries failed within 5m.', count: 2, atMs: 1},
    ]);
    expect(
      told(
        ['1/5m'],
        [
          [0, failed(0, 'a', 'a')],
          [1, old],
        ],
      ),
    ).toHaveLength(1);
  });

  test('of silence waits for its time, from the latest failure of an address', () => {
    const seen = [0, answered] as const;
    const until = (ms: number, ...failures: readonly AlertEvent[]) =>
      told(['silent/1m'], [seen, ...failures.map(one => [1, one] as const), [ms, time]]);
    expect(until(60_999, failed(1000, 'a'))).toEqual([]);
    expect(until(61_000, failed(1000, 'a'))).toHaveLength(1);
    expect(until(61_000, failed(1000, 'a'), failed(500, 'a'))).toHaveLength(1);
    expect(until(61_000, failed(500, 'a'), failed(1001, 'a'))).toEqual([]);
    expect(
      told(
        ['silent/1m'],
        [
          [100_000, failed(0, 'a')],
          [200_000, time],
        ],
      ),
    ).toEqual([]);
    const {alerts} = alertStep({...freshMemory, failed: new Map([['a', 0]]), answeredMs: 0}, time, {
      rules: ['silent/1m'],
      mutes: new Map(),
      nowMs: 60_000,
    });
    expect(alerts).toEqual([
      {rule: 'silent/1m', text: 'a has not failed for 1m.', address: 'a', atMs: 60_000},
    ]);
  });

  test('of silence is not told for an address that is muted then, nor later', () => {
    const mutes: Mutes = new Map([['a', {untilMs: 70_000, note: ''}]]);
    const events = [
      [0, answered],
      [1, failed(1, 'a')],
      [65_000, time],
      [80_000, time],
    ] as const;
    expect(told(['silent/1m'], events, mutes)).toEqual([]);
    const past: Mutes = new Map([['a', {untilMs: 65_000, note: ''}]]);
    expect(told(['silent/1m'], events, past)).toHaveLength(1);
  });

  test('of a dead watch comes after five minutes without a word, and is over with a response', () => {
    const events = [
      [0, answered],
      [300_000, time],
      [300_001, time],
      [300_002, time],
      [300_003, answered],
      [300_004, unanswered(true)],
      [300_005, unanswered(true)],
    ] as const;
    expect(told(['dead'], events).map(text => text.split(': ').slice(1).join(': '))).toEqual([
      'Failed deliveries are not being watched.',
      'Failed deliveries are not being watched: no',
    ]);
    expect(
      told(
        ['dead'],
        [
          [0, time],
          [300_000, time],
        ],
      ),
    ).toEqual([]);
    expect(told(['new'], [[0, unanswered(true)]])).toEqual([]);
  });

  test('remembers the 10,000 addresses that failed last, and counts no longer than its rules', () => {
    const many = Array.from({length: 10_000}, (_, i) => `a${i}`);
    const setting = {rules: ['5/1m', '5/2m'], mutes: new Map(), nowMs: 0};
    const first = alertStep(freshMemory, failed(0, ...many), setting).memory;
    expect(first.failed.size).toBe(10_000);
    const again = alertStep(first, failed(0, 'a0', 'new'), setting).memory;
    expect([again.failed.size, again.failed.has('a0'), again.failed.has('a1')]).toEqual([
      10_000,
      true,
      false,
    ]);
    const countsAt = (nowMs: number) => alertStep(first, time, {...setting, nowMs}).memory.counts;
    expect([...countsAt(129_999)]).toEqual([[0, 10_000]]);
    expect([...countsAt(130_000)]).toEqual([]);
  });

  test('leaves the memory it was given as it was', () => {
    const before = structuredClone(freshMemory);
    const rules = ['new', '0/5m', 'silent/1m', 'dead'];
    alertStep(freshMemory, failed(0, 'a'), {rules, mutes: new Map(), nowMs: 900_000});
    expect(freshMemory).toEqual(before);
  });

  test.each([
    ['new', {kind: 'new'}],
    ['dead', {kind: 'dead'}],
    ['100/5m', {kind: 'many', count: 100, withinMs: 300_000}],
    ['0/1s', {kind: 'many', count: 0, withinMs: 1000}],
    ['silent/30m', {kind: 'silent', forMs: 1_800_000}],
    ['silent/1s', {kind: 'silent', forMs: 1000}],
    ['99999999999999999999/5m', undefined],
    ['xsilent/5m', undefined],
    ['x5/5m', undefined],
  ])('has the rule %s', (text, rule) => {
    expect(readRule(text)).toEqual(rule);
  });

  test('without a record is JSON of what it has', () => {
    expect(alertJson({rule: '1/5m', text: 't', count: 2, atMs: 1})).toBe(
      '{"type":"alert","rule":"1/5m","text":"t","count":2,"at":1}',
    );
  });

  test.each(['', 'never', '5', '5/', '-1/5m', '1/1ms', 'silent', 'silent/x', '1.5/5m'])(
    'has no rule %j',
    text => {
      expect(readRule(text)).toBeUndefined();
    },
  );
});
