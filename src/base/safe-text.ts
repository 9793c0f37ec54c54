import {escapeCharacter} from './json-escape.ts';

/** Printable ASCII alone is safe, and most text is that. */
const plain = /^[\x20-\x7e]*$/;

const short: Readonly<Record<string, string>> = {'\n': '\\n', '\t': '\\t', '\r': '\\r'};

/**
 * Any text from a server as one line that is safe on a terminal: every character of control,
 * direction or no width is shown as visible text (`\n`, `\t`, `\u001b`). Other text stays as it is,
 but for marks without end on one letter, which are cut.
 */
export function safeText(text: string): string {
  return plain.test(text) ? text : withoutUnsafe(text);
}

/**
 * A text being typed as it is shown: what `safeText` would spell out is a dot for each UTF-16 unit, so
 * that every place in the text is the same place in what is shown.
 */
export function dottedText(text: string): string {
  return plain.test(text) ? text : text.replace(unsafe(), found => '·'.repeat(found.length));
}

/**
 * What a terminal could take as a command or could not show in its place: controls (C0, DEL, C1),
 * characters of format (direction, zero width), line separators, halves of surrogate pairs, and
 * fillers that look like nothing. The tables of Unicode are looked up when a text first needs them,
 * which costs more than a start should.
 */
const unsafe = () =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[\u115f\u1160\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\u180b-\u180d]|[\u{e0000}-\u{e0fff}]/gu;

function withoutUnsafe(text: string): string {
  /** More marks on one letter than any language puts there. */
  const stacked = /(\p{M}{16})\p{M}+/gu;
  return text
    .replace(unsafe(), character => short[character] ?? escapeUnits(character))
    .replace(stacked, '$1…');
}

/** UTF-16 units of which a column is never made: the longest characters stay below. */
const unitsPerColumn = 24;

/**
 * The start of a text, made safe: at least what fits in so many columns. For a cell or a heading,
 * which must not cost what the whole text would.
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
export type Steering = 'none' | 'style' | 'all';

/** A sequence that styles letters, or a character that a terminal could take for a command. */
const steering =
  /(\x1b\[[\d;]*m)|\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text as it may be written to a terminal: line breaks and tabs stay, whatever could steer it is
 * shown as `\uXXXX`. Every text passes here on its way, whether it was made safe before or not.
 *
 * @param may what the program itself put into the text. @default 'none'
 */
export function guardedText(text: string, may: Steering = 'none'): string {
  if (may === 'all') return text;
  return text.replace(steering, (found, style: string | undefined) => {
    if (style === undefined) return escapeUnits(found);
    return may === 'style' ? style : escapeUnits('\x1b') + style.slice(1);
  });
}
