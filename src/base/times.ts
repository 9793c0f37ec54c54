import type {JsonValue} from './json-value.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Epoch milliseconds or an ISO 8601 text as milliseconds; undefined when it is neither. */
export function toMs(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return undefined;
  const ms = /^\d{10,}$/.test(value) ? Number(value) : Date.parse(value);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Local time as `2026-11-21 14:03`. */
export function timeText(ms: number | undefined): string {
  if (ms === undefined) return '';
  const d = new Date(ms);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ${two(d.getHours())}:${two(d.getMinutes())}`;
}

/** Local time of day as `14:03:27`. */
export function clockText(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms).toTimeString().slice(0, 8);
}

/** Local day and time as `11-21 14:03:27`. */
export function instantText(ms: number | undefined): string {
  return ms === undefined ? '' : `${timeText(ms).slice(5, 10)} ${clockText(ms)}`;
}

/** How long ago, in the largest unit: `now`, `4m`, `3h`, `12d`, `5mo`, `2y`; `in 3h` for the future. */
export function ageText(ms: number | undefined, nowMs: number): string {
  if (ms === undefined) return '';
  const age = nowMs - ms;
  if (Math.abs(age) < minute) return 'now';
  const text = spanText(Math.abs(age));
  return age < 0 ? `in ${text}` : text;
}

function spanText(span: number): string {
  if (span < hour) return `${Math.floor(span / minute)}m`;
  if (span < day) return `${Math.floor(span / hour)}h`;
  if (span < 60 * day) return `${Math.floor(span / day)}d`;
  if (span < 730 * day) return `${Math.floor(span / (30 * day))}mo`;
  return `${Math.floor(span / (365 * day))}y`;
}

/** `12d`, `2d !`, `5h !`, `expired !`: the mark says it in words, not by colour alone. */
export function daysLeftText(ms: number | undefined, nowMs: number): string {
  if (ms === undefined) return 'unknown';
  const left = ms - nowMs;
  if (left <= 0) return 'expired !';
  const mark = left < 3 * day ? ' !' : '';
  if (left < hour) return `${Math.max(1, Math.floor(left / minute))}m${mark}`;
  return (left < day ? `${Math.floor(left / hour)}h` : `${Math.floor(left / day)}d`) + mark;
}
