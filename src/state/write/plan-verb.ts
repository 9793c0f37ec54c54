import {operationNamed} from '../../api/catalogue.ts';
import {findInput} from '../../api/inputs-of.ts';
import type {Given} from '../../api/request-plan.ts';
import {type JsonValue, readPointer} from '../../base/json-value.ts';
import {toMs} from '../../base/times.ts';
import type {Params} from '../model/call.ts';
import type {Row} from '../model/row.ts';
import {valueInRow} from '../model/row-value.ts';
import type {Verb, VerbCall, VerbUse} from '../model/verb.ts';
import {countsOf, type WriteCounts} from './counts.ts';
import {type Care, labelled, labelOf, makePlan, notesOf} from './make-plan.ts';
import type {WritePlan, WriteRequest} from './state.ts';

/**
 * The plan of a verb on some rows; they are split into requests as the verb says.
 *
 * @param asked what its form holds
 * @param called what the things are called that its values name, as the form knows it
 */
export function planOfVerb(
  use: VerbUse,
  state: Care,
  asked: Given = {inputs: {}},
  called: WritePlan['called'] = {},
): WritePlan {
  const {verb, noun, tells, rows, params} = use;
  const calls = [verb, ...(verb.then ?? [])];
  const requests = split(rows, verb.rowsPerRequest ?? 1).flatMap(some =>
    calls.map((call): WriteRequest => {
      const names = some.length > 0 ? some.map(row => row.name) : madeNames(asked);
      const given =
        call === verb
          ? withAsked(givenFor(call, some, params), asked)
          : givenFor(call, some, {...params, ...single(asked)});
      const operation = operationNamed(call);
      const about = labelOf(noun, names);
      return {
        label: calls.length === 1 ? about : `${about}: ${operation.summary}`,
        ...(tells !== undefined && some.length > 0
          ? {names: some.map(row => `${row.name}: ${textOf(row, tells)}`)}
          : some.length > labelled && {names}),
        rows: some.map(({id}) => id),
        call: {operation, given},
        ...(call === verb && verb.asks && {asked: Object.keys(verb.asks)}),
      };
    }),
  );
  const {check, notes, undo, atLeast, then, unit = noun} = verb;
  const [first] = rows;
  const counts = countsOfVerb(use, requests[0]?.call.given.inputs ?? {}, called);
  const plan = makePlan(
    {
      title: titleOfVerb(use),
      noun,
      ...(rows.length > 0 && {size: `${rows.length} ${rows.length === 1 ? unit : `${unit}s`}`}),
      object: rows.length > 1 ? String(rows.length) : (first?.name ?? madeNames(asked)[0] ?? noun),
      requests,
      ...(then !== undefined && {inOrder: true}),
      notes: [
        ...(use.leftOut === undefined ? [] : [use.leftOut]),
        ...(notes ?? []),
        ...calls.flatMap(call => notesOf(operationNamed(call))),
      ],
      ...(undo !== undefined && {undo}),
      ...(atLeast !== undefined && {risk: atLeast}),
      ...(check && {check: {...check, before: rows.map(row => timeBefore(row, check))}}),
    },
    state,
  );
  return {...plan, called: {...namesOfRows(requests, rows), ...called}, ...(counts && {counts})};
}

/** What the rows are called that values of the requests are ids of. */
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

/** What something new is to be called: its name or its title, also in a list of new things. */
function madeNames({inputs}: Given): readonly string[] {
  const deeper = Object.keys(inputs).find(input => /\.0\.(name|title)$/.test(input)) ?? '';
  return (inputs.name ?? inputs.title ?? inputs[deeper] ?? []).slice(0, 1);
}

/** What a verb counts of the one thing it is done to. */
function countsOfVerb(
  {verb, rows}: VerbUse,
  given: Given['inputs'],
  called: NonNullable<WritePlan['called']>,
): WriteCounts | undefined {
  const {counts, service} = verb;
  const [row, ...others] = rows;
  if (counts === undefined || row === undefined || others.length > 0) return undefined;
  const operation = operationNamed({service, operation: counts.operation});
  const kind = findInput(operation, counts.input)?.names;
  const source = given[counts.input]?.[0] ?? row.id;
  return countsOf(
    counts,
    source,
    given,
    id => (id === source ? row.name : (called[`${kind} ${id}`] ?? id)),
    id => ({operation, given: {inputs: {[counts.input]: [id]}}}),
  );
}

/** What a verb does and to what: `Release version 2.4.0`, `Archive 3 projects`. */
export function titleOfVerb({verb, noun, rows}: Omit<VerbUse, 'params'>): string {
  const [first] = rows;
  const one = first === undefined ? '' : `${noun} ${first.name}`;
  const object = rows.length > 1 ? `${rows.length} ${noun}s` : one;
  const words = wordsAlone(verb);
  if (verb.title !== undefined) return verb.title.replace('{object}', object);
  return `${words} ${object}`.trim();
}

/** The words of a verb without the sign that it asks. */
export function wordsAlone({words}: Pick<Verb, 'words'>): string {
  return words.replace(/\u2026$/, '');
}

/** What the form of a verb holds when it opens: what the verb gives, and what its fields are prefilled with. */
export function openedWith({
  verb,
  rows,
  params,
}: VerbUse): Readonly<Record<string, readonly string[]>> {
  const [row] = rows;
  const some = row === undefined ? [] : [row];
  const prefilled = givenFor({...verb, inputs: verb.asks ?? {}}, some, params).inputs;
  const there = Object.entries(prefilled).filter(([, texts]) => texts.join('') !== '');
  return {...Object.fromEntries(there), ...givenFor(verb, some, params).inputs};
}

/** What is given by the verb itself counts before what its form holds of the same. */
function withAsked(own: Given, asked: Given): Given {
  return {...own, ...asked, inputs: {...asked.inputs, ...own.inputs}};
}

function single({inputs}: Given): Params {
  return Object.fromEntries(Object.entries(inputs).map(([name, [text = '']]) => [name, text]));
}

function timeBefore(row: Row, check: NonNullable<Verb['check']>) {
  const id = String(readPointer(row.value, check.identity) ?? row.id);
  return {id, time: toMs(readPointer(row.value, check.value))};
}

/** Without rows there is one request all the same, about the place. */
function split(rows: readonly Row[], size: number): readonly (readonly Row[])[] {
  const parts = Math.max(1, Math.ceil(rows.length / size));
  return Array.from({length: parts}, (_, i) => rows.slice(i * size, (i + 1) * size));
}

function givenFor({inputs, body, made}: VerbCall, rows: readonly Row[], params: Params): Given {
  const own = Object.entries(made ?? {}).map(([name, make]): [string, string[]] => [
    name,
    [...new Set(rows.map(row => make(row.value)))],
  ]);
  const filled = Object.entries(inputs ?? {}).map(([name, template]): [string, string[]] => [
    name,
    rows.length === 0
      ? [fill(template, () => '', params)]
      : [...new Set(rows.map(row => fill(template, pointer => textOf(row, pointer), params)))],
  ]);
  const all = Object.fromEntries([...filled, ...own]);
  if (body === undefined) return {inputs: all};
  const values = (pointer: string): string =>
    rows.map(row => jsonOf(valueInRow(row, [pointer]) ?? null)).join(',');
  return {inputs: all, body: fill(body, values, params)};
}

function fill(template: string, value: (pointer: string) => string, params: Params): string {
  return template.replace(/\{(\/[^}]*|\w+)\}/g, (_, name: string) =>
    name.startsWith('/') ? value(name) : (params[name] ?? ''),
  );
}

/** What is at a place of a row as text; '' for nothing. */
export function textOf(row: Row, pointer: string): string {
  const value = valueInRow(row, [pointer]);
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
}

/** A number too large for a double is held as a text of its digits, and goes out as the number it was. */
function jsonOf(value: JsonValue): string {
  if (typeof value === 'string' && /^\d{16,}$/.test(value)) return value;
  return JSON.stringify(value);
}
