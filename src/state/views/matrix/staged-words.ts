import {safeText} from '../../../base/safe-text.ts';
import {widthOf} from '../../../base/width.ts';
import type {Line, Span} from '../../model/line.ts';
import type {AppState} from '../../model/state.ts';
import {widthOfLine} from '../../show/line-shape.ts';
import type {Change} from '../../write/state.ts';
import {changeSigns, changesOf} from './matrix.ts';
import {shownMatrix} from './shown-matrix.ts';
import type {MatrixView, StagedChange} from './state.ts';

/** A staged change in words: `+ Browse projects for G:devs`. */
export function changeText({kind, row, column}: StagedChange): string {
  const to = kind === 'add' ? 'for' : 'from';
  return `${changeSigns[kind]} ${row.name} ${to} ${column.label}`;
}

/** The same as a row of the preview: who gains or loses the entry. */
export function stagedChangeRow({kind, row, column}: StagedChange): Change {
  return kind === 'add'
    ? {field: row.name, before: undefined, after: column.text}
    : {field: row.name, before: column.text, after: 'gone'};
}

/** The staged changes in words, the latest first, and warnings; as many as fit. */
export function stagedNote(
  view: MatrixView,
  {columns}: Pick<AppState, 'columns'>,
): Line | undefined {
  const changes = changesOf(view.staged);
  if (changes.length === 0) return undefined;
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
