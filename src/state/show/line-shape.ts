import {widthOf} from '../../base/width.ts';
import type {Line, Span} from '../model/line.ts';

/** A line broken wherever it is wider than the screen, as often as it needs. */
export function wrapLine(line: Line, columns: number): Line[] {
  if (widthOfLine(line) <= columns) return [line];
  const lines: Span[][] = [[]];
  let used = 0;
  for (const span of line) {
    let text = '';
    for (const character of span.text) {
      const width = widthOf(character);
      if (used + width > columns) {
        if (text !== '') lines.at(-1)?.push({...span, text});
        lines.push([]);
        text = '';
        used = 0;
      }
      text += character;
      used += width;
    }
    if (text !== '') lines.at(-1)?.push({...span, text});
  }
  return lines;
}

/** A line without its first columns; half of a wide character becomes a space. */
export function dropColumns(line: Line, columns: number): Line {
  if (columns <= 0) return line;
  let left = columns;
  return line.flatMap((span): Span[] => {
    if (left <= 0) return [span];
    let text = '';
    for (const character of span.text) {
      if (left <= 0) {
        text += character;
        continue;
      }
      left -= widthOf(character);
      if (left < 0) text += ' ';
    }
    return text === '' ? [] : [{...span, text}];
  });
}

/** Columns of a line. */
export function widthOfLine(line: Line): number {
  return line.reduce((sum, span) => sum + widthOf(span.text), 0);
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
