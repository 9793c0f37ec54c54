import {findNamed} from '../../../api/catalogue.ts';
import {findInput} from '../../../api/inputs-of.ts';
import {fill, type OperationRef} from '../../../api/operation-ref.ts';
import type {ResolvedCall} from '../../../api/request-plan.ts';
import {undoCalls, undoNeedsCurrentValues} from '../../../api/undo.ts';
import {checkJson} from '../../../base/json-check.ts';
import {compactJson} from '../../../base/json-pretty.ts';
import {findJson} from '../../../base/json-value.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {type KeyBinding, key} from '../../keys/binding.ts';
import {say} from '../../model/notice.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type Action, noEffects, type Transition} from '../../model/transition.ts';
import {isCounter, oneMore} from '../../views/form/body-texts.ts';
import {currentFieldValues} from '../../views/form/read-before.ts';
import {calledKey} from '../../views/form/read-picks.ts';
import type {FormValues} from '../../views/form/state.ts';
import {rowAtCursor} from '../../views/list/list-update.ts';
import {canUndo, isPlainUpdate} from '../../write/can-undo.ts';
import {
  isKept,
  type JournalEntry,
  journalName,
  ownEntries,
  writtenElsewhere,
} from '../../write/journal.ts';
import {makePlan, planOfOne} from '../../write/make-plan.ts';
import {namesOfIds} from '../../write/names-of-ids.ts';
import {textOfBefore} from '../../write/reads.ts';
import {irreversible} from '../../write/risk.ts';
import {startWrite} from '../../write/start-write.ts';
import type {WritePlan, WriteRequest} from '../../write/state.ts';
import {givenFields} from './change-rows.ts';

/** An entry of the journal, as far as it is looked at here. */
type Entry = Pick<JournalEntry, 'id' | 'what' | 'result' | 'undoes' | 'back'>;

/** What of a journal says how a write is taken back or made again, or why it is not. */
type Way =
  | {readonly request: Omit<WriteRequest, 'label'>; readonly stay?: readonly string[]}
  | {readonly reason: string};

/** Take back the write under the cursor of the journal, elsewhere the last one: its preview opens. */
const takeBack: Action = state => {
  const entries = readEntries(ownEntries(state));
  const chosen = entryHere(state);
  if (chosen?.elsewhere !== undefined) return notFromHere(state, chosen.elsewhere);
  const last = chosen ?? entries.findLast(one => isLast(one, entries, 0));
  if (last === undefined) return noEffects(say(state, 'no change to undo', 'warn'));
  const group = chosen ? [chosen] : entries.filter(one => isTogether(one, last));
  const ways = group.reverse().flatMap(one => waysBack(one, entries).map(way => ({one, way})));
  return begin(state, `Undo: ${titleOf(last, group.length)}`, ways, redoOf(group));
};

/** Make again what was taken back last, or what the entry under the cursor took back. */
const doAgain: Action = state => {
  const entries = readEntries(ownEntries(state));
  const chosen = entryHere(state);
  if (chosen?.elsewhere !== undefined) return notFromHere(state, chosen.elsewhere);
  const last = chosen ?? entries.findLast(one => isLast(one, entries, 1));
  if (last === undefined || last.undoes === undefined) {
    return noEffects(say(state, 'no undo to redo', 'warn'));
  }
  const together = chosen ? [chosen] : entries.filter(one => isTogether(one, last));
  // Several may have taken one back.
  const group = together.filter((one, i) => together.findIndex(x => x.undoes === one.undoes) === i);
  const ways = group.reverse().map(one => ({one, way: wayAgain(one, entries)}));
  const first = entries.find(({id}) => id === last.undoes) ?? last;
  return begin(state, `Redo: ${titleOf(first, group.length)}`, ways);
};

/** Describe how U redoes writes that are about to be undone; undefined where it cannot. */
function redoOf(group: readonly Entry[]): string | undefined {
  const written = group.map(({back}) =>
    back?.file ? undefined : back && callOf(back, back.service),
  );
  if (written.includes(undefined)) return undefined;
  return written.some(call => call?.operation.effect === 'create')
    ? 'U creates the object again, with a new id.'
    : 'U redoes the change.';
}

function begin(
  state: AppState,
  title: string,
  ways: readonly {readonly one: Entry; readonly way: Way}[],
  redo?: string,
) {
  const requests = ways.flatMap(({one, way}): WriteRequest[] =>
    'reason' in way ? [] : [{label: one.what, ...way.request}],
  );
  const [wrong] = ways.flatMap(({way}) => ('reason' in way ? [way.reason] : []));
  const [request, ...others] = requests;
  if (request === undefined) return noEffects(say(state, wrong ?? 'nothing to send', 'warn'));
  const left = ways.length - requests.length;
  const staying = new Set(ways.flatMap(({way}) => ('reason' in way ? [] : (way.stay ?? []))));
  const notes = [
    ...(left === 0 ? [] : [`${left} cannot be undone: ${wrong}.`]),
    ...(staying.size === 0 ? [] : [`Unchanged: ${[...staying].join(', ')}.`]),
  ];
  const plan =
    others.length > 0
      ? makePlan({title, object: String(requests.length), requests, notes, inOrder: true}, state)
      : planOfOne({title, request, notes}, state);
  const called = Object.assign({}, ...ways.map(({one, way}) => calledIn(way, one)));
  const isFinal = redo !== undefined && plan.undoable < plan.requests.length;
  const reasons = plan.reasons.filter(reason => reason !== irreversible);
  const named = {...plan, called};
  return startWrite(
    {...state, write: undefined},
    isFinal ? {...named, undo: redo, reasons} : named,
  );
}

/** What the values of a way back are called, as its entry knows it, for the preview. */
function calledIn(way: Way, {back}: Entry): WritePlan['called'] {
  if ('reason' in way || back === undefined) return {};
  const {operation, given} = way.request.call;
  const inputs = {...given.inputs, ...givenFields(operation, given)};
  const names = {...namesOfIds([{inputs}], [findJson(back.before) ?? null]), ...back.called};
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([field, texts]) => {
      const kind = findInput(operation, field)?.names;
      if (kind === undefined) return [];
      return texts.flatMap(text => (names[text] ? [[calledKey(kind, text), names[text]]] : []));
    }),
  );
}

function titleOf({what}: Entry, count: number): string {
  const [, title = what] = what.split(' · ');
  return count === 1 ? what : title;
}

const lastEntries = memoizeLast<readonly Entry[]>();

function readEntries(journal: readonly string[]): Entry[] {
  return [...lastEntries([journal], () => journal.map(text => JSON.parse(text) as Entry))];
}

/** The entry under the cursor of the journal, and its site and account where they are others. */
function entryHere(state: AppState): (Entry & {readonly elsewhere?: string}) | undefined {
  const view = viewOf(state, 'list');
  if (view?.resource.local !== journalName) return undefined;
  const row = rowAtCursor(view);
  const text = state.journal.find(one => (JSON.parse(one) as Entry).id === row?.id);
  if (text === undefined) return undefined;
  const elsewhere = writtenElsewhere(text, state);
  return {...(JSON.parse(text) as Entry), ...(elsewhere !== undefined && {elsewhere})};
}

/** An id of another site names something else here, or nothing. */
function notFromHere(state: AppState, account: string): Transition {
  return noEffects(say(state, `Sent as ${account}: only that account can undo the change`, 'warn'));
}

/** How often it was turned: 0 a write, 1 one taken back, 2 that made again. */
function turns({undoes}: Entry, entries: readonly Entry[]): number {
  const of = entries.find(({id}) => id === undoes);
  return of === undefined ? (undoes === undefined ? 0 : 1) : turns(of, entries) + 1;
}

function isUndone({id}: Entry, entries: readonly Entry[]): boolean {
  return entries.some(one => one.undoes === id && one.result === 'done' && !isUndone(one, entries));
}

/** Whether `u` (0) or `U` (1) may be about it: it was done and stands. */
function isLast(one: Entry, entries: readonly Entry[], odd: 0 | 1): boolean {
  return one.result === 'done' && turns(one, entries) % 2 === odd && !isUndone(one, entries);
}

/** Whether two entries were sent together. */
function isTogether(one: Entry, other: Entry): boolean {
  const queue = ({id}: Entry) => id.replace(/^\d+-(\d+)\.\d+-/, '$1 ');
  return one.result === 'done' && queue(one) === queue(other);
}

function waysBack(entry: Entry, entries: readonly Entry[]): readonly Way[] {
  const no = (reason: string) => [{reason}];
  if (entry.result === 'partly') return no('the change was only partly applied');
  if (entry.result !== 'done') return no('the change is not known to have been applied');
  if (isUndone(entry, entries)) return no('already undone: U redoes the change');
  const written = writtenOf(entry);
  if (written === undefined) return no('the journal lacks the data to undo this change');
  const {call, before, undo} = written;
  if (undo?.length === 0) return no('the change had no effect: all values existed before');
  if (undo !== undefined)
    return undo.map(one => ({request: {call: one, expects: {}, undoes: entry.id}}));
  if (!isPlainUpdate(call) || before === undefined) {
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
  // What has to be sent along, and is not told, is sent as it was.
  const kept = old.stay.filter(name => findInput(operation, name)?.required);
  const along = Object.fromEntries(kept.map(name => [name, all[name] ?? []]));
  const next = countersAfter(call);
  const inputs = {...Object.fromEntries(paths), ...along, ...old.values, ...next};
  const fields = Object.entries(all);
  const expects = {...Object.fromEntries(fields.filter(([name]) => name in old.values)), ...next};
  const stay = old.stay.filter(name => !kept.includes(name));
  const back = {operation, given: {inputs}};
  return [{request: {call: back, expects, undoes: entry.id}, stay}];
}

/** What the fields an update gives go back to, and those of which that is not known or nothing empties them. */
function oldValues(
  {operation, given}: ResolvedCall,
  before: string,
): {readonly values: FormValues; readonly stay: readonly string[]} {
  const held = currentFieldValues(operation, before, given.inputs);
  const names = Object.keys(givenFields(operation, given));
  const values = names.flatMap(name => {
    const texts = held[name] ?? emptied({operation, given}, name);
    return texts === undefined ? [] : [[name, texts] as const];
  });
  const known = new Set(values.map(([name]) => name));
  return {values: Object.fromEntries(values), stay: names.filter(name => !known.has(name))};
}

/** The numbers an update gave that go on with each one: what the next has to give. */
function countersAfter({operation, given}: ResolvedCall): FormValues {
  const next = Object.entries(givenFields(operation, given)).flatMap(([name, [number = '']]) => {
    const goesOn = isCounter(findInput(operation, name) ?? {name}) && /^\d+$/.test(number);
    return goesOn ? [[name, [oneMore(number)]] as const] : [];
  });
  return Object.fromEntries(next);
}

/** What empties a field that held nothing. */
function emptied({operation}: ResolvedCall, name: string): readonly string[] | undefined {
  const input = findInput(operation, name);
  // What must be there, and what is one of few, is never empty.
  if (input?.place !== 'field' || input.required || input.enforced) return undefined;
  if (input.type === 'string' && input.names === undefined) return [''];
  return 'nullable' in {...input, ...input.shape} ? ['null'] : undefined;
}

/**
 * Whether a request can be taken back, by what is known of its object so far, and the fields that
 * stay as it makes them.
 */
export function isUndoable({
  call,
  before,
}: WriteRequest): false | {readonly but: readonly string[]} {
  if (!canUndo(call)) return false;
  if (undoNeedsCurrentValues(call)) return {but: []};
  const text = textOfBefore(before);
  // Until it was read the record decides.
  if (text === undefined && typeof before !== 'object') return {but: []};
  const calls = undoCalls({call, before: findJson(text) ?? null, answer: answered});
  if (calls !== undefined) return calls.length > 0 && {but: []};
  if (text === undefined || !isPlainUpdate(call)) return false;
  const {values, stay} = oldValues(call, text);
  // Beside these the journal holds the names of the operation and of the members.
  if (!isKept(JSON.stringify([call.given, text, ' '.repeat(300)]))) return false;
  return Object.keys(values).length > 0 && {but: stay};
}

/** Any answer: that of a write is not known before it is sent. */
const answered = {id: '1'};

/** The write that an entry took back, as long as what it found is there again. */
function wayAgain(entry: Entry, entries: readonly Entry[]): Way {
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
  const held =
    before === undefined ? {} : currentFieldValues(call.operation, before, call.given.inputs);
  const names = Object.keys(givenFields(call.operation, call.given));
  const expects = names.flatMap(name => (held[name] ? [[name, held[name]] as const] : []));
  return {request: {call, expects: {...Object.fromEntries(expects), ...next}, undoes: entry.id}};
}

function writtenOf({back}: Entry) {
  const call = back && callOf(back, back.service);
  if (back === undefined || call === undefined) return undefined;
  const undo = back.undo?.map(one => callOf(one, back.service));
  if (undo?.includes(undefined)) return undefined;
  const {before} = back;
  return {call, before, ...(undo && {undo: undo.flatMap(one => one ?? [])})};
}

/** The call of a reference in the journal, whose inputs are values; an undo has the service of its write. */
function callOf(
  ref: Omit<OperationRef, 'service'>,
  service: OperationRef['service'],
): ResolvedCall | undefined {
  const operation = findNamed({...ref, service});
  return operation && {operation, given: fill(ref, {}).given};
}

/**
 * Why a write that takes another one back is not sent now: its object cannot be looked at, or changed since.
 *
 * @param held what the fields hold now
 */
export function whyUndoDiffers(expects: FormValues, held: FormValues): string | undefined {
  const odd = Object.entries(expects).find(([name, texts]) => asOne(held[name]) !== asOne(texts));
  if (odd === undefined) return undefined;
  const [name, texts] = odd;
  return `changed since: ${name} is now ${held[name]?.join(', ') || 'empty'}, not ${texts.join(', ') || 'empty'}`;
}

/** Texts of a field as one; JSON is the same however it is written. */
function asOne(texts: readonly string[] = []): string {
  return texts.map(text => (checkJson(text) === undefined ? compactJson(text) : text)).join();
}

const scopes = ['list', 'text', 'home', 'report'];

/** Keys that take writes back. */
export const undoKeys: readonly KeyBinding[] = [
  key('u', 'undo the last change, or the selected journal entry', takeBack, {
    scopes,
    hint: ({write}) => {
      if (write?.stage !== 'report' || write.plan.undoable === 0) return undefined;
      return write.outcomes.some(({state}) => state === 'done') ? 'undo' : undefined;
    },
  }),
  key('U', 'redo the last undone change', doAgain, {scopes}),
];
