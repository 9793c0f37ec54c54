import {parseDuration} from '../base/duration.ts';
import {Failure} from '../base/failure.ts';

/** How long an answer is held back. */
export interface Latency {
  readonly text: string;
  /** Milliseconds, on average. */
  readonly baseMs: number;
  /** Milliseconds more or less, evenly spread. */
  readonly spreadMs: number;
}

/** No latency at all. */
export const noLatency: Latency = {text: '0', baseMs: 0, spreadMs: 0};

/** The longest time anything is held back: five minutes. */
export const longestWaitMs = 300_000;

/**
 * A latency such as `50ms`, `50ms±20` or, in plain letters, `50ms+-20`; a bare spread has the unit of
 * what is before it.
 *
 * @throws Failure 'validation_error' that says what to write
 */
export function parseLatency(text: string): Latency {
  const parts = text.trim().split(/\s*(?:\u00b1|\+-|\+\/-)\s*/);
  const [base = '', spread = '0', ...more] = parts;
  const baseMs = parseDuration(base);
  const unit = /[a-z]+$/.exec(base)?.[0] ?? '';
  const spreadMs = parseDuration(/^\d+(?:\.\d+)?$/.test(spread) ? `${spread}${unit}` : spread);
  if (baseMs === undefined || more.length > 0 || (spreadMs === undefined && spread !== '0')) {
    throw wrongLatency(`"${text}" is no latency.`);
  }
  if ((spreadMs ?? 0) > baseMs)
    throw wrongLatency(`In "${text}" the spread is more than the rest.`);
  if (baseMs + (spreadMs ?? 0) > longestWaitMs) throw wrongLatency(`"${text}" is more than 5m.`);
  return {text: text.trim(), baseMs, spreadMs: spreadMs ?? 0};
}

/** Milliseconds of one answer. @param fraction 0 up to, not including, 1 */
export function drawLatency({baseMs, spreadMs}: Latency, fraction: number): number {
  return Math.round(baseMs + (2 * fraction - 1) * spreadMs);
}

function wrongLatency(problem: string): Failure {
  const message = `${problem} Write a time such as 50ms, or one with a spread such as 50ms±20.`;
  return new Failure('validation_error', message, {errors: {latency: message}, attempts: 0});
}
