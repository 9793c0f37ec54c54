import {findOperation} from '../../api/catalogue.ts';
import type {Operation} from '../../api/operation.ts';
import {type JsonValue, readPointer} from '../../base/json-value.ts';
import {toMs} from '../../base/times.ts';
import type {Params, ResolvedCall} from '../model/call.ts';
import type {Resource} from '../model/resource.ts';
import type {Row} from '../model/row.ts';
import type {AppState} from '../model/state.ts';
import type {RowAction} from '../model/verb.ts';
import {isProtectedSession} from './gate.ts';
import {objectOf} from './object-of.ts';
import {judge, undoOf} from './risk.ts';
import type {WritePlan, WriteRequest} from './state.ts';

type Care = Pick<AppState, 'connection'> & {
  readonly writing?: Pick<AppState['writing'], 'atLeast'>;
};

/** What a caller says of a plan beside its requests; the risk follows from their records. */
export type PlanParts = Omit<WritePlan, 'risk' | 'reasons' | 'undo'> &
  Partial<Pick<WritePlan, 'risk' | 'undo'>>;

/** A plan of some requests, its risk judged; a risk that is given may only raise it. */
export function makePlan(parts: PlanParts, state: Care): WritePlan {
  const calls = parts.requests.map(request => request.call);
  const isProtected = isProtectedSession(state);
  const {risk = 0} = parts;
  const {atLeast: asked = 0} = state.writing ?? {};
  const judged = judge(calls, {isProtected, atLeast: Math.max(risk, asked)});
  return {...parts, ...judged, undo: parts.undo ?? undoOf(calls)};
}

/** The plan of one call, as typed or filled in. */
export function planOfCall(call: ResolvedCall, state: Care): WritePlan {
  const {operation} = call;
  const {ids, owners, reader} = objectOf(call);
  const parts = {
    title: operation.summary,
    object: ids.length > 1 ? String(ids.length) : (ids[0] ?? operation.group),
    requests: [{label: [...owners, labelOf(operation.group, ids)].join(' / '), call}],
    notes: notesOf(operation),
  };
  const plan = makePlan(parts, state);
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
  const requests = new Map<string, WriteRequest>();
  for (const row of rows) {
    const call = {operation, given: given(row)};
    const same = JSON.stringify(call.given);
    if (!requests.has(same)) requests.set(same, {label: labelOf(noun, [row.name]), call});
  }
  return makePlan(
    {
      title: `${operation.summary}: ${rows.length} ${noun}s`,
      object: String(rows.length),
      requests: [...requests.values()],
      notes: notesOf(operation),
    },
    state,
  );
}

/** The plan of an action on some rows of a list; they are split into requests as the action says. */
export function planOfAction(
  action: RowAction,
  resource: Pick<Resource, 'noun'>,
  rows: readonly Row[],
  params: Params,
  state: Care,
): WritePlan {
  const [group = '', name = ''] = action.operation.split(' ');
  const operation = findOperation(action.service, group, name);
  if (operation === undefined) throw new Error(`no such operation: ${action.operation}`);
  const requests = split(rows, action.rowsPerRequest ?? 1).map(some => ({
    label: labelOf(
      resource.noun,
      some.map(row => row.name),
    ),
    ...(some.length > labelled && {names: some.map(row => row.name)}),
    call: {operation, given: givenFor(action, some, params)},
  }));
  const {check, notes, undo, atLeast} = action;
  const what =
    rows.length === 1 ? `${resource.noun} ${rows[0]?.name}` : `${rows.length} ${resource.noun}s`;
  return makePlan(
    {
      title: `${capital(action.label)} ${what}`,
      size: `${rows.length} ${rows.length === 1 ? (action.unit ?? resource.noun) : `${action.unit ?? resource.noun}s`}`,
      object: rows.length === 1 ? (rows[0]?.name ?? '') : String(rows.length),
      requests,
      notes: [...(notes ?? []), ...(operation.notes ?? [])],
      ...(undo !== undefined && {undo}),
      ...(atLeast !== undefined && {risk: atLeast}),
      ...(check && {check: {...check, before: rows.map(row => timeBefore(row, check))}}),
    },
    state,
  );
}

function notesOf({deprecated, notes = []}: Operation): readonly string[] {
  return deprecated ? [`Deprecated: ${deprecated.note}`, ...notes] : notes;
}

function timeBefore(row: Row, check: NonNullable<RowAction['check']>) {
  const id = String(readPointer(row.value, check.identity) ?? row.id);
  return {id, time: toMs(readPointer(row.value, check.value))};
}

function split(rows: readonly Row[], size: number): readonly (readonly Row[])[] {
  const parts = Math.ceil(rows.length / size);
  return Array.from({length: parts}, (_, i) => rows.slice(i * size, (i + 1) * size));
}

function givenFor(
  {inputs, body}: RowAction,
  rows: readonly Row[],
  params: Params,
): ResolvedCall['given'] {
  const filled = Object.entries(inputs ?? {}).map(([name, template]): [string, string[]] => [
    name,
    [...new Set(rows.map(row => fill(template, pointer => textOf(row, pointer), params)))],
  ]);
  if (body === undefined) return {inputs: Object.fromEntries(filled)};
  const values = (pointer: string): string =>
    rows.map(row => jsonOf(readPointer(row.value, pointer) ?? null)).join(',');
  return {inputs: Object.fromEntries(filled), body: fill(body, values, params)};
}

function fill(template: string, value: (pointer: string) => string, params: Params): string {
  return template.replace(/\{(\/[^}]*|\w+)\}/g, (_, name: string) =>
    name.startsWith('/') ? value(name) : (params[name] ?? ''),
  );
}

function textOf(row: Row, pointer: string): string {
  const value = readPointer(row.value, pointer);
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
}

/** A number too large for a double is held as a text of its digits, and goes out as the number it was. */
function jsonOf(value: JsonValue): string {
  if (typeof value === 'string' && /^\d{16,}$/.test(value)) return value;
  return JSON.stringify(value);
}

/** Names a label has at most. */
const labelled = 3;

/** Names of rows in a few words: `webhook 3`, `webhooks 1, 2, 3 and 9 more`. */
function labelOf(noun: string, names: readonly string[]): string {
  const named = names.slice(0, labelled);
  if (names.length < 2) return [noun, ...named].join(' ');
  const more = names.length > named.length ? ` and ${names.length - named.length} more` : '';
  return `${noun}s ${named.join(', ')}${more}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
