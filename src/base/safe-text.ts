import {escapeCharacter} from './json-escape.ts';

/** Printable ASCII is safe; most texts contain nothing else. */
const printableAscii = /^[\x20-\x7e]*$/;

const short: Readonly<Record<string, string>> = {'\n': '\\n', '\t': '\\t', '\r': '\\r'};

/** Limit of characters of one text on the screen. */
export const longestShown = 100_000;

/**
 * Escape any text from a server to one line that is safe on a terminal: control, bidirectional and
 * zero-width characters become visible text (`\n`, `\t`, `\u001b`), and excessive combining marks
 * on one letter are cut. Of a very long text only the start is escaped.
 */
export function safeText(text: string): string {
  return safeTextUpTo(text, longestShown);
}

/**
 * Escape a text like `safeText`, up to another number of characters; a mark shows that there are
 * more.
 */
export function safeTextUpTo(text: string, most: number): string {
  const start = text.length > most ? `${text.slice(0, most)}…` : text;
  return printableAscii.test(start) ? start : withoutUnsafe(start);
}

/**
 * Replace the characters that `safeText` escapes by a dot per UTF-16 unit, for a text being edited,
 * so that positions in both texts are equal.
 */
export function dottedText(text: string): string {
  return printableAscii.test(text)
    ? text
    : text.replace(unsafe(), found => '·'.repeat(found.length));
}

/**
 * Build a pattern of characters that a terminal could interpret or misplace: controls (C0, DEL,
 * C1), format characters (bidirectional, zero width), line separators, unpaired surrogates, and
 * invisible fillers. Created on first use, since loading the Unicode tables is expensive at
 * startup.
 */
const unsafe = () =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[\u115f\u1160\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\u180b-\u180d]|[\u{e0000}-\u{e0fff}]/gu;

function withoutUnsafe(text: string): string {
  /** More combining marks on one letter than any language uses. */
  const stacked = /(\p{M}{16})\p{M}+/gu;
  return text
    .replace(unsafe(), character => short[character] ?? escapeUnits(character))
    .replace(stacked, '$1…');
}

/** More UTF-16 units than any character has per column. */
const unitsPerColumn = 24;

/**
 * Escape the start of a text: at least as much as fits into a number of columns. For cells and
 * headings, whose cost must not depend on the length of the text.
 *
 * @param columns 0 or more
 */
export function safeStart(text: string, columns: number): string {
  return safeText(text.slice(0, columns * unitsPerColumn + unitsPerColumn));
}

function escapeUnits(character: string): string {
  return character.split('').map(escapeCharacter).join('');
}

/** Control sequences allowed in a text: none, styles only, or all. */
export type AllowedControls = 'none' | 'style' | 'all';

/** Matches a style sequence, or a character that a terminal could interpret as a command. */
const controlPattern =
  /(\x1b\[[\d;]*m)|\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Escape a text for writing to a terminal: line breaks and tabs are unchanged, control characters
 * become `\uXXXX`. Applied to all output, even if it was escaped before.
 *
 * @param may control sequences from the program itself.
 * @default 'none'
 */
export function escapeOutput(text: string, allowed: AllowedControls = 'none'): string {
  if (allowed === 'all') return text;
  return text.replace(controlPattern, (found, style: string | undefined) => {
    if (style === undefined) return escapeUnits(found);
    return allowed === 'style' ? style : escapeUnits('\x1b') + style.slice(1);
  });
}
