import {capitalize} from './capital.ts';
import {lookUp} from './look-up.ts';
import {dayMs} from './times.ts';

const nearDays = {yesterday: -1, today: 0, tomorrow: 1};
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const monthNames =
  'january february march april may june july august september october november december';
const months = monthNames.split(' ');
const numbers = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/**
 * Parse a day in words, as YYYY-MM-DD: `2026-12-05`, `today`, `tomorrow`, `yesterday`, `+2w`,
 * `-3d`, `in two weeks`, `3 days ago`, `friday` and `next friday` (the next one after today), `next
 * week`, `end of month`, `5 dec`, `dec 5 2027`. A day without a year is the next such day.
 * Undefined for other texts and for days that do not exist.
 *
 * @param today YYYY-MM-DD, of the user
 */
export function parseDay(words: string, today: string): string | undefined {
  const text = words.trim().toLowerCase().replace(/\s+/g, ' ');
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return isDay(text) ? text : undefined;
  const near = lookUp(nearDays, text);
  if (near !== undefined) return addUnits(today, near, 'd');
  if (/^end of (?:the )?month$/.test(text))
    return addUnits(`${addUnits(today, 1, 'm').slice(0, 8)}01`, -1, 'd');
  return parseSpan(text, today) ?? weekdayAfter(text, today) ?? dayOfMonth(text, today);
}

/**
 * Parse a time in words, as ISO 8601 in UTC: a day and an optional time of day (`tomorrow 9:30`,
 * `2026-12-01 at 14:00`), by default its start, or `now`. ISO 8601 is returned unchanged. Times of
 * day are in the local time zone.
 *
 * @param nowMs milliseconds since the UNIX epoch
 */
export function parseTime(words: string, nowMs: number): string | undefined {
  const text = words.trim();
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text;
  if (text.toLowerCase() === 'now') return new Date(nowMs).toISOString();
  const [, days = '', hours = '0', minutes = '00'] =
    /^(.*?)(?:(?:^|\s+)(?:at )?(\d?\d):(\d\d))?$/i.exec(text) ?? [];
  const day = parseDay(days === '' && /:/.test(text) ? 'today' : days, localDay(nowMs));
  if (day === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return new Date(`${day}T${hours.padStart(2, '0')}:${minutes}:00`).toISOString();
}

/** Return the local date, as YYYY-MM-DD. */
export function localDay(ms: number): string {
  const at = new Date(ms);
  return dayText(at.getFullYear(), at.getMonth(), at.getDate());
}

/** Format a day for display: `Sat 5 Dec 2026`. */
export function readableDay(day: string): string {
  const at = dateOf(day);
  const name = capitalize(weekdays[at.getUTCDay()] ?? '').slice(0, 3);
  const month = capitalize(months[at.getUTCMonth()] ?? '').slice(0, 3);
  return `${name} ${at.getUTCDate()} ${month} ${at.getUTCFullYear()}`;
}

type Unit = 'd' | 'w' | 'm' | 'y';

/** Parse `+2w`, `in two weeks`, `2 weeks`, `2 weeks ago`, `next week`. */
function parseSpan(text: string, today: string): string | undefined {
  const [, sign, short, shortUnit] = /^([+-]) ?(\d{1,4}) ?([dwmy])$/.exec(text) ?? [];
  if (sign !== undefined) {
    return addUnits(today, Number(short) * (sign === '-' ? -1 : 1), shortUnit as Unit);
  }
  const [, unitAfter] = /^next (week|month|year)$/.exec(text) ?? [];
  if (unitAfter !== undefined) return addUnits(today, 1, unitAfter.charAt(0) as Unit);
  const [, before, count = '', unit = '', ago] =
    /^(in )?(\d{1,4}|an?|[a-z]+) (day|week|month|year)s?( ago)?$/.exec(text) ?? [];
  const amount = /^\d/.test(count) ? Number(count) : numbers.indexOf(count.replace(/^an?$/, 'one'));
  if (unit === '' || amount < 1 || (before !== undefined && ago !== undefined)) return undefined;
  return addUnits(today, ago === undefined ? amount : -amount, unit.charAt(0) as Unit);
}

function weekdayAfter(text: string, today: string): string | undefined {
  const name = text.replace(/^(?:next|on|this) /, '');
  const at = name.length < 3 ? -1 : weekdays.findIndex(day => day.startsWith(name));
  if (at === -1) return undefined;
  return addUnits(today, ((at - dateOf(today).getUTCDay() + 6) % 7) + 1, 'd');
}

/** Parse `5 dec`, `dec 5`, `5 december 2027`. */
function dayOfMonth(text: string, today: string): string | undefined {
  const [, day1, name1, name2, day2, year] =
    /^(?:(\d\d?)\.? ([a-z]+)|([a-z]+) (\d\d?)),?(?: (\d{4}))?$/.exec(text) ?? [];
  const name = name1 ?? name2 ?? '';
  const month = name.length < 3 ? -1 : months.findIndex(one => one.startsWith(name));
  if (month === -1) return undefined;
  const date = Number(day1 ?? day2);
  const thisYear = Number(today.slice(0, 4));
  const found = dayText(Number(year ?? thisYear), month, date);
  const next = year === undefined && found < today ? dayText(thisYear + 1, month, date) : found;
  return isDay(next) ? next : undefined;
}

/** Add units to a day; the last day of the month if that month is shorter. */
function addUnits(day: string, by: number, unit: Unit): string {
  const at = dateOf(day);
  if (unit === 'd' || unit === 'w') {
    return new Date(at.getTime() + by * (unit === 'w' ? 7 : 1) * dayMs).toISOString().slice(0, 10);
  }
  const month = at.getUTCMonth() + by * (unit === 'y' ? 12 : 1);
  const last = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0));
  const date = Math.min(at.getUTCDate(), last.getUTCDate());
  return dayText(last.getUTCFullYear(), last.getUTCMonth(), date);
}

/** Check whether a text of the form `yyyy-mm-dd` is an existing day. */
export function isDay(text: string): boolean {
  const at = dateOf(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function dayText(year: number, month: number, date: number): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${year}-${two(month + 1)}-${two(date)}`;
}
