import {findOperation} from '../../../api/catalogue.ts';
import type {Operation} from '../../../api/operation.ts';
import {readPointer} from '../../../base/json-value.ts';
import {type AppState, currentView, type ListView, type Row, type View} from '../../model/model.ts';
import type {RowAction} from '../../model/verb.ts';
import {toMs} from '../../show/times.ts';
import {operationsOfRow} from '../../views/form/prefill.ts';
import {rowAtCursor} from '../../views/list/list-update.ts';
import {countMarks, markedRows} from '../../views/list/marks.ts';
import type {MenuEntry, MenuStage} from '../../write/state.ts';

const dayMs = 86_400_000;

/** The marked rows in the list's order; without any, the one under the cursor. */
function chosenRows(view: ListView): readonly Row[] {
  const marked = markedRows(view);
  const row = rowAtCursor(view);
  return marked.length > 0 ? marked : row === undefined ? [] : [row];
}

/** Rows whose time comes within so many days. */
export function rowsWithin(
  view: ListView,
  pointer: string,
  days: number,
  nowMs: number,
): readonly Row[] {
  return view.rows.filter(row => {
    const time = toMs(readPointer(row.value, pointer));
    return time !== undefined && time > nowMs && time - nowMs < days * dayMs;
  });
}

/** What can be done here: the list's own actions, then the operations the row fills; undefined when nothing can. */
export function menuOf(state: AppState): MenuStage | undefined {
  const view = currentView(state);
  const operations = ownFirst(operationsOfRow(state), view).map(
    (operation): MenuEntry => ({
      kind: 'operation',
      operation,
      text: `${operation.service === 'tracker' ? 'jr' : 'cf'} ${operation.group} ${operation.name}`,
    }),
  );
  if (view.kind !== 'list') {
    if (operations.length === 0) return undefined;
    return {stage: 'menu', title: 'this object', rows: [], entries: operations, cursor: 0};
  }
  const chosen = chosenRows(view);
  const actions = (view.resource.actions ?? []).map(action => entryOf(action, view, chosen));
  const entries = [...actions, ...operations];
  if (entries.length === 0) return undefined;
  return {stage: 'menu', title: titleOf(view, chosen), rows: chosen, entries, cursor: 0};
}

/** The operations of the object's own group come before those of what it belongs to. */
function ownFirst(operations: readonly Operation[], view: View): readonly Operation[] {
  const call =
    view.kind === 'list' ? view.resource.describe?.call : 'call' in view ? view.call : undefined;
  const [group] = call?.operation.split(' ') ?? [];
  const isOwn = (operation: Operation) => operation.group === group;
  return [...operations.filter(isOwn), ...operations.filter(one => !isOwn(one))];
}

function entryOf(action: RowAction, view: ListView, chosen: readonly Row[]): MenuEntry {
  const base = {kind: 'action', action} as const;
  const [group = '', name = ''] = action.operation.split(' ');
  if (findOperation(action.service, group, name) === undefined) {
    return {...base, text: action.label, reason: `there is no operation ${action.operation}`};
  }
  if (action.rows !== 'chosen') {
    const text = `${action.label} all that expire within N days`;
    return view.rows.length === 0 ? {...base, text, reason: 'the list is empty'} : {...base, text};
  }
  const text = `${action.label} ${countOf(view, chosen)}`;
  return chosen.length === 0 ? {...base, text, reason: 'nothing is selected'} : {...base, text};
}

function countOf(view: ListView, chosen: readonly Row[]): string {
  const isMarked = chosen.some(row => view.marked.has(row.id));
  if (isMarked) return `${chosen.length} marked`;
  return chosen[0]?.name ?? '';
}

function titleOf(view: ListView, chosen: readonly Row[]): string {
  const {noun} = view.resource;
  if (!chosen.some(row => view.marked.has(row.id)))
    return `${noun} ${chosen[0]?.name ?? ''}`.trim();
  const {hidden} = countMarks(view);
  const more = hidden === 0 ? '' : ` (${hidden} hidden by the filter)`;
  return `${chosen.length} marked ${noun}${chosen.length === 1 ? '' : 's'}${more}`;
}
