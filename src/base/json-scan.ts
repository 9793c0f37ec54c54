/**
 * Functions that scan JSON text without building values, so that numbers and escapes are unchanged
 * and a large response takes one pass. All of them require valid JSON (see `checkJson`).
 */

/** The position of a part of a text: from `start` up to, not including, `end`. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

/** A member of an object: its decoded name, and the positions of its key and value. */
export interface MemberSpan {
  readonly name: string;
  readonly key: JsonSpan;
  readonly value: JsonSpan;
}

/** The kind of a value, determined by its first character. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Check for one of the four blank characters of JSON. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Return the first position at or after `at` that is not blank. */
export function skipBlank(text: string, at: number): number {
  let position = at;
  while (isBlank(text.charCodeAt(position))) position++;
  return position;
}

/** Return the position after the string whose opening quote is at `at`. */
export function skipString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

/** Return the position after the value that starts at `at`. */
export function skipValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === quote) return skipString(text, at);
  if (first === openBrace || first === openBracket) return skipNested(text, at);
  let position = at;
  while (position < text.length && !endsScalar(text.charCodeAt(position))) position++;
  return position;
}

/** Return the span of the whole value, without the blanks around it. */
export function rootSpan(text: string): JsonSpan {
  const start = skipBlank(text, 0);
  return {start, end: skipValue(text, start)};
}

/** Return the kind of the value at a span. */
export function kindOf(text: string, span: JsonSpan): JsonKind {
  switch (text.charCodeAt(span.start)) {
    case openBrace:
      return 'object';
    case openBracket:
      return 'array';
    case quote:
      return 'string';
    case 0x74:
    case 0x66:
      return 'boolean';
    case 0x6e:
      return 'null';
    default:
      return 'number';
  }
}

export function sliceSpan(text: string, span: JsonSpan): string {
  return text.slice(span.start, span.end);
}

/** List the spans of the elements of an array; empty if the value is not an array. */
export function itemSpans(text: string, span: JsonSpan): JsonSpan[] {
  const items: JsonSpan[] = [];
  if (text.charCodeAt(span.start) !== openBracket) return items;
  let position = skipBlank(text, span.start + 1);
  while (position < span.end && text.charCodeAt(position) !== closeBracket) {
    const end = skipValue(text, position);
    items.push({start: position, end});
    position = skipBlank(text, end);
    if (text.charCodeAt(position) === comma) position = skipBlank(text, position + 1);
  }
  return items;
}

/** List the members of an object in order; empty if the value is not an object. */
export function memberSpans(text: string, span: JsonSpan): MemberSpan[] {
  const members: MemberSpan[] = [];
  if (text.charCodeAt(span.start) !== openBrace) return members;
  let position = skipBlank(text, span.start + 1);
  while (position < span.end && text.charCodeAt(position) === quote) {
    const key = {start: position, end: skipString(text, position)};
    const start = skipBlank(text, skipBlank(text, key.end) + 1);
    const value = {start, end: skipValue(text, start)};
    members.push({name: decodeString(text, key), key, value});
    position = skipBlank(text, value.end);
    if (text.charCodeAt(position) === comma) position = skipBlank(text, position + 1);
  }
  return members;
}

export function decodeString(text: string, span: JsonSpan): string {
  const inner = text.slice(span.start + 1, span.end - 1);
  if (!inner.includes('\\')) return inner;
  const value: unknown = JSON.parse(sliceSpan(text, span));
  return String(value);
}

function skipNested(text: string, at: number): number {
  let depth = 0;
  let position = at;
  while (position < text.length) {
    switch (text.charCodeAt(position)) {
      case quote:
        position = skipString(text, position);
        continue;
      case openBrace:
      case openBracket:
        depth++;
        break;
      case closeBrace:
      case closeBracket:
        depth--;
        if (depth === 0) return position + 1;
        break;
    }
    position++;
  }
  return position;
}

/** Check whether an odd number of backslashes precedes the quote. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}

function endsScalar(code: number): boolean {
  return code === comma || code === closeBrace || code === closeBracket || isBlank(code);
}
