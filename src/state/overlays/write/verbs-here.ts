import {operationNamed} from '../../../api/catalogue.ts';
import {type OperationRef, paramsOf} from '../../../api/operation-ref.ts';
import {readPointer} from '../../../base/json-value.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {dayMs, parseInstantMs} from '../../../base/times.ts';
import {paramsFromRow} from '../../ask/row-params.ts';
import {ofKind} from '../../model/location.ts';
import {findView, viewsIn} from '../../model/locations.ts';
import type {Params} from '../../model/params.ts';
import type {Resource} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, currentLocation, currentView} from '../../model/state.ts';
import type {Condition, Verb, VerbSource, VerbUse} from '../../model/verb.ts';
import {isWholeList, targetRows} from '../../views/list/marks.ts';
import {makeRow} from '../../views/list/rows.ts';
import type {ListView} from '../../views/list/state.ts';
import {permittedItem, whyNotOnItem} from '../../write/item-permissions.ts';
import {projectOfVerb, textOf} from '../../write/make-plan.ts';
import {whyNotCallable} from '../../write/permissions.ts';

/** The objects of the verbs on the screen. */
export interface ActionTarget {
  /** The list that defines the verbs, or another source. */
  readonly resource: VerbSource &
    Pick<Resource, 'asks'> &
    Partial<Pick<Resource, 'sources' | 'describe'>>;
  /** The selected rows, the row under the cursor, or the object shown. */
  readonly rows: readonly Row[];
  readonly isMarked: boolean;
  /** The selected rows are the complete list. @default false */
  readonly isWhole?: boolean;
  readonly params: Params;
}

/** The rows or the object on the screen; an object has the verbs of the list that describes it. */
export function actionTarget(state: AppState): ActionTarget | undefined {
  const view = currentView(state);
  const list = ofKind(view, 'list');
  if (list !== undefined) {
    const {resource, marked} = list;
    const rows = targetRows(list);
    const params = paramsOfRows(list, rows);
    return {resource, rows, isMarked: marked.size > 0, isWhole: isWholeList(list), params};
  }
  const {tabs, tab} = currentLocation(state);
  const own = ofKind(tabs[tab]?.spec, 'describe')?.verbs;
  const opened = own === undefined ? rowOpened(state) : undefined;
  if (opened !== undefined) return opened;
  if (!('call' in view) || view.call === undefined) return undefined;
  const resource = own ?? describedBy(state, view.call);
  if (resource === undefined) return undefined;
  const rows = view.text === '' ? [] : [makeRow(resource, view.text)];
  return {resource, rows, isMarked: false, params: view.params};
}

/** Parameters of the list and, if it is read per parent, those of the parent shared by the rows. */
function paramsOfRows({resource, source, params}: ListView, rows: readonly Row[]): Params {
  const names = Object.keys(resource.sources[source]?.per?.params ?? {});
  const shared = names.flatMap(name => {
    const [value, ...others] = new Set(rows.map(row => readPointer(row.value, `/${name}`)));
    return typeof value === 'string' && others.length === 0 ? [[name, value] as const] : [];
  });
  return shared.length === 0 ? params : {...params, ...Object.fromEntries(shared)};
}

/** A verb with its rows on this screen, and the reason if it is unavailable. */
export interface AvailableVerb {
  readonly use: VerbUse;
  readonly reason?: string | undefined;
  /** Its object, if it is not the one on the screen: `status In Progress`. */
  readonly about?: string;
}

/**
 * The verbs of the current object, in order; for a list without verbs, those of the object it is a
 * tab of.
 */
export function availableVerbs(state: AppState): readonly AvailableVerb[] {
  const {at, verbs, about} = sourceHere(state);
  if (at === undefined) return [];
  return verbs.map(verb => {
    const operation = operationNamed(verb);
    const project = (row?: Row) => () => projectOfVerb(verb, row, at.params);
    const whyNot = (row: Row): string | undefined =>
      whyNotOn(row, verb) ??
      whyNotCallable(state, operation, project(row)) ??
      whyNotOnItem(state, operation, permittedItem(verbs, row));
    const found = verbHere(verb, at, whyNot);
    const reason = found.reason ?? whyNotCallable(state, operation, project(found.use.rows[0]));
    return {...found, reason, ...(about !== undefined && {about})};
  });
}

/** Whether there are verbs, without checking rows, since the footer needs it for every key. */
export function hasAvailableVerbs(state: AppState): boolean {
  return sourceHere(state).verbs.length > 0;
}

const lastLetters = memoizeLast<ReadonlySet<string>>();

/** Whether a verb here has that letter, available or not. */
export function hasLetter(state: AppState, letter: string): boolean {
  const {locations, screens} = state;
  const letters = lastLetters([locations, screens], () => {
    const actions = [...sourceHere(state).verbs, ...(actionTarget(state)?.resource.asks ?? [])];
    return new Set(actions.flatMap(({key}) => key ?? []));
  });
  return letters.has(letter);
}

function sourceHere(state: AppState): {
  readonly verbs: readonly Verb[];
  readonly at?: ActionTarget;
  readonly about?: string;
} {
  const at = actionTarget(state);
  if (at === undefined) return {verbs: []};
  const {verbs} = at.resource;
  if (verbs !== undefined) return {verbs, at};
  const object = objectOnScreen(state);
  const [row] = object?.rows ?? [];
  if (object === undefined || row === undefined) return {verbs: []};
  const ofObject = (object.resource.verbs ?? []).filter(
    ({rows}) => rows === 'one' || rows === 'many',
  );
  return {verbs: ofObject, at: object, about: `${object.resource.noun} ${row.name}`};
}

/** The object that the screen is about, also from a tab that shows something else. */
export function objectOnScreen(state: AppState): ActionTarget | undefined {
  return rowOpened(state) ?? objectHere(state);
}

/** The row that the current location was opened from, if its list defines verbs. */
function rowOpened(state: AppState): ActionTarget | undefined {
  const {of} = currentLocation(state);
  const list = of && ofKind(findView(state, of.view), 'list');
  const row = list?.rows.find(({id}) => id === of?.row);
  if (list === undefined || row === undefined || list.resource.verbs === undefined)
    return undefined;
  const params = paramsOfRows(list, [row]);
  return {resource: list.resource, rows: [row], isMarked: false, params};
}

/** The object whose tab is on the screen, from another tab or from the list that led there. */
function objectHere(state: AppState): ActionTarget | undefined {
  const {tabs, views} = currentLocation(state);
  for (const [i, {spec}] of tabs.entries()) {
    const described = ofKind(spec, 'describe');
    const resource = described && describedBy(state, described.call);
    if (described === undefined || resource?.describe === undefined) continue;
    const {params} = described;
    const read = ofKind(views[i], 'text')?.text ?? '';
    const row = read === '' ? rowOf(state, resource, params) : makeRow(resource, read);
    return {resource, rows: row === undefined ? [] : [row], isMarked: false, params};
  }
  return undefined;
}

function describedBy(
  {screens}: AppState,
  {service, operation}: OperationRef,
): Resource | undefined {
  return screens.lists.find(
    ({describe}) => describe?.call.service === service && describe.call.operation === operation,
  );
}

/** The row of an object in the list that led to it. */
function rowOf({locations}: AppState, {id, describe}: Resource, params: Params): Row | undefined {
  for (const view of viewsIn(locations).toReversed()) {
    const list = ofKind(view, 'list');
    if (list?.resource.id !== id) continue;
    const found = list.rows.find(row => {
      const own = paramsFromRow(describe?.params ?? {}, row, list.params);
      return Object.keys(describe?.params ?? {}).every(name => own[name] === params[name]);
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A verb applies to the rows that meet its conditions; if none does, it gives the reason. */
function verbHere(
  verb: Verb,
  {resource, rows, isMarked, isWhole = false, params}: ActionTarget,
  whyNot: (row: Row) => string | undefined,
): AvailableVerb {
  const {noun, identifyingText} = resource;
  const use = (some: readonly Row[]): VerbUse => ({
    verb,
    noun,
    ...(identifyingText !== undefined && {identifyingText}),
    rows: some,
    params,
    ...(isWhole && {isWholeList: true}),
  });
  if (verb.rows === 'none') {
    const needed = [...paramsOf(verb), ...paramsOf({inputs: verb.asks})];
    const missing = needed.find(name => params[name] === undefined);
    return {use: use([]), reason: missing && `only inside a ${missing}`};
  }
  if (typeof verb.rows === 'object') {
    return {use: use([]), ...(isMarked && {reason: 'does not apply to the selected rows'})};
  }
  if (rows.length === 0) {
    const reason = isMarked ? 'the selected rows are not loaded' : 'nothing is selected';
    return {use: use([]), reason};
  }
  if (verb.rows === 'one' && rows.length > 1) {
    return {use: use(rows), reason: `one row only: ${rows.length} are selected`};
  }
  const checked = rows.map(row => ({row, reason: whyNot(row)}));
  const able = checked.flatMap(({row, reason}) => (reason === undefined ? row : []));
  if (able.length === rows.length) return {use: use(rows)};
  if (able.length === 0) return {use: use(rows), reason: checked[0]?.reason};
  // `Left out: HPAY (it is archived already).`
  const out = checked.flatMap(({row, reason}) => (reason ? `${row.name} (${reason})` : []));
  return {use: {...use(able), leftOut: `Left out: ${out.join(', ')}.`}};
}

function whyNotOn(row: Row, {when = []}: Verb): string | undefined {
  return when.find(condition => !holds(row, condition))?.reason;
}

function holds(row: Row, {pointer, is, isNot}: Condition): boolean {
  const text = textOf(row, pointer);
  return (is === undefined || is.includes(text)) && !isNot?.includes(text);
}

/** The rows whose time is within so many days. */
export function rowsWithinDays(
  rows: readonly Row[],
  pointer: string,
  days: number,
  nowMs: number,
): readonly Row[] {
  return rows.filter(row => {
    const time = parseInstantMs(readPointer(row.value, pointer));
    return time !== undefined && time > nowMs && time - nowMs < days * dayMs;
  });
}
