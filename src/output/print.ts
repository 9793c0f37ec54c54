import {escapeControls} from '../base/json-escape.ts';
import {prettyJson} from '../base/json-pretty.ts';
import {escapeOutput} from '../base/safe-text.ts';
import {stringValue} from './plain-path.ts';

/** Options for printing JSON. */
export interface PrintStyle {
  /** Indent by two spaces. @default false */
  readonly pretty?: boolean;
  /** Print strings without quotes and escapes (--raw-output). @default false */
  readonly raw?: boolean;
  /** The output is a terminal: escape control characters in raw strings. @default false */
  readonly terminal?: boolean;
  /** Colour names, strings and other values. @default false */
  readonly color?: boolean;
}

/**
 * Format JSON texts for standard output, each with a newline (contract 3.1): values are unchanged,
 * except that raw control characters are escaped.
 */
export function printJson(texts: readonly string[], style: PrintStyle = {}): string {
  return texts.map(text => `${printOne(text, style)}\n`).join('');
}

function printOne(text: string, {pretty, raw, terminal, color}: PrintStyle): string {
  const rawString = raw ? stringValue(text) : undefined;
  if (rawString !== undefined) return terminal ? escapeOutput(rawString) : rawString;
  const escaped = escapeControls(pretty ? prettyJson(text) : text.trim());
  return color ? colorize(escaped) : escaped;
}

/** Foreground colours of the terminal's palette. */
const colors = {name: 34, text: 32, number: 36, word: 35} as const;

/** Colour names, strings and other values of JSON without changing its characters. */
function colorize(json: string): string {
  const paint = (text: string, color: number): string => `\u001b[${color}m${text}\u001b[39m`;
  return json.replace(
    /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g,
    (value: string, text?: string, colon?: string) => {
      if (text === undefined)
        return paint(value, /^[-\d]/.test(value) ? colors.number : colors.word);
      return colon === undefined ? paint(text, colors.text) : paint(text, colors.name) + colon;
    },
  );
}
