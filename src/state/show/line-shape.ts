import {safeText} from '../../base/safe-text.ts';
import type {Tone} from '../../base/tone.ts';
import {fitEnd, lineEnd, sliceColumns, widthOf, wrapText} from '../../base/width.ts';
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
  const lines: Span[][] = [[]];
  let used = 0;
  for (const span of line) {
    const {text} = span;
    for (let start = 0; start < text.length; ) {
      const end = used === 0 ? lineEnd(text, start, columns) : fitEnd(text, start, columns - used);
      const part = text.slice(start, end);
      if (part !== '') lines.at(-1)?.push({...span, text: part});
      used += widthOf(part);
      start = end;
      if (start === text.length) break;
      lines.push([]);
      used = 0;
    }
  }
  return lines;
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

/** A line in which every place that holds the searched text is marked; case does not matter. */
export function markLine(line: Line, search: string): Line {
  if (search === '') return line;
  const whole = line.map(span => span.text).join('');
  const ranges = rangesOf(whole.toLowerCase(), search.toLowerCase(), whole.length);
  if (ranges.length === 0) return line;
  let at = 0;
  return line.flatMap(span => {
    const start = at;
    at += span.text.length;
    return markSpan(span, start, ranges);
  });
}

type Range = readonly [from: number, to: number];

function rangesOf(text: string, wanted: string, length: number): Range[] {
  // A few letters change their length in lower case; then nothing is marked rather than the wrong thing.
  if (text.length !== length) return [];
  const ranges: Range[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    ranges.push([at, at + wanted.length]);
  }
  return ranges;
}

function markSpan(span: Span, start: number, ranges: readonly Range[]): Span[] {
  const parts: Span[] = [];
  let done = 0;
  for (const [from, to] of ranges) {
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
