import {isCounter} from '../../../api/body-texts.ts';
import {findNamed} from '../../../api/catalogue.ts';
import {findInput} from '../../../api/inputs-of.ts';
import {changedMembers} from '../../../api/journal/changed-members.ts';
import {currentFieldValues} from '../../../api/journal/field-values.ts';
import {changeSinceReason} from '../../../api/journal/undo-steps.ts';
import type {Operation} from '../../../api/operation.ts';
import type {OperationRef} from '../../../api/operation-ref.ts';
import {counted} from '../../../base/counted.ts';
import {refresh} from '../../locations/refresh.ts';
import type {ErrorSummary} from '../../model/load.ts';
import {type Breadcrumbs, ofKind, type View} from '../../model/location.ts';
import {
  changeView,
  changeViewOfKind,
  changeViews,
  findView,
  viewsIn,
} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import {type AppState, currentView, viewOf} from '../../model/state.ts';
import {
  afterEveryEvent,
  andThen,
  kindOf,
  noEffects,
  type Registry,
  type Transition,
} from '../../model/transition.ts';
import {visibleLineCount} from '../../model/viewport.ts';
import {labelOf} from '../../views/form/field-label.ts';
import {countEntries} from '../../views/home/count-entry.ts';
import type {ListView} from '../../views/list/state.ts';
import {withEntry} from '../../write/journal.ts';
import {inPreview} from '../../write/reads.ts';
import {countEffects, planRequests} from '../../write/start-write.ts';
import type {Outcome, RunStage, ValuesBefore, WriteEvent, WriteRequest} from '../../write/state.ts';
import {emptyPreview} from '../preview/state.ts';
import {lineOfOutcome} from './report-lines.ts';
import {isUndoable} from './undo.ts';
import {runHeadLines} from './write-lines.ts';

/** Handle an event of a write. */
export function updateWrite(state: AppState, event: WriteEvent, registry: Registry): Transition {
  const {write} = state;
  switch (event.kind) {
    case 'looked':
      return storeValues(state, event);
    case 'began':
      return noEffects(
        inRun(state, event.run, run =>
          scrollToRunning(withOutcome(run, event.index, running), event.index, state),
        ),
      );
    case 'ended': {
      const next = {...state, journal: withEntry(state.journal, event.entry)};
      return noEffects(inRun(next, event.run, run => withOutcome(run, event.index, event.outcome)));
    }
    case 'finished':
      return {
        state: withStale(finishRun(state, event.run), event.wrote, registry),
        effects:
          write?.stage === 'running' && write.run === event.run && event.wrote.length > 0
            ? countEffects(write.plan, 'after')
            : [],
      };
    case 'checked':
      return noEffects(inRun(state, event.run, run => ({...run, checked: event.checked})));
  }
}

/** The reason why an undo cannot be sent, by the values that were read. */
function troubleOfLook(request: WriteRequest, before: ValuesBefore): ErrorSummary | undefined {
  const {expects} = request;
  if (expects === undefined) return undefined;
  const text =
    'problem' in before ? before.problem : changeSinceReason({...request, expects}, before.text);
  if (text === undefined) return undefined;
  return {title: 'Cannot be undone', text, advice: []};
}

/** Store the values of a request's object. */
function storeValues(
  state: AppState,
  {call, before}: Extract<WriteEvent, {kind: 'looked'}>,
): Transition {
  const next = inPreview(state, preview => {
    const {plan} = preview;
    const known = plan.requests.find(one => one.call === call);
    if (known === undefined) return preview;
    const {request: now, clashes} =
      'text' in before
        ? withFreshFields(
            {...known, before: {text: changedMembers(known.call, before.text)}},
            before.text,
          )
        : {request: {...known, before}, clashes: []};
    const changed = plan.requests.map(one => (one === known ? now : one));
    const {requests, trouble: unplanned} = planRequests(changed, state);
    const trouble =
      preview.trouble ?? troubleOfLook(known, before) ?? reasonIfGone(requests) ?? unplanned;
    const warnings = [...(plan.warnings ?? []), ...clashes];
    // Recompute undoability from the object just read.
    const back = (one: WriteRequest | undefined): number => (one && isUndoable(one) ? 1 : 0);
    const undoable = plan.undoable + back(now) - back(known);
    const but = isUndoable(now) || {but: []};
    const staying = [...new Set([...(plan.unrestoredFields ?? []), ...but.but])];
    return {
      ...preview,
      trouble,
      plan: {
        ...plan,
        requests,
        undoable,
        unrestoredFields: staying,
        ...(warnings.length > 0 && {warnings}),
      },
    };
  });
  return noEffects(next);
}

/** The reason for not sending if none of the objects exists any more. */
function reasonIfGone(requests: readonly WriteRequest[]): ErrorSummary | undefined {
  const problems = requests.flatMap(({before, call: {operation}}) => {
    // A request that may return 201 creates a missing object.
    if (operation.success.includes(201) || typeof before !== 'object') return [];
    return 'problem' in before && before.isGone ? [before.problem] : [];
  });
  if (problems.length < requests.length) return undefined;
  const text = `${requests.map(({label}) => label).join(', ')}: ${problems[0]}`;
  return {title: 'No longer exists', text, advice: []};
}

const running: Outcome = {state: 'running', text: ''};

function inRun(state: AppState, run: number, change: (stage: RunStage) => RunStage): AppState {
  const {write} = state;
  if (write?.stage !== 'running' && write?.stage !== 'report') return state;
  return write.run === run ? {...state, write: change(write)} : state;
}

/** Scroll to the request that started, unless the user scrolled. */
function scrollToRunning(run: RunStage, index: number, state: AppState): RunStage {
  if (!run.follows) return run;
  const room = visibleLineCount(state) - runHeadLines;
  const line = lineOfOutcome(run, index, state.columns);
  return {...run, top: Math.max(run.top, line - room + 1)};
}

function withOutcome(run: RunStage, index: number, outcome: Outcome): RunStage {
  const outcomes = run.outcomes.map((before, i) => (i === index ? outcome : before));
  return {...run, outcomes};
}

/** The report of a queue that ended. */
function finishRun(state: AppState, run: number): AppState {
  const {write} = state;
  if (write?.stage !== 'running' || write.run !== run) return state;
  const left = write.stopping ? 'stopped before sending' : 'not started after the failure';
  const outcomes = write.outcomes.map(
    (outcome): Outcome => (outcome.state === 'waiting' ? {state: 'left', text: left} : outcome),
  );
  const isSent = outcomes.some(outcome => outcome.state === 'done');
  const checked = isSent && write.plan.check ? 'checking' : undefined;
  const report = {...write, stage: 'report', outcomes, checked} as const;
  return withRowsWritten({...state, write: report}, report);
}

/**
 * Update the lists where a write started after it has ended: clear the selection of rows whose
 * requests all succeeded; if an object was created, the cursor waits for its row.
 */
function withRowsWritten(state: AppState, {plan, outcomes}: RunStage): AppState {
  const isDone = (i: number): boolean => outcomes[i]?.state === 'done';
  const rowsOf = (wanted: boolean): readonly string[] =>
    plan.requests.flatMap(({rows = []}, i) => (isDone(i) === wanted ? rows : []));
  const left = new Set(rowsOf(false));
  const done = new Set(rowsOf(true).filter(id => !left.has(id)));
  const makes = plan.requests.some(({call}, i) => isDone(i) && call.operation.effect === 'create');
  let staying = 0;
  const written = (view: View): View => {
    const list = ofKind(view, 'list');
    if (list === undefined || list.resource.noun !== plan.noun) return view;
    staying += [...list.marked].filter(id => left.has(id)).length;
    const marked = new Set([...list.marked].filter(id => !done.has(id)));
    const next: ListView = {...list, marked};
    return makes ? {...next, awaits: list.cursorId ?? ''} : next;
  };
  const next = {...state, locations: changeViews(state.locations, written)};
  if (staying === 0) return next;
  return showNotice(
    next,
    `${counted(staying, plan.noun ?? 'row')} not done: still selected`,
    'warn',
  );
}

/**
 * Mark every view as stale that shows something related to the writes, so that it is refreshed when
 * it is next shown.
 */
export function withStale(
  state: AppState,
  writes: readonly Operation[],
  registry: Registry,
): AppState {
  if (writes.length === 0) return state;
  const isStale = (view: View) => writes.some(write => isAffectedBy(view, write, registry));
  const inTrail = (trail: Breadcrumbs) =>
    changeViews(trail, view => (isStale(view) ? {...view, stale: true} : view));
  const {past, future, previous} = state.history;
  return {
    ...state,
    locations: inTrail(state.locations),
    history: {
      past: past.map(inTrail),
      future: future.map(inTrail),
      previous: previous && inTrail(previous),
    },
    preview: state.preview && {...state.preview, ...emptyPreview},
  };
}

/** Refresh a stale view on the screen, after its running load. */
export const refreshStaleView = afterEveryEvent((_, step, __, registry) => {
  const {key, stale, load} = currentView(step.state);
  if (!stale || load.status === 'loading') return step;
  const state = changeView(step.state, key, ({stale: _, ...view}) => view as View);
  return andThen({...step, state}, fresh => refresh(fresh, registry));
});

/**
 * Keep lists and home counts consistent: when a list that home counts is read, home counts it again
 * when it is next shown.
 */
export const refreshHomeCounts = afterEveryEvent((_, step, event) => {
  const state =
    event.kind === 'page' && event.first ? readOnce(step.state, event.view) : step.state;
  const home = viewOf(state, 'home');
  if (home?.again === undefined) return {...step, state};
  const {again, key} = home;
  const entries = home.entries.filter(({id}) => again.includes(id));
  const next = changeView(state, key, () => ({...home, again: undefined}));
  const slot = `again:${key}`;
  const run = countEntries(key, entries);
  return {state: next, effects: [...step.effects, {kind: 'task', slot, run, asks: true}]};
});

function readOnce(state: AppState, key: number): AppState {
  const list = ofKind(findView(state, key), 'list');
  if (list === undefined || Object.keys(list.params).length > 0) return state;
  const {id} = list.resource;
  return viewsIn(state.locations).reduce(
    (next, {key: at}) =>
      changeViewOfKind(next, 'home', at, home => {
        if (!home.entries.some(entry => entry.id === id)) return home;
        return {...home, again: [...new Set([...(home.again ?? []), id])]};
      }),
    state,
  );
}

/** Whether a view shows something that a write may change, by the records of its reads. */
function isAffectedBy(view: View, write: Operation, registry: Registry): boolean {
  const reads = kindOf(view, registry).reads?.(view) ?? [];
  if (reads === 'anything') return true;
  const wanted = wordsOf(write);
  return operationsOf(reads).some(
    read => read.service === write.service && wordsOf(read).some(word => wanted.includes(word)),
  );
}

function operationsOf(calls: readonly OperationRef[]): readonly Operation[] {
  return calls.flatMap(call => {
    const beside = operationsOf(Object.values({...call.also, ...call.after}));
    const found = findNamed(call);
    return found === undefined ? beside : [found, ...beside];
  });
}

const rootWords: ReadonlySet<string> = new Set(['', 'rest', 'api', '3']);

/** The entities of an operation: the nouns of its group and path, in the singular. */
function wordsOf({group, path}: Operation): readonly string[] {
  const parts = path.split('/').filter(part => !rootWords.has(part) && !part.startsWith('{'));
  return [group, ...parts].map(word => word.replace(/s$/, ''));
}

/**
 * Update the request of an edit form to the object's current values: fields the user did not edit
 * take them, so that concurrent changes by others are not reverted.
 *
 * @param answer the current object, JSON text
 * @returns the request, and a sentence for each edited field that someone else has changed
 */
function withFreshFields(
  request: WriteRequest,
  answer: string,
): {readonly request: WriteRequest; readonly clashes: readonly string[]} {
  const {call, opened} = request;
  if (opened === undefined) return {request, clashes: []};
  const {operation, given} = call;
  const current = currentFieldValues(operation, answer, given);
  const same = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
    one.join() === other.join();
  const inputs: Record<string, readonly string[]> = {...given.inputs};
  const clashes: string[] = [];
  for (const [name, texts] of Object.entries(given.inputs)) {
    const input = findInput(operation, name);
    const [before, now] = [opened[name], current[name]];
    if (input?.place !== 'field' || before === undefined || same(before, now)) continue;
    if (now !== undefined && (isCounter(input) || same(texts, before))) inputs[name] = now;
    else if (!same(texts, now)) {
      const [was = '(empty)', is = '(empty)'] = [before, now].map(
        some => some?.join(', ') || undefined,
      );
      clashes.push(`${labelOf(input)} was changed since the form opened: from ${was} to ${is}.`);
    }
  }
  const isSame = Object.entries(inputs).every(([name, texts]) => same(texts, given.inputs[name]));
  if (isSame) return {request, clashes};
  const fresh = {operation, given: {...given, inputs}};
  return {request: {...request, call: fresh, planned: undefined}, clashes};
}
