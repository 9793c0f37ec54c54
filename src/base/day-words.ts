import {capital} from './capital.ts';
import {lookUp} from './look-up.ts';
import {dayMs} from './times.ts';

const nearDays = {yesterday: -1, today: 0, tomorrow: 1};
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const monthNames =
  'january february march april may june july august september october november december';
const months = monthNames.split(' ');
const numbers = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/**
 * The day that words stand for, as YYYY-MM-DD: `2026-12-05`, `today`, `tomorrow`, `yesterday`,
 * `+2w`, `-3d`, `in two weeks`, `3 days ago`, `friday` and `next friday` (the next one after today),
 * `next week`, `end of month`, `5 dec`, `dec 5 2027`. A day without its year is the next such day.
 * Undefined for anything else, and for days that do not exist.
 *
 * @param today YYYY-MM-DD, of the person who typed it
 */
export function dayOfWords(words: string, today: string): string | undefined {
  const text = words.trim().toLowerCase().replace(/\s+/g, ' ');
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return isDay(text) ? text : undefined;
  const near = lookUp(nearDays, text);
  if (near !== undefined) return moved(today, near, 'd');
  if (/^end of (?:the )?month$/.test(text))
    return moved(`${moved(today, 1, 'm').slice(0, 8)}01`, -1, 'd');
  return spanFrom(text, today) ?? weekdayAfter(text, today) ?? dayOfMonth(text, today);
}

/**
 * A point in time in words, as ISO 8601 in UTC: the words of a day and perhaps a time of day
 * (`tomorrow 9:30`, `2026-12-01 at 14:00`), without one its beginning; `now`. What is ISO 8601 is
 * given back as it is. Times of day are those of the machine.
 *
 * @param nowMs milliseconds since the UNIX epoch
 */
export function timeOfWords(words: string, nowMs: number): string | undefined {
  const text = words.trim();
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text;
  if (text.toLowerCase() === 'now') return new Date(nowMs).toISOString();
  const [, days = '', hours = '0', minutes = '00'] =
    /^(.*?)(?:(?:^|\s+)(?:at )?(\d?\d):(\d\d))?$/i.exec(text) ?? [];
  const day = dayOfWords(days === '' && /:/.test(text) ? 'today' : days, localDay(nowMs));
  if (day === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return new Date(`${day}T${hours.padStart(2, '0')}:${minutes}:00`).toISOString();
}

/** The local date, as YYYY-MM-DD. */
export function localDay(ms: number): string {
  const at = new Date(ms);
  return dayText(at.getFullYear(), at.getMonth(), at.getDate());
}

/** Format a day for display: `Sat 5 Dec 2026`. */
export function readableDay(day: string): string {
  const at = dateOf(day);
  const name = capital(weekdays[at.getUTCDay()] ?? '').slice(0, 3);
  const month = capital(months[at.getUTCMonth()] ?? '').slice(0, 3);
  return `${name} ${at.getUTCDate()} ${month} ${at.getUTCFullYear()}`;
}

type Unit = 'd' | 'w' | 'm' | 'y';

/** `+2w`, `in two weeks`, `2 weeks`, `2 weeks ago`, `next week`. */
function spanFrom(text: string, today: string): string | undefined {
  const [, sign, short, shortUnit] = /^([+-]) ?(\d{1,4}) ?([dwmy])$/.exec(text) ?? [];
  if (sign !== undefined) {
    return moved(today, Number(short) * (sign === '-' ? -1 : 1), shortUnit as Unit);
  }
  const [, unitAfter] = /^next (week|month|year)$/.exec(text) ?? [];
  if (unitAfter !== undefined) return moved(today, 1, unitAfter.charAt(0) as Unit);
  const [, before, count = '', unit = '', ago] =
    /^(in )?(\d{1,4}|an?|[a-z]+) (day|week|month|year)s?( ago)?$/.exec(text) ?? [];
  const many = /^\d/.test(count) ? Number(count) : numbers.indexOf(count.replace(/^an?$/, 'one'));
  if (unit === '' || many < 1 || (before !== undefined && ago !== undefined)) return undefined;
  return moved(today, ago === undefined ? many : -many, unit.charAt(0) as Unit);
}

function weekdayAfter(text: string, today: string): string | undefined {
  const name = text.replace(/^(?:next|on|this) /, '');
  const at = name.length < 3 ? -1 : weekdays.findIndex(day => day.startsWith(name));
  if (at === -1) return undefined;
  return moved(today, ((at - dateOf(today).getUTCDay() + 6) % 7) + 1, 'd');
}

/** `5 dec`, `dec 5`, `5 december 2027`. */
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

/** A day so many units on; the last of the month where the month is shorter. */
function moved(day: string, by: number, unit: Unit): string {
  const at = dateOf(day);
  if (unit === 'd' || unit === 'w') {
    return new Date(at.getTime() + by * (unit === 'w' ? 7 : 1) * dayMs).toISOString().slice(0, 10);
  }
  const month = at.getUTCMonth() + by * (unit === 'y' ? 12 : 1);
  const last = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0));
  const date = Math.min(at.getUTCDate(), last.getUTCDate());
  return dayText(last.getUTCFullYear(), last.getUTCMonth(), date);
}

/** Whether a text of the form `yyyy-mm-dd` is a day that there is. */
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
