import {safeText} from '../../../base/safe-text.ts';
import {cutText, padText, widthOf} from '../../../base/width.ts';
import type {Line, Span} from '../../model/line.ts';
import {
  type CountedThing,
  clearedBy,
  countExpected,
  countIn,
  stayingBy,
  type WriteCounts,
} from '../../write/counts.ts';

/**
 * The numbers of each thing: before a write with what they are to be, afterwards with what they are.
 *
 * @param isSent the write was sent
 */
export function countLines(
  counts: WriteCounts | undefined,
  isSent: boolean,
  columns: number,
): readonly Line[] {
  if (counts === undefined) return [];
  const {things, values} = counts;
  const title = counts.stays ? 'ISSUES' : 'ISSUES THAT NAME IT';
  const names = things.map(({label}) => cutText(safeText(label), Math.floor(columns / 3)));
  const width = Math.max(widthOf(title), ...names.map(widthOf));
  const cells = things.map((thing, i) =>
    values.map((_, at) => cellOf(counts, thing, {isFirst: i === 0, at, isSent})),
  );
  const wide = values.map(({label}, at) =>
    Math.max(widthOf(label), ...cells.map(row => widthOf(row[at]?.text ?? ''))),
  );
  const head = values.map(({label}, at) => `  ${padText(label, wide[at] ?? 0)}`).join('');
  const lost = isSent ? [] : clearedBy(counts);
  const staying = stayingBy(counts);
  const allowed = counts.clears ? 'cleared, as you said' : 'c lets them be cleared';
  return [
    [{text: ` ${padText(title, width)}${head}`, tone: 'dim'}],
    ...cells.map(
      (row, i): Line => [
        {text: ` ${padText(names[i] ?? '', width)}`},
        ...row.map(({text, tone}, at): Span => ({text: `  ${padText(text, wide[at] ?? 0)}`, tone})),
      ],
    ),
    ...(lost.length === 0
      ? []
      : [
          [
            {
              text: ` nothing takes the place of ${lost.join(', ')}: ${allowed}`,
              tone: counts.clears ? 'warn' : 'bad',
            },
          ] as const,
        ]),
    ...(staying.length === 0
      ? []
      : [[{text: ` ${staying.join(', ')} stay in ${names[0]}`, tone: 'warn'}] as const]),
    [{text: ' '}],
  ];
}

interface Cell {
  readonly isFirst: boolean;
  readonly at: number;
  readonly isSent: boolean;
}

function cellOf(counts: WriteCounts, thing: CountedThing, {isFirst, at, isSent}: Cell) {
  const value = counts.values[at];
  const before = countIn(thing.before, value?.pointer ?? '');
  const expected = countExpected(counts, thing, at);
  const was = before === undefined ? (thing.before === undefined ? '…' : '?') : String(before);
  if (isFirst && (!isSent || thing.after === '' || !counts.stays)) {
    const nowhere = counts.stays ? '' : ' → cleared';
    const goes = before === 0 || before === undefined ? '' : value?.into ? ' → moved' : nowhere;
    if (isSent) return {text: thing.after === '' ? `${was} → gone` : was, tone: 'dim' as const};
    return {
      text: `${was}${goes}`,
      tone: goes === ' → cleared' ? ('bad' as const) : ('dim' as const),
    };
  }
  if (!isSent) {
    const isSame = expected === undefined || expected === before;
    return {
      text: isSame ? was : `${was} → ${expected}`,
      tone: isSame ? ('dim' as const) : ('good' as const),
    };
  }
  const after = countIn(thing.after, value?.pointer ?? '');
  if (after === undefined)
    return {text: thing.after === undefined ? '…' : '?', tone: 'dim' as const};
  const isRight = expected === undefined || after === expected;
  return isRight
    ? {text: `${was} → ${after}`, tone: 'good' as const}
    : {text: `${was} → ${after}, not ${expected}`, tone: 'bad' as const};
}
