import {checkInputs} from '../../../api/check.ts';
import {commandName} from '../../../api/command-for.ts';
import type {Operation} from '../../../api/operation.ts';
import {isViewUnloaded} from '../../keys/route-key.ts';
import {ofKind, type View} from '../../model/location.ts';
import {listOfShownRow} from '../../model/locations.ts';
import type {Resource, RowQuestion} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, currentView, viewOf} from '../../model/state.ts';
import type {Registry, RowKey} from '../../model/transition.ts';
import {operationsOfRow, prefillValues, variesByRow} from '../../views/form/prefill.ts';
import {countSelection, targetRows} from '../../views/list/marks.ts';
import type {ListView} from '../../views/list/state.ts';
import {labelOf} from '../../write/make-plan.ts';
import {whyNotCallable} from '../../write/permissions.ts';
import type {MenuEntry, MenuStage} from '../../write/state.ts';
import {type AvailableVerb, actionTarget, availableVerbs, hasAvailableVerbs} from './verbs-here.ts';

/** Shown if there are no actions. */
export const noActionText = 'no actions here: X lists all operations';

/** Return why there is no menu here; undefined if it opens. */
export function whyNoMenu(state: AppState): string | undefined {
  const view = viewOf(state, 'list');
  if (view === undefined) {
    if (isViewUnloaded(state)) return 'still loading';
    const hasKeys = listOfShownRow(state)?.resource.scope !== undefined;
    return hasKeys || hasAvailableVerbs(state) || operationsOfRow(state).length > 0
      ? undefined
      : noActionText;
  }
  const [row] = targetRows(view);
  if (row === undefined && view.load.status !== 'loading' && hasVerbOfPlace(view)) return undefined;
  if (row === undefined) {
    if (view.marked.size > 0) return 'the selected rows are not loaded: esc clears the selection';
    return view.load.status === 'loading' ? 'still loading: no row yet' : 'nothing is selected';
  }
  // A list with a scope has keys of its own, which only the key table knows.
  const hasVerbs = view.resource.scope !== undefined || hasAvailableVerbs(state);
  return hasVerbs || operationsOfRow(state, row).length > 0 ? undefined : noActionText;
}

/** Whether there are verbs that need no row, such as creating the first one. */
function hasVerbOfPlace({resource, marked}: ListView): boolean {
  return marked.size === 0 && (resource.verbs ?? []).some(({rows}) => rows === 'none');
}

/**
 * The menu of a screen: the verbs of its object, other views of it, and every operation it can
 * fill.
 */
export function menuOf(state: AppState, registry: Registry): MenuStage {
  const view = viewOf(state, 'list');
  const rows = view === undefined ? (actionTarget(state)?.rows ?? []) : targetRows(view);
  const operations = ownFirst(operationsOfRow(state, rows[0]), currentView(state)).map(
    (operation): MenuEntry => ({
      kind: 'operation',
      operation,
      text: commandName(operation),
      beside: operation.summary,
      reason:
        whyNotCallable(state, operation) ??
        (rows.length > 1 ? whyNotForAll(operation, state, rows) : undefined),
    }),
  );
  const verbs = availableVerbs(state).map(entryOf);
  const title = view === undefined ? objectTitle(state) : titleOf(view, rows);
  const asks =
    rows.length === 0 ? [] : (actionTarget(state)?.resource.asks ?? []).map(questionEntry);
  const rowKeys = registry.rowKeys(state);
  const keys = rowKeys.filter(({isCommon}) => !isCommon).map(keyEntry);
  const common = rowKeys.filter(({isCommon}) => isCommon).map(keyEntry);
  const found = [
    ...letterless(verbs, keys),
    ...keys,
    ...asks,
    ...(view && rows.length === 1
      ? [...looksAt(view.resource), ...letterless(common, [...verbs, ...asks])]
      : []),
    ...operations,
  ];
  const all = verbs.length + keys.length + asks.length === 0;
  const menu = {stage: 'menu', title, rows, found, cursor: 0, all, typed: undefined} as const;
  return {...menu, entries: visibleEntries(menu)};
}

/**
 * A key that acts on a row; only letters select entries in the menu, so space and similar keys are
 * omitted.
 */
function keyEntry({run: _, isCommon: __, key, ...shown}: RowKey): MenuEntry {
  return {kind: 'key', key: key.length === 1 ? key : undefined, ...shown};
}

/** Remove the letters that other entries have. */
function letterless(
  entries: readonly MenuEntry[],
  others: readonly MenuEntry[],
): readonly MenuEntry[] {
  const taken = new Set(others.flatMap(({key}) => key ?? []));
  return entries.map(one => (one.key && taken.has(one.key) ? {...one, key: undefined} : one));
}

function questionEntry(question: RowQuestion): MenuEntry {
  return {kind: 'question', question, key: question.key, text: question.words};
}

/** Other views of a row. */
const looksAt = ({described = 'All details'}: Resource): readonly MenuEntry[] => [
  {kind: 'look', look: 'describe', key: 'd', text: described},
  {kind: 'look', look: 'raw', key: 'y', text: 'Raw response'},
];

/** The visible entries of a menu; a typed text finds operations too. */
export function visibleEntries({
  found,
  all,
  typed,
}: Omit<MenuStage, 'entries'>): readonly MenuEntry[] {
  const operations = found.filter(({kind}) => kind === 'operation');
  const words = (typed?.text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    if (all) return operations;
    const rest = found.filter(({kind}) => kind !== 'operation');
    const count = operations.length;
    if (count === 0) return rest;
    return [
      ...rest,
      {kind: 'all', text: count === 1 ? 'The operation…' : `All ${count} operations…`},
    ];
  }
  return (all ? operations : found).filter(({text, beside = ''}) => {
    const said = `${text} ${beside}`.toLowerCase();
    return words.every(word => said.includes(word));
  });
}

/** Set the typed search text of the menu. */
export function searchMenu(menu: MenuStage, typed: MenuStage['typed']): MenuStage {
  const next = {...menu, typed, cursor: 0};
  return {...next, entries: visibleEntries(next)};
}

/** Return why an operation takes one object at a time; undefined if it can be sent for each row. */
function whyNotForAll(
  operation: Operation,
  state: AppState,
  rows: readonly Row[],
): string | undefined {
  if (operation.effect === 'read') return 'shows one object at a time';
  if (!variesByRow(operation, state, rows)) return 'does not apply to the selected rows';
  const {problems} = checkInputs(operation, {inputs: prefillValues(operation, state, rows[0])});
  if (problems.length === 0) return undefined;
  const wanted = [...new Set(problems.flatMap(({input}) => input ?? []))];
  return `needs ${wanted.join(', ') || 'more input'}: one object at a time`;
}

/** Put the operations of the object's own group before those of its parents. */
function ownFirst(operations: readonly Operation[], view: View): readonly Operation[] {
  const call = 'call' in view ? view.call : ofKind(view, 'list')?.resource.describe?.call;
  const [group] = call?.operation.split(' ') ?? [];
  const isOwn = (operation: Operation) => operation.group === group;
  return [...operations.filter(isOwn), ...operations.filter(one => !isOwn(one))];
}

function entryOf({use, reason, about}: AvailableVerb): MenuEntry {
  const {verb, leftOut} = use;
  return {kind: 'verb', use, text: verb.words, key: verb.key, beside: leftOut ?? about, reason};
}

function objectTitle(state: AppState): string {
  const at = actionTarget(state);
  return at === undefined ? 'this object' : `${at.resource.noun} ${at.rows[0]?.name ?? ''}`.trim();
}

/** The title of the menu: `versions 2.2.0 and 2.4.0 of HPAY`. */
function titleOf(view: ListView, chosen: readonly Row[]): string {
  const {resource, params, marked} = view;
  const of = params.project === undefined ? '' : ` of ${params.project}`;
  const names = chosen.map(({name}) => name);
  const title = chosen.length === 0 ? resource.title : labelOf(resource.noun, names);
  if (marked.size === 0) return title + of;
  const {here: read, hidden} = countSelection(view);
  const away = marked.size - read;
  const notes = [
    ...(hidden > 0 ? [`${hidden} hidden by the filter`] : []),
    ...(away > 0 ? [`without ${away} ${view.more ? 'not loaded' : 'removed'}`] : []),
  ];
  return `${title}${of}, selected${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}
