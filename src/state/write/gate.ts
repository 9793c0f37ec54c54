import {minuteMs} from '../../base/times.ts';
import type {Span} from '../model/line.ts';
import type {AppState} from '../model/state.ts';

/** Minutes a protected profile stays open for writing. */
export const openMinutes = 15;

/** Whether the profile asks for care: shown in red, read-only until writing is switched on. */
export function isProtectedSession({connection}: Pick<AppState, 'connection'>): boolean {
  if (connection.status !== 'ready') return false;
  const {tracker, content} = connection.identities;
  return tracker?.protected === true || content?.protected === true;
}

type Gate = Pick<AppState, 'connection' | 'writing' | 'nowMs'>;

/** Minutes a protected profile may still be written to, rounded up; 0 when it may not. */
function minutesOpen({writing, nowMs}: Gate): number {
  return Math.max(0, Math.ceil(((writing.openUntilMs ?? 0) - nowMs) / minuteMs));
}

/** Why no write may be sent now; undefined when it may. */
export function whyNotSent(state: Gate): string | undefined {
  // Until another profile is there, what is left of the one before would take it, without its lock.
  if (state.connection.status !== 'ready') return 'not connected yet: nothing is sent';
  if (state.writing.dry) return 'dry: nothing is sent; :dry off ends that';
  if (isProtectedSession(state) && minutesOpen(state) === 0) {
    return `this profile is protected: read-only until :write on (${openMinutes} minutes)`;
  }
  return undefined;
}

/** Words of the header about writing. */
export function writingSign(state: Gate): Span {
  if (state.writing.dry) return {text: 'dry: nothing is sent', tone: 'warn'};
  if (!isProtectedSession(state)) return {text: 'writing unlocked'};
  const minutes = minutesOpen(state);
  if (minutes === 0) return {text: 'writing locked', tone: 'title'};
  return {text: `writing unlocked, ${minutes} min`, tone: 'warn'};
}
