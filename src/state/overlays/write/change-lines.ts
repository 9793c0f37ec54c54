import {safeText} from '../../../base/safe-text.ts';
import type {Tone} from '../../../base/tone.ts';
import {cutText, padText, widthOf} from '../../../base/width.ts';
import type {Line, Span} from '../../model/line.ts';
import {swatchSpans, withSwatch} from '../../show/swatch.ts';
import {
  type CountedEntity,
  clearedCounts,
  expectedCount,
  readCount,
  unmovedCounts,
  type WriteCounts,
} from '../../write/counts.ts';
import type {Change} from '../../write/state.ts';

/** Columns of a table of changes. */
export interface ChangeWidths {
  readonly field: number;
  readonly before: number;
  readonly after: number;
}

const nothing = '—';
/** Spaces before the table and between its columns. */
const gaps = 3 + 2 * 2;

/** Make a text safe for a terminal; a colour gets its swatch. */
function shown(text: string): string {
  return withSwatch(safeText(text));
}

/** Render a value of a change: a colour with its swatch, ids after names dimmed. */
export function valueSpans(span: Span, {ids = []}: Pick<Change, 'ids'>): readonly Span[] {
  const marked = ids.map(id => ` (${safeText(id)})`).filter(id => span.text.includes(id));
  const [first] = marked;
  if (first === undefined) return swatchSpans(span);
  const at = span.text.indexOf(first);
  const rest = {...span, text: span.text.slice(at + first.length)};
  return [
    {...span, text: span.text.slice(0, at)},
    {text: first, tone: 'dim'},
    ...(rest.text === '' ? [] : valueSpans(rest, {ids})),
  ];
}

/** Fit the columns to their content; if too wide, both value columns share the width. */
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

/** Render a table of fields with their values before and after. */
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
        ...valueSpans(
          {text: padText(shown(one.after), after).trimEnd(), tone: isSame ? 'dim' : 'accent'},
          one,
        ),
      ];
    }),
  ];
}

/**
 * Render the counts of each entity: expected values before a write, actual ones afterwards.
 *
 * @param isSent whether the write was sent
 */
export function countLines(
  counts: WriteCounts | undefined,
  isSent: boolean,
  columns: number,
): readonly Line[] {
  if (counts === undefined) return [];
  const {entities, values} = counts;
  const title = counts.stays ? 'ISSUES' : 'ISSUES USING IT';
  const names = entities.map(({label}) => cutText(safeText(label), Math.floor(columns / 3)));
  const width = Math.max(widthOf(title), ...names.map(widthOf));
  const cells = entities.map(thing => values.map((_, at) => cellOf(counts, thing, at, isSent)));
  const wide = values.map(({label}, at) =>
    Math.max(widthOf(label), ...cells.map(row => widthOf(row[at]?.text ?? ''))),
  );
  const head = values.map(({label}, at) => `  ${padText(label, wide[at] ?? 0)}`).join('');
  const lost = isSent ? [] : clearedCounts(counts);
  const staying = counts.stays ? unmovedCounts(counts) : [];
  const allowed = counts.clears ? 'will be cleared' : 'c allows clearing';
  const wrapped = (words: string, tone: Tone, about: readonly string[]): Line[] =>
    about.length === 0 ? [] : [[{text: ` ${words}`, tone}]];
  return [
    [{text: ` ${padText(title, width)}${head}`, tone: 'dim'}],
    ...cells.map(
      (row, i): Line => [
        {text: ` ${padText(names[i] ?? '', width)}`},
        ...row.map(({text, tone}, at): Span => ({text: `  ${padText(text, wide[at] ?? 0)}`, tone})),
      ],
    ),
    ...wrapped(
      `No replacement for ${lost.join(', ')}: ${allowed}`,
      counts.clears ? 'warn' : 'bad',
      lost,
    ),
    ...wrapped(`${staying.join(', ')} remain in ${names[0]}`, 'warn', staying),
    [{text: ' '}],
  ];
}

type Cell = Required<Pick<Span, 'text' | 'tone'>>;

/** A count of an entity: its previous value, and the expected or actual one. */
function cellOf(counts: WriteCounts, thing: CountedEntity, at: number, isSent: boolean): Cell {
  const value = counts.values[at];
  const before = readCount(thing.before, value?.pointer ?? '');
  const expected = expectedCount(counts, thing, at);
  const was = before === undefined ? (thing.before === undefined ? '…' : '?') : String(before);
  const isFirst = thing === counts.entities[0];
  if (isFirst && (!isSent || thing.after === '' || !counts.stays)) {
    if (isSent) return {text: thing.after === '' ? `${was} → gone` : was, tone: 'dim'};
    if (!before || (counts.stays && !value?.into)) return {text: was, tone: 'dim'};
    if (value?.into) return {text: `${was} → moved`, tone: 'dim'};
    return {text: `${was} → cleared`, tone: 'bad'};
  }
  const isSame = expected === undefined || expected === before;
  if (!isSent) {
    return isSame ? {text: was, tone: 'dim'} : {text: `${was} → ${expected}`, tone: 'good'};
  }
  const after = readCount(thing.after, value?.pointer ?? '');
  if (after === undefined) return {text: thing.after === undefined ? '…' : '?', tone: 'dim'};
  return expected === undefined || after === expected
    ? {text: `${was} → ${after}`, tone: 'good'}
    : {text: `${was} → ${after}, not ${expected}`, tone: 'bad'};
}
