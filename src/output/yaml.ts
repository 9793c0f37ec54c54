import {
  decodeString,
  itemSpans,
  kindOf,
  memberSpans,
  rootSpan,
  type Span,
  sliceSpan,
} from '../base/json-scan.ts';

const plainKey = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** Words that some reader of YAML takes for something other than a text. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf|infinity)$/i;
const indentStep = '  ';

/**
 * JSON text as YAML 1.2 lines: numbers with the digits they came with, a text in quotes wherever it
 * could be taken for anything else, a text of several lines as a block.
 *
 * @param json one JSON value
 */
export function yamlLines(json: string): string[] {
  const root = rootSpan(json);
  const inline = scalarText(json, root);
  return inline === undefined ? blockLines(json, root, '') : textLines(inline, '', '');
}

/** A value that needs no lines of its own; undefined for one with members or items. */
function scalarText(json: string, span: Span): string | undefined {
  const kind = kindOf(json, span);
  if (kind === 'object') return memberSpans(json, span).length === 0 ? '{}' : undefined;
  if (kind === 'array') return itemSpans(json, span).length === 0 ? '[]' : undefined;
  return kind === 'string' ? quoted(decodeString(json, span)) : sliceSpan(json, span);
}

function blockLines(json: string, span: Span, indent: string): string[] {
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

/** A value behind its key; a text of several lines goes below it, deeper. */
function textLines(text: string, before: string, indent: string): string[] {
  const [first = '', ...rest] = text.split('\n');
  return [before + first, ...rest.map(line => (line === '' ? '' : indent + indentStep + line))];
}

function keyText(key: string): string {
  return plainKey.test(key) && !reserved.test(key) ? key : JSON.stringify(key);
}

/** As it stands, as a block when it has several lines, else in double quotes as JSON has it. */
function quoted(text: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{M}\d_ ./@+()-]*$/u.test(text);
  if (isPlain && !text.endsWith(' ') && !reserved.test(text)) return text;
  const isBlock =
    text.includes('\n') &&
    !/^[\s]/.test(text) &&
    !/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/.test(
      text,
    );
  if (!isBlock) return JSON.stringify(text);
  const ends = /\n*$/.exec(text)?.[0].length ?? 0;
  const chomp = ends === 0 ? '-' : ends === 1 ? '' : '+';
  const body = ends === 0 ? text : text.slice(0, -1);
  return `|${chomp}\n${body}`;
}
