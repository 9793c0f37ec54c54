import {refetchOf} from '../../api/journal/refetch.ts';
import type {ResolvedCall} from '../../api/request-plan.ts';
import {refTo} from '../../api/resolve-call.ts';
import {isListResponse, responseList} from '../ask/answer-list.ts';
import type {TabSpec} from '../model/location.ts';
import {openLocation} from '../model/locations.ts';
import {say} from '../model/notice.ts';
import type {AppState} from '../model/state.ts';
import {
  type Action,
  type Effect,
  noEffects,
  type Task,
  type Transition,
} from '../model/transition.ts';
import {whyForbidden} from './callable.ts';
import {planOfCall} from './make-plan.ts';
import {planRequests} from './plan-requests.ts';
import {countTask, maxRefetched, nameTask, refetchTask} from './reads.ts';
import {whyNotSent} from './risk.ts';
import type {Outcome, WritePlan} from './state.ts';

/** What opened has been on the screen for a moment: keys count from now on. */
export const nowReady: Action = state => {
  const {write} = state;
  return noEffects(write && 'ready' in write ? {...state, write: {...write, ready: true}} : state);
};

/**
 * The 200 ms in which what opened takes no key: typed ahead, a key would confirm what nobody read.
 * They are waited for in two parts, so that keys that came while the screen was drawn are met by a
 * dialog that is not ready yet, however long the drawing took.
 */
export const readyTimer = timer(150, state => ({state, effects: [timer(50, nowReady)]}));

function timer(ms: number, take: Action): Effect {
  return {kind: 'timer', slot: 'write-ready', ms, event: {kind: 'taskResult', take}};
}

/**
 * Begin a write: its preview opens, and nothing is sent before it is confirmed as its risk asks.
 * Every write of the terminal UI begins here.
 */
export function startWrite(state: AppState, plan: WritePlan): Transition {
  if (plan.requests.length === 0) return noEffects(say(state, 'nothing to send', 'warn'));
  const reason = whyNotPlanned(state, plan);
  if (reason !== undefined) return noEffects(say(state, reason, 'warn'));
  if (plan.risk === 0) return sendPlan(state, plan);
  const planned = planRequests(plan.requests, state);
  const looks = plan.requests.flatMap(({call, expects}, i) => {
    // What takes another write back is not sent unseen, however many there are.
    const by = i < maxRefetched || expects !== undefined ? refetchOf(call) : undefined;
    return by === undefined ? [] : [{call, by}];
  });
  const looked = new Set(looks.map(({call}) => call));
  const requests = planned.requests.map(one =>
    looked.has(one.call) ? {...one, before: 'looking' as const} : one,
  );
  const write = {
    stage: 'preview',
    plan: {...plan, requests},
    trouble: planned.trouble,
    asRequest: false,
    top: 0,
    ready: false,
  } as const;
  return {
    state: {...state, help: undefined, prompt: undefined, write},
    effects: [
      ...(looks.length === 0 ? [] : [taskOf('look', refetchTask(looks))]),
      ...(plan.namedBy === undefined ? [] : [taskOf('name', nameTask(plan.namedBy))]),
      ...countEffects(plan, 'before'),
      readyTimer,
    ],
  };
}

/** Say why the profile forbids a request of a plan now; undefined when it forbids none. */
export function whyNotPlanned(state: AppState, {requests}: WritePlan): string | undefined {
  for (const operation of new Set(requests.map(({call}) => call.operation))) {
    const reason = whyForbidden(state, operation);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** What reads the numbers that a plan changes; none where it changes none. */
export function countEffects({counts}: WritePlan, when: 'before' | 'after'): readonly Effect[] {
  if (counts === undefined) return [];
  return [taskOf(`count-${when}`, countTask(counts.things, when))];
}

/** What is read beside a plan; that of an earlier plan is given up. */
function taskOf(what: string, run: Task): Effect {
  return {kind: 'task', slot: `write-${what}`, run};
}

/**
 * Send the requests of a plan, or only some of them, and show how far they are; unless nothing may
 * be sent now, which is said.
 *
 * @param only indexes of the requests to send; the others keep what became of them
 * @param outcomes what became of each request so far
 */
export function sendPlan(
  state: AppState,
  unplanned: WritePlan,
  only: readonly number[] = unplanned.requests.map((_, i) => i),
  outcomes: readonly Outcome[] = unplanned.requests.map(() => waiting),
): Transition {
  const reason = whyNotSent(state) ?? whyNotPlanned(state, unplanned);
  if (reason !== undefined) return noEffects(say(state, reason, 'warn'));
  const {requests, trouble} = planRequests(unplanned.requests, state);
  if (trouble) return noEffects(say(state, `nothing sent: ${trouble.title}`, 'bad'));
  const run = state.nextKey;
  const plan = {...unplanned, requests};
  const write = {
    stage: 'running',
    run,
    plan,
    outcomes: outcomes.map((outcome, i) => (only.includes(i) ? waiting : outcome)),
    stopping: false,
    waits: undefined,
    checked: undefined,
    top: 0,
    follows: true,
  } as const;
  return {
    state: {...state, nextKey: run + 1, write, reported: undefined},
    effects: [{kind: 'write', effect: {kind: 'send', run, plan, only, by: 'user'}}],
  };
}

const waiting: Outcome = {state: 'waiting', text: ''};

/** Show what a call answers: a list as a table, anything else as text; a write begins with its preview. */
export function openTyped(state: AppState, typed: ResolvedCall): Transition {
  if (typed.operation.effect !== 'read') return startWrite(state, planOfCall(typed, state));
  const spec: TabSpec = isListResponse(typed)
    ? {kind: 'list', resource: responseList(typed), params: {}}
    : {kind: 'describe', call: refTo(typed), params: {}};
  return openLocation(state, {crumb: 'answer', tabs: [{title: 'Answer', spec}], tab: 0});
}
