/**
 * JSON as text: values are found, never built, so that every number and escape stays as it came and
 * a large answer costs one pass. All of these expect text that `checkJson` found no problem in.
 */

/** Where a piece of text is: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One member of an object: its decoded name, and where its key and value are. */
export interface MemberSpan {
  readonly name: string;
  readonly key: Span;
  readonly value: Span;
}

/** Kind of a value, by its first character. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Whether a character code is one of the four blanks of JSON. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The first position at or after `at` that is no blank. */
export function skipBlank(text: string, at: number): number {
  let position = at;
  while (isBlank(text.charCodeAt(position))) position++;
  return position;
}

/** The position after the string whose opening quote is at `at`. */
export function skipString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

/** The position after the value that starts at `at`. */
export function skipValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === quote) return skipString(text, at);
  if (first === openBrace || first === openBracket) return skipNested(text, at);
  let position = at;
  while (position < text.length && !endsScalar(text.charCodeAt(position))) position++;
  return position;
}

/** The value of the whole text, without the blanks around it. */
export function rootSpan(text: string): Span {
  const start = skipBlank(text, 0);
  return {start, end: skipValue(text, start)};
}

/** Kind of the value at a span. */
export function kindOf(text: string, span: Span): JsonKind {
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

/** The text of a span. */
export function sliceSpan(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}

/** The elements of the array at `span`; none when it is not an array. */
export function itemSpans(text: string, span: Span): Span[] {
  const items: Span[] = [];
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

/** The members of the object at `span` in their order; none when it is not an object. */
export function memberSpans(text: string, span: Span): MemberSpan[] {
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

/** Decode a JSON string. */
export function decodeString(text: string, span: Span): string {
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

/** Whether an odd number of backslashes precedes the quote. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}

function endsScalar(code: number): boolean {
  return code === comma || code === closeBrace || code === closeBracket || isBlank(code);
}
