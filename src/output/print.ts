import {escapeControls} from '../base/json-escape.ts';
import {prettyJson} from '../base/json-pretty.ts';
import {guardedText} from '../base/safe-text.ts';
import {stringValue} from './plain-path.ts';

/** How JSON is written out. */
export interface PrintStyle {
  /** Indent by two spaces. @default false */
  readonly pretty?: boolean;
  /** Strings bare, without quotes and escapes (--raw-output). @default false */
  readonly raw?: boolean;
  /** A terminal shows it: bare strings are made safe for it too. @default false */
  readonly terminal?: boolean;
  /** Names, texts and other values in colours of their own. @default false */
  readonly color?: boolean;
}

/**
 * JSON texts as they go to standard output, each with a newline (contract 3.1): values keep
 * every byte; only raw controls that could fool a terminal are written as escapes.
 */
export function printJson(texts: readonly string[], style: PrintStyle = {}): string {
  return texts.map(text => `${printOne(text, style)}\n`).join('');
}

function printOne(text: string, {pretty, raw, terminal, color}: PrintStyle): string {
  const bare = raw ? stringValue(text) : undefined;
  if (bare !== undefined) return terminal ? guardedText(bare) : bare;
  const shown = escapeControls(pretty ? prettyJson(text) : text.trim());
  return color ? colored(shown) : shown;
}

/** Foregrounds of the terminal's own palette. */
const colors = {name: 34, text: 32, number: 36, word: 35} as const;

/** JSON with its names, texts and other values coloured; no character of it is changed. */
function colored(json: string): string {
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
