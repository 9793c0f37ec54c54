import {safeText} from '../../base/safe-text.ts';
import type {Tone} from '../../base/tone.ts';
import {findLineEnd, sliceColumns, widthOf, wrapText} from '../../base/width.ts';
import type {Line, Span} from '../model/line.ts';

/**
 * A text as lines of at most so many columns, safe for a terminal.
 *
 * @param before stands before each line, beside those columns
 */
export function wrappedText(text: string, columns: number, tone?: Tone, before = ''): Line[] {
  return wrapText(safeText(text), columns).map(part => [
    {text: before + part, ...(tone && {tone})},
  ]);
}

/** A line broken wherever it is wider than the screen, as often as it needs. */
export function wrapLine(line: Line, columns: number): Line[] {
  if (widthOfLine(line, columns) <= columns) return [line];
  const text = textOfLine(line);
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const end = findLineEnd(text, start, columns);
    lines.push(sliceLine(line, start, end));
    start = end;
  }
  return lines;
}

/** What stands in a line from one place of its text to another. */
export function sliceLine(line: Line, from: number, to: number): Line {
  let start = 0;
  return line.flatMap(span => {
    const text = span.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += span.text.length;
    return text === '' ? [] : [{...span, text}];
  });
}

/**
 * What of a line stands on the screen; half of a wide character becomes a space.
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

/** Columns of a line; measured no further than `most` where only more than that matters. */
export function widthOfLine(line: Line, most: number = Number.POSITIVE_INFINITY): number {
  return line.reduce((sum, span) => sum + (sum > most ? 0 : widthOf(span.text, most)), 0);
}

/** Widths beside each other in so many columns: the widest give way until all fit, or none is above `least`. */
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

/** What a line says, without its tones. */
export function textOfLine(line: Line): string {
  return line.map(span => span.text).join('');
}

/** A stretch of a text: start and end in code units; the end is excluded. */
export type Stretch = readonly [from: number, to: number];

/**
 * Where a word stands in a text, in order; case does not matter.
 *
 * @param word in lower case
 */
export function stretchesOf(word: string, text: string): readonly Stretch[] {
  const lower = text.toLowerCase();
  // Some letters grow when they are lowered (\u0130): then the places would be wrong.
  if (word === '' || lower.length !== text.length) return [];
  const found: Stretch[] = [];
  for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
    found.push([at, at + word.length]);
  }
  return found;
}

/** A line in which every place that holds the searched text is marked; case does not matter. */
export function markLine(line: Line, search: string): Line {
  const found = stretchesOf(search.toLowerCase(), textOfLine(line));
  if (found.length === 0) return line;
  let at = 0;
  return line.flatMap(span => {
    const start = at;
    at += span.text.length;
    return markSpan(span, found, start);
  });
}

/**
 * A span in which some stretches stand out.
 *
 * @param start of the span in the text they are counted in
 */
export function markSpan(span: Span, stretches: readonly Stretch[], start = 0): Span[] {
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
