import {localDay, parseDay, parseTime} from '../base/day-words.ts';
import {parseSpan} from '../base/duration.ts';
import type {Input} from './operation.ts';
import type {InputValues, Problem} from './request-plan.ts';

/** The inputs of an operation with days and times as the service takes them. */
export interface TimedInputs {
  readonly inputs: InputValues['inputs'];
  /** What each text in words means, for --verbose. */
  readonly notes: readonly string[];
  /** Texts that are neither a time nor words for one. */
  readonly problems: readonly Problem[];
}

/**
 * Replace days and times in words (`+2w`, `24h`) by what the service takes; other texts are
 * unchanged.
 *
 * @param find finds an input of the operation
 */
export function withTimes(
  inputs: InputValues['inputs'],
  find: (name: string) => Input | undefined,
  nowMs: number,
): TimedInputs {
  const notes: string[] = [];
  const problems: Problem[] = [];
  const timed = Object.entries(inputs).map(([name, texts]) => {
    const input = find(name);
    const words = input && timeWordsOf(input);
    if (input === undefined || words === undefined) return [name, texts] as const;
    const wire = texts.map(text => {
      if (text === '' || isWireTime(input, text)) return text;
      const one = wireTime(input, text, nowMs);
      const form = `${wireFormOf(input)}, or in words such as ${words}`;
      const message = `--${name} must be ${form}, not ${JSON.stringify(text)}`;
      if (one === undefined) problems.push({input: name, message});
      else notes.push(`--${name} ${text} is ${one}`);
      return one ?? text;
    });
    return [name, wire] as const;
  });
  return {inputs: Object.fromEntries(timed), notes, problems};
}

/** Whether a text needs no conversion: a number or, unless the service wants numbers, a date. */
function isWireTime(input: Input, text: string): boolean {
  const isMs = 'time' in input && input.time === 'ms';
  return /^-?\d+$/.test(text) || (!isMs && isDate.test(text));
}

/** A text that starts with a date. */
const isDate = /^\d{4}-\d\d-\d\d/;

/** Words that an input of a day or time takes, for help; undefined for other inputs. */
export function timeWordsOf(input: Input): string | undefined {
  if (input.type === 'date') return 'today, +2w or friday';
  if (input.type === 'time') return 'now or "tomorrow 9:00"';
  return 'time' in input ? '24h (before now) or yesterday' : undefined;
}

/** Describe an input of a day or time as the service takes it. */
function wireFormOf(input: Input): string {
  if (input.type === 'date') return 'a day as YYYY-MM-DD';
  if ('time' in input && input.time === 'ms') return 'milliseconds since the UNIX epoch';
  return 'a time such as 2026-12-01T09:00:00Z';
}

/**
 * Convert a day or time in words to what the service takes; undefined for other texts and inputs.
 * Where a request filters what has happened, a duration such as 24h or 7d is that long before now.
 */
export function wireTime(input: Input, text: string, nowMs: number): string | undefined {
  if (input.type === 'date') return parseDay(text, localDay(nowMs));
  if (input.type === 'time') return parseTime(text, nowMs);
  if (!('time' in input) || isWireTime(input, text)) return undefined;
  const ms = parsePast(text, nowMs);
  if (ms === undefined) return undefined;
  return input.time === 'ms' ? String(ms) : new Date(ms).toISOString().replace('Z', '+0000');
}

/**
 * Parse when something happened: a duration before now such as 24h or 2 weeks, a date or a time.
 *
 * @returns milliseconds since the UNIX epoch; undefined for other texts
 */
export function parsePast(text: string, nowMs: number): number | undefined {
  const backMs = parseSpan(text.trim().replace(/^-|\s+ago$/gi, ''));
  if (backMs !== undefined) return nowMs - backMs;
  const isCount = /^\w+ (?:day|week|month|year)s?$/i.test(text);
  const ms = Date.parse(parseTime(isCount ? `${text} ago` : text, nowMs) ?? '');
  // Words such as "friday" mean the next one.
  return Number.isNaN(ms) || (ms > nowMs && !isDate.test(text)) ? undefined : ms;
}
