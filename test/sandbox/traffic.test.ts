import {describe, expect, it} from 'vitest';
import {applyDueChanges} from '../../src/sandbox/server.ts';
import {failureRetentionMs, listFailures, syncWebhooks} from '../../src/sandbox/world/failures.ts';
import type {DeliveryFailure} from '../../src/sandbox/world/outages.ts';
import {setTraffic, stepTraffic, type TrafficPace} from '../../src/sandbox/world/traffic.ts';
import type {StatusCounts} from '../../src/sandbox/world/versions.ts';
import {makeWorld, type World} from '../../src/sandbox/world/world.ts';
import {testStart} from './tracker-server.ts';

const minute = 60_000;
const hour = 60 * minute;

function makeSmall(pace: TrafficPace = 'normal', seed = 1): World {
  const world = makeWorld({seed, size: 'small', now: testStart});
  setTraffic(world.tracker.traffic, pace, testStart);
  return world;
}

function between({tracker}: World, after: number, now: number): readonly DeliveryFailure[] {
  return listFailures(tracker.failures, after, now, Number.POSITIVE_INFINITY);
}

function workDone({tracker}: World): StatusCounts {
  const sum = {toDo: 0, inProgress: 0, done: 0, unmapped: 0};
  for (const id of tracker.openVersionIds) {
    const fixed = tracker.versions.get(id)?.fixed ?? sum;
    sum.toDo += fixed.toDo;
    sum.inProgress += fixed.inProgress;
    sum.done += fixed.done;
  }
  return sum;
}

describe('the failures of a small world', () => {
  it('are several an hour, and a handful a minute when traffic is fast', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const slow = between(makeSmall('slow', seed), testStart, testStart + 6 * hour).length / 6;
      const normal = between(makeSmall('normal', seed), testStart, testStart + 6 * hour).length / 6;
      const fast = between(makeSmall('fast', seed), testStart, testStart + hour).length / 60;
      expect(slow).toBeGreaterThan(4);
      expect(slow).toBeLessThan(25);
      expect(normal).toBeGreaterThan(25);
      expect(normal).toBeLessThan(110);
      expect(fast).toBeGreaterThan(2.5);
      expect(fast).toBeLessThan(12);
    }
  });

  it('come in episodes: a URL fails for a while, then it has recovered for longer', () => {
    const world = makeSmall('fast');
    const failures = between(world, testStart, testStart + 4 * hour);
    const urls = [...new Set(failures.map(({url}) => url))];
    expect(urls.length).toBeGreaterThanOrEqual(4);
    for (const url of urls) {
      const own = failures.filter(one => one.url === url);
      const gaps = own
        .slice(1)
        .map((one, index) => one.failureTime - (own[index]?.failureTime ?? 0));
      expect(gaps.filter(gap => gap < minute).length).toBeGreaterThan(gaps.length / 2);
      expect(Math.max(...gaps)).toBeGreaterThan(3 * minute);
    }
  });

  it('stop when traffic is off, and what has happened stays', () => {
    const world = makeSmall();
    const before = between(world, 0, testStart + hour);
    setTraffic(world.tracker.traffic, 'off', testStart + hour);
    expect(between(world, 0, testStart + hour)).toEqual(before);
    expect(between(world, testStart + hour, testStart + 10 * hour)).toEqual([]);
    setTraffic(world.tracker.traffic, 'normal', testStart + 10 * hour);
    const after = between(world, testStart + hour, testStart + 12 * hour);
    expect(after.length).toBeGreaterThan(20);
    expect(after[0]?.failureTime).toBeGreaterThan(testStart + 10 * hour);
  });

  it('of before a change of the pace are the same after it, in the middle of anything', () => {
    const steady = makeSmall();
    const turned = makeSmall();
    for (let part = 1; part <= 20; part += 1) {
      const now = testStart + part * 137_003;
      expect(between(turned, 0, now)).toEqual(between(steady, 0, now));
      setTraffic(turned.tracker.traffic, 'off', now);
      setTraffic(turned.tracker.traffic, 'normal', now);
    }
  });

  it('depend on the seed and the changes, not on the time of reading', () => {
    const [watched, unwatched] = [makeSmall(), makeSmall()];
    const seen: DeliveryFailure[] = [];
    const plan: readonly TrafficPace[] = ['fast', 'slow', 'normal', 'off', 'fast'];
    for (const [index, pace] of plan.entries()) {
      const start = testStart + index * hour;
      for (const {tracker} of [watched, unwatched]) setTraffic(tracker.traffic, pace, start);
      for (let now = start + 7_001; now < start + hour; now += 7_001) {
        seen.push(...between(watched, seen.at(-1)?.failureTime ?? testStart, now));
      }
    }
    const end = testStart + plan.length * hour;
    seen.push(...between(watched, seen.at(-1)?.failureTime ?? testStart, end));
    expect(seen.length).toBeGreaterThan(300);
    expect(between(unwatched, testStart, end)).toEqual(seen);
  });

  it('are correct also when the pace changed before the listed period', () => {
    const world = makeSmall();
    const {traffic} = world.tracker;
    const plan: readonly TrafficPace[] = ['fast', 'off', 'slow', 'normal'];
    const seen: DeliveryFailure[] = [];
    let now = testStart;
    for (let part = 0; part < 80; part += 1) {
      setTraffic(traffic, plan[part % plan.length] ?? 'normal', now);
      now += 4 * hour + 1_234_567;
      if (part % 7 === 0) stepTraffic(traffic, hour, now - hour);
      seen.push(...between(world, seen.at(-1)?.failureTime ?? testStart, now));
    }
    expect(traffic.phases.length).toBeLessThan(40);
    const listed = between(world, 0, now);
    expect(listed.length).toBeGreaterThan(1_000);
    expect(listed).toEqual(seen.filter(one => one.failureTime >= now - failureRetentionMs));
    const times = seen.map(one => one.failureTime);
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });
});

describe('a step of traffic', () => {
  it('lets happen at once what else takes its time, later than all seen, also when it is off', () => {
    const world = makeSmall('off');
    const all: DeliveryFailure[] = [];
    for (let step = 0; step < 3; step += 1) {
      const last = all.at(-1)?.failureTime ?? testStart;
      stepTraffic(world.tracker.traffic, 30 * minute, testStart);
      const fresh = between(world, last, testStart);
      expect(fresh.length).toBeGreaterThan(5);
      expect(new Set(fresh.map(one => one.failureTime)).size).toBe(1);
      all.push(...fresh);
    }
    const ids = between(makeSmall(), testStart, testStart + 90 * minute).map(({id}) => id);
    expect(all.map(({id}) => id)).toEqual(ids);
    expect(between(world, all.at(-1)?.failureTime ?? 0, testStart + 5 * hour)).toEqual([]);
  });

  it('is 1 ms to a day', () => {
    const {traffic} = makeSmall().tracker;
    for (const ms of [0, -1, 86_400_001, Number.NaN]) {
      expect(() => stepTraffic(traffic, ms, testStart)).toThrow(RangeError);
    }
  });
});

describe('webhooks', () => {
  it('that are deleted fail no more, and their failures of before stay', () => {
    const world = makeSmall();
    const {webhooks, failures} = world.tracker;
    const now = testStart + 8 * minute;
    const before = between(world, 0, now);
    const gone = [...webhooks.values()].slice(0, 3);
    for (const {id} of gone) webhooks.delete(id);
    syncWebhooks(failures, webhooks, now);
    expect(between(world, 0, now)).toEqual(before);
    const urls = new Set(between(world, now, now + 12 * hour).map(({url}) => url));
    expect(urls.size).toBeGreaterThan(1);
    for (const {url} of gone) expect(urls.has(url)).toBe(false);
  });

  it('that are new fail like the others', () => {
    const world = makeSmall();
    const {webhooks, failures} = world.tracker;
    const [first] = webhooks.values();
    const url = 'https://new.example.com/hook';
    if (first) webhooks.set(99_999, {...first, id: 99_999, url});
    const now = testStart + hour;
    syncWebhooks(failures, webhooks, now);
    expect(between(world, 0, now).some(one => one.url === url)).toBe(false);
    expect(between(world, now, now + 24 * hour).some(one => one.url === url)).toBe(true);
  });

  it('that have expired fail no more, unless they are refreshed', () => {
    for (const refreshed of [false, true]) {
      const world = makeSmall();
      const {webhooks, failures} = world.tracker;
      const [first] = webhooks.values();
      webhooks.clear();
      const url = 'https://only.example.com/hook';
      if (first) webhooks.set(1, {...first, id: 1, url, expiresAt: testStart + hour});
      syncWebhooks(failures, webhooks, testStart);
      const now = testStart + 30 * minute;
      expect(between(world, testStart, now).length).toBeGreaterThan(5);
      if (first && refreshed) webhooks.set(1, {...first, id: 1, url, expiresAt: now + 99 * hour});
      syncWebhooks(failures, webhooks, now);
      const later = between(world, testStart + hour, testStart + 9 * hour);
      expect(later.length > 50).toBe(refreshed);
      expect(later.every(one => refreshed && one.url === url)).toBe(true);
    }
  });
});

describe('versions', () => {
  it('progress: their issues move towards done, independently of the number of requests', () => {
    const [watched, unwatched] = [makeSmall(), makeSmall()];
    const before = workDone(watched);
    for (let now = testStart; now <= testStart + 2 * hour; now += 9_001)
      applyDueChanges(watched, now);
    applyDueChanges(watched, testStart + 2 * hour);
    applyDueChanges(unwatched, testStart + 2 * hour);
    const after = workDone(watched);
    expect(after).toEqual(workDone(unwatched));
    expect(after.done).toBeGreaterThan(before.done + 40);
    expect(after.toDo).toBeLessThan(before.toDo);
  });

  it('stand still when traffic is off, and progress with a step', () => {
    const world = makeSmall('off');
    const before = workDone(world);
    applyDueChanges(world, testStart + 9 * hour);
    expect(workDone(world)).toEqual(before);
    stepTraffic(world.tracker.traffic, hour, testStart + 9 * hour);
    applyDueChanges(world, testStart + 9 * hour);
    expect(workDone(world).done).toBeGreaterThan(before.done + 20);
  });

  it('that are released or deleted do not change', () => {
    const world = makeSmall('fast');
    const {versions, openVersionIds} = world.tracker;
    const [released = '', gone = ''] = openVersionIds;
    const one = versions.get(released);
    if (one) versions.set(released, {...one, released: true});
    versions.delete(gone);
    applyDueChanges(world, testStart + 5 * hour);
    expect(versions.get(released)?.fixed).toEqual(one?.fixed);
    expect(versions.has(gone)).toBe(false);
  });
});
