import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {targetOf} from '../../../../src/api/watch/delivery-facts.ts';
import {trendOf} from '../../../../src/api/watch/trend.ts';
import {addEvicted, splitBuffered} from '../../../../src/screens/webhooks/monitor/buffer.ts';
import {groupFailures, timeBars} from '../../../../src/screens/webhooks/monitor/failure-counts.ts';
import {refreshLive} from '../../../../src/screens/webhooks/monitor/live-list.ts';
import {
  bufferFailures,
  type Delivery,
  freshMonitor,
  markAllSeen,
  maxBuffered,
  newFailures,
  withMonitor,
} from '../../../../src/screens/webhooks/monitor/monitor-state.ts';
import {goTo} from '../../../../src/state/locations/go-to.ts';
import {listOf, makeHarness} from '../../../support/app-harness.ts';
import {stillWorld} from '../../../support/still-world.ts';

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0);
const minute = 60_000;
const hour = 60 * minute;

function failed(target: string, ageMs: number): Delivery {
  return {id: `f${ageMs}`, text: '{}', timeMs: nowMs - ageMs, target};
}

/** Failures within one minute. */
const batch = fc.record({
  url: fc.constantFrom('a', 'b', 'c'),
  ageMin: fc.integer({min: 1, max: 80 * 60}),
  times: fc.integer({min: 1, max: 30}),
});

const buffered = (...told: readonly Delivery[]) => bufferFailures(freshMonitor, told);

describe('failures by URL', () => {
  test('are counted in each of the four windows', () => {
    const [group] = groupFailures(
      buffered(
        failed('a', 71 * hour),
        failed('a', 23 * hour),
        failed('a', 30 * minute),
        failed('a', 14 * minute),
        failed('a', 0),
      ),
      nowMs,
      24 * hour,
    );
    expect(group).toMatchObject({in15min: 2, in1h: 3, in24h: 4, in72h: 5});
    expect(group).toMatchObject({firstMs: nowMs - 71 * hour, lastMs: nowMs});
  });

  test('one at the edge of a window is no longer in it', () => {
    const [group] = groupFailures(buffered(failed('a', 15 * minute)), nowMs, hour);
    expect(group).toMatchObject({in15min: 0, in1h: 1});
  });

  test('a server whose clock is ahead loses none', () => {
    const [group] = groupFailures(buffered(failed('a', -5000)), nowMs, hour);
    expect(group).toMatchObject({in15min: 1, lastMs: nowMs + 5000});
    expect(group?.parts.at(-1)).toBe(1);
  });

  test('the parts of the window hold all that failed in it', () => {
    const [group] = groupFailures(
      buffered(failed('a', 59 * minute), failed('a', 30 * minute), failed('a', 2 * hour)),
      nowMs,
      hour,
    );
    expect(group?.parts.reduce((a, b) => a + b, 0)).toBe(2);
    expect(group?.parts[0]).toBe(1);
  });

  test('the trend compares the last quarter with the rest', () => {
    expect(trendOf([1, 1, 1, 1])).toBe('→');
    expect(trendOf([1, 1, 1, 2])).toBe('↑');
    expect(trendOf([2, 2, 2, 1])).toBe('↓');
    expect(trendOf([0, 0, 0, 0])).toBe('→');
    expect(trendOf([3, 0, 0, 0])).toBe('↓');
  });
});

describe('failures over time', () => {
  test('each is in one bar, and a bar says which URL is worst', () => {
    const bars = timeBars(
      buffered(failed('a', 10 * minute), failed('b', 9 * minute), failed('b', 8 * minute)),
      nowMs,
      hour,
      5 * minute,
    );
    expect(bars).toHaveLength(13);
    expect(bars.reduce((sum, {count}) => sum + count, 0)).toBe(3);
    expect(bars.find(({count}) => count > 0)).toMatchObject({worst: 'b', worstCount: 2});
  });

  test('the first bar starts before the window, so that none of the window is left out', () => {
    const early = buffered(failed('a', hour - 1), failed('a', 58 * minute));
    for (const since of [0, 1, minute, 4 * minute, 5 * minute - 1]) {
      const bars = timeBars(early, nowMs - since, hour, 5 * minute);
      expect([since, bars.reduce((sum, {count}) => sum + count, 0)]).toEqual([since, 2]);
    }
  });

  test('bars keep their begin while time goes on', () => {
    const early = timeBars(freshMonitor, nowMs, hour, 5 * minute).map(({fromMs}) => fromMs);
    const late = timeBars(freshMonitor, nowMs + minute, hour, 5 * minute).map(({fromMs}) => fromMs);
    expect(late).toEqual(early);
  });
});

describe('what is buffered', () => {
  test('is capped, the oldest go first, and how many went is known', () => {
    const many = Array.from({length: maxBuffered}, (_, i) => failed('a', maxBuffered - i));
    const full = bufferFailures(freshMonitor, many);
    const over = bufferFailures(full, [failed('b', 0), failed('c', 0)]);
    // A twentieth goes at a time, so that not every page goes through all records.
    const left = 0.95 * maxBuffered;
    expect(over.buffered).toHaveLength(left);
    expect(over.dropped).toBe(maxBuffered + 2 - left);
    expect(over.buffered[0]?.seq).toBe(over.dropped + 1);
    expect(over.buffered.at(-1)?.target).toBe('c');
    const room = Array.from({length: maxBuffered - left}, () => failed('d', 0));
    expect(bufferFailures(over, room).dropped).toBe(over.dropped);
  });

  test('loses no record of a quiet URL to a noisy one', () => {
    const quiet = [failed('quiet', 70 * hour), failed('quiet', 69 * hour)];
    const noisy = Array.from({length: maxBuffered}, (_, i) => failed('noisy', maxBuffered - i));
    const more = Array.from({length: 1000}, (_, i) => failed('other', 500 - i / 2));
    const all = [quiet, noisy, more, noisy].reduce(bufferFailures, freshMonitor);
    expect(all.buffered.length).toBeLessThanOrEqual(maxBuffered);
    const count = (url: string) => all.buffered.filter(({target}) => target === url).length;
    expect([count('quiet'), count('other')]).toEqual([2, 1000]);
  });

  test('lets go of the oldest where each of too many URLs has one', () => {
    const each = Array.from({length: maxBuffered + 3}, (_, i) => failed(`u${i}`, 1000));
    const {buffered, dropped} = bufferFailures(freshMonitor, each);
    expect(buffered[0]?.target).toBe(`u${dropped}`);
  });

  test('is counted on, with first and last, when its records were let go', () => {
    fc.assert(
      fc.property(fc.array(batch, {maxLength: 30}), batches => {
        const all = batches.flatMap(({url, ageMin, times}) =>
          Array.from({length: times}, (_, i) => failed(url, ageMin * minute - 1 - i)),
        );
        const everything = bufferFailures(freshMonitor, all);
        for (const most of [1, 20]) {
          const {buffered: kept, gone} = splitBuffered(everything.buffered, most);
          expect(kept.length).toBeLessThanOrEqual(most);
          expect(kept.length + gone.length).toBe(all.length);
          const urls = addEvicted(new Map(), gone, 0, ({target}) => target);
          const capped = {buffered: kept, evicted: new Map([['url', urls] as const])};
          const byUrl = (groups: ReturnType<typeof groupFailures>) =>
            new Map(groups.map(({seq: _, ...rest}) => [rest.name, rest]));
          expect(byUrl(groupFailures(capped, nowMs, 72 * hour))).toEqual(
            byUrl(groupFailures(everything, nowMs, 72 * hour)),
          );
          const counts = (bars: ReturnType<typeof timeBars>) => bars.map(bar => bar.count);
          expect(counts(timeBars(capped, nowMs, hour, 5 * minute))).toEqual(
            counts(timeBars(everything, nowMs, hour, 5 * minute)),
          );
        }
      }),
      {numRuns: 200},
    );
  });

  test('on the very first run nothing of the 72 hours before is new', () => {
    expect(newFailures(bufferFailures(freshMonitor, [failed('a', 100)]))).toBe(0);
  });

  test('after an earlier session, what failed since it was looked at is new', () => {
    const before = {...freshMonitor, lookedMs: nowMs - hour};
    const read = bufferFailures(before, [failed('a', 2 * hour), failed('a', hour), failed('a', 5)]);
    expect(newFailures(read)).toBe(1);
    expect(newFailures(markAllSeen(read))).toBe(0);
  });

  test('once all was read, a failure listed late is new too', () => {
    const read = {
      ...bufferFailures(freshMonitor, [failed('a', 5)]),
      caughtUp: true,
      lookedMs: nowMs,
    };
    expect(newFailures(bufferFailures(read, [failed('a', 3000)]))).toBe(1);
  });
});

test('the target of a URL leaves out what may be secret in it', () => {
  expect(targetOf('https://ann:pw@Hooks.example:8443/a/b?token=s#x')).toBe(
    'hooks.example:8443/a/b',
  );
  expect(targetOf('https://hooks.example/')).toBe('hooks.example');
  expect(targetOf('https://hooks.example?x=/a@b')).toBe('hooks.example');
  expect(targetOf('')).toBe('(no URL)');
});

test('while earlier failures are being read, the list tells the time of day', () => {
  const harness = makeHarness(stillWorld());
  harness.do(goTo({screen: 'failed-records', args: []}));
  const state = withMonitor(harness.state(), bufferFailures(freshMonitor, [failed('a', 5)]));
  const {load} = refreshLive(listOf(harness), state);
  expect(load).toEqual({status: 'ready', atMs: state.nowMs});
});
