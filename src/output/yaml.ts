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

/**
 * Convert JSON text to YAML 1.2 lines: numbers with unchanged digits, text in quotes if it could be
 * misread, text of several lines as a block.
 *
 * @param json one JSON value
 */
export function yamlLines(json: string): string[] {
  const root = rootSpan(json);
  const inline = scalarText(json, root);
  return inline === undefined ? blockLines(json, root, '') : textLines(inline, '', '');
}

/** Format a value that fits on one line; undefined for one with members or items. */
function scalarText(json: string, span: JsonSpan): string | undefined {
  const kind = kindOf(json, span);
  if (kind === 'object') return memberSpans(json, span).length === 0 ? '{}' : undefined;
  if (kind === 'array') return itemSpans(json, span).length === 0 ? '[]' : undefined;
  return kind === 'string' ? yamlString(decodeString(json, span)) : sliceSpan(json, span);
}

function blockLines(json: string, span: JsonSpan, indent: string): string[] {
  if (kindOf(json, span) === 'array') {
    return itemSpans(json, span).flatMap(item => {
      const inline = scalarText(json, item);
      if (inline !== undefined) return textLines(inline, `${indent}- `, indent);
      const [first = '', ...rest] = blockLines(json, item, indent + indentStep);
      return [`${indent}- ${first.slice(indent.length + indentStep.length)}`, ...rest];
    });
  }
  return memberSpans(json, span).flatMap(member => {
    const key = keyText(decodeString(json, member.key));
    const inline = scalarText(json, member.value);
    if (inline !== undefined) return textLines(inline, `${indent}${key}: `, indent);
    return [`${indent}${key}:`, ...blockLines(json, member.value, indent + indentStep)];
  });
}

/** Format a value after its key; further lines of a text are indented below it. */
function textLines(text: string, before: string, indent: string): string[] {
  const [first = '', ...rest] = text.split('\n');
  return [before + first, ...rest.map(line => (line === '' ? '' : indent + indentStep + line))];
}

function keyText(key: string): string {
  return plainKey.test(key) && !reserved.test(key) ? key : JSON.stringify(key);
}

/**
 * Format a string plain if possible, as a block if it has several lines, otherwise in double quotes
 * as in JSON.
 */
function yamlString(text: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{M}\d_ ./@+()-]*$/u.test(text);
  if (isPlain && !text.endsWith(' ') && !reserved.test(text)) return text;
  const isBlock =
    text.includes('\n') &&
    !/^[\s]/.test(text) &&
    !/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/.test(
      text,
    );
  if (!isBlock) return JSON.stringify(text);
  const trailingBreaks = /\n*$/.exec(text)?.[0].length ?? 0;
  const chomp = trailingBreaks === 0 ? '-' : trailingBreaks === 1 ? '' : '+';
  const body = trailingBreaks === 0 ? text : text.slice(0, -1);
  return `|${chomp}\n${body}`;
}
