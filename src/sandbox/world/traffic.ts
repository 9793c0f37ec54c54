/**
 * How fast things happen by themselves: deliveries fail and recover, issues are worked on. `off` stops
 * them.
 */
export type TrafficPace = 'normal' | 'slow' | 'fast' | 'off';

/** Traffic's milliseconds per millisecond of the clock. */
const speeds: Readonly<Record<TrafficPace, number>> = {normal: 1, slow: 0.2, fast: 6, off: 0};

/** Names of the paces, the usual one first. */
export const trafficPaces = ['normal', 'slow', 'fast', 'off'] as const satisfies TrafficPace[];

/** From a time on, traffic has one pace. */
export interface TrafficPhase {
  /** Milliseconds since the UNIX epoch. */
  readonly from: number;
  /** Traffic's own time at its beginning; what lies between it and the phase before happened in a step. */
  readonly at: number;
  readonly pace: TrafficPace;
}

/**
 * Traffic has a time of its own, which runs at the pace, stands still and is put forward. What happens
 * follows from the seed and that time, so that nothing needs a timer. Until the world was made both
 * times are the same.
 */
export interface Traffic {
  /** In their order, at least one. */
  phases: readonly TrafficPhase[];
  /** Grows whenever something changes that traffic to come depends on. */
  revision: number;
  /** The last beat of the versions that has been done; see progressVersions. */
  versionBeat: number;
}

/** A step of traffic is at most a day, in milliseconds. */
const stepAtMostMs = 86_400_000;

/** Traffic that begins when the world is made. */
export function makeTraffic(startedAt: number): Traffic {
  return {
    phases: [{from: startedAt, at: startedAt, pace: 'normal'}],
    revision: 0,
    versionBeat: 0,
  };
}

export function trafficPace(traffic: Traffic): TrafficPace {
  return lastPhase(traffic).pace;
}

/** Slow traffic down, speed it up or stop it, from now on; what has happened stays. */
export function setTraffic(traffic: Traffic, pace: TrafficPace, now: number): void {
  if (pace === trafficPace(traffic)) return;
  const from = presentOf(traffic, now);
  addPhase(traffic, {from, at: trafficAt(traffic, from), pace}, now);
}

/**
 * Let so much of traffic's time go by at once, also while it is stopped. What happens in it happens now,
 * strictly later than all before.
 *
 * @param ms 1 to a day
 * @throws RangeError when it is not
 */
export function stepTraffic(traffic: Traffic, ms: number, now: number): void {
  if (!(ms >= 1 && ms <= stepAtMostMs)) throw new RangeError('A step is 1 ms to a day.');
  // Who has read up to now and asks for what is later must not miss the step.
  const from = presentOf(traffic, now) + 1;
  const at = trafficAt(traffic, from) + ms;
  addPhase(traffic, {from, at, pace: trafficPace(traffic)}, now);
}

/** The latest time of the clock that counts as past: now, or the last step. */
export function presentOf(traffic: Traffic, now: number): number {
  return Math.max(now, lastPhase(traffic).from);
}

/** Traffic's time at a time of the clock, a step at that time included. */
export function trafficAt({phases}: Traffic, time: number): number {
  for (let index = phases.length - 1; index >= 0; index -= 1) {
    const phase = phases[index];
    if (phase !== undefined && time >= phase.from) {
      return phase.at + (time - phase.from) * speeds[phase.pace];
    }
  }
  return time;
}

/** When something happens by the clock that happens at a traffic time: the inverse of trafficAt. */
export function clockAt({phases}: Traffic, at: number): number {
  for (let index = phases.length - 1; index >= 0; index -= 1) {
    const phase = phases[index];
    if (phase === undefined || at <= phase.at) continue;
    const next = phases[index + 1];
    const speed = speeds[phase.pace];
    const time = speed === 0 ? Number.POSITIVE_INFINITY : phase.from + (at - phase.at) / speed;
    // What lies beyond the end of the phase happens in the step that ended it.
    return next === undefined ? Math.ceil(time) : Math.min(Math.ceil(time), next.from);
  }
  // Before the world was made, or in a step whose phases before are forgotten.
  return Math.min(at, phases[0]?.from ?? at);
}

const forgottenAfterMs = 73 * 3_600_000;

/** Phases that ended so long ago that no failure of theirs is listed are forgotten. */
function addPhase(traffic: Traffic, phase: TrafficPhase, now: number): void {
  const all = [...traffic.phases, phase];
  const listed = all.findIndex((_, index) => {
    const next = all[index + 1];
    return next === undefined || next.from > now - forgottenAfterMs;
  });
  traffic.phases = all.slice(listed);
  traffic.revision += 1;
}

function lastPhase({phases}: Traffic): TrafficPhase {
  const last = phases.at(-1);
  if (last === undefined) throw new RangeError('Traffic has no phase.');
  return last;
}
