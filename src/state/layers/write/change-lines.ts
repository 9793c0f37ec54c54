import {safeText} from '../../../base/safe-text.ts';
import {padText, widthOf} from '../../../base/width.ts';
import type {Line} from '../../model/line.ts';
import {swatchSpans, withSwatch} from '../../show/swatch.ts';
import type {Change} from '../../write/state.ts';

/** Columns of a table of changes. */
export interface ChangeWidths {
  readonly field: number;
  readonly before: number;
  readonly after: number;
}

const nothing = '—';
/** Blanks before the table and between its columns. */
const gaps = 3 + 2 * 2;

/** Safe for a terminal; a colour with its swatch. */
function shown(text: string): string {
  return withSwatch(safeText(text));
}

/** As wide as what is in them; where that is too much, both values share what there is. */
export function changeWidths(changes: readonly Change[], columns: number): ChangeWidths {
  const widest = (texts: readonly string[], title: string): number =>
    Math.max(title.length, ...texts.map(text => widthOf(shown(text))));
  const field = Math.min(
    28,
    widest(
      changes.map(one => one.field),
      'FIELD',
    ),
  );
  const before = widest(
    changes.map(one => one.before ?? nothing),
    'BEFORE',
  );
  const after = widest(
    changes.map(one => one.after),
    'AFTER',
  );
  const room = Math.max(12, columns - field - gaps);
  const half = Math.floor(room / 2);
  const left = before + after <= room ? before : Math.min(before, Math.max(half, room - after));
  return {field, before: left, after: room - left};
}

/** A table of fields, before and after. */
export function changeLines(
  changes: readonly Change[],
  {field, before, after}: ChangeWidths,
): readonly Line[] {
  const head: Line = [
    {text: `   ${padText('FIELD', field)}  ${padText('BEFORE', before)}  AFTER`, tone: 'dim'},
  ];
  return [
    head,
    ...changes.map((one): Line => {
      const isSame = one.before === one.after;
      return [
        {text: `   ${padText(safeText(one.field), field)}  `},
        ...swatchSpans({text: padText(shown(one.before ?? nothing), before), tone: 'dim'}),
        {text: '  '},
        ...swatchSpans({
          text: padText(shown(one.after), after).trimEnd(),
          tone: isSame ? 'dim' : 'accent',
        }),
      ];
    }),
  ];
}
