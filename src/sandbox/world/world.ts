import {type ContentWorld, makeContentWorld} from './content.ts';
import {makeRandom} from './random.ts';
import {makeGroups} from './site-setup.ts';
import {type WorldSize, worldCounts} from './sizes.ts';
import {makeTrackerWorld, type TrackerWorld} from './tracker-world.ts';
import {makeUsers, type WorldUser} from './users.ts';

/** The data of both services. */
export interface World {
  /** Accounts of the site by account id, in order of creation. */
  readonly users: Map<string, WorldUser>;
  readonly tracker: TrackerWorld;
  readonly content: ContentWorld;
}

export interface WorldOptions {
  /** The same seed gives the same world. */
  readonly seed: number;
  readonly size: WorldSize;
  /** Milliseconds since the UNIX epoch; dates are relative to it. */
  readonly now: number;
}

/** Create the world of a seed, a size and a time. */
export function makeWorld({seed, size, now}: WorldOptions): World {
  const counts = worldCounts[size];
  const users = makeUsers({seed, count: counts.users});
  const groups = makeGroups(makeRandom(seed, 'groups'), users, counts.groups);
  const groupIds = groups.map(group => group.id);
  const content = makeContentWorld({seed, size, now, users, groupIds});
  return {
    users: new Map(users.map(user => [user.accountId, user])),
    tracker: makeTrackerWorld({seed, size, now, users, groups, levels: content.levels}),
    content,
  };
}
