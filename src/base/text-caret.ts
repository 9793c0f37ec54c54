import type {LineSpan} from './line-span.ts';
import {dottedText} from './safe-text.ts';
import type {Tone} from './tone.ts';
import {nextCharacter, previousCharacter, sliceColumns, widthOf} from './width.ts';

/** A text being edited and its caret, an index from 0 to its length. */
export interface CaretText {
  readonly text: string;
  readonly caret: number;
}

/** Return a text with the caret after it. */
export function caretAfter(text: string): CaretText {
  return {text, caret: text.length};
}

const pasted = 'paste:';

/** Return the key with which `applyKey` inserts a pasted text. */
export function pasteKey(text: string): string {
  return pasted + text;
}

/** Whether a key inserts a text: a character, `space`, or a paste. */
export function insertsText(key: string): boolean {
  return key.startsWith(pasted) || isCharacter(key);
}

/** Whether a key is a printable character. */
export function isCharacter(key: string): boolean {
  return key === 'space' || [...key].length === 1;
}

const wordBefore = /[\p{L}\p{M}\p{N}_]*[^\p{L}\p{M}\p{N}_]*$/u;
const wordAfter = /^[^\p{L}\p{M}\p{N}_]*[\p{L}\p{M}\p{N}_]*/u;

/**
 * Apply a key to a text, as shells and editors do. Undefined for a key without effect; in a text of
 * one line `enter`, `up` and `down` have none, and a pasted line break is a space.
 *
 * @param key a character, or a name: `backspace`, `ctrl+w`, `alt+b`, a `pasteKey`
 * @param hasLines whether the text may have several lines; default false
 */
export function applyKey(
  key: string,
  {text, caret}: CaretText,
  hasLines = false,
): CaretText | undefined {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1;
  const after = text.indexOf('\n', caret);
  const lineEnd = after === -1 ? text.length : after;
  const insert = (piece: string): CaretText => ({
    text: text.slice(0, caret) + piece + text.slice(caret),
    caret: caret + piece.length,
  });
  const cut = (from: number, to: number): CaretText => ({
    text: text.slice(0, from) + text.slice(to),
    caret: from,
  });
  const moveTo = (position: number): CaretText => ({text, caret: position});
  const wordStart = () => caret - lengthOf(wordBefore, text.slice(lineStart, caret));
  const wordEnd = () => caret + lengthOf(wordAfter, text.slice(caret, lineEnd));
  switch (key) {
    case 'backspace':
      return cut(previousCharacter(text, caret), caret);
    case 'delete':
      return cut(caret, nextCharacter(text, caret));
    case 'ctrl+w':
      return cut(caret - lengthOf(/\S*\s*$/, text.slice(lineStart, caret)), caret);
    case 'alt+backspace':
      return cut(wordStart(), caret);
    case 'alt+d':
      return cut(caret, wordEnd());
    case 'ctrl+u':
      return cut(lineStart, lineEnd);
    case 'ctrl+k':
      return cut(caret, lineEnd);
    case 'left':
      return moveTo(previousCharacter(text, caret));
    case 'right':
      return moveTo(nextCharacter(text, caret));
    case 'alt+b':
    case 'alt+left':
    case 'ctrl+left':
      return moveTo(wordStart());
    case 'alt+f':
    case 'alt+right':
    case 'ctrl+right':
      return moveTo(wordEnd());
    case 'home':
    case 'ctrl+a':
      return moveTo(lineStart);
    case 'end':
    case 'ctrl+e':
      return moveTo(lineEnd);
    case 'space':
      return insert(' ');
  }
  if (key.startsWith(pasted)) {
    const piece = key.slice(pasted.length);
    return insert(hasLines ? piece.replace(/\r\n?/g, '\n') : piece.replace(/\s+/g, ' '));
  }
  if (isCharacter(key)) return insert(key);
  if (!hasLines) return undefined;
  switch (key) {
    case 'enter':
      return insert('\n');
    case 'up': {
      if (lineStart === 0) return moveTo(0);
      const above = text.lastIndexOf('\n', lineStart - 2) + 1;
      return moveTo(Math.min(above + caret - lineStart, lineStart - 1));
    }
    case 'down': {
      if (lineEnd === text.length) return moveTo(lineEnd);
      const next = text.indexOf('\n', lineEnd + 1);
      return moveTo(Math.min(lineEnd + 1 + caret - lineStart, next === -1 ? text.length : next));
    }
  }
  return undefined;
}

function lengthOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0;
}

/**
 * Split a line into what is before the caret, under it and after it. A line that is too long is cut
 * so that the caret is visible.
 *
 * @param columns for the line, at least 2; default all that it needs
 */
export function caretSpans(
  line: CaretText,
  columns: number = Number.POSITIVE_INFINITY,
  tone?: Tone,
): readonly LineSpan[] {
  const shown = dottedText(line.text.replaceAll('\t', ' '));
  const end = nextCharacter(line.text, line.caret);
  const before = shown.slice(0, line.caret);
  const under = shown.slice(line.caret, end) || ' ';
  const hidden = Math.max(0, widthOf(before) + widthOf(under) - columns);
  const start = sliceColumns(before, hidden, columns);
  const left = columns - widthOf(start) - widthOf(under);
  const toned = tone === undefined ? {} : {tone};
  return [
    {text: start, ...toned},
    {text: under, ...toned, caret: true},
    {text: sliceColumns(shown.slice(end), 0, left), ...toned},
  ];
}
