import {changeView} from '../model/locations.ts';
import {bodyLines, listColumns} from '../model/room.ts';
import {type AppState, currentView} from '../model/state.ts';
import {type MouseAct, type Parts, type Step, stay} from '../model/step.ts';
import {moveCursor} from '../views/list/list-update.ts';
import {openRow} from '../views/list/open-row.ts';
import {visibleRows} from '../views/list/rows.ts';
import {scroll} from './move-keys.ts';

const linesPerTurn = 3;
/** Header, breadcrumb, column titles. */
const linesAboveRows = 3;

/**
 * The wheel scrolls; a press selects the row it is on, and opens it when it is selected already.
 * While something is typed or a write is asked about the mouse does nothing.
 */
export function followMouse(state: AppState, {act, line, column}: MouseAct, parts: Parts): Step {
  const {prompt, write, chooser, copyMenu} = state;
  if (prompt ?? write ?? chooser ?? copyMenu) return stay(state);
  if (act !== 'press') {
    return scroll(at => at + (act === 'wheelUp' ? -linesPerTurn : linesPerTurn))(state, parts);
  }
  const view = currentView(state);
  if (state.help || state.copyMenu || view.kind !== 'list') return stay(state);
  // The preview is no list of rows.
  if (state.preview?.zoomed === true || column > listColumns(state)) return stay(state);
  const above = linesAboveRows + (view.resource.headed ? 1 : 0);
  const at = line - above - 1;
  const index = view.top + at;
  const isRow = at >= 0 && at < bodyLines(state) && index < visibleRows(view).rows.length;
  if (!isRow) return stay(state);
  if (index === view.cursor) return openRow(state, view, parts);
  return stay(changeView(state, view.key, () => moveCursor(view, index, bodyLines(state))));
}

/** What a mouse report says (SGR, `ESC [ < 0 ; 10 ; 5 M`); undefined for anything else. */
export function mouseActOf(sequence: string): MouseAct | undefined {
  const found = /^\x1b\[<(\d+);(\d+);(\d+)([Mm])$/.exec(sequence);
  if (found === null) return undefined;
  const [, button = '', column = '', line = '', end = ''] = found;
  const at = {column: Number(column), line: Number(line)};
  if (button === '64') return {act: 'wheelUp', ...at};
  if (button === '65') return {act: 'wheelDown', ...at};
  return button === '0' && end === 'M' ? {act: 'press', ...at} : undefined;
}
