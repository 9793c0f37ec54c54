import type {RawReply, RawRequest} from './machine.ts';
import {settleTasks} from './tracker/settle-tasks.ts';
import {followWebhooks} from './world/failures.ts';
import {setTraffic, stepTraffic, type TrafficPace, trafficPace} from './world/traffic.ts';
import {progressVersions} from './world/version-traffic.ts';
import type {World} from './world/world.ts';

/** Before a request: do what has come about by this time. No timer runs, so it is done now. */
export function settleWorld(world: World, now: number): void {
  settleTasks(world, now);
  progressVersions(world.tracker, now);
}

/** Traffic of a running sandbox, in the caller's hands. */
export interface TrafficControl {
  pace(): TrafficPace;
  /** From now on. */
  set(pace: TrafficPace): void;
  /**
   * Let so much of traffic's time go by at once.
   *
   * @param ms 1 to a day
   * @throws RangeError when it is not
   */
  step(ms: number): void;
}

/** @param keep called after each change */
export function makeTrafficControl(
  {tracker: {traffic}}: World,
  now: () => number,
  keep: () => void,
): TrafficControl {
  return {
    pace: () => trafficPace(traffic),
    set: pace => {
      setTraffic(traffic, pace, now());
      keep();
    },
    step: ms => {
      stepTraffic(traffic, ms, now());
      keep();
    },
  };
}

/**
 * Answer, and after a request that may have written let the world's own life go by what there is now.
 *
 * @param options `keep` is called after each such request
 */
export function followWrites(
  answer: (raw: RawRequest) => RawReply,
  world: World,
  options: {readonly now: () => number; readonly keep: () => void},
): (raw: RawRequest) => RawReply {
  return raw => {
    const reply = answer(raw);
    if (raw.method !== 'GET' && raw.method !== 'HEAD') {
      followWebhooks(world.tracker.failures, world.tracker.webhooks, options.now());
      options.keep();
    }
    return reply;
  };
}
