import {labelFrom} from '../../base/capital.ts';
import {
  findJson,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
} from '../../base/json-value.ts';
import {longestShown, safeText, safeTextUpTo} from '../../base/safe-text.ts';
import {ageText, timeText} from '../../base/times.ts';
import {padText, widthOf, wrappedLines} from '../../base/width.ts';
import type {Line} from '../model/line.ts';
import {maxLines, takeLines} from './line-shape.ts';

/** Members that are not useful to a reader; the raw view shows them. */
const noise: ReadonlySet<string> = new Set([
  'self',
  'expand',
  'avatarUrls',
  'iconUrl',
  '_links',
  '_expands',
]);
const nameMembers = ['displayName', 'name', 'title', 'key', 'filename'];
const indent = '  ';
/** Limit of characters of a member's name. */
const longestLabel = 1000;

/**
 * Render an object for reading: a label and a value per line, nested objects indented under a
 * heading, times in local time with their age.
 *
 * @param columns width of the screen
 * @param nowMs milliseconds since the UNIX epoch
 * @param most limit of lines, the last of which shows that there are more; longer values are not
 * processed further
 * @param isBrief omit empty members
 */
export function describeLines(
  value: JsonValue,
  columns: number,
  nowMs: number,
  most: number = maxLines,
  isBrief = false,
): Line[] {
  const where = {columns: Math.max(20, columns), nowMs, depth: 0, most, isBrief};
  return takeLines(linesOf(value, where), most);
}

interface Where {
  readonly columns: number;
  readonly nowMs: number;
  readonly depth: number;
  /** Number of lines needed. */
  readonly most: number;
  readonly isBrief?: boolean;
}

/** Lines are generated on demand, so that the first lines of a long value are cheap. */
type Lines = Generator<Line, void>;

function* linesOf(value: JsonValue, where: Where): Lines {
  if (isArray(value)) for (const [i, item] of value.entries()) yield* itemLines(item, i, where);
  else if (isObject(value)) yield* objectLines(value, where);
  else yield* textLines(scalarText(undefined, value, where.nowMs), where);
}

function* objectLines(object: JsonObject, where: Where): Lines {
  const isReported = (value: JsonValue): boolean =>
    value !== null && value !== '' && !(isArray(value) && value.length === 0);
  const entries = Object.entries(object).filter(
    ([key, value]) => !noise.has(key) && (where.isBrief !== true || isReported(value)),
  );
  const simple = entries.filter(([, v]) => isSimple(v));
  const widest = simple.reduce((most, [key]) => Math.max(most, widthOf(labelOf(key))), 0);
  const width = Math.min(Math.max(26, Math.floor(where.columns / 4)), widest);
  for (const [key, value] of entries) {
    if (isSimple(value)) yield* memberLines(key, value, width, where);
    else yield* nestedLines(key, value, where);
  }
}

/** Whether a value fits behind its label on one line. */
function isSimple(value: JsonValue): boolean {
  if (isArray(value)) return value.every(v => typeof v !== 'object' || v === null);
  if (isObject(value)) return oneLine(value) !== undefined;
  return typeof value !== 'string' || (!value.includes('\n') && parsedInside(value) === undefined);
}

function* memberLines(key: string, value: JsonValue, width: number, where: Where): Lines {
  const label = `${indent.repeat(where.depth)}${padText(labelOf(key), width)}  `;
  const text = simpleText(key, startOf(value, where), where.nowMs);
  const empty = text === '';
  const room = Math.max(10, where.columns - widthOf(label));
  let before = label;
  for (const part of wrappedLines(empty ? '—' : text, room)) {
    yield [
      {text: before, tone: 'dim'},
      {text: part, ...(empty ? {tone: 'dim' as const} : {})},
    ];
    before = ' '.repeat(widthOf(label));
  }
}

function simpleText(key: string, value: JsonValue, nowMs: number): string {
  if (isArray(value)) return value.map(v => scalarText(undefined, v, nowMs)).join(', ');
  if (isObject(value)) return oneLine(value) ?? '';
  return scalarText(key, value, nowMs);
}

/** A small named object on one line: its name and its id. */
function oneLine(object: JsonObject): string | undefined {
  const keys = Object.keys(object).filter(k => !noise.has(k));
  const name = nameMembers.find(k => typeof object[k] === 'string');
  if (name === undefined) return keys.length <= 4 ? scalarsText(object, keys) : undefined;
  const id = object.accountId ?? object.id;
  const rest = keys.filter(k => isObject(object[k]) || isArray(object[k]));
  if (rest.length > 0 || keys.length > 8) return undefined;
  const tail = id === undefined ? '' : `  (${String(id)})`;
  return safeText(String(object[name]) + tail);
}

/** A few scalars without a name: `type group · value 12`. */
function scalarsText(object: JsonObject, keys: readonly string[]): string | undefined {
  const values = keys.map(key => object[key]);
  if (values.some(v => typeof v === 'object' && v !== null)) return undefined;
  if (values.some(v => typeof v === 'string' && (v.length > 40 || v.includes('\n'))))
    return undefined;
  return keys
    .map(key => `${labelOf(key).toLowerCase()} ${scalarText(undefined, object[key] ?? null, 0)}`)
    .join(' · ');
}

/** The part of a long text or list that can appear in the lines needed. */
function startOf(value: JsonValue, {columns, most}: Where): JsonValue {
  if (typeof value !== 'string' && !isArray(value)) return value;
  const enough = Math.min(4 * columns * most, longestShown);
  if (typeof value === 'string') {
    return value.length <= enough ? value : `${value.slice(0, enough)}…`;
  }
  let length = 0;
  const end = value.findIndex(item => {
    length += typeof item === 'string' ? item.length + 1 : 1;
    return length > enough;
  });
  return end === -1 ? value : [...value.slice(0, end + 1), '…'];
}

function* nestedLines(key: string, value: JsonValue, where: Where): Lines {
  const count = isArray(value) ? ` (${value.length})` : '';
  const heading: Line = [{text: indent.repeat(where.depth) + labelOf(key) + count, tone: 'accent'}];
  const deeper = {...where, depth: where.depth + 1};
  if (where.depth === 0) yield [];
  yield heading;
  const inside = typeof value === 'string' ? parsedInside(value) : undefined;
  if (typeof value === 'string' && inside === undefined) yield* textLines(value, deeper);
  else yield* linesOf(inside ?? value, deeper);
}

function* itemLines(item: JsonValue, index: number, where: Where): Lines {
  const bullet = `${indent.repeat(where.depth)}- `;
  const room = Math.max(10, where.columns - bullet.length);
  const text = isObject(item)
    ? (oneLine(item) ?? flatText(item, where.nowMs, room))
    : isSimple(item)
      ? simpleText('', item, where.nowMs)
      : undefined;
  if (text !== undefined) {
    yield [{text: bullet, tone: 'dim'}, {text}];
    return;
  }
  yield [{text: `${bullet}${index + 1}`, tone: 'dim'}];
  yield* linesOf(item, {...where, depth: where.depth + 1});
}

/** An object of scalars and small objects as `label value · label value`, if it is short enough. */
function flatText(object: JsonObject, nowMs: number, room: number): string | undefined {
  const entries = Object.entries(object).filter(([key]) => !noise.has(key));
  if (!entries.every(([, v]) => isSimple(v))) return undefined;
  let text = '';
  for (const [key, v] of entries) {
    const before = text === '' ? '' : `${text} · `;
    text = `${before}${labelOf(key).toLowerCase()} ${simpleText(key, v, nowMs)}`;
    if (widthOf(text, room) > room) return undefined;
  }
  return text;
}

function* textLines(text: string, where: Where): Lines {
  const before = indent.repeat(where.depth);
  const room = Math.max(10, where.columns - before.length);
  for (const line of String(startOf(text, where)).split(/\r?\n/)) {
    for (const part of wrappedLines(safeText(line), room)) yield [{text: before + part}];
  }
}

const timeKeys = /(?:Time|Date|At|submitted|started|finished|lastUpdate)$/;

function scalarText(key: string | undefined, value: JsonValue, nowMs: number): string {
  if (value === null) return '';
  const ms = timeOf(key, value);
  if (ms !== undefined) return `${timeText(ms)}  (${agoText(ms, nowMs)})`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return safeText(String(value));
}

/** The time in a member, by its name and its form; undefined for other values. */
export function timeOf(key: string | undefined, value: JsonValue): number | undefined {
  if (key === undefined || !timeKeys.test(key)) return undefined;
  if (typeof value === 'number' && value > 1e11) return value;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : ms;
}

function agoText(ms: number, nowMs: number): string {
  const age = ageText(ms, nowMs);
  return age === 'now' || age.startsWith('in ') ? age : `${age} ago`;
}

/** Parse a text that is itself a JSON object or array, such as the body of a delivery. */
function parsedInside(text: string): JsonValue | undefined {
  return /^\s*[[{]/.test(text) ? findJson(text) : undefined;
}

/** `projectTypeKey` as `Project type key`, `avatarUrl` as `Avatar URL`. */
function labelOf(key: string): string {
  const words = safeTextUpTo(key, longestLabel)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim();
  return labelFrom(words.replace(/ [A-Z](?=[a-z])/g, (w: string) => w.toLowerCase()));
}
