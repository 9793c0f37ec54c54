import {safeText} from '../../../base/safe-text.ts';
import {cutText, widthOf} from '../../../base/width.ts';
import type {Line, Span} from '../../model/line.ts';
import type {AppState} from '../../model/state.ts';
import {widthOfLine} from '../../show/line-shape.ts';
import type {Change} from '../../write/state.ts';
import {changeSigns, changesOf, differenceSigns, stagedChangesOf} from './matrix.ts';
import {shownMatrix} from './shown-matrix.ts';
import type {MatrixDifferences, MatrixView, StagedChange} from './state.ts';

/** A staged change in words: `+ Browse projects for G:devs`. */
export function changeText({kind, row, column}: StagedChange): string {
  const to = kind === 'add' ? 'for' : 'from';
  return `${changeSigns[kind]} ${row.name} ${to} ${column.label}`;
}

/** The announcement of the change that is staged for a cell. */
export function stagedWords({staged}: MatrixView, row: string, column: string): readonly string[] {
  const [change] = stagedChangesOf(staged, row, column);
  if (change === undefined) return [];
  return [change.kind === 'add' ? 'staged: will be added' : 'staged: will be removed'];
}

/** The same as a row of the preview: who gains or loses the entry. */
export function stagedChangeRow({kind, row, column}: StagedChange): Change {
  return kind === 'add'
    ? {field: row.name, before: undefined, after: column.text}
    : {field: row.name, before: column.text, after: 'gone'};
}

/**
 * The staged changes in words, the latest first, and warnings; as many as fit. A comparison without
 * staged changes explains its signs.
 */
export function stagedNote(
  view: MatrixView,
  {columns}: Pick<AppState, 'columns'>,
): Line | undefined {
  const changes = changesOf(view.staged);
  if (changes.length === 0) return legend(shownMatrix(view)?.matrix.differences?.names, columns);
  const [warning] = view.matrix.edits.warns(changes, shownMatrix(view)?.matrix);
  const end: Span[] =
    warning === undefined ? [] : [{text: `   ! ${safeText(warning)}`, tone: 'warn'}];
  // The filter of the view may precede it.
  const before = view.filter === '' ? 0 : widthOf(safeText(view.filter)) + 20;
  let room = columns - before - 14 - widthOfLine(end);
  const spans: Span[] = [];
  for (const [i, change] of changes.toReversed().entries()) {
    const text = ` ${safeText(changeText(change))}  `;
    room -= widthOf(text);
    if (room < 0 && i > 0) {
      spans.push({text: ` and ${changes.length - i} more`, tone: 'dim'});
      break;
    }
    spans.push({text, tone: change.kind === 'add' ? 'good' : 'bad'});
  }
  return [...spans, ...end];
}

/** Which sign of a comparison stands for which side. */
function legend(names: MatrixDifferences['names'] | undefined, columns: number): Line | undefined {
  if (names === undefined) return undefined;
  const width = Math.max(8, Math.floor((columns - 40) / 2));
  const only = (side: 'left' | 'right'): string =>
    `${differenceSigns[side]} only ${cutText(safeText(names[side]), width)}   `;
  return [
    {text: ` ${only('left')}`, tone: 'good'},
    {text: only('right'), tone: 'bad'},
    {text: '● both   · neither', tone: 'dim'},
  ];
}
