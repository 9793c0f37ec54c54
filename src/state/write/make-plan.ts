import type {Operation} from '../../api/operation.ts';
import type {ResolvedCall} from '../model/call.ts';
import type {Row} from '../model/row.ts';
import type {AppState} from '../model/state.ts';
import {isProtectedSession} from './gate.ts';
import {canTakeBack} from './inverse-call.ts';
import {objectOf} from './object-of.ts';
import {judge, undoOf} from './risk.ts';
import type {WritePlan, WriteRequest} from './state.ts';

/** What a plan's risk depends on beside its calls. */
export type Care = Pick<AppState, 'connection'> & {
  readonly writing?: Pick<AppState['writing'], 'atLeast'>;
};

/** What a caller says of a plan beside its requests; the risk follows from their records. */
export type PlanParts = Omit<WritePlan, 'risk' | 'reasons' | 'undo' | 'undoable'> &
  Partial<Pick<WritePlan, 'risk' | 'undo'>>;

/** A plan of some requests, its risk judged; a risk that is given may only raise it. */
export function makePlan(parts: PlanParts, state: Care): WritePlan {
  const calls = parts.requests.map(request => request.call);
  const isProtected = isProtectedSession(state);
  const {risk = 0} = parts;
  const {atLeast: asked = 0} = state.writing ?? {};
  const judged = judge(calls, {isProtected, atLeast: Math.max(risk, asked)});
  const undoable = countUndoable(calls);
  const undo = parts.undo ?? (undoable === calls.length ? undefined : undoOf(calls));
  return {...parts, ...judged, undo, undoable};
}

/** How many of some calls can be taken back; those of one operation are alike. */
function countUndoable(calls: readonly ResolvedCall[]): number {
  const known = new Map<Operation, boolean>();
  for (const call of calls) {
    if (!known.has(call.operation)) known.set(call.operation, canTakeBack(call));
  }
  return calls.filter(({operation}) => known.get(operation)).length;
}

/** The plan of one call, as typed or filled in. */
export function planOfCall(call: ResolvedCall, state: Care): WritePlan {
  const {operation} = call;
  const {ids, owners} = objectOf(call);
  const label = [...owners, labelOf(operation.group, ids)].join(' / ');
  const notes = notesOf(operation);
  return planOfOne({title: operation.summary, request: {label, call}, notes}, state);
}

/** The plan of one request, confirmed by the name of its object, which is read where only its id is known. */
export function planOfOne(
  {request, ...more}: Pick<WritePlan, 'title' | 'notes'> & {readonly request: WriteRequest},
  state: Care,
): WritePlan {
  const {call} = request;
  const {ids, reader} = objectOf(call);
  const object = ids.length > 1 ? String(ids.length) : (ids[0] ?? call.operation.group);
  const plan = makePlan({...more, object, requests: [request]}, state);
  const isAsked = reader !== undefined && plan.risk > 1;
  if (!isAsked) return plan;
  return {...plan, namedBy: {operation: reader.operation, given: {inputs: reader.inputs}}};
}

/** The plan of one operation for each of some rows; what they all give alike is sent once. */
export function planOfRows(
  operation: Operation,
  noun: string,
  rows: readonly Row[],
  given: (row: Row) => ResolvedCall['given'],
  state: Care,
): WritePlan {
  const requests = new Map<string, WriteRequest & {rows: string[]}>();
  for (const row of rows) {
    const call = {operation, given: given(row)};
    const same = JSON.stringify(call.given);
    const known = requests.get(same);
    if (known !== undefined) known.rows.push(row.id);
    else requests.set(same, {label: labelOf(noun, [row.name]), call, rows: [row.id]});
  }
  return makePlan(
    {
      title: `${operation.summary}: ${rows.length} ${noun}s`,
      noun,
      object: String(rows.length),
      requests: [...requests.values()],
      notes: notesOf(operation),
    },
    state,
  );
}

/** Sentences of the record worth reading before a write. */
export function notesOf({deprecated, notes = []}: Operation): readonly string[] {
  return deprecated ? [`Deprecated: ${deprecated.note}`, ...notes] : notes;
}

/** Names a label has at most. */
export const labelled = 3;

/** Names of rows in a few words: `webhook 3`, `webhooks 1, 2, 3 and 9 more`. */
export function labelOf(noun: string, names: readonly string[]): string {
  const named = names.slice(0, labelled);
  if (names.length < 2) return [noun, ...named].join(' ');
  const more = names.length - named.length;
  const last = more > 0 ? `${more} more` : named.pop();
  return `${noun}s ${named.join(', ')} and ${last}`;
}
