import {describe, expect, it} from 'vitest';
import {failureRetentionMs, listFailures} from '../../src/sandbox/world/failures.ts';
import {type WorldSize, worldCounts} from '../../src/sandbox/world/sizes.ts';
import {apps} from '../../src/sandbox/world/webhooks.ts';
import {makeWorld, type World} from '../../src/sandbox/world/world.ts';
import {testStart as now} from './tracker-server.ts';

/** Everything in a world as text; functions say nothing. */
function textOf(world: unknown): string {
  return JSON.stringify(world, (_, value) => {
    if (value instanceof Map) return [...value];
    return value instanceof Set ? [...value] : value;
  });
}

const worlds = new Map<WorldSize, World>();

/** The world of the first seed, which is only looked at: the large one takes a second to make. */
function worldOf(size: WorldSize): World {
  const world = worlds.get(size) ?? makeWorld({seed: 1, size, now});
  worlds.set(size, world);
  return world;
}

describe('the world', () => {
  it('is the same for the same seed, size and time, and another for another seed', () => {
    const one = textOf(makeWorld({seed: 5, size: 'small', now}).tracker);
    expect(textOf(makeWorld({seed: 5, size: 'small', now}).tracker)).toBe(one);
    expect(textOf(makeWorld({seed: 6, size: 'small', now}).tracker)).not.toBe(one);
  });

  it('has what its size promises', () => {
    for (const size of ['small', 'medium'] satisfies WorldSize[]) {
      const {users, tracker} = worldOf(size);
      const counts = worldCounts[size];
      expect(users.size).toBe(counts.users);
      expect(tracker.projects.size).toBe(counts.projects);
      expect(tracker.versions.size).toBe(counts.versions);
      expect(tracker.webhooks.size).toBeGreaterThanOrEqual(counts.webhooks);
      expect(tracker.permissionSchemes.size).toBe(counts.permissionSchemes);
      expect(tracker.notificationSchemes.size).toBe(counts.notificationSchemes);
      const past = listFailures(tracker.failures, 0, now, Number.POSITIVE_INFINITY).length;
      expect(past).toBeGreaterThan(counts.pastFailures * 0.6);
      expect(past).toBeLessThan(counts.pastFailures * 1.6);
    }
  });

  it('is big in large', () => {
    const {users, tracker, content} = worldOf('large');
    expect(tracker.projects.size).toBe(2_000);
    expect(tracker.versions.size).toBe(20_000);
    expect(users.size).toBe(5_000);
    expect(content.items.blogpost.size).toBe(10_000);
    const own = [...tracker.webhooks.values()].filter(hook => hook.appId === apps.own);
    expect(own.length).toBe(500);
    const keys = [...tracker.projects.values()].map(project => project.key);
    expect(new Set(keys).size).toBe(2_000);
    expect(keys.filter(key => !/^[A-Z][A-Z0-9]{1,9}$/.test(key))).toEqual([]);
  });

  it('in large has 200,000 failures of the last 72 hours, a page of 1000 from anywhere drawn from few chunks', () => {
    const {tracker} = worldOf('large');
    const failures = listFailures(tracker.failures, 0, now, Number.POSITIVE_INFINITY);
    expect(failures.length).toBeGreaterThan(200_000);
    expect(failures.length).toBeLessThan(205_000);
    expect(failures[0]?.failureTime).toBeGreaterThanOrEqual(now - failureRetentionMs);
    expect(failures.at(-1)?.failureTime).toBeLessThanOrEqual(now);
    let drawn = 0;
    class Counted extends Map<number, never> {
      override set(number: number, chunk: never): this {
        drawn += 1;
        return super.set(number, chunk);
      }
    }
    const stream = {...tracker.failures, chunks: new Counted()};
    const draws = Array.from({length: 200}, (_, index) => {
      drawn = 0;
      const after = now - Math.floor((((index * 79) % 200) / 200) * failureRetentionMs);
      listFailures(stream, after, now, 1_000);
      return drawn;
    });
    expect(Math.max(...draws)).toBeLessThanOrEqual(8);
  });

  it('in small fits a screen', () => {
    const {users, tracker} = worldOf('small');
    expect(tracker.projects.size).toBeLessThanOrEqual(20);
    expect(tracker.permissionSchemes.size).toBeLessThanOrEqual(20);
    expect(tracker.notificationSchemes.size).toBeLessThanOrEqual(20);
    expect(tracker.webhooks.size).toBeLessThanOrEqual(20);
    expect(users.size).toBeLessThanOrEqual(30);
    for (const {versionIds} of tracker.projects.values()) {
      expect(versionIds.length).toBeLessThanOrEqual(20);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('has a project whose lead is inactive, seed %i', seed => {
    const {users, tracker} = makeWorld({seed, size: 'small', now});
    const left = [...tracker.projects.values()].filter(({leadId}) => !users.get(leadId)?.active);
    expect(left.map(({key}) => key)).toEqual(['MINA']);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('has a member who administers no project, seed %i', seed => {
    const {users, tracker} = makeWorld({seed, size: 'small', now});
    const member = [...users.values()].find(({address}) => address === 'member@example.com');
    const administered = [...tracker.projects.values()].filter(
      ({leadId, actors}) =>
        leadId === member?.accountId ||
        Object.values(actors).some(role => role.some(({holder}) => holder === member?.accountId)),
    );
    expect(administered.map(({key}) => key)).toEqual([]);
  });

  it('has versions of every state, with dates around now', () => {
    const versions = [...worldOf('medium').tracker.versions.values()];
    const today = '2026-03-14';
    expect(versions.some(one => one.archived)).toBe(true);
    expect(versions.some(one => !one.released && (one.releaseDate ?? today) < today)).toBe(true);
    expect(versions.some(one => !one.released && (one.releaseDate ?? today) > today)).toBe(true);
    expect(versions.some(one => one.approvers.length > 0 && one.driverId)).toBe(true);
    for (const {name} of versions) expect([...name].length).toBeLessThanOrEqual(255);
  });

  it('has only links to its own records', () => {
    const {users, tracker} = worldOf('medium');
    for (const project of tracker.projects.values()) {
      expect(users.has(project.leadId)).toBe(true);
      expect(tracker.permissionSchemes.has(project.permissionSchemeId)).toBe(true);
      expect(tracker.notificationSchemes.has(project.notificationSchemeId)).toBe(true);
      expect(tracker.projectIdByKey.get(project.key)).toBe(project.id);
      for (const id of project.versionIds) {
        expect(tracker.versions.get(id)?.projectId).toBe(project.id);
      }
      for (const id of project.issueTypeIds) {
        const workflow = tracker.workflows.get(project.workflowIds[id] ?? '');
        expect(workflow?.statusIds.every(status => tracker.statuses.has(status))).toBe(true);
      }
    }
  });
});
