import {
  decodeString,
  itemSpans,
  type JsonSpan,
  kindOf,
  memberSpans,
  rootSpan,
  sliceSpan,
} from '../base/json-scan.ts';

const plainKey = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** Words that some YAML readers interpret as other types than text. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf|infinity)$/i;
const indentStep = '  ';
/** Limit of characters of a text without quotes. */
const longestPlain = 100_000;

/**
 * Convert JSON text to YAML 1.2 lines: numbers with unchanged digits, text in quotes if it could be
 * misread, text of several lines as a block.
 *
 * @param json one JSON value
 */
export function* yamlLines(json: string): Generator<string, void> {
  const root = rootSpan(json);
  const inline = scalarText(json, root);
  if (inline === undefined) yield* blockLines(json, root, '');
  else yield* textLines(inline, '', '');
}

/** Format a value that fits on one line; undefined for one with members or items. */
function scalarText(json: string, span: JsonSpan): string | undefined {
  const kind = kindOf(json, span);
  if (kind === 'object') return memberSpans(json, span).length === 0 ? '{}' : undefined;
  if (kind === 'array') return itemSpans(json, span).length === 0 ? '[]' : undefined;
  return kind === 'string' ? yamlString(decodeString(json, span)) : sliceSpan(json, span);
}

function* blockLines(json: string, span: JsonSpan, indent: string): Generator<string, void> {
  if (kindOf(json, span) === 'array') {
    for (const item of itemSpans(json, span)) {
      const inline = scalarText(json, item);
      if (inline !== undefined) {
        yield* textLines(inline, `${indent}- `, indent);
        continue;
      }
      let start = `${indent}- `;
      for (const line of blockLines(json, item, indent + indentStep)) {
        yield start === '' ? line : start + line.slice(start.length);
        start = '';
      }
    }
    return;
  }
  for (const member of memberSpans(json, span)) {
    const key = keyText(decodeString(json, member.key));
    const inline = scalarText(json, member.value);
    if (inline !== undefined) {
      yield* textLines(inline, `${indent}${key}: `, indent);
      continue;
    }
    yield `${indent}${key}:`;
    yield* blockLines(json, member.value, indent + indentStep);
  }
}

/** Format a value after its key; further lines of a text are indented below it. */
function* textLines(text: string, before: string, indent: string): Generator<string, void> {
  let start = before;
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? text.length : end);
    yield line === '' && from > 0 ? '' : start + line;
    start = indent + indentStep;
    from = end === -1 ? text.length + 1 : end + 1;
  }
}

function keyText(key: string): string {
  return plainKey.test(key) && !reserved.test(key) ? key : JSON.stringify(key);
}

/**
 * Format a string plain if possible, as a block if it has several lines, otherwise in double quotes
 * as in JSON.
 */
function yamlString(text: string): string {
  // The pattern would exceed the stack for a text of some millions.
  const isPlain = text.length <= longestPlain && /^[\p{L}_][\p{L}\p{M}\d_ ./@+()-]*$/u.test(text);
  if (isPlain && !text.endsWith(' ') && !reserved.test(text)) return text;
  const isBlock =
    text.includes('\n') &&
    !/^[\s]/.test(text) &&
    !/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/.test(
      text,
    );
  if (!isBlock) return JSON.stringify(text);
  let trailingBreaks = 0;
  while (text.at(-1 - trailingBreaks) === '\n') trailingBreaks++;
  const chomp = trailingBreaks === 0 ? '-' : trailingBreaks === 1 ? '' : '+';
  const body = trailingBreaks === 0 ? text : text.slice(0, -1);
  return `|${chomp}\n${body}`;
}
