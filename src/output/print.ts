import {escapeControls} from '../base/json-escape.ts';
import {prettyJson} from '../base/json-pretty.ts';
import {stringValue} from './plain-path.ts';

/** How JSON is written out. */
export interface PrintStyle {
  /** Indent by two spaces. @default false */
  readonly pretty?: boolean;
  /** Strings bare, without quotes and escapes (--raw-output). @default false */
  readonly raw?: boolean;
  /** A terminal shows it: bare strings are made safe for it too. @default false */
  readonly terminal?: boolean;
}

/**
 * JSON texts as they go to standard output, each with a newline (contract 3.1): values keep
 * every byte; only raw controls that could fool a terminal are written as escapes.
 */
export function printJson(texts: readonly string[], style: PrintStyle = {}): string {
  return texts.map(text => `${printOne(text, style)}\n`).join('');
}

function printOne(text: string, {pretty, raw, terminal}: PrintStyle): string {
  const bare = raw ? stringValue(text) : undefined;
  if (bare !== undefined) return terminal ? showControls(bare) : bare;
  return escapeControls(pretty ? prettyJson(text) : text.trim());
}

/** Bare text on a terminal: line breaks and tabs stay, other controls are shown as escapes. */
export function showControls(text: string): string {
  return escapeControls(text).replace(
    /[\0-\x08\x0b-\x1f]/g,
    control => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
