import {operationNamed} from '../../api/catalogue.ts';
import {findInput} from '../../api/inputs-of.ts';
import {canUndo} from '../../api/journal/can-undo.ts';
import {objectOf} from '../../api/journal/object-of.ts';
import {type Operation, operationId} from '../../api/operation.ts';
import {fillInputs, fillTemplate, type ValueSource} from '../../api/operation-ref.ts';
import {effectOf} from '../../api/permanence.ts';
import type {InputValues, ResolvedCall} from '../../api/request-plan.ts';
import {refOfCall} from '../../api/resolve-call.ts';
import {pluralOf} from '../../base/counted.ts';
import {readPointer} from '../../base/json-value.ts';
import {parseInstantMs} from '../../base/times.ts';
import type {Params} from '../model/params.ts';
import {type Row, valueInRow} from '../model/row.ts';
import type {AppState} from '../model/state.ts';
import type {Verb, VerbUse} from '../model/verb.ts';
import {countsOf} from './counts.ts';
import {isProtectedSession} from './permissions.ts';
import {assessRisk, undoOf} from './risk.ts';
import type {Consequence, WritePlan, WriteRequest} from './state.ts';

/** What a plan's risk depends on besides its calls. */
export type RiskContext = Pick<AppState, 'connection'> & {
  readonly writing?: Pick<AppState['writing'], 'atLeast'>;
};

/** The members of a plan that callers supply; the risk is derived from the records. */
export type PlanParts = Omit<WritePlan, 'risk' | 'reasons' | 'undo' | 'undoable'> &
  Partial<Pick<WritePlan, 'risk' | 'undo'>> & {readonly isWholeList?: boolean};

/** Make a plan and assess its risk; a given risk can only raise it. */
export function makePlan(
  {isWholeList = false, ...parts}: PlanParts,
  state: RiskContext,
): WritePlan {
  const calls = parts.requests.map(request => request.call);
  const isProtected = isProtectedSession(state);
  const {risk = 0} = parts;
  const {atLeast: asked = 0} = state.writing ?? {};
  const judged = assessRisk(calls, {isProtected, atLeast: Math.max(risk, asked), isWholeList});
  const undoable = countUndoable(calls);
  const undo = parts.undo ?? (undoable === calls.length ? undefined : undoOf(calls));
  return {...parts, ...judged, undo, undoable};
}

function countUndoable(calls: readonly ResolvedCall[]): number {
  const known = new Map<string, boolean>();
  return calls.filter(call => {
    const kind = kindOfCall(call);
    const isUndoable = known.get(kind) ?? canUndo(call);
    known.set(kind, isUndoable);
    return isUndoable;
  }).length;
}

/**
 * The key that decides whether a call can be undone: its operation and its inputs except the object
 * in its path.
 */
function kindOfCall({operation, given: {inputs}}: ResolvedCall): string {
  const others = Object.entries(inputs).filter(
    ([name]) => findInput(operation, name)?.place !== 'path',
  );
  return JSON.stringify([operationId(operation), others]);
}

/** The plan of one call, typed or filled in. */
export function planOfCall(call: ResolvedCall, state: RiskContext): WritePlan {
  const {operation} = call;
  const {ids, owners} = objectOf(call);
  const label = [...owners, labelOf(operation.group, ids)].join(' / ');
  const notes = notesOf(operation);
  const isPurge = effectOf(operation, call.given) !== operation.effect;
  const title = isPurge ? `Permanently delete ${label}` : operation.summary;
  return planOfOne({title, request: {label, call}, notes}, state);
}

/**
 * The plan of one request, confirmed by the name of its object, which is read if only its id is
 * known.
 */
export function planOfOne(
  {request, ...more}: Pick<WritePlan, 'title' | 'notes'> & {readonly request: WriteRequest},
  state: RiskContext,
): WritePlan {
  const {call} = request;
  const {ids, reader} = objectOf(call);
  const object = ids.length > 1 ? String(ids.length) : (ids[0] ?? call.operation.group);
  const plan = makePlan({...more, object, requests: [request]}, state);
  const isAsked = reader !== undefined && plan.risk > 1;
  if (!isAsked) return plan;
  return {...plan, namedBy: refOfCall(reader)};
}

/** The plan of one operation on several rows; inputs equal for all are sent once. */
export function planOfRows(
  operation: Operation,
  noun: string,
  rows: readonly Row[],
  given: (row: Row) => ResolvedCall['given'],
  state: RiskContext,
  isWholeList = false,
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
      title: `${operation.summary}: ${rows.length} ${pluralOf(noun)}`,
      noun,
      object: String(rows.length),
      requests: [...requests.values()],
      isWholeList,
      notes: notesOf(operation),
    },
    state,
  );
}

/** Notes of the record to show before a write. */
function notesOf({deprecated, notes = []}: Operation): readonly string[] {
  return deprecated ? [`Deprecated: ${deprecated.note}`, ...notes] : notes;
}

/** Limit of names in a label. */
const labelled = 3;

/** A short label for rows: `webhook 3`, `webhooks 1, 2, 3 and 9 more`. */
export function labelOf(noun: string, names: readonly string[]): string {
  const named = names.slice(0, labelled);
  if (names.length < 2) return [noun, ...named].join(' ');
  const more = names.length - named.length;
  const last = more > 0 ? `${more} more` : named.pop();
  return `${pluralOf(noun)} ${named.join(', ')} and ${last}`;
}

/**
 * The plan of a verb on some rows, split into requests by the verb's `rowsPerRequest`.
 *
 * @param asked the values of its form
 * @param called names of the entities in the values, as known by the form
 */
export function planOfVerb(
  use: VerbUse,
  state: RiskContext,
  asked: InputValues = {inputs: {}},
  called: WritePlan['called'] = {},
): WritePlan {
  const {verb, noun, identifyingText, rows, params} = use;
  const operation = operationNamed(verb);
  const requests = split(rows, verb.rowsPerRequest ?? 1).map((some): WriteRequest => {
    const names = some.length > 0 ? some.map(row => row.name) : madeNames(asked);
    return {
      label: labelOf(noun, names),
      ...(identifyingText !== undefined && some.length > 0
        ? {names: some.map(row => `${row.name}: ${textOf(row, identifyingText)}`)}
        : some.length > labelled && {names}),
      rows: some.map(({id}) => id),
      call: {operation, given: withAsked(givenFor(verb, some, params), asked)},
      ...(verb.asks && {asked: Object.keys(verb.asks)}),
      ...(verb.changes && {changes: [{before: undefined, ...verb.changes}]}),
    };
  });
  const {check, notes = [], undo, atLeast} = verb;
  const [first] = rows;
  const counts = countsOf(use, requests[0]?.call.given.inputs ?? {}, called);
  const plan = makePlan(
    {
      title: titleOfVerb(use),
      noun,
      ...(rows.length > 0 && {size: `${rows.length} ${rows.length === 1 ? noun : pluralOf(noun)}`}),
      object: rows.length > 1 ? String(rows.length) : (first?.name ?? madeNames(asked)[0] ?? noun),
      requests,
      ...(use.leftOut !== undefined && {leftOut: use.leftOut}),
      ...(use.isWholeList && {isWholeList: true}),
      // The verb, not the user, has chosen a deprecated operation.
      notes: [...notes, ...(operation.notes ?? [])],
      ...(undo !== undefined && {undo}),
      ...(atLeast !== undefined && {risk: atLeast}),
      ...(check && {check: {...check, before: rows.map(row => timeBefore(row, check))}}),
    },
    state,
  );
  return {
    ...plan,
    called: {...namesOfRows(requests, rows), ...called},
    ...(counts && {counts}),
    ...(verb.consequences && {consequences: consequencesOf(verb.consequences, use)}),
  };
}

/** Limit of objects whose consequences are read. */
const mostRead = 10;

/** The reads of further effects of a verb; with several rows, each sentence names its row. */
function consequencesOf(
  {by, says}: NonNullable<Verb['consequences']>,
  {rows, params}: VerbUse,
): readonly Consequence[] {
  return rows.slice(0, mostRead).map(row => ({
    by: {...by, inputs: givenFor(by, [row], params).inputs},
    says: answer =>
      says(answer, pointer => valueInRow(row, [pointer])).map(text =>
        rows.length > 1 ? `${row.name}: ${text}` : text,
      ),
  }));
}

/** The names of the rows whose ids the requests contain. */
function namesOfRows(
  requests: readonly WriteRequest[],
  rows: readonly Row[],
): NonNullable<WritePlan['called']> {
  const names = new Map(rows.map(({id, name}) => [id, name]));
  const found = requests.flatMap(({call: {operation, given}}) =>
    Object.entries(given.inputs).flatMap(([input, texts]) => {
      const kind = findInput(operation, input)?.names;
      if (kind === undefined) return [];
      return texts.flatMap(text => {
        const name = names.get(text);
        return name === undefined ? [] : [[`${kind} ${text}`, name] as const];
      });
    }),
  );
  return Object.fromEntries(found);
}

/** The names or titles of new objects, also in a list of new objects. */
function madeNames({inputs}: InputValues): readonly string[] {
  const deeper = Object.keys(inputs).find(input => /\.0\.(name|title)$/.test(input)) ?? '';
  return (inputs.name ?? inputs.title ?? inputs[deeper] ?? []).slice(0, 1);
}

/** The title of a verb with its objects: `Release version 2.4.0`, `Archive 3 projects`. */
export function titleOfVerb({verb, noun, rows}: Omit<VerbUse, 'params'>): string {
  const [first] = rows;
  const one = first === undefined ? '' : `${noun} ${first.name}`;
  const object = rows.length > 1 ? `${rows.length} ${pluralOf(noun)}` : one;
  const words = labelWithoutEllipsis(verb);
  if (verb.title !== undefined) return fillTemplate(verb.title, {place: () => object}).join();
  return `${words} ${object}`.trim();
}

/** The label of a verb without its `…`. */
export function labelWithoutEllipsis({words}: Pick<Verb, 'words'>): string {
  return words.replace(/\u2026$/, '');
}

/** The initial values of a verb's form: its inputs, and the presets of its fields. */
export function initialFormValues({
  verb,
  rows,
  params,
}: VerbUse): Readonly<Record<string, readonly string[]>> {
  const [row] = rows;
  const some = row === undefined ? [] : [row];
  const prefilled = givenFor({inputs: verb.asks}, some, params).inputs;
  const there = Object.entries(prefilled).filter(([, texts]) => texts.join('') !== '');
  return {...Object.fromEntries(there), ...givenFor(verb, some, params).inputs};
}

/** Inputs of the verb take precedence over values of its form. */
function withAsked(own: InputValues, asked: InputValues): InputValues {
  return {...own, ...asked, inputs: {...asked.inputs, ...own.inputs}};
}

/**
 * The key or id of the project that a verb changes: the one that it names, else that of the
 * location; undefined if unknown.
 */
export function projectOfVerb(
  verb: Verb,
  row: Row | undefined,
  params: Params,
): string | undefined {
  const operation = operationNamed(verb);
  const named = Object.entries(verb.inputs ?? {}).filter(
    ([name]) => findInput(operation, name)?.names === 'project',
  );
  const inputs = Object.fromEntries(named.slice(0, 1));
  const {inputs: given} = givenFor({inputs}, row === undefined ? [] : [row], params);
  const [id = params.project] = Object.values(given).flat();
  return id === '' ? undefined : id;
}

function timeBefore(row: Row, check: NonNullable<Verb['check']>) {
  const id = String(readPointer(row.value, check.identity) ?? row.id);
  return {id, time: parseInstantMs(readPointer(row.value, check.value))};
}

/** Without rows there is still one request, about the location. */
function split(rows: readonly Row[], size: number): readonly (readonly Row[])[] {
  const parts = Math.max(1, Math.ceil(rows.length / size));
  return Array.from({length: parts}, (_, i) => rows.slice(i * size, (i + 1) * size));
}

function givenFor(
  {inputs = {}, body, made = {}}: Pick<Verb, 'inputs' | 'body' | 'made'>,
  rows: readonly Row[],
  params: Params,
): InputValues {
  const place: ValueSource = pointer => params[pointer.slice(1)] ?? '';
  const texts: ValueSource = pointer =>
    rows.length === 0 ? '' : rows.map(row => textOf(row, pointer));
  const values: ValueSource = pointer => rows.map(row => valueInRow(row, [pointer]) ?? null);
  const own = Object.entries(made).map(([name, make]): [string, string[]] => [
    name,
    [...new Set(rows.map(row => make(row.value)))],
  ]);
  const {given} = fillInputs({inputs}, {place, row: texts});
  const all = {...given.inputs, ...Object.fromEntries(own)};
  if (body === undefined) return {inputs: all};
  return {...fillInputs({inputs: {}, body}, {place, row: values}).given, inputs: all};
}

/** The value at a pointer of a row as text; '' if there is none. */
export function textOf(row: Row, pointer: string): string {
  const value = valueInRow(row, [pointer]);
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
}
