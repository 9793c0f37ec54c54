import {findOperation} from '../../../api/catalogue.ts';
import {checkGiven} from '../../../api/check.ts';
import type {Operation} from '../../../api/operation.ts';
import {readPointer} from '../../../base/json-value.ts';
import {toMs} from '../../../base/times.ts';
import {ofKind, type View} from '../../model/location.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, currentView, viewOf} from '../../model/state.ts';
import type {RowAction} from '../../model/verb.ts';
import {operationsOfRow, prefilled, tellsApart} from '../../views/form/prefill.ts';
import {chosenRows, countMarks} from '../../views/list/marks.ts';
import type {ListView} from '../../views/list/state.ts';
import type {MenuEntry, MenuStage} from '../../write/state.ts';

const dayMs = 86_400_000;

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

/** Why nothing can be done here now; undefined when the menu opens. */
export function whyNoMenu(state: AppState): string | undefined {
  const view = viewOf(state, 'list');
  const none = 'no action here: X lists all operations';
  if (view === undefined) return operationsOfRow(state).length === 0 ? none : undefined;
  const [row] = chosenRows(view);
  if (row === undefined) {
    if (view.marked.size > 0) return 'the marked rows are not there: esc takes the marks away';
    return view.load.status === 'loading' ? 'still being read: no row yet' : 'nothing is selected';
  }
  const hasActions = view.resource.actions !== undefined;
  return hasActions || operationsOfRow(state, row).length > 0 ? undefined : none;
}

/** What can be done here: the list's own actions, then the operations the rows fill. */
export function menuOf(state: AppState): MenuStage {
  const view = viewOf(state, 'list');
  const rows = view === undefined ? [] : chosenRows(view);
  const operations = ownFirst(operationsOfRow(state, rows[0]), currentView(state)).map(
    (operation): MenuEntry => ({
      kind: 'operation',
      operation,
      text: `${operation.service === 'tracker' ? 'jr' : 'cf'} ${operation.group} ${operation.name}`,
      ...(rows.length > 1 && reasonOf(whyNotForAll(operation, state, rows))),
    }),
  );
  if (view === undefined) {
    return {stage: 'menu', title: 'this object', rows, entries: operations, cursor: 0};
  }
  const actions = (view.resource.actions ?? []).map(action => entryOf(action, view, rows));
  const entries = [...actions, ...operations];
  return {stage: 'menu', title: titleOf(view, rows), rows, entries, cursor: 0};
}

/** Why an operation is for one object at a time; undefined when it can be sent for each of the rows. */
function whyNotForAll(
  operation: Operation,
  state: AppState,
  rows: readonly Row[],
): string | undefined {
  if (operation.effect === 'read') return 'shows one at a time';
  if (!tellsApart(operation, state, rows)) return 'is not about the marked rows';
  const {problems} = checkGiven(operation, {inputs: prefilled(operation, state, rows[0])});
  if (problems.length === 0) return undefined;
  const wanted = [...new Set(problems.flatMap(({input}) => input ?? []))];
  return `asks for ${wanted.join(', ') || 'more'}: one at a time`;
}

function reasonOf(reason: string | undefined): {readonly reason?: string} {
  return reason === undefined ? {} : {reason};
}

/** The operations of the object's own group come before those of what it belongs to. */
function ownFirst(operations: readonly Operation[], view: View): readonly Operation[] {
  const call = 'call' in view ? view.call : ofKind(view, 'list')?.resource.describe?.call;
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
    return view.marked.size > 0
      ? {...base, text, reason: 'is not about the marks'}
      : {...base, text};
  }
  return {...base, text: `${action.label} ${countOf(view, chosen)}`};
}

function countOf(view: ListView, chosen: readonly Row[]): string {
  const isMarked = chosen.some(row => view.marked.has(row.id));
  if (isMarked) return `${chosen.length} marked`;
  return chosen[0]?.name ?? '';
}

function titleOf(view: ListView, chosen: readonly Row[]): string {
  const {noun} = view.resource;
  if (view.marked.size === 0) return `${noun} ${chosen[0]?.name ?? ''}`.trim();
  const {here, hidden} = countMarks(view);
  const away = view.marked.size - here;
  const notes = [
    ...(hidden > 0 ? [`${hidden} hidden by the filter`] : []),
    ...(away > 0 ? [`without ${away} ${view.more ? 'not read' : 'gone'}`] : []),
  ];
  const more = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  return `${chosen.length} marked ${noun}${chosen.length === 1 ? '' : 's'}${more}`;
}
