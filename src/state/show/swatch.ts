import type {ColumnKind} from '../../base/column.ts';
import {plainValue} from '../../output/column-kind.ts';
import type {Span} from '../model/line.ts';

const mark = '█';
const named = /^#[0-9a-f]{6}$/i;

/** A text that is a colour `#rrggbb` behind a mark; any other as it is. */
export function withSwatch(text: string): string {
  return named.test(text) ? `${mark}${mark} ${text}` : text;
}

/** A colour `#rrggbb` behind a mark that has it; anything else as it is. */
export const colour: ColumnKind = {
  text: value => withSwatch(plainValue(value)),
  csv: plainValue,
  swatch: true,
};

/** A text of that kind as a mark in its colour and the rest. */
export function swatchSpans(span: Span): readonly Span[] {
  const [, marks, color] = /^(\u2588+) (#[0-9a-f]{6})/i.exec(span.text) ?? [];
  if (marks === undefined || color === undefined) return [span];
  return [
    {text: marks, color},
    {...span, text: span.text.slice(marks.length)},
  ];
}
