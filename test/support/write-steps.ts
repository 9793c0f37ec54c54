import {findOperation} from '../../src/api/catalogue.ts';
import type {Client} from '../../src/api/client.ts';
import type {InputValues, ResolvedCall} from '../../src/api/request-plan.ts';
import type {Failure} from '../../src/base/failure.ts';
import type {Action} from '../../src/state/model/transition.ts';
import {makePlan, type PlanParts} from '../../src/state/write/make-plan.ts';
import {acceptKeys, startWrite} from '../../src/state/write/start-write.ts';
import type {RunStage, WriteStage} from '../../src/state/write/state.ts';
import type {AnsweringClient, TableAnswer} from './answering-client.ts';
import {type AppHarness, makeHarness} from './app-harness.ts';
import {fakeTracker} from './app-world.ts';
import {until} from './until.ts';

/** Let the moment pass in which what opened takes no key. */
export function beReady(harness: AppHarness): void {
  harness.dispatch({kind: 'taskResult', take: acceptKeys});
}

/** A client that says its profile asks for care. */
export function protectedClient<C extends Client>(client: C): C {
  return {...client, identity: {...client.identity, protected: true}};
}

/** A call by its command: `tracker version delete`. */
export function callOf(
  command: string,
  inputs: InputValues['inputs'],
  body?: string,
): ResolvedCall {
  const [service = '', group = '', name = ''] = command.split(' ');
  const operation = findOperation(service === 'content' ? 'content' : 'tracker', group, name);
  if (operation === undefined) throw new Error(`no operation ${command}`);
  return {operation, given: body === undefined ? {inputs} : {inputs, body}};
}

/** Whether the preview on the screen knows what is there now. */
export function isLooked({state}: AppHarness): boolean {
  const {write} = state();
  return write?.stage === 'preview' && write.plan.requests.every(one => one.before !== 'looking');
}

/**
 * Send the preview on the screen, when all that it tells is there, as its risk asks; the report
 * stays.
 *
 * @returns what became of each request: `done 204`
 */
export async function sendShown(harness: AppHarness): Promise<string> {
  const {state, press} = harness;
  const told = () => JSON.stringify([state().notice?.text, state().write]).slice(0, 3000);
  await until(() => {
    const {write} = state();
    if (write?.stage !== 'preview') return false;
    const isCounted = write.plan.counts?.entities.every(({before}) => before !== undefined) ?? true;
    return write.trouble !== undefined || (isLooked(harness) && isCounted);
  }, told);
  const {trouble} = stageOf(harness, 'preview');
  if (trouble !== undefined) return trouble.text;
  beReady(harness);
  press('enter');
  if (state().notice?.text.includes('would be cleared')) press('c', 'enter');
  if (state().write?.stage === 'confirm') {
    beReady(harness);
    const {plan} = stageOf(harness, 'confirm');
    press(...(plan.risk === 3 ? [...plan.object, 'enter'] : ['y']));
  }
  await until(() => isReported(harness), told);
  const {outcomes} = stageOf(harness, 'report');
  return outcomes.map(({state: how, text}) => `${how} ${text}`).join('; ');
}

/**
 * The report of the write that has ended: on the screen, or behind the notice that all of it went
 * well.
 */
export function reportOf({state}: Pick<AppHarness, 'state'>): RunStage | undefined {
  const {write, reported} = state();
  return write?.stage === 'report' ? write : write === undefined ? reported : undefined;
}

/** Whether a write has ended. */
export function isReported(harness: AppHarness): boolean {
  return reportOf(harness) !== undefined;
}

/**
 * The stage a write is in; of a report also one that a notice stands for; fails when it is another
 * one.
 */
export function stageOf<S extends WriteStage['stage']>(
  harness: AppHarness,
  stage: S,
): WriteStage & {readonly stage: S} {
  const {write = stage === 'report' ? harness.state().reported : undefined} = harness.state();
  if (write?.stage !== stage) throw new Error(`a write is in stage ${write?.stage}, not ${stage}`);
  return write as WriteStage & {readonly stage: S};
}

/** Open the menu at all operations. */
export function openOperations(harness: AppHarness) {
  harness.press('x');
  if (!stageOf(harness, 'menu').all) harness.press('G', 'enter');
  return stageOf(harness, 'menu');
}

/** Operations of the writes the tests send. */
export const refreshing = 'tracker/webhook/refresh';
export const updating = 'tracker/version/update';
export const deleting = 'tracker/webhook/delete-by-id';

/** The app on a tracker that answers writes. */
export function makeApp(answers: AnsweringClient['answers'] = {}, isProtected = false) {
  const tracker = fakeTracker('each write is taken, refused or never answered as a test says');
  Object.assign(tracker.answers, {
    [refreshing]: {object: {expirationDate: 1}},
    [updating]: {object: {id: '7'}},
    [deleting]: {object: {}},
    ...answers,
  });
  const harness = makeHarness({tracker: isProtected ? protectedClient(tracker) : tracker});
  const sent = () => tracker.asked.filter(id => [refreshing, updating, deleting].includes(id));
  return {harness, tracker, sent};
}

/** Begin a write as a screen does that had to read something for its plan. */
export function begin(harness: AppHarness, parts: PlanParts): void {
  const take: Action = state => startWrite(state, makePlan(parts, state));
  harness.dispatch({kind: 'taskResult', take});
}

const update = (id: string) => ({
  label: `version ${id}`,
  call: callOf('tracker version update', {id: [id]}, '{"name":"x"}'),
});
/** So many versions renamed, one request each. */
export const rename = (count: number): PlanParts => ({
  title: `Rename ${count} versions`,
  object: 'x',
  notes: [],
  requests: Array.from({length: count}, (_, i) => update(String(i + 1))),
});
/** What cannot be undone. */
export const removal: PlanParts = {
  title: 'Delete a webhook',
  object: '10077',
  notes: [],
  requests: [
    {
      label: 'webhook 10077',
      call: callOf('tracker webhook delete-by-id', {}, '{"webhookIds":[10077]}'),
    },
  ],
};

/** Answers an update by its id: those named fail. */
export function failing(ids: readonly string[], failure: Failure) {
  return ({inputs}: InputValues): TableAnswer =>
    ids.includes(inputs.id?.[0] ?? '') ? {failure} : {object: {id: inputs.id?.[0]}};
}
