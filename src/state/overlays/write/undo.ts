import {findInput} from '../../../api/inputs-of.ts';
import {canUndo, isPlainUpdate} from '../../../api/journal/can-undo.ts';
import {fitsJournal, journalName} from '../../../api/journal/entry.ts';
import {givenFields} from '../../../api/journal/field-values.ts';
import {refetchOf} from '../../../api/journal/refetch.ts';
import {namesInUndo} from '../../../api/journal/undo-data.ts';
import {
  callOf,
  isSameRun,
  isStillInEffect,
  oldValues,
  partialUndoReason,
  redoStepOf,
  type UndoRequest,
  type UndoStep,
  undoStepsOf,
  type WrittenEntry,
} from '../../../api/journal/undo-steps.ts';
import {undoCalls, undoNeedsCurrentValues} from '../../../api/undo.ts';
import {findJson} from '../../../base/json-value.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {type KeyBinding, key} from '../../keys/binding.ts';
import {showNotice} from '../../model/notice.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type Action, noEffects, type Transition} from '../../model/transition.ts';
import {nameKey} from '../../views/form/read-picks.ts';
import {rowAtCursor} from '../../views/list/list-update.ts';
import {ownEntries, ownerElsewhere} from '../../write/journal.ts';
import {makePlan, planOfOne} from '../../write/make-plan.ts';
import {textOfBefore} from '../../write/reads.ts';
import {irreversible} from '../../write/risk.ts';
import {startWrite} from '../../write/start-write.ts';
import type {Change, WritePlan, WriteRequest} from '../../write/state.ts';

/** Undo the write under the cursor of the journal, elsewhere the last one: opens its preview. */
const undoWrite: Action = state => {
  const entries = readEntries(ownEntries(state));
  const chosen = entryUnderCursor(state);
  if (chosen?.elsewhere !== undefined) return foreignReason(state, chosen.elsewhere);
  const last = chosen ?? entries.findLast(one => isStillInEffect(one, entries, 0));
  if (last === undefined) return noEffects(showNotice(state, 'no change to undo', 'warn'));
  const group = chosen ? [chosen] : entries.filter(one => isSameRun(one, last));
  const ways = group.reverse().flatMap(one => undoStepsOf(one, entries).map(way => ({one, way})));
  const shown = ways.map(one => ({...one, changes: undoneChanges(one.one, state)}));
  return begin(state, `Undo: ${titleOf(last, group.length)}`, shown, redoOf(group));
};

/**
 * The change of a verb without fields, such as archiving, as its undo makes it. Undefined if the
 * fields of the undo show it.
 */
function undoneChanges({back}: WrittenEntry, {screens}: AppState): readonly Change[] | undefined {
  const verbs = screens.lists.flatMap(({verbs: own = []}) => own);
  const verb = verbs.find(
    ({service, operation, changes}) =>
      service === back?.service && operation === back.operation && changes?.before !== undefined,
  );
  if (verb?.changes?.before === undefined) return undefined;
  const {field, before, after} = verb.changes;
  return [{field, before: after, after: before}];
}

/** Redo what was undone last, or what the entry under the cursor undid. */
const redoWrite: Action = state => {
  const entries = readEntries(ownEntries(state));
  const chosen = entryUnderCursor(state);
  if (chosen?.elsewhere !== undefined) return foreignReason(state, chosen.elsewhere);
  const last = chosen ?? entries.findLast(one => isStillInEffect(one, entries, 1));
  if (last === undefined || last.undoes === undefined) {
    return noEffects(showNotice(state, 'no undo to redo', 'warn'));
  }
  const together = chosen ? [chosen] : entries.filter(one => isSameRun(one, last));
  // Several entries may have undone the same write.
  const group = together.filter((one, i) => together.findIndex(x => x.undoes === one.undoes) === i);
  const ways = group.reverse().map(one => ({one, way: redoStepOf(one, entries)}));
  const first = entries.find(({id}) => id === last.undoes) ?? last;
  return begin(state, `Redo: ${titleOf(first, group.length)}`, ways);
};

/** Describe how U redoes writes that are about to be undone; undefined if it cannot. */
function redoOf(group: readonly WrittenEntry[]): string | undefined {
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
  ways: readonly {
    readonly one: WrittenEntry;
    readonly way: UndoStep;
    readonly changes?: readonly Change[] | undefined;
  }[],
  redo?: string,
) {
  const requests = onlyLastChecked(
    ways.flatMap(({one, way, changes}) =>
      'reason' in way ? [] : [{label: one.what, ...(changes && {changes}), ...way.request}],
    ),
  );
  const [wrong] = ways.flatMap(({way}) => ('reason' in way ? [way.reason] : []));
  const [request, ...others] = requests;
  if (request === undefined)
    return noEffects(showNotice(state, wrong ?? 'nothing to send', 'warn'));
  const left = ways.length - requests.length;
  const staying = new Set(
    ways.flatMap(({way}) => ('reason' in way ? [] : (way.unchangedFields ?? []))),
  );
  const partly = partialUndoReason([...staying]);
  const leftOut = [
    ...(left === 0 ? [] : [`${left} cannot be undone: ${wrong}.`]),
    ...(partly === undefined ? [] : [`Partly undone: ${partly}.`]),
  ].join(' ');
  const planned =
    others.length > 0
      ? makePlan(
          {title, object: String(requests.length), requests, notes: [], inOrder: true},
          state,
        )
      : planOfOne({title, request, notes: []}, state);
  const plan = leftOut === '' ? planned : {...planned, leftOut};
  const called = Object.assign({}, ...ways.map(({one, way}) => namesOfIds(way, one)));
  const isFinal = redo !== undefined && plan.undoable < plan.requests.length;
  const reasons = plan.reasons.filter(reason => reason !== irreversible);
  const named = {...plan, called};
  return startWrite(
    {...state, write: undefined},
    isFinal ? {...named, undo: redo, reasons} : named,
  );
}

/**
 * Check an object that several writes of a run changed only once, for the last write: all are
 * read before the first undo is sent.
 *
 * @param requests the undo of the last write first
 */
function onlyLastChecked(
  requests: readonly (WriteRequest & UndoRequest)[],
): readonly WriteRequest[] {
  const seen = new Set<string>();
  return requests.map(request => {
    const {fieldsOf, isRestorable, ...unchecked} = request;
    if (!isRestorable || fieldsOf === undefined) return request;
    // A move changes the place of others in the list.
    const isMove = fieldsOf.operation.undo?.some(({inputs}) => 'after' in inputs);
    const changed = JSON.stringify(isMove ? fieldsOf.operation.name : refetchOf(fieldsOf));
    if (seen.has(changed)) return {...unchecked, expects: {}};
    seen.add(changed);
    return request;
  });
}

/** The names of the ids in an undo, from its entry, for the preview. */
function namesOfIds(way: UndoStep, {back}: WrittenEntry): WritePlan['called'] {
  if ('reason' in way || back === undefined) return {};
  const {operation, given} = way.request.call;
  const inputs = {...given.inputs, ...givenFields(operation, given)};
  const names = namesInUndo([way.request.call], back);
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([field, texts]) => {
      const kind = findInput(operation, field)?.names;
      if (kind === undefined) return [];
      return texts.flatMap(text => (names[text] ? [[nameKey(kind, text), names[text]]] : []));
    }),
  );
}

function titleOf({what}: WrittenEntry, count: number): string {
  const [, title = what] = what.split(' · ');
  return count === 1 ? what : title;
}

const lastEntries = memoizeLast<readonly WrittenEntry[]>();

function readEntries(journal: readonly string[]): WrittenEntry[] {
  return [...lastEntries([journal], () => journal.map(text => JSON.parse(text) as WrittenEntry))];
}

/** The entry under the cursor of the journal, with its site and account if they differ. */
function entryUnderCursor(
  state: AppState,
): (WrittenEntry & {readonly elsewhere?: string}) | undefined {
  const view = viewOf(state, 'list');
  if (view?.resource.local !== journalName) return undefined;
  const row = rowAtCursor(view);
  const text = state.journal.find(one => (JSON.parse(one) as WrittenEntry).id === row?.id);
  if (text === undefined) return undefined;
  const elsewhere = ownerElsewhere(text, state);
  return {...(JSON.parse(text) as WrittenEntry), ...(elsewhere !== undefined && {elsewhere})};
}

/** Ids of another site have a different meaning here. */
function foreignReason(state: AppState, account: string): Transition {
  return noEffects(
    showNotice(state, `Sent as ${account}: only that account can undo the change`, 'warn'),
  );
}

/**
 * Whether a request can be undone, by what is known of its object so far, and the fields that undo
 * leaves unchanged.
 */
export function isUndoable({
  call,
  before,
}: WriteRequest): false | {readonly but: readonly string[]} {
  if (!canUndo(call)) return false;
  if (undoNeedsCurrentValues(call)) return {but: []};
  const text = textOfBefore(before);
  // Until the object is read, the record decides.
  if (text === undefined && typeof before !== 'object') return {but: []};
  const calls = undoCalls({call, before: findJson(text) ?? null, answer: answered});
  if (calls !== undefined) return calls.length > 0 && {but: []};
  if (text === undefined || !isPlainUpdate(call)) return false;
  const {values, stay} = oldValues(call, text);
  // The journal also stores the names of the operation and of the members.
  if (!fitsJournal(JSON.stringify([call.given, text, ' '.repeat(300)]))) return false;
  return Object.keys(values).length > 0 && {but: stay};
}

/** A placeholder: the response of a write is unknown before it is sent. */
const answered = {id: '1'};

const scopes = ['list', 'text', 'home', 'report'];

export const undoKeys: readonly KeyBinding[] = [
  key('u', 'undo the last change, or the selected journal entry', undoWrite, {
    scopes,
    hint: ({write}) => {
      if (write?.stage !== 'report' || write.plan.undoable === 0) return undefined;
      return write.outcomes.some(({state}) => state === 'done') ? 'undo' : undefined;
    },
  }),
  key('U', 'redo the last undone change', redoWrite, {scopes}),
];
