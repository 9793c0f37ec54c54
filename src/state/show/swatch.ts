import type {ColumnKind} from '../../base/column.ts';
import {plainValue} from '../../output/column-kind.ts';
import type {Span} from '../model/line.ts';

const mark = '█';
const named = /^#[0-9a-f]{6}$/i;

/** Prefix a colour `#rrggbb` with a mark; other texts are unchanged. */
export function withSwatch(text: string): string {
  return named.test(text) ? `${mark}${mark} ${text}` : text;
}

/** A column kind for colours `#rrggbb`: a mark in that colour before the text. */
export const color: ColumnKind = {
  text: value => withSwatch(plainValue(value)),
  csv: plainValue,
  swatch: true,
};

/** Split such a text into the coloured mark and the rest. */
export function swatchSpans(span: Span): readonly Span[] {
  const [, marks, color] = /^(\u2588+) (#[0-9a-f]{6})/i.exec(span.text) ?? [];
  if (marks === undefined || color === undefined) return [span];
  return [
    {text: marks, color},
    {...span, text: span.text.slice(marks.length)},
  ];
}
