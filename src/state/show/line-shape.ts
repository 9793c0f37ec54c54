import {safeText} from '../../base/safe-text.ts';
import type {Tone} from '../../base/tone.ts';
import {findWrapPoint, sliceColumns, widthOf, wrapText} from '../../base/width.ts';
import type {Line, Span} from '../model/line.ts';

/**
 * Wrap a text to lines of at most so many columns, safe for a terminal.
 *
 * @param before a prefix of each line, not counted in `columns`
 */
export function wrappedText(text: string, columns: number, tone?: Tone, before = ''): Line[] {
  return wrapText(safeText(text), columns).map(part => [
    {text: before + part, ...(tone && {tone})},
  ]);
}

/** Limit of lines of a text view. */
export const maxLines = 50_000;

/** The last line of a text that has more lines than are shown. */
export const continuesLine: Line = [{text: '… continues', tone: 'dim'}];

/** Take at most `maxLines` lines; the last one shows that there are more. */
export function takeLines(lines: Iterable<Line>, most = maxLines): Line[] {
  const taken: Line[] = [];
  for (const line of lines) {
    if (taken.length >= most) return [...taken, continuesLine];
    taken.push(line);
  }
  return taken;
}

/** Wrap a line at the width of the screen. */
export function wrapLine(line: Line, columns: number): Line[] {
  if (widthOfLine(line, columns) <= columns) return [line];
  const text = textOfLine(line);
  const ranges: TextRange[] = [];
  for (let start = 0; start < text.length; ) {
    const end = findWrapPoint(text, start, columns);
    ranges.push([start, end]);
    start = end;
  }
  return sliceLine(line, ranges);
}

/** Cut a line into the parts at ranges of its text, which are in order. */
export function sliceLine(line: Line, ranges: readonly TextRange[]): Line[] {
  let index = 0;
  let start = 0;
  return ranges.map(([from, to]) => {
    const part: Span[] = [];
    for (let span = line[index]; span !== undefined; span = line[index]) {
      const text = span.text.slice(Math.max(0, from - start), Math.max(0, to - start));
      if (text !== '') part.push({...span, text});
      if (start + span.text.length > to) break;
      start += span.text.length;
      index += 1;
    }
    return part;
  });
}

/**
 * The visible part of a line; half of a wide character becomes a space.
 *
 * @param from columns scrolled off before it
 */
export function visibleLine(line: Line, from: number, columns: number): Line {
  let skip = from;
  let room = columns;
  return line.flatMap((span): Span[] => {
    if (room <= 0) return [];
    const width = widthOf(span.text, skip + room);
    const text = sliceColumns(span.text, skip, room);
    room = width > skip + room ? 0 : room - widthOf(text);
    skip = Math.max(0, skip - width);
    return text === '' ? [] : [{...span, text}];
  });
}

/** Width of a line in columns; measured up to `most` only. */
export function widthOfLine(line: Line, most: number = Number.POSITIVE_INFINITY): number {
  return line.reduce((sum, span) => sum + (sum > most ? 0 : widthOf(span.text, most)), 0);
}

/** Distribute a width among columns: the widest shrink until all fit or none is above `least`. */
export function sharedWidths(
  wanted: readonly number[],
  room: number,
  least: number,
): readonly number[] {
  const cutTo = (most: number) => wanted.map(width => Math.min(width, most));
  let most = Math.max(0, ...wanted);
  while (most > least && cutTo(most).reduce((sum, width) => sum + width, 0) > room) most -= 1;
  return cutTo(most);
}

/** The text of a line, without its tones. */
export function textOfLine(line: Line): string {
  return line.map(span => span.text).join('');
}

/** A range of a text in code units; the end is exclusive. */
export type TextRange = readonly [from: number, to: number];

/**
 * Find the occurrences of a word in a text, in order, ignoring case.
 *
 * @param word in lower case
 */
export function findOccurrences(word: string, text: string): readonly TextRange[] {
  const lower = text.toLowerCase();
  // Some letters change their length in lower case (\u0130), which would shift the positions.
  if (word === '' || lower.length !== text.length) return [];
  const found: TextRange[] = [];
  for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
    found.push([at, at + word.length]);
  }
  return found;
}

/** Highlight each occurrence of the searched text in a line, ignoring case. */
export function markLine(line: Line, search: string): Line {
  const found = findOccurrences(search.toLowerCase(), textOfLine(line));
  if (found.length === 0) return line;
  let at = 0;
  return line.flatMap(span => {
    const start = at;
    at += span.text.length;
    return markSpan(span, found, start);
  });
}

/**
 * Highlight ranges of a span.
 *
 * @param start position of the span in the text the ranges refer to
 */
export function markSpan(span: Span, stretches: readonly TextRange[], start = 0): Span[] {
  const parts: Span[] = [];
  let done = 0;
  for (const [from, to] of stretches) {
    const first = Math.max(done, from - start);
    const last = Math.min(span.text.length, to - start);
    if (last <= first) continue;
    if (first > done) parts.push({...span, text: span.text.slice(done, first)});
    parts.push({...span, text: span.text.slice(first, last), strong: true});
    done = last;
  }
  if (done < span.text.length) parts.push({...span, text: span.text.slice(done)});
  return parts;
}
