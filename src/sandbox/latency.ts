import {parseDuration} from '../base/duration.ts';
import {Failure} from '../base/failure.ts';

/** The delay of responses. */
export interface Latency {
  readonly text: string;
  /** Average, in milliseconds. */
  readonly baseMs: number;
  /** Maximum deviation in milliseconds, evenly distributed. */
  readonly spreadMs: number;
}

export const noLatency: Latency = {text: '0', baseMs: 0, spreadMs: 0};

/** Longest delay: five minutes. */
export const maxDelayMs = 300_000;

/**
 * Parse a latency such as `50ms`, `50ms±20` or, in ASCII, `50ms+-20`; a spread without a unit has
 * the unit of the average.
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
    throw wrongLatency(`"${text}" is not a latency.`);
  }
  if ((spreadMs ?? 0) > baseMs) throw wrongLatency(`In "${text}", the spread exceeds the average.`);
  if (baseMs + (spreadMs ?? 0) > maxDelayMs) throw wrongLatency(`"${text}" is more than 5m.`);
  return {text: text.trim(), baseMs, spreadMs: spreadMs ?? 0};
}

/**
 * Compute the delay of one response in milliseconds.
 *
 * @param fraction from 0 up to, not including, 1
 */
export function randomLatency({baseMs, spreadMs}: Latency, fraction: number): number {
  return Math.round(baseMs + (2 * fraction - 1) * spreadMs);
}

function wrongLatency(problem: string): Failure {
  const message = `${problem} Write a time such as 50ms, or one with a spread such as 50ms±20.`;
  return new Failure('validation_error', message, {errors: {latency: message}, attempts: 0});
}
