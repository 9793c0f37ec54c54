import {checkJson} from '../../base/json-check.ts';
import {makeLookup, pointerSteps} from '../../base/json-pointer.ts';
import {compactJson} from '../../base/json-pretty.ts';
import {findJson, type JsonValue} from '../../base/json-value.ts';
import {isCounter, successorOf} from '../body-texts.ts';
import {findNamed} from '../catalogue.ts';
import {findInput} from '../inputs-of.ts';
import type {Input, Operation} from '../operation.ts';
import {fillInputs, type OperationRef} from '../operation-ref.ts';
import {isPermanent} from '../permanence.ts';
import type {InputTexts, ResolvedCall} from '../request-plan.ts';
import {restorableValues, undoRestoresValues} from '../undo.ts';
import {isPlainUpdate} from './can-undo.ts';
import {presentValues, updateOfDeleted, valuesOfCreated} from './created-values.ts';
import type {JournalEntry} from './entry.ts';
import {currentFieldValues, givenFields} from './field-values.ts';
import {refetchOf} from './refetch.ts';

/** A journal entry, with the members used here. */
export type WrittenEntry = Pick<JournalEntry, 'id' | 'what' | 'result' | 'undoes' | 'back'> & {
  /** The answer; text if it was too long to store. */
  readonly answer?: JsonValue | undefined;
};

/** A call that undoes a write or redoes it. */
export interface UndoRequest {
  readonly call: ResolvedCall;
  /** The values that the fields must still have, by input. */
  readonly expects: InputTexts;
  /** The update that has these fields. @default `call` */
  readonly fieldsOf?: ResolvedCall;
  /** `expects` has the values that the undo of `fieldsOf` would restore, instead of its fields. */
  readonly isRestorable?: true;
  /** Id of the journal entry that it undoes. */
  readonly undoes: string;
}

/** The calls that undo or redo a write, or the reason why it is impossible. */
export type UndoStep =
  | {readonly request: UndoRequest; readonly unchangedFields?: readonly string[]}
  | {readonly reason: string};

/** The number of undos: 0 for a write, 1 for its undo, 2 for the redo. */
function turns({undoes}: WrittenEntry, entries: readonly WrittenEntry[]): number {
  const of = entries.find(({id}) => id === undoes);
  return of === undefined ? (undoes === undefined ? 0 : 1) : turns(of, entries) + 1;
}

function isUndone({id}: WrittenEntry, entries: readonly WrittenEntry[]): boolean {
  return entries.some(one => one.undoes === id && one.result === 'done' && !isUndone(one, entries));
}

/** Whether `u` (0) or `U` (1) can apply to it: it succeeded and is still in effect. */
export function isStillInEffect(
  one: WrittenEntry,
  entries: readonly WrittenEntry[],
  odd: 0 | 1,
): boolean {
  return one.result === 'done' && turns(one, entries) % 2 === odd && !isUndone(one, entries);
}

export function isSameRun(one: WrittenEntry, other: WrittenEntry): boolean {
  return one.result === 'done' && runOf(one) === runOf(other);
}

/** Return the id of the run that an entry belongs to: a queue, a batch or a command. */
export function runOf({id}: Pick<WrittenEntry, 'id'>): string {
  return id.replace(/^\d+-(\d+)\.\d+-/, '$1-');
}

/**
 * Return the requests that undo an entry, with the new ids of objects that an undo created again.
 */
export function undoStepsOf(
  entry: WrittenEntry,
  entries: readonly WrittenEntry[],
): readonly UndoStep[] {
  const renamed = recreatedIds(entries);
  return stepsOf(entry, entries).map(step => {
    if ('reason' in step || renamed.length === 0) return step;
    const {call, expects, fieldsOf} = step.request;
    const now = (one: ResolvedCall): ResolvedCall => ({
      ...one,
      given: {...one.given, inputs: withNewIds(one.operation, one.given.inputs, renamed)},
    });
    const request = {
      ...step.request,
      call: now(call),
      expects: withNewIds((fieldsOf ?? call).operation, expects, renamed),
      ...(fieldsOf && {fieldsOf: now(fieldsOf)}),
    };
    return {...step, request};
  });
}

/** An object that an undo created again. */
interface RecreatedId {
  /** The input of the deletion that named it. */
  readonly input: Input;
  readonly old: string;
  readonly new: string;
}

/**
 * List the objects that an undo created again, in order: their old and new ids. The new one is in
 * the deletion that would undo the undo.
 */
function recreatedIds(entries: readonly WrittenEntry[]): readonly RecreatedId[] {
  return entries.flatMap(({undoes, result, back}): RecreatedId[] => {
    if (undoes === undefined || result !== 'done') return [];
    const deletion = entries.find(({id}) => id === undoes)?.back;
    const again = back?.undo?.find(({operation}) => operation === deletion?.operation);
    const operation = deletion && again && findNamed(deletion);
    if (operation?.effect !== 'delete') return [];
    const input = operation.inputs.filter(({place}) => place === 'path').at(-1);
    const [old, now] = [deletion, again].map(
      ref => [ref?.inputs[input?.name ?? ''] ?? []].flat()[0],
    );
    return input && old !== undefined && now !== undefined ? [{input, old, new: now}] : [];
  });
}

function withNewIds(
  operation: Operation,
  texts: InputTexts,
  renamed: readonly RecreatedId[],
): InputTexts {
  const entries = Object.entries(texts).map(([name, values]) => {
    const kind = findInput(operation, name)?.names;
    const isSame = ({input}: RecreatedId): boolean =>
      kind === undefined ? input.name === name : input.names === kind;
    const now = renamed
      .filter(isSame)
      .reduce((all, one) => all.map(text => (text === one.old ? one.new : text)), values);
    return [name, now] as const;
  });
  return Object.fromEntries(entries);
}

function stepsOf(entry: WrittenEntry, entries: readonly WrittenEntry[]): readonly UndoStep[] {
  const no = (reason: string) => [{reason}];
  if (entry.result === 'partly') return no('the change was only partly applied');
  if (entry.result !== 'done') return no('the change is not known to have been applied');
  if (isUndone(entry, entries)) return no('already undone: U redoes the change');
  const written = writtenOf(entry);
  if (written === undefined) return no('the journal lacks the data to undo this change');
  const {call, before, undo} = written;
  if (undo?.length === 0) return no('the change had no effect: all values existed before');
  if (undo !== undefined) {
    if (undoRestoresValues(call)) return restoringSteps(entry, call, undo);
    return undo.map(one => ({
      request: {call: one, undoes: entry.id, ...unlessChanged(one, call, entry.answer, entries)},
    }));
  }
  if (before === undefined && isPlainUpdate(call)) {
    return no('the previous values were not recorded: the write was sent without --undoable');
  }
  if (before === undefined || !isPlainUpdate(call)) {
    return no(`the API has no operation to undo this change: ${entry.what}`);
  }
  const {operation, given} = call;
  const old = oldValues(call, before);
  if (Object.keys(old.values).length === 0) {
    return no(`the previous value of ${old.stay.join(', ')} is unknown`);
  }
  const paths = Object.entries(given.inputs).filter(
    ([name]) => findInput(operation, name)?.place === 'path',
  );
  const all = givenFields(operation, given);
  // A required field whose previous value is unknown is sent unchanged.
  const kept = old.stay.filter(name => findInput(operation, name)?.required);
  const along = Object.fromEntries(kept.map(name => [name, all[name] ?? []]));
  const next = countersAfter(call);
  const inputs = {...Object.fromEntries(paths), ...along, ...old.values, ...next};
  const fields = Object.entries(all);
  const expects = {...Object.fromEntries(fields.filter(([name]) => name in old.values)), ...next};
  const unchangedFields = old.stay.filter(name => !kept.includes(name));
  const back = {operation, given: {inputs}};
  return [{request: {call: back, expects, undoes: entry.id}, unchangedFields}];
}

/**
 * The steps of an undo by another operation that restores values. The values must still be those
 * that the write set.
 */
function restoringSteps(
  {id, back}: WrittenEntry,
  written: ResolvedCall,
  undo: readonly ResolvedCall[],
): readonly UndoStep[] {
  if (back?.leaves === undefined)
    return [{reason: 'the values after the change were not recorded'}];
  const checked = {expects: back.leaves, fieldsOf: written, isRestorable: true as const};
  return undo.map((call, i) => ({
    request: {call, undoes: id, ...(i === 0 ? checked : {expects: {}})},
  }));
}

/**
 * The values that an undo requires: to delete an object that can be read, those it was created
 * with, except fields that the undo of an update could not restore.
 */
function unlessChanged(
  undo: ResolvedCall,
  {operation, given}: ResolvedCall,
  answer: JsonValue | undefined,
  entries: readonly WrittenEntry[],
): Pick<UndoRequest, 'expects' | 'fieldsOf'> {
  const fieldsOf = operation.effect === 'create' ? updateOfDeleted(undo) : undefined;
  // Drafts are read and deleted with other inputs than published objects.
  const isDraft = isPermanent(undo.operation, undo.given) && !undo.operation.irreversible;
  if (fieldsOf === undefined || isDraft || refetchOf(fieldsOf) === undefined) return {expects: {}};
  const ids = Object.entries(fieldsOf.given.inputs);
  const updates = entries.flatMap(one => {
    const call = one.back && callOf(one.back, one.back.service);
    const isSame =
      call?.operation === fieldsOf.operation &&
      ids.every(([name, texts]) => call.given.inputs[name]?.join() === texts.join());
    return isSame && (isUndone(one, entries) || isStillInEffect(one, entries, 1))
      ? [{call, one}]
      : [];
  });
  const left = updates.flatMap(({call, one: {back}}) =>
    back?.before === undefined ? [] : oldValues(call, back.before).stay,
  );
  const expects = valuesOfCreated({operation, given}, fieldsOf.operation, answer, updates.length);
  const held = Object.entries(expects).filter(([name]) => !left.includes(name));
  return {expects: Object.fromEntries(held), fieldsOf};
}

/**
 * The values that an undo restores, and the fields whose previous value is unknown or cannot be
 * cleared.
 */
export function oldValues(
  {operation, given}: ResolvedCall,
  before: string,
): {readonly values: InputTexts; readonly stay: readonly string[]} {
  const current = currentFieldValues(operation, before, given);
  const written = givenFields(operation, given);
  const names = Object.keys(written);
  const values = names.flatMap(name => {
    const texts = current[name] ?? emptied({operation, given}, name);
    if (texts !== undefined && !isAccepted(operation, name, texts, written[name])) return [];
    return texts === undefined ? [] : [[name, texts] as const];
  });
  const known = new Set(values.map(([name]) => name));
  const left = names.filter(name => !known.has(name));
  return {
    values: Object.fromEntries(values),
    stay: [...left, ...changedConstants(operation, before, names)],
  };
}

/** Fields that a write set to a constant, and that had another value. */
function changedConstants(
  {readFirst}: Operation,
  before: string,
  given: readonly string[],
): readonly string[] {
  const there = makeLookup(before);
  return Object.entries(readFirst?.sets ?? {}).flatMap(([pointer, text]) => {
    const name = pointerSteps(pointer).join('.');
    const was = there.string(pointer);
    return was === undefined || was === text || given.includes(name) ? [] : [name];
  });
}

/** Check whether the service accepts the previous value of a field again. */
function isAccepted(
  operation: Operation,
  name: string,
  before: readonly string[],
  written: readonly string[] = [],
): boolean {
  const input = findInput(operation, name);
  const isOneWay = input?.place === 'field' && 'oneWay' in {...input.shape};
  return !isOneWay || before.join() === written.join();
}

/** Counters that every update must increment: their next value. */
function countersAfter({operation, given}: ResolvedCall): InputTexts {
  const next = Object.entries(givenFields(operation, given)).flatMap(([name, [number = '']]) => {
    const goesOn = isCounter(findInput(operation, name) ?? {name}) && /^\d+$/.test(number);
    return goesOn ? [[name, [successorOf(number)]] as const] : [];
  });
  return Object.fromEntries(next);
}

/** The value that clears a field that had none. */
function emptied({operation}: ResolvedCall, name: string): readonly string[] | undefined {
  const input = findInput(operation, name);
  // Required fields and enumerations are never empty.
  if (input?.place !== 'field' || input.required || input.enforced) return undefined;
  if (input.type === 'string' && input.names === undefined) return [''];
  return 'nullable' in {...input, ...input.shape} ? ['null'] : undefined;
}

/** The write that an entry undid, if its previous state holds again. */
export function redoStepOf(entry: WrittenEntry, entries: readonly WrittenEntry[]): UndoStep {
  const first = entries.find(({id}) => id === entry.undoes);
  const written = first && writtenOf(first);
  if (written === undefined) return {reason: 'no longer in the journal'};
  if (isUndone(entry, entries)) return {reason: 'already redone'};
  if (first?.back?.file) return {reason: 'the journal does not store the uploaded file'};
  const {before} = written;
  const back = writtenOf(entry);
  const next = back === undefined ? {} : countersAfter(back.call);
  const {operation, given} = written.call;
  const call = {operation, given: {...given, inputs: {...given.inputs, ...next}}};
  const current =
    before === undefined ? {} : currentFieldValues(call.operation, before, call.given);
  const names = Object.keys(givenFields(call.operation, call.given));
  const expects = names.flatMap(name => (current[name] ? [[name, current[name]] as const] : []));
  const request = {call, expects: {...Object.fromEntries(expects), ...next}, undoes: entry.id};
  const leaves = entry.back?.leaves;
  if (back === undefined || leaves === undefined) return {request};
  return {request: {...request, expects: leaves, fieldsOf: back.call, isRestorable: true}};
}

function writtenOf({back}: WrittenEntry) {
  const call = back && callOf(back, back.service);
  if (back === undefined || call === undefined) return undefined;
  const undo = back.undo?.map(one => callOf(one, back.service));
  if (undo?.includes(undefined)) return undefined;
  const {before} = back;
  return {call, before, ...(undo && {undo: undo.flatMap(one => one ?? [])})};
}

/** The call of a reference in the journal; an undo has the service of its write. */
export function callOf(
  ref: Omit<OperationRef, 'service'>,
  service: OperationRef['service'],
): ResolvedCall | undefined {
  const operation = findNamed({...ref, service});
  return operation && {operation, given: fillInputs(ref, {}).given};
}

/** Return why an undo that leaves fields unchanged is partial; undefined if it leaves none. */
export function partialUndoReason(stay: readonly string[] = []): string | undefined {
  return stay.length === 0 ? undefined : `no request restores the previous ${stay.join(', ')}`;
}

/**
 * Return why an undo is not sent: its object has changed since.
 *
 * @param text the current object, the response of the read of `fieldsOf`
 */
export function changeSinceReason(
  {call, fieldsOf = call, expects, isRestorable}: Omit<UndoRequest, 'undoes'>,
  text: string,
): string | undefined {
  const {operation, given} = fieldsOf;
  const current = isRestorable
    ? restorableValues(fieldsOf, findJson(text) ?? null)
    : presentValues(operation, text, given);
  return undoProblem(expects, current ?? {});
}

/**
 * Return how fields differ from the values that an undo expects.
 *
 * @param current the current values of the fields
 */
export function undoProblem(expects: InputTexts, current: InputTexts): string | undefined {
  const odd = Object.entries(expects).find(
    ([name, texts]) => asOne(current[name]) !== asOne(texts),
  );
  if (odd === undefined) return undefined;
  const [name, texts] = odd;
  return `changed since: ${name} is now ${current[name]?.join(', ') || 'empty'}, not ${texts.join(', ') || 'empty'}`;
}

/** Join the values of a field; JSON is normalized. */
function asOne(texts: readonly string[] = []): string {
  return texts.map(text => (checkJson(text) === undefined ? compactJson(text) : text)).join();
}
