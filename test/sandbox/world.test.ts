import {describe, expect, it} from 'vitest';
import {listFailures} from '../../src/sandbox/world/failures.ts';
import {trackerCounts, type WorldSize} from '../../src/sandbox/world/sizes.ts';
import {makeWorld} from '../../src/sandbox/world/world.ts';
import {testStart as now} from './tracker-server.ts';

/** Everything in a world as text; functions say nothing. */
function textOf(world: unknown): string {
  return JSON.stringify(world, (_, value) => {
    if (value instanceof Map) return [...value];
    return value instanceof Set ? [...value] : value;
  });
}

describe('the world', () => {
  it('is the same for the same seed, size and time, and another for another seed', () => {
    const one = textOf(makeWorld({seed: 5, size: 'small', now}).tracker);
    expect(textOf(makeWorld({seed: 5, size: 'small', now}).tracker)).toBe(one);
    expect(textOf(makeWorld({seed: 6, size: 'small', now}).tracker)).not.toBe(one);
  });

  it('has what its size promises', () => {
    for (const size of ['small', 'medium'] satisfies WorldSize[]) {
      const {users, tracker} = makeWorld({seed: 1, size, now});
      const counts = trackerCounts[size];
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

  it('is big and still made in under two seconds', () => {
    const start = performance.now();
    const {users, tracker} = makeWorld({seed: 1, size: 'large', now});
    expect(performance.now() - start).toBeLessThan(2_000);
    expect([users.size, tracker.projects.size, tracker.versions.size]).toEqual([
      5_000, 2_000, 20_000,
    ]);
    const keys = [...tracker.projects.values()].map(project => project.key);
    expect(new Set(keys).size).toBe(2_000);
    expect(keys.filter(key => !/^[A-Z][A-Z0-9]{1,9}$/.test(key))).toEqual([]);
  });

  it('has versions of every state, with dates around now', () => {
    const versions = [...makeWorld({seed: 1, size: 'medium', now}).tracker.versions.values()];
    const today = '2026-03-14';
    expect(versions.some(one => one.archived)).toBe(true);
    expect(versions.some(one => !one.released && (one.releaseDate ?? today) < today)).toBe(true);
    expect(versions.some(one => !one.released && (one.releaseDate ?? today) > today)).toBe(true);
    expect(versions.some(one => one.approvers.length > 0 && one.driverId)).toBe(true);
    for (const {name} of versions) expect([...name].length).toBeLessThanOrEqual(255);
  });

  it('keeps every link within it', () => {
    const {users, tracker} = makeWorld({seed: 1, size: 'medium', now});
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
