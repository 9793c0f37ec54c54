import {checkGiven} from '../../../api/check.ts';
import type {Operation} from '../../../api/operation.ts';
import {ofKind, type View} from '../../model/location.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, currentView, viewOf} from '../../model/state.ts';
import {operationsOfRow, prefilled, tellsApart} from '../../views/form/prefill.ts';
import {chosenRows, countMarks} from '../../views/list/marks.ts';
import type {ListView} from '../../views/list/state.ts';
import type {MenuEntry, MenuStage} from '../../write/state.ts';
import {here, type VerbHere, verbsHere} from './verbs-here.ts';

/** Why nothing can be done here now; undefined when the menu opens. */
export function whyNoMenu(state: AppState): string | undefined {
  const view = viewOf(state, 'list');
  const none = 'no action here: X lists all operations';
  if (view === undefined) {
    return operationsOfRow(state).length + verbsHere(state).length === 0 ? none : undefined;
  }
  const [row] = chosenRows(view);
  if (row === undefined && view.load.status !== 'loading' && hasVerbOfPlace(view)) return undefined;
  if (row === undefined) {
    if (view.marked.size > 0) return 'the marked rows are not there: esc takes the marks away';
    return view.load.status === 'loading' ? 'still being read: no row yet' : 'nothing is selected';
  }
  const hasVerbs = view.resource.verbs !== undefined;
  return hasVerbs || operationsOfRow(state, row).length > 0 ? undefined : none;
}

/** Something can be done without a row, such as making the first one. */
function hasVerbOfPlace({resource, marked}: ListView): boolean {
  return marked.size === 0 && (resource.verbs ?? []).some(({rows}) => rows === 'none');
}

/** What can be done here: the verbs of what is looked at, then the operations the rows fill. */
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
  const isMarked = view !== undefined && view.marked.size > 0;
  const verbs = verbsHere(state).map(one => entryOf(one, isMarked));
  const entries = [...verbs, ...operations];
  const title = view === undefined ? objectTitle(state) : titleOf(view, rows);
  return {stage: 'menu', title, rows, entries, cursor: 0};
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

/** A verb in the menu, with what it is done to. */
function entryOf({use, reason}: VerbHere, isMarked: boolean): MenuEntry {
  const {verb, rows} = use;
  const some = use.leftOut === undefined ? '' : ' of those';
  const object = isMarked ? `${rows.length}${some} marked` : (rows[0]?.name ?? '');
  const text = rows.length === 0 ? verb.words : `${verb.words} ${object}`;
  return {kind: 'verb', use, text, ...reasonOf(reason)};
}

function objectTitle(state: AppState): string {
  const at = here(state);
  return at === undefined ? 'this object' : `${at.resource.noun} ${at.rows[0]?.name ?? ''}`.trim();
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
