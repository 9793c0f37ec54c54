import {isArray, isObject, type JsonObject, type JsonValue} from '../../base/json-value.ts';
import {safeText} from '../../base/safe-text.ts';
import {padText, widthOf, wrapText} from '../../base/width.ts';
import type {Line} from '../model/line.ts';
import {ageText, timeText} from './times.ts';

/** Members that say nothing to a reader; the raw view has them. */
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

/**
 * One object as lines a person reads: a label and a value each, nested things indented under a
 * heading, times in local time with their age.
 *
 * @param columns width of the screen
 * @param nowMs milliseconds since the UNIX epoch
 */
export function describeLines(value: JsonValue, columns: number, nowMs: number): Line[] {
  return linesOf(value, {columns: Math.max(20, columns), nowMs, depth: 0});
}

/** A text of several lines, made safe and wrapped. */
export function wrappedText(text: string, columns: number): Line[] {
  return textLines(text, {columns: Math.max(20, columns), nowMs: 0, depth: 0});
}

interface Where {
  readonly columns: number;
  readonly nowMs: number;
  readonly depth: number;
}

function linesOf(value: JsonValue, where: Where): Line[] {
  if (isArray(value)) return value.flatMap((item, i) => itemLines(item, i, where));
  if (isObject(value)) return objectLines(value, where);
  return textLines(scalarText(undefined, value, where.nowMs), where);
}

function objectLines(object: JsonObject, where: Where): Line[] {
  const entries = Object.entries(object).filter(([key]) => !noise.has(key));
  const simple = entries.filter(([, v]) => isSimple(v));
  const width = Math.min(26, Math.max(0, ...simple.map(([key]) => widthOf(labelOf(key)))));
  const lines: Line[] = [];
  for (const [key, value] of entries) {
    if (isSimple(value)) lines.push(...memberLines(key, value, width, where));
    else lines.push(...nestedLines(key, value, where));
  }
  return lines;
}

/** Values that fit behind their label on one line. */
function isSimple(value: JsonValue): boolean {
  if (isArray(value)) return value.every(v => typeof v !== 'object' || v === null);
  if (isObject(value)) return oneLine(value) !== undefined;
  return typeof value !== 'string' || (!value.includes('\n') && parsedInside(value) === undefined);
}

function memberLines(key: string, value: JsonValue, width: number, where: Where): Line[] {
  const label = `${indent.repeat(where.depth)}${padText(labelOf(key), width)}  `;
  const text = simpleText(key, value, where.nowMs);
  const empty = text === '';
  const room = Math.max(10, where.columns - widthOf(label));
  return wrapText(empty ? '—' : text, room).map((part, i) => [
    {text: i === 0 ? label : ' '.repeat(widthOf(label)), tone: 'dim'},
    {text: part, ...(empty ? {tone: 'dim' as const} : {})},
  ]);
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

function nestedLines(key: string, value: JsonValue, where: Where): Line[] {
  const count = isArray(value) ? ` (${value.length})` : '';
  const heading: Line = [{text: indent.repeat(where.depth) + labelOf(key) + count, tone: 'accent'}];
  const deeper = {...where, depth: where.depth + 1};
  const gap: Line[] = where.depth === 0 ? [[]] : [];
  if (typeof value === 'string') {
    const inside = parsedInside(value);
    const body = inside === undefined ? textLines(value, deeper) : linesOf(inside, deeper);
    return [...gap, heading, ...body];
  }
  return [...gap, heading, ...linesOf(value, deeper)];
}

function itemLines(item: JsonValue, index: number, where: Where): Line[] {
  const bullet = `${indent.repeat(where.depth)}- `;
  if (!isObject(item)) {
    return [[{text: bullet, tone: 'dim'}, {text: scalarText(undefined, item, where.nowMs)}]];
  }
  const short = oneLine(item);
  if (short !== undefined) return [[{text: bullet, tone: 'dim'}, {text: short}]];
  const flat = flatText(item, where.nowMs);
  const room = Math.max(10, where.columns - bullet.length);
  if (flat !== undefined && widthOf(flat) <= room)
    return [[{text: bullet, tone: 'dim'}, {text: flat}]];
  const heading: Line = [{text: `${bullet}${index + 1}`, tone: 'dim'}];
  return [heading, ...objectLines(item, {...where, depth: where.depth + 1})];
}

/** An object of scalars and small objects as `label value · label value`. */
function flatText(object: JsonObject, nowMs: number): string | undefined {
  const entries = Object.entries(object).filter(([key]) => !noise.has(key));
  if (!entries.every(([, v]) => isSimple(v))) return undefined;
  return entries
    .map(([key, v]) => `${labelOf(key).toLowerCase()} ${simpleText(key, v, nowMs)}`)
    .join(' · ');
}

function textLines(text: string, where: Where): Line[] {
  const before = indent.repeat(where.depth);
  const room = Math.max(10, where.columns - before.length);
  return text
    .split(/\r?\n/)
    .flatMap(line => wrapText(safeText(line), room))
    .map(line => [{text: before + line}]);
}

const timeKeys = /(?:Time|Date|At|submitted|started|finished|lastUpdate)$/;

function scalarText(key: string | undefined, value: JsonValue, nowMs: number): string {
  if (value === null) return '';
  const ms = timeOf(key, value);
  if (ms !== undefined) return `${timeText(ms)}  (${agoText(ms, nowMs)})`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return safeText(String(value));
}

function timeOf(key: string | undefined, value: JsonValue): number | undefined {
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

/** A text that is itself a JSON object or array, parsed: the bodies of deliveries are. */
function parsedInside(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return isObject(value) || isArray(value) ? value : undefined;
  } catch {
    // Not JSON after all: it is shown as the text it is.
    return undefined;
  }
}

/** `projectTypeKey` as `Project type key`. */
function labelOf(key: string): string {
  const words = safeText(key)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim();
  return (
    words.charAt(0).toUpperCase() +
    words.slice(1).replace(/ [A-Z](?=[a-z])/g, (w: string) => w.toLowerCase())
  );
}
