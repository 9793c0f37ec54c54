import {describe, expect, test} from 'vitest';
import {freshMemory, memoryJson, readMemory} from '../../../src/api/watch/alert-memory.ts';
import {
  type AlertEvent,
  acceptSilence,
  alertJson,
  alertStep,
  type Mutes,
  readRule,
} from '../../../src/api/watch/alerts.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * The texts of the alerts of one event after the other; each event comes after a restart from a
 * file.
 */
function told(
  rules: readonly string[],
  events: readonly (readonly [atMs: number, ...events: readonly AlertEvent[]])[],
  mutes: Mutes = new Map(),
  isOld = false,
): readonly string[] {
  let memory = {...freshMemory, isOld};
  return events.flatMap(([nowMs, ...now]) => {
    const {answeredMs = nowMs} = memory;
    memory = {
      ...(readMemory(JSON.parse(JSON.stringify(memoryJson(memory)))) ?? memory),
      answeredMs,
    };
    return now.flatMap(event => {
      const step = alertStep(memory, event, {rules, mutes, nowMs});
      memory = step.memory;
      return step.alerts.map(({text}) => `${nowMs / minute}: ${text}`);
    });
  });
}

const page = (timeMs: number, ...addresses: readonly string[]): AlertEvent => ({
  kind: 'page',
  failures: addresses.map(address => ({address, timeMs, record: '{"id":1}'})),
});
const polled: AlertEvent = {kind: 'polled'};
const time: AlertEvent = {kind: 'time'};
const unanswered = (isRefused: boolean): AlertEvent => ({
  kind: 'unanswered',
  reason: 'no',
  isRefused,
});
/** A poll at a time whose failures are of that time. */
const poll = (atMs: number, ...addresses: readonly string[]) =>
  [atMs, page(atMs, ...addresses), polled] as const;

test('a rule added for silence reports only what falls silent from then on', () => {
  const texts: string[] = [];
  let memory = freshMemory;
  const step = (atMs: number, rules: readonly string[], ...events: readonly AlertEvent[]) => {
    for (const event of events) {
      const next = alertStep(memory, event, {rules, mutes: new Map(), nowMs: atMs});
      memory = next.memory;
      texts.push(...next.alerts.map(({text}) => `${atMs / minute}: ${text}`));
    }
  };
  step(0, [], page(0, 'a'), polled);
  step(minute, [], page(minute, 'b'), polled);
  memory = acceptSilence(memory, {rules: ['silent/30m'], mutes: new Map(), nowMs: 30 * minute});
  expect([...memory.open.values()]).toEqual([
    {rule: 'silent/30m', address: 'a', sinceMs: 30 * minute, isTold: false},
  ]);
  expect(memory.failed.size).toBe(2);
  step(31 * minute, ['silent/30m'], polled);
  step(32 * minute, ['silent/30m'], page(32 * minute, 'a'), polled);
  step(62 * minute, ['silent/30m'], polled);
  expect(texts).toEqual(['31: b has not failed for 30m.', '62: a has not failed for 30m.']);
});

describe('an alert', () => {
  test('of a new address fires once, and not for what failed before the watch', () => {
    const events = [poll(0, 'a'), poll(minute, 'a', 'b', 'b'), poll(2 * minute, 'b')] as const;
    expect(told(['new'], events, new Map(), true)).toEqual([
      '1: Deliveries to b have started to fail.',
    ]);
    // A restart in the midst of the first poll changes nothing.
    const cut = [[0, page(0, 'a')], poll(minute, 'b'), poll(2 * minute, 'c')] as const;
    expect(told(['new'], cut, new Map(), true)).toEqual([
      '2: Deliveries to c have started to fail.',
    ]);
  });

  test('of a new address is resolved after an hour of silence, and the next failure fires again', () => {
    const events = [
      poll(0, 'a'),
      poll(59 * minute),
      poll(60 * minute),
      poll(61 * minute),
      poll(62 * minute, 'a'),
    ];
    expect(told(['new'], events)).toEqual([
      '0: Deliveries to a have started to fail.',
      '60: Deliveries to a no longer fail.',
      '62: Deliveries to a have started to fail.',
    ]);
    const shorter = [poll(0, 'a'), poll(10 * minute), poll(11 * minute, 'a')];
    expect(
      told(['new', 'silent/10m'], shorter).filter(text => text.includes('started')),
    ).toHaveLength(2);
  });

  test('of a new address is resolved and fires again when the silence was while the watch was down', () => {
    const events = [poll(0, 'a'), poll(5 * hour, 'a'), poll(5 * hour + 1, 'a')];
    expect(told(['new'], events)).toEqual([
      '0: Deliveries to a have started to fail.',
      '300: Deliveries to a no longer fail.',
      '300: Deliveries to a have started to fail.',
    ]);
    // It failed throughout: nothing is new.
    const through = Array.from({length: 10}, (_, n) => page(n * 30 * minute, 'a'));
    expect(told(['new'], [poll(0, 'a'), [5 * hour, ...through, polled]])).toHaveLength(1);
  });

  test('is pending until its poll ends, also over a restart, and is then lost by nobody', () => {
    const events = [[0, page(0, 'a')], [minute, page(minute, 'a')], poll(2 * minute)] as const;
    expect(told(['new', '1/5m'], events)).toEqual([
      '2: Deliveries to a have started to fail.',
      '2: 2 deliveries failed within 5m.',
    ]);
  });

  test('of many fires above its limit, and is resolved at half of it', () => {
    const many = Array.from({length: 4}, () => 'a');
    const events = [
      poll(0, ...many),
      poll(minute, 'a'),
      poll(5 * minute, 'a', 'a'),
      poll(5.5 * minute),
      poll(8 * minute),
      poll(20 * minute),
      poll(21 * minute, ...many),
    ];
    expect(told(['4/5m'], events)).toEqual([
      '1: 5 deliveries failed within 5m.',
      '8: 2 deliveries failed within 5m, at most half of the limit.',
    ]);
    expect(told(['3/5m'], events)).toHaveLength(3);
  });

  test('of many fires once at a steady rate, whatever the polls and the span', () => {
    for (const [rule, span] of [
      ['9/10s', 10_000],
      ['59/1m', 60_000],
      ['4/5s', 5000],
    ] as const) {
      const events = Array.from({length: 30}, (_, n) => {
        const times = Array.from({length: 10}, (_, i) => page(n * 10_000 + i * 1000, 'a'));
        return [(n + 1) * 10_000, ...times, polled] as const;
      });
      expect([span, told([rule], events)]).toEqual([span, [expect.any(String)]]);
    }
  });

  test('of many counts a burst that ended before the poll, by its own times', () => {
    const burst = [
      50 * minute,
      page(minute, 'a', 'a', 'a'),
      page(40 * minute, 'a'),
      polled,
    ] as const;
    expect(told(['2/5m'], [burst])).toEqual(['50: 3 deliveries failed within 5m.']);
    expect(
      told(['2/5m'], [[50 * minute, page(minute, 'a', 'a'), page(40 * minute, 'a'), polled]]),
    ).toEqual([]);
  });

  test('of many does not count failures of a resolved alert again, also when others are listed late', () => {
    const many = Array.from({length: 4}, () => 'a');
    const events = [
      poll(0, ...many),
      poll(minute),
      [1.1 * minute, page(0.9 * minute, 'a'), polled] as const,
      [1.2 * minute, page(1.15 * minute, ...many), polled] as const,
    ];
    expect(told(['3/1m'], events)).toEqual([
      '0: 4 deliveries failed within 1m.',
      '1: 0 deliveries failed within 1m, at most half of the limit.',
      '1.2: 5 deliveries failed within 1m.',
    ]);
  });

  test('of silence fires once each time, and is resolved by the next failure', () => {
    const events = [
      poll(minute, 'a'),
      poll(10 * minute),
      poll(31 * minute),
      poll(32 * minute),
      poll(34 * minute, 'a'),
      poll(90 * minute),
    ];
    expect(told(['silent/30m'], events)).toEqual([
      '31: a has not failed for 30m.',
      '34: a fails again.',
      '90: a has not failed for 30m.',
    ]);
  });

  test('of silence is resolved and fires again for a failure between two polls', () => {
    const events = [
      poll(minute, 'a'),
      poll(40 * minute),
      [120 * minute, page(60 * minute, 'a'), polled] as const,
      poll(130 * minute),
    ];
    expect(told(['silent/30m'], events)).toEqual([
      '40: a has not failed for 30m.',
      '120: a fails again.',
      '120: a has not failed for 30m.',
    ]);
  });

  test('of silence waits for the end of a poll, since failures may not have been read', () => {
    const events = [
      poll(0, 'a'),
      [2 * hour, unanswered(false), time, page(2 * hour - 1, 'a'), polled],
    ] as const;
    expect(told(['silent/30m'], events)).toEqual([]);
  });

  test('of silence is not told of what was silent before the watch, but of its next silence', () => {
    const events = [[hour, page(0, 'a'), polled], poll(2 * hour, 'a'), poll(3 * hour)] as const;
    expect(told(['silent/30m'], events, new Map(), true)).toEqual([
      '180: a has not failed for 30m.',
    ]);
  });

  test('of a dead watch fires at a refusal at once, and after five minutes by the clock alone', () => {
    const events = [
      poll(0),
      [minute, unanswered(false)],
      [5 * minute, time],
      [5 * minute + 1, time],
      [6 * minute, unanswered(false)],
      poll(7 * minute),
      [8 * minute, unanswered(true)],
      [9 * minute, unanswered(true)],
    ] as const;
    expect(told(['dead'], events).map(text => text.split(': ').slice(1).join(': '))).toEqual([
      'Failed deliveries are not being watched.',
      'Failed deliveries are being watched again.',
      'Failed deliveries are not being watched: no',
    ]);
    expect(told(['new'], [[0, unanswered(true)]])).toEqual([]);
  });

  test('does not come of an address that is muted, nor does its end', () => {
    const mutes: Mutes = new Map([['a', {untilMs: 10 * minute, note: 'known'}]]);
    const events = [poll(minute, 'a', 'a', 'b'), poll(11 * minute, 'a', 'a'), poll(3 * hour)];
    expect(told(['new', '1/5m'], events, mutes)).toEqual([
      '1: Deliveries to b have started to fail.',
      '11: 2 deliveries failed within 5m.',
      '180: Deliveries to b no longer fail.',
      '180: 0 deliveries failed within 5m, at most half of the limit.',
    ]);
    const silent: Mutes = new Map([['a', {untilMs: 40 * minute, note: ''}]]);
    const quiet = [poll(0, 'a'), poll(31 * minute), poll(41 * minute)];
    expect(told(['silent/30m'], quiet, silent)).toEqual([]);
  });

  test('says which, by the latest record, and is not there for rules that are not', () => {
    const failures = [
      {address: 'a', timeMs: 5, record: '1'},
      {address: 'b', timeMs: 6, record: '2'},
    ];
    const setting = {rules: ['1/5m', 'new'], mutes: new Map(), nowMs: 7};
    const read = alertStep(freshMemory, {kind: 'page', failures}, setting);
    expect(read.alerts).toEqual([]);
    const {alerts, memory} = alertStep(read.memory, polled, setting);
    const [rule, atMs] = ['new', 7];
    expect(alerts).toEqual([
      {rule, text: 'Deliveries to a have started to fail.', address: 'a', atMs, record: '1'},
      {rule, text: 'Deliveries to b have started to fail.', address: 'b', atMs, record: '2'},
      {rule: '1/5m', text: '2 deliveries failed within 5m.', count: 2, atMs, record: '2'},
    ]);
    const end = alertStep(memory, polled, {...setting, nowMs: 2 * hour}).alerts;
    expect(end[0]).toEqual({
      rule,
      text: 'Deliveries to a no longer fail.',
      address: 'a',
      atMs: 2 * hour,
      sinceMs: 7,
    });
    expect(alertStep(memory, polled, {...setting, rules: [], nowMs: 2 * hour}).alerts).toEqual([]);
  });

  test('remembers the 10,000 addresses that failed last, and counts no longer than its rules', () => {
    const many = Array.from({length: 10_000}, (_, i) => `a${i}`);
    const setting = {rules: ['5/1m', '5/2m'], mutes: new Map(), nowMs: 0};
    const first = alertStep(freshMemory, page(0, ...many), setting).memory;
    expect(first.failed.size).toBe(10_000);
    const again = alertStep(first, page(0, 'a0', 'new'), setting).memory;
    expect([again.failed.size, again.failed.has('a0'), again.failed.has('a1')]).toEqual([
      10_000,
      true,
      false,
    ]);
    const countsAt = (nowMs: number) => {
      const {counts} = alertStep(first, polled, {...setting, nowMs}).memory;
      return [...counts.values()].map(({size}) => size);
    };
    expect(countsAt(119_999)).toEqual([1, 1]);
    expect(countsAt(239_999)).toEqual([0, 1]);
    expect(countsAt(240_000)).toEqual([0, 0]);
  });

  test('leaves the memory it was given as it was', () => {
    const before = structuredClone(freshMemory);
    const rules = ['new', '0/5m', 'silent/1m', 'dead'];
    alertStep(freshMemory, page(0, 'a'), {rules, mutes: new Map(), nowMs: 900_000});
    expect(freshMemory).toEqual(before);
  });

  test.each([undefined, null, [], {}, {latestMs: 'x'}])('starts anew from %j', value => {
    expect(readMemory(value as never)).toBeUndefined();
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

  test('is JSON with the record it came of in it, as the server wrote it', () => {
    const alert = {rule: 'new', text: 't', address: 'a', atMs: 1, record: '{"n":1.0}'};
    expect(alertJson(alert)).toBe(
      '{"type":"alert","rule":"new","text":"t","address":"a","at":1,"record":{"n":1.0}}',
    );
    expect(alertJson({rule: 'dead', text: 't', atMs: 2, sinceMs: 1})).toBe(
      '{"type":"resolved","rule":"dead","text":"t","at":2,"since":1}',
    );
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
