import type {JsonValue} from './json-value.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The last instant that a Date represents, in milliseconds since the UNIX epoch. */
const latestMs = 8.64e15;

/** Convert epoch milliseconds or ISO 8601 to milliseconds; undefined for other values. */
export function parseInstantMs(value: JsonValue | undefined): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) return undefined;
  const isNumber = typeof value === 'number' || /^\d{10,}$/.test(value);
  const ms = isNumber ? Number(value) : Date.parse(value);
  return Math.abs(ms) <= latestMs ? ms : undefined;
}

/** Format local time as `2026-11-21 14:03`. */
export function timeText(ms: number | undefined): string {
  if (ms === undefined) return '';
  const d = new Date(ms);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ${two(d.getHours())}:${two(d.getMinutes())}`;
}

/** Format local time of day as `14:03:27`. */
export function clockText(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms).toTimeString().slice(0, 8);
}

/** Format local day and time as `11-21 14:03:27`. */
export function instantText(ms: number | undefined): string {
  return ms === undefined ? '' : `${timeText(ms).slice(5, 10)} ${clockText(ms)}`;
}

/**
 * Format an age in the largest unit: `now`, `4m`, `3h`, `12d`, `5mo`, `2y`; `in 3h` for the future.
 */
export function ageText(ms: number | undefined, nowMs: number): string {
  if (ms === undefined) return '';
  const age = nowMs - ms;
  if (Math.abs(age) < minuteMs) return 'now';
  const text = spanText(Math.abs(age));
  return age < 0 ? `in ${text}` : text;
}

function spanText(span: number): string {
  if (span < hourMs) return `${Math.floor(span / minuteMs)}m`;
  if (span < dayMs) return `${Math.floor(span / hourMs)}h`;
  if (span < 60 * dayMs) return `${Math.floor(span / dayMs)}d`;
  if (span < 730 * dayMs) return `${Math.floor(span / (30 * dayMs))}mo`;
  return `${Math.floor(span / (365 * dayMs))}y`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Format a day `yyyy-mm-dd` as `1 Dec`, with its year unless it is the current one; other texts are
 * unchanged.
 */
export function dayText(date: string, nowMs: number): string {
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  if (name === undefined) return date;
  const isThisYear = Number(year) === new Date(nowMs).getFullYear();
  return `${Number(dayOfMonth)} ${name}${isThisYear ? '' : ` ${year}`}`;
}

/** List the first day of each month between two times, local time, with its name: `DEC`. */
export function monthStarts(
  fromMs: number,
  toMs: number,
): readonly {readonly ms: number; readonly text: string}[] {
  const first = new Date(fromMs);
  const starts: {ms: number; text: string}[] = [];
  for (let i = 1; ; i++) {
    const day = new Date(first.getFullYear(), first.getMonth() + i, 1);
    if (day.getTime() > toMs) return starts;
    starts.push({ms: day.getTime(), text: (months[day.getMonth()] ?? '').toUpperCase()});
  }
}

/** Format local time as `1 Dec 14:03`, or in another year as a day: `4 Jan 2027`. */
export function dayTimeText(ms: number | undefined, nowMs: number): string {
  const text = timeText(ms);
  const day = dayText(text.slice(0, 10), nowMs);
  return text.startsWith(`${new Date(nowMs).getFullYear()}-`) ? `${day} ${text.slice(11)}` : day;
}

/**
 * Format the distance to a day `yyyy-mm-dd`: `today`, `tomorrow`, `in 10 days`, `3 days ago`, `8
 * weeks ago`.
 */
export function daysFromNow(date: string, nowMs: number): string {
  const now = new Date(nowMs);
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const days = Math.round((Date.parse(date) - today) / dayMs);
  if (Number.isNaN(days)) return '';
  if (days === 0) return 'today';
  if (Math.abs(days) === 1) return days > 0 ? 'tomorrow' : 'yesterday';
  const text = longSpan(Math.abs(days));
  return days > 0 ? `in ${text}` : `${text} ago`;
}

function longSpan(days: number): string {
  if (days < 28) return `${days} days`;
  if (days < 84) return `${Math.floor(days / 7)} weeks`;
  if (days < 730) return `${Math.floor(days / 30)} months`;
  return `${Math.floor(days / 365)} years`;
}

/**
 * Format the remaining time: `12d`, `2d !`, `5h !`, `expired !`. The exclamation mark conveys the
 * urgency without colour.
 */
export function daysLeftText(ms: number | undefined, nowMs: number): string {
  if (ms === undefined) return 'unknown';
  const left = ms - nowMs;
  if (left <= 0) return 'expired !';
  const mark = left < 3 * dayMs ? ' !' : '';
  if (left < hourMs) return `${Math.max(1, Math.floor(left / minuteMs))}m${mark}`;
  return (left < dayMs ? `${Math.floor(left / hourMs)}h` : `${Math.floor(left / dayMs)}d`) + mark;
}
