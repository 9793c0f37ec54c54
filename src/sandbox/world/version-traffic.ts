import {hashNumber} from './random.ts';
import type {TrackerWorld} from './tracker-world.ts';
import {latestTime, trafficAt} from './traffic.ts';
import type {StatusCounts} from './versions.ts';

/**
 * Apply the moves of issues since the last call. With each one, an issue of an unreleased version
 * moves to its next category, and sometimes one is added.
 */
export function advanceVersions(tracker: TrackerWorld, now: number): void {
  const {traffic, madeAt, beatMs} = tracker;
  const at = trafficAt(traffic, latestTime(traffic, now));
  const beat = Math.floor((at - madeAt) / beatMs);
  if (beat <= traffic.versionBeat) return;
  const first = traffic.versionBeat + 1;
  traffic.versionBeat = beat;
  const {openVersionIds: ids, versions, projects, seed} = tracker;
  for (let number = first; number <= beat && ids.length > 0; number += 1) {
    const chance = hashNumber(seed ^ 0x6b1e, number);
    const version = versions.get(ids[chance % ids.length] ?? '');
    if (version === undefined || version.released || version.archived) continue;
    const most = Math.min(200, projects.get(version.projectId)?.issueCount ?? 0);
    const fixed = moveIssue(version.fixed, hashNumber(chance, number) % 100, most);
    if (fixed !== undefined) versions.set(version.id, {...version, fixed});
  }
}

/**
 * Compute the counts after one move.
 *
 * @param percent 0 to 99, selects the move; an impossible one is replaced by a possible one
 */
function moveIssue(fixed: StatusCounts, percent: number, most: number): StatusCounts | undefined {
  const {toDo, inProgress, done, unmapped} = fixed;
  if (percent < 8 && toDo + inProgress + done + unmapped < most) return {...fixed, toDo: toDo + 1};
  if (inProgress > 0 && (percent < 60 || toDo === 0)) {
    return {...fixed, inProgress: inProgress - 1, done: done + 1};
  }
  if (toDo > 0) return {...fixed, toDo: toDo - 1, inProgress: inProgress + 1};
  return undefined;
}
