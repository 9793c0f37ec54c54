/**
 * The speed at which the world changes by itself: deliveries fail and recover, issues are worked
 * on. `off` stops it.
 */
export type TrafficPace = 'normal' | 'slow' | 'fast' | 'off';

/** Milliseconds of traffic time per millisecond of the clock. */
const speeds: Readonly<Record<TrafficPace, number>> = {normal: 1, slow: 0.2, fast: 6, off: 0};

/** Names of the paces, the default first. */
export const trafficPaces = ['normal', 'slow', 'fast', 'off'] as const satisfies TrafficPace[];

/** A period of traffic at one pace. */
export interface TrafficPhase {
  /** Milliseconds since the UNIX epoch. */
  readonly from: number;
  /**
   * Traffic time at its start; the difference from the end of the previous phase passed in a step.
   */
  readonly at: number;
  readonly pace: TrafficPace;
}

/**
 * The state of the traffic. Traffic time runs at the pace, stops, and can be advanced. All changes
 * are computed from the seed and that time, so that no timer is needed. Before the creation of the
 * world both times are equal.
 */
export interface TrafficState {
  /** In order; at least one. */
  phases: readonly TrafficPhase[];
  /** Incremented whenever an input of future traffic changes. */
  revision: number;
  /** The last move of issues that was applied; see progressVersions. */
  versionBeat: number;
}

/** Longest step of traffic: a day, in milliseconds. */
const maxStepMs = 86_400_000;

/** Create the traffic of a new world. */
export function makeTraffic(startedAt: number): TrafficState {
  return {
    phases: [{from: startedAt, at: startedAt, pace: 'normal'}],
    revision: 0,
    versionBeat: 0,
  };
}

export function trafficPace(traffic: TrafficState): TrafficPace {
  return lastPhase(traffic).pace;
}

/** Slow traffic down, speed it up or stop it from now on; the past does not change. */
export function setTraffic(traffic: TrafficState, pace: TrafficPace, now: number): void {
  if (pace === trafficPace(traffic)) return;
  const from = latestTime(traffic, now);
  addPhase(traffic, {from, at: trafficAt(traffic, from), pace}, now);
}

/**
 * Advance traffic time by a duration at once, even if it is stopped. The changes of that duration
 * get the present time, strictly later than all earlier ones.
 *
 * @param ms 1 to a day
 * @throws RangeError outside that range
 */
export function stepTraffic(traffic: TrafficState, ms: number, now: number): void {
  if (!(ms >= 1 && ms <= maxStepMs))
    throw new RangeError('The step must be between 1 ms and 1 day.');
  // A client that has read up to now and requests later failures must not miss the step.
  const from = latestTime(traffic, now) + 1;
  const at = trafficAt(traffic, from) + ms;
  addPhase(traffic, {from, at, pace: trafficPace(traffic)}, now);
}

/** Return the latest clock time that counts as past: now, or the last step. */
export function latestTime(traffic: TrafficState, now: number): number {
  return Math.max(now, lastPhase(traffic).from);
}

/** Convert a clock time to traffic time, including a step at that time. */
export function trafficAt({phases}: TrafficState, time: number): number {
  for (let index = phases.length - 1; index >= 0; index -= 1) {
    const phase = phases[index];
    if (phase !== undefined && time >= phase.from) {
      return phase.at + (time - phase.from) * speeds[phase.pace];
    }
  }
  return time;
}

/** Convert a traffic time to clock time; the inverse of trafficAt. */
export function clockAt({phases}: TrafficState, at: number): number {
  for (let index = phases.length - 1; index >= 0; index -= 1) {
    const phase = phases[index];
    if (phase === undefined || at <= phase.at) continue;
    const next = phases[index + 1];
    const speed = speeds[phase.pace];
    const time = speed === 0 ? Number.POSITIVE_INFINITY : phase.from + (at - phase.at) / speed;
    // Times after the end of the phase are in the step that ended it.
    return next === undefined ? Math.ceil(time) : Math.min(Math.ceil(time), next.from);
  }
  // Before the creation of the world, or in a step whose phase was dropped.
  return Math.min(at, phases[0]?.from ?? at);
}

const phaseRetentionMs = 73 * 3_600_000;

/** Add a phase, and drop phases that ended so long ago that their failures are no longer listed. */
function addPhase(traffic: TrafficState, phase: TrafficPhase, now: number): void {
  const all = [...traffic.phases, phase];
  const listed = all.findIndex((_, index) => {
    const next = all[index + 1];
    return next === undefined || next.from > now - phaseRetentionMs;
  });
  traffic.phases = all.slice(listed);
  traffic.revision += 1;
}

function lastPhase({phases}: TrafficState): TrafficPhase {
  const last = phases.at(-1);
  if (last === undefined) throw new RangeError('Traffic has no phase.');
  return last;
}
