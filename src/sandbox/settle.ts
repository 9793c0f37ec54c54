import type {RawReply, RawRequest} from './machine.ts';
import {settleTasks} from './tracker/settle-tasks.ts';
import {followWebhooks} from './world/failures.ts';
import {progressVersions} from './world/version-traffic.ts';
import type {World} from './world/world.ts';

/** Before a request: do what has come about by this time. No timer runs, so it is done now. */
export function settleWorld(world: World, now: number): void {
  settleTasks(world, now);
  progressVersions(world.tracker, now);
}

/**
 * Answer, and after a request that may have written let the world's own life go by what there is now.
 */
export function followWrites(
  answer: (raw: RawRequest) => RawReply,
  world: World,
  now: () => number,
): (raw: RawRequest) => RawReply {
  return raw => {
    const reply = answer(raw);
    if (raw.method !== 'GET' && raw.method !== 'HEAD') {
      followWebhooks(world.tracker.failures, world.tracker.webhooks, now());
    }
    return reply;
  };
}
