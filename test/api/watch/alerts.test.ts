import {describe, expect, test} from 'vitest';
import {
  type AlertMemory,
  freshMemory,
  memoryJson,
  readMemory,
} from '../../../src/api/watch/alert-memory.ts';
import {
  type AlertEvent,
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
  isLater = false,
): readonly string[] {
  let memory: AlertMemory = {...freshMemory, rules: new Set(isLater ? [] : rules)};
  return events.flatMap(([nowMs, ...now]) => {
    memory = readMemory(JSON.parse(JSON.stringify(memoryJson(memory)))) ?? freshMemory;
    return now.flatMap(event => {
      const step = alertStep(memory, event, {rules, mutes, nowMs, localMs: nowMs});
      memory = step.memory;
      return step.alerts.map(({text, atMs}) => `${atMs / minute}: ${text}`);
    });
  });
}

const page = (timeMs: number, ...addresses: readonly string[]): AlertEvent => ({
  kind: 'page',
  failures: addresses.map(address => ({address, timeMs, record: '{"id":1}'})),
});
const polled = (toMs: number): AlertEvent => ({kind: 'covered', toMs, isPolled: true});
const time: AlertEvent = {kind: 'time'};
const unanswered = (isRefused: boolean): AlertEvent => ({
  kind: 'unanswered',
  reason: 'no',
  isRefused,
});
/** A poll at a time whose failures are of that time. */
const poll = (atMs: number, ...addresses: readonly string[]) =>
  [atMs, page(atMs, ...addresses), polled(atMs)] as const;

describe('an alert', () => {
  test('of a new address fires once, and not for what failed before the watch', () => {
    const events = [poll(0, 'a'), poll(minute, 'a', 'b', 'b'), poll(2 * minute, 'b')] as const;
    expect(told(['new'], events, new Map(), true)).toEqual(['1: b has started to fail.']);
    // A restart in the midst of the first poll changes nothing.
    const cut = [[0, page(0, 'a')], poll(minute, 'b'), poll(2 * minute, 'c')] as const;
    expect(told(['new'], cut, new Map(), true)).toEqual(['2: c has started to fail.']);
  });

  test('of a new address is resolved after an hour of silence, and the next failure fires again', () => {
    const events = [poll(0, 'a'), poll(59 * minute), poll(61 * minute), poll(62 * minute, 'a')];
    expect(told(['new'], events)).toEqual([
      '0: a has started to fail.',
      '60: a no longer fails.',
      '62: a has started to fail.',
    ]);
    const shorter = [poll(0, 'a'), poll(10 * minute), poll(11 * minute, 'a')];
    expect(
      told(['new', 'silent/10m'], shorter).filter(text => text.includes('started')),
    ).toHaveLength(2);
  });

  test('of a new address is resolved and fires again when the silence was while the watch was down', () => {
    const events = [poll(0, 'a'), poll(5 * hour, 'a'), poll(5 * hour + 1, 'a')];
    expect(told(['new'], events)).toEqual([
      '0: a has started to fail.',
      '60: a no longer fails.',
      '300: a has started to fail.',
    ]);
    // It failed throughout: nothing is new.
    const through = Array.from({length: 10}, (_, n) => page(n * 30 * minute, 'a'));
    expect(told(['new'], [poll(0, 'a'), [5 * hour, ...through, polled(5 * hour)]])).toHaveLength(1);
  });

  test('of a new address does not fire for failures listed after its silence, but for later ones', () => {
    const events = [
      poll(0, 'a'),
      poll(61 * minute),
      [62 * minute, page(59 * minute, 'a'), polled(62 * minute)],
      poll(70 * minute, 'a'),
    ] as const;
    expect(told(['new'], events)).toEqual([
      '0: a has started to fail.',
      '60: a no longer fails.',
      '70: a has started to fail.',
    ]);
  });

  test('of a new address is resolved only when all failures up to its end are known', () => {
    const covered = (toMs: number): AlertEvent => ({kind: 'covered', toMs, isPolled: false});
    const events = [
      poll(0, 'a'),
      [2 * hour, page(2 * hour, 'a'), covered(30 * minute)],
      [2 * hour, page(55 * minute, 'a'), page(110 * minute, 'a'), polled(2 * hour)],
    ] as const;
    expect(told(['new'], events)).toHaveLength(1);
  });

  test('waits for the end of its page, also over a restart', () => {
    const events = [[0, page(0, 'a')], [minute, page(minute, 'a')], poll(2 * minute)] as const;
    expect(told(['new', '1/5m'], events)).toEqual([
      '0: a has started to fail.',
      '1: 2 deliveries failed within 5m.',
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
      '6: 2 deliveries failed within 5m, at most half of the limit.',
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
        return [(n + 1) * 10_000, ...times, polled((n + 1) * 10_000 - 1)] as const;
      });
      expect([span, told([rule], events)]).toEqual([span, [expect.any(String)]]);
    }
  });

  test('of many counts each burst by its own times, also if both are read in one poll', () => {
    const many = ['a', 'a', 'a'];
    const bursts = [
      50 * minute,
      page(minute, ...many),
      page(40 * minute, 'a', ...many),
      polled(50 * minute),
    ] as const;
    expect(told(['2/5m'], [bursts])).toEqual([
      '1: 3 deliveries failed within 5m.',
      '6: 0 deliveries failed within 5m, at most half of the limit.',
      '40: 4 deliveries failed within 5m.',
      '45: 0 deliveries failed within 5m, at most half of the limit.',
    ]);
    expect(
      told(['2/5m'], [[50 * minute, page(minute, 'a', 'a'), page(40 * minute, 'a'), polled(0)]]),
    ).toEqual([]);
  });

  test('of many fires for a burst listed late, but does not count failures up to its end again', () => {
    const many = Array.from({length: 4}, () => 'a');
    const events = [
      poll(20 * minute),
      [20 * minute, page(10 * minute, ...many), polled(20 * minute)],
      [20 * minute, page(10.5 * minute, ...many), polled(20 * minute)],
      [20 * minute, page(11.5 * minute, ...many), polled(20 * minute)],
    ] as const;
    expect(told(['3/1m'], events)).toEqual([
      '10: 4 deliveries failed within 1m.',
      '11: 0 deliveries failed within 1m, at most half of the limit.',
      '11.5: 4 deliveries failed within 1m.',
      '12.5: 0 deliveries failed within 1m, at most half of the limit.',
    ]);
  });

  test('of many fires after the first poll if too many failed just before', () => {
    const many = Array.from({length: 4}, () => 'a');
    const events = [poll(hour, ...many), poll(hour + minute, 'a')] as const;
    expect(told(['3/10m'], events, new Map(), true)).toEqual([
      expect.stringContaining('4 deliveries failed within 10m.'),
    ]);
    const before = [[3 * hour, page(hour, ...many), polled(3 * hour)]] as const;
    expect(told(['3/10m'], before, new Map(), true)).toEqual([]);
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
      '64: a has not failed for 30m.',
    ]);
  });

  test('of silence is resolved and fires again for a failure between two polls', () => {
    const events = [
      poll(minute, 'a'),
      poll(40 * minute),
      [120 * minute, page(60 * minute, 'a'), polled(120 * minute)] as const,
      poll(130 * minute),
    ];
    expect(told(['silent/30m'], events)).toEqual([
      '31: a has not failed for 30m.',
      '60: a fails again.',
      '90: a has not failed for 30m.',
    ]);
  });

  test('of silence waits for responses, since failures may not have been read', () => {
    const last = 2 * hour - 1;
    const through = Array.from({length: 5}, (_, n) => page(n * 29 * minute, 'a'));
    const events = [
      poll(0, 'a'),
      [2 * hour, unanswered(false), time, ...through, page(last, 'a'), polled(last)],
    ] as const;
    expect(told(['silent/30m'], events)).toEqual([]);
  });

  test('of silence is not told of what was silent before the watch, but of its next silence', () => {
    const events = [
      [hour, page(0, 'a'), polled(hour)],
      poll(2 * hour, 'a'),
      poll(3 * hour),
    ] as const;
    expect(told(['silent/30m'], events, new Map(), true)).toEqual([
      '150: a has not failed for 30m.',
    ]);
  });

  test('of a dead watch fires at a refusal at once, and after five minutes by the clock alone', () => {
    const events = [
      poll(0),
      [minute, unanswered(false)],
      [6 * minute, time],
      [6 * minute + 1, time],
      [7 * minute, unanswered(false)],
      poll(8 * minute),
      [20 * minute, time],
      [21 * minute, unanswered(true)],
      [22 * minute, unanswered(true)],
    ] as const;
    expect(told(['dead'], events)).toEqual([
      `${6 + 1 / minute}: Failed deliveries are not watched.`,
      '8: Failed deliveries are being watched again.',
      '21: Failed deliveries are not watched: no',
    ]);
    expect(told(['new'], [[0, unanswered(true)]])).toEqual([]);
  });

  test('does not come of an address that is muted, nor does its end', () => {
    const mutes: Mutes = new Map([['a', {untilMs: 10 * minute, note: 'known'}]]);
    const events = [poll(minute, 'a', 'a', 'b'), poll(11 * minute, 'a', 'a'), poll(3 * hour)];
    expect(told(['new', '1/5m'], events, mutes)).toEqual([
      '1: b has started to fail.',
      '11: 2 deliveries failed within 5m.',
      '16: 0 deliveries failed within 5m, at most half of the limit.',
      '61: b no longer fails.',
    ]);
    const silent: Mutes = new Map([['a', {untilMs: 40 * minute, note: ''}]]);
    const quiet = [poll(0, 'a'), poll(31 * minute), poll(41 * minute)];
    expect(told(['silent/30m'], quiet, silent)).toEqual([]);
  });

  test('says which, by a record of its page, and is not there for rules that are not', () => {
    const failures = [
      {address: 'a', timeMs: 5, record: '1'},
      {address: 'b', timeMs: 6, record: '2'},
    ];
    const setting = {rules: ['1/1s', 'new'], mutes: new Map(), nowMs: 7, localMs: 7};
    const known = {...freshMemory, rules: new Set(setting.rules)};
    const read = alertStep(known, {kind: 'page', failures}, setting);
    expect(read.alerts).toEqual([]);
    const {alerts, memory} = alertStep(read.memory, polled(7), setting);
    const rule = 'new';
    expect(alerts).toEqual([
      {rule: '1/1s', text: '2 deliveries failed within 1s.', count: 2, atMs: 0, record: '2'},
      {rule, text: 'a has started to fail.', address: 'a', atMs: 5, record: '1'},
      {rule, text: 'b has started to fail.', address: 'b', atMs: 6, record: '2'},
    ]);
    const end = alertStep(memory, polled(2 * hour), setting).alerts;
    expect(end[1]).toEqual({
      rule,
      text: 'a no longer fails.',
      address: 'a',
      atMs: hour + 5,
      sinceMs: 5,
    });
    const none = {...setting, rules: []};
    expect(alertStep(memory, polled(2 * hour), none).alerts).toEqual([]);
  });

  test('remembers the 10,000 addresses that failed last, and neither times nor counts for long', () => {
    const many = Array.from({length: 10_000}, (_, i) => `a${i}`);
    const setting = {rules: ['new', '5/1m', '5/2m'], mutes: new Map(), nowMs: 0, localMs: 0};
    const first = alertStep(freshMemory, page(0, ...many), setting).memory;
    const again = alertStep(first, page(0, 'a0', 'new'), setting).memory;
    const {addresses} = again;
    expect([addresses.size, addresses.has('a0'), addresses.has('a1')]).toEqual([
      10_000,
      true,
      false,
    ]);
    const settledAt = (toMs: number) => alertStep(first, polled(toMs), setting).memory;
    const countsAt = (toMs: number) =>
      [...settledAt(toMs).counts.values()].map(({counts}) => counts.size);
    expect([countsAt(minute), countsAt(150_000), countsAt(250_000)]).toEqual([
      [1, 1],
      [0, 1],
      [0, 0],
    ]);
    expect(settledAt(2 * hour).addresses.size).toBe(10_000);
    const later = alertStep(settledAt(2 * hour), page(3 * hour, 'b'), setting).memory;
    expect([...alertStep(later, polled(3 * hour), setting).memory.addresses.keys()]).toEqual(['b']);
    let memory: AlertMemory = {...freshMemory, rules: new Set(['new'])};
    for (let atMs = 0; atMs < 10 * hour; atMs += minute) {
      for (const event of [page(atMs, 'a'), polled(atMs)]) {
        ({memory} = alertStep(memory, event, setting));
      }
    }
    expect(memory.addresses.get('a')?.periods).toHaveLength(1);
  });

  test('leaves the memory it was given as it was', () => {
    const before = structuredClone(freshMemory);
    const rules = ['new', '0/5m', 'silent/1m', 'dead'];
    alertStep(freshMemory, page(0, 'a'), {
      rules,
      mutes: new Map(),
      nowMs: 900_000,
      localMs: 900_000,
    });
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
