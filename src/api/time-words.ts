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
      if (text === '' || written.test(text)) return text;
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

/** A number, or a text that starts with a date. */
const written = /^(?:-?\d+$|\d{4}-\d\d-\d\d)/;

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
  if (!('time' in input) || written.test(text)) return undefined;
  const backMs = parseSpan(text.trim().replace(/^-|\s+ago$/gi, ''));
  const time = backMs === undefined ? parseTime(text, nowMs) : undefined;
  const ms = backMs === undefined ? Date.parse(time ?? '') : nowMs - backMs;
  if (Number.isNaN(ms)) return undefined;
  return input.time === 'ms' ? String(ms) : new Date(ms).toISOString().replace('Z', '+0000');
}
