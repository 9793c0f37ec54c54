import {readPointer} from '../../../base/json-value.ts';
import {toMs} from '../../../base/times.ts';
import type {Params} from '../../model/call.ts';
import type {Resource} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, currentView} from '../../model/state.ts';
import type {Condition, Verb, VerbUse} from '../../model/verb.ts';
import {chosenRows} from '../../views/list/marks.ts';
import {makeRow} from '../../views/list/rows.ts';
import {textOf} from '../../write/plan-verb.ts';

/** What the verbs of the view on the screen are about. */
export interface Here {
  /** The list whose verbs they are. */
  readonly resource: Resource;
  /** The marked rows, the one under the cursor, or the object that is looked at. */
  readonly rows: readonly Row[];
  readonly isMarked: boolean;
  readonly params: Params;
}

/** What is looked at: rows of a list, or an object, which has the verbs of the list that describes it so. */
export function here(state: AppState): Here | undefined {
  const view = currentView(state);
  if (view.kind === 'list') {
    const {resource, params, marked} = view;
    return {resource, rows: chosenRows(view), isMarked: marked.size > 0, params};
  }
  if (!('call' in view) || view.call === undefined) return undefined;
  const {service, operation} = view.call;
  const resource = state.screens.lists.find(
    ({describe}) => describe?.call.service === service && describe.call.operation === operation,
  );
  if (resource === undefined) return undefined;
  const rows = view.text === '' ? [] : [makeRow(resource, view.text)];
  return {resource, rows, isMarked: false, params: view.params};
}

/** A verb here: on which rows, and why not now. */
export interface VerbHere {
  readonly use: VerbUse;
  readonly reason?: string;
}

/** The verbs of what is looked at, in their order. */
export function verbsHere(state: AppState): readonly VerbHere[] {
  const at = here(state);
  return at === undefined ? [] : (at.resource.verbs ?? []).map(verb => verbHere(verb, at));
}

/** A verb acts on those rows it can be done to; where that is none, it says why. */
function verbHere(verb: Verb, {resource, rows, isMarked, params}: Here): VerbHere {
  const use = (some: readonly Row[]): VerbUse => ({verb, noun: resource.noun, rows: some, params});
  if (verb.rows === 'none') return {use: use([])};
  if (typeof verb.rows === 'object') {
    return {use: use([]), ...(isMarked && {reason: 'is not about the marks'})};
  }
  if (rows.length === 0) {
    const reason = isMarked ? 'the marked rows are not there' : 'nothing is selected';
    return {use: use([]), reason};
  }
  if (verb.rows === 'one' && rows.length > 1) {
    return {use: use(rows), reason: `one only: ${rows.length} are marked`};
  }
  const able = rows.filter(row => whyNotOn(row, verb) === undefined);
  const [first] = rows;
  if (able.length === rows.length || first === undefined) return {use: use(rows)};
  if (able.length > 0) return {use: {...use(able), leftOut: leftOut(rows, verb)}};
  return {use: use(rows), reason: whyNotOn(first, verb) ?? ''};
}

/** `Left out: HPAY (it is archived already).` */
function leftOut(rows: readonly Row[], verb: Verb): string {
  const names = rows.flatMap(row => {
    const reason = whyNotOn(row, verb);
    return reason === undefined ? [] : [`${row.name} (${reason})`];
  });
  return `Left out: ${names.join(', ')}.`;
}

function whyNotOn(row: Row, {when = []}: Verb): string | undefined {
  return when.find(condition => !holds(row, condition))?.reason;
}

function holds(row: Row, {pointer, is, isNot}: Condition): boolean {
  const text = textOf(row, pointer);
  return (is === undefined || is.includes(text)) && !isNot?.includes(text);
}

const dayMs = 86_400_000;

/** Rows whose time comes within so many days. */
export function rowsWithin(
  rows: readonly Row[],
  pointer: string,
  days: number,
  nowMs: number,
): readonly Row[] {
  return rows.filter(row => {
    const time = toMs(readPointer(row.value, pointer));
    return time !== undefined && time > nowMs && time - nowMs < days * dayMs;
  });
}
