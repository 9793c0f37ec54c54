import {expect, test} from 'vitest';
import {isPlainUpdate} from '../../src/api/journal/can-undo.ts';
import {currentFieldValues} from '../../src/api/journal/field-values.ts';
import {refetchOf} from '../../src/api/journal/refetch.ts';
import {effectOf} from '../../src/api/permanence.ts';
import {resolveCall} from '../../src/api/resolve-call.ts';
import {toFailure} from '../../src/base/failure.ts';
import type {AppState} from '../../src/state/model/state.ts';
import {runLines} from '../../src/state/overlays/write/write-lines.ts';
import type {RunStage, WritePlan, WriteRequest} from '../../src/state/write/state.ts';
import {type AppHarness, makeHarness} from '../support/app-harness.ts';
import {seeded} from '../support/seeded.ts';
import {type OwnWorld, ownWorld} from '../support/still-world.ts';
import {beReady, isLooked, reportOf} from '../support/write-steps.ts';

/**
 * How many writes are begun for each seed; more with CLAIMS_STEPS, other seeds with CLAIMS_SEEDS.
 */
const steps = Number(process.env.CLAIMS_STEPS ?? 40);
const seeds = process.env.CLAIMS_SEEDS?.split(',').map(Number) ?? [1, 2, 3];

const places = [
  ...['projects', 'versions HPAY', 'versions LMA', 'statuses', 'priorities', 'resolutions'],
  ...['webhooks', 'perm', 'notif', 'blog-posts', 'drafts', 'trash', 'ui-modifications'],
  ...['features HPAY', 'properties HPAY', 'project-trash', 'project-archive'],
];
/** Typed as whole commands: what no row offers. */
const typed = [
  'jr project delete --projectIdOrKey LMA --enableUndo=false',
  'jr project delete --projectIdOrKey SAND',
  'jr version update --id 10000 --name Renamed',
  'jr version update --id 999999 --name Nobody',
  'jr priority update --id 1 --description "As told"',
  'jr project set-property --projectIdOrKey HPAY --propertyKey a.b --body 7',
  'jr project update --projectIdOrKey HPAY --description "Another text"',
];
const verbs = [...'aeDmMRATBCFNWnvP', 'x', 'x', 'x', '#', 'alt+down'];

const counted = {done: 0, failed: 0, undone: 0, permanent: 0};

/** Send what is previewed as its risk asks; undefined when nothing is. */
async function send({state, press, ...harness}: AppHarness): Promise<RunStage | undefined> {
  const app = {state, press, ...harness} as AppHarness;
  await app.settle();
  if (state().write?.stage !== 'preview') return undefined;
  for (let i = 0; i < 50 && !isLooked(app); i++) await app.settle();
  beReady(app);
  press('enter');
  if (state().notice?.text.includes('would be cleared')) press('c', 'enter');
  const {write} = state();
  if (write?.stage === 'confirm') {
    beReady(app);
    press(...(write.plan.risk === 3 ? [...write.plan.object, 'enter'] : ['y']));
  }
  for (let i = 0; i < 50 && state().write?.stage === 'running'; i++) await app.settle();
  return reportOf({state});
}

/** What the object of a request holds in the fields it gives. */
async function heldNow(world: OwnWorld, {call}: WriteRequest): Promise<unknown> {
  const by = refetchOf(call);
  if (by === undefined) return undefined;
  const {text} = await world.send(resolveCall(by, {}, 0));
  const held = currentFieldValues(call.operation, text, call.given);
  // A version number goes on with every write.
  return Object.fromEntries(
    Object.entries(held).filter(([name]) => call.given.inputs[name] && !/version/i.test(name)),
  );
}

/** The status a read of the object answers. */
async function statusNow(world: OwnWorld, {call}: WriteRequest): Promise<number | undefined> {
  const by = refetchOf(call);
  if (by === undefined) return undefined;
  return world.send(resolveCall(by, {}, 0)).then(
    ({status}) => status,
    (thrown: unknown) => toFailure(thrown).details.status,
  );
}

const entriesOf = ({journal}: AppState) =>
  journal.map(text => JSON.parse(text) as {id: string; result: string; request: unknown});

/** The report, the notice and the journal claim what the sandbox recorded. */
function checkReport(
  harness: AppHarness,
  report: RunStage,
  recorded: readonly {readonly method: string; readonly target: string; readonly status: number}[],
  journaled: number,
): void {
  const {plan, outcomes} = report;
  const count = (wanted: string) => outcomes.filter(({state}) => state === wanted).length;
  const succeeded = recorded.filter(({status}) => status < 400).length;
  const what = plan.title;
  expect([what, recorded.length]).toEqual([what, outcomes.length - count('left')]);
  expect([what, count('done') + count('partly')]).toEqual([what, succeeded]);
  const head = runLines(report, harness.state()).head.map(line =>
    line.map(({text}) => text).join(''),
  );
  expect(head.join('\n')).toContain(`${count('done')} done`);
  const fresh = entriesOf(harness.state()).slice(journaled);
  expect(fresh.map(({result}) => result).sort()).toEqual(
    outcomes.flatMap(({state}) => (state === 'left' ? [] : state)).sort(),
  );
  // Each request of the journal is one that the sandbox was sent.
  const sent = recorded.map(({method, target}) => `${method} ${target}`).sort();
  const claimed = fresh.map(({request}) => {
    // A long request is kept as the beginning of its text.
    const text = typeof request === 'string' ? request : JSON.stringify(request);
    const [, method, url = ''] = /"method":"(\w+)","url":"([^"]+)"/.exec(text) ?? [];
    const {pathname, search} = new URL(url);
    return `${method} ${pathname}${search}`;
  });
  expect(claimed.sort()).toEqual(sent);
}

/** What the preview said of undoing is what `u` does. */
async function checkUndo(
  harness: AppHarness,
  world: OwnWorld,
  {plan, outcomes}: RunStage,
  before: readonly unknown[],
  ids: readonly string[],
): Promise<void> {
  if (!outcomes.every(({state}) => state === 'done')) return;
  harness.press('enter', 'u');
  await harness.settle();
  const {write} = harness.state();
  const undone =
    write?.stage === 'preview' ? write.plan.requests.flatMap(one => one.undoes ?? []) : [];
  const title = `${plan.title}: ${harness.state().notice?.text ?? ''}`;
  if (plan.undoable === 0) {
    counted.permanent++;
    expect([title, undone.filter(id => ids.includes(id))]).toEqual([title, []]);
    harness.press('esc', 'esc');
    return;
  }
  if (plan.undoable < plan.requests.length) return;
  expect([title, new Set(undone)]).toEqual([title, new Set(ids)]);
  const report = await send(harness);
  const left = harness.state().write;
  const trouble = left?.stage === 'preview' ? left.trouble?.text : undefined;
  expect([title, report?.outcomes.map(({state, text}) => [state, text]) ?? trouble]).toEqual([
    title,
    report?.outcomes.map(() => ['done', expect.any(String)]) ?? 'a report',
  ]);
  counted.undone++;
  if (plan.unrestoredFields?.length) return;
  for (const [i, request] of plan.requests.entries()) {
    if (!isPlainUpdate(request.call) || before[i] === undefined) continue;
    expect([title, await heldNow(world, request)]).toEqual([title, before[i]]);
  }
}

/** A preview of a permanent deletion asks for the name; what was deleted so is not there. */
async function checkGone(world: OwnWorld, {plan, outcomes}: RunStage): Promise<void> {
  for (const [i, request] of plan.requests.entries()) {
    const {operation, given} = request.call;
    const isObject = operation.path.endsWith('}') && operation.removes === undefined;
    if (effectOf(operation, given) !== 'delete' || !isObject || operation.answer === 'task')
      continue;
    if (outcomes[i]?.state !== 'done' || operation.method !== 'DELETE') continue;
    const status = await statusNow(world, request);
    expect([plan.title, status === undefined ? 404 : status]).toEqual([plan.title, 404]);
  }
}

async function begin(harness: AppHarness, pick: <T>(items: readonly T[]) => T): Promise<void> {
  harness.press('esc', 'esc', 'esc');
  if (harness.state().write !== undefined) harness.press('esc', 'enter', 'esc');
  if (pick([0, 1, 2, 3]) === 0) {
    harness.press(':', ...pick(typed), 'enter');
    return;
  }
  harness.press(':', ...pick(places), 'enter');
  await harness.settle();
  const down = pick([0, 1, 2, 3, 5]);
  harness.press(...Array<string>(down).fill('j'));
  if (pick([0, 1, 2]) === 0) harness.press(' ', 'j', ' ');
  const verb = pick(verbs);
  harness.press(verb);
  if (verb === 'x') harness.press(...Array<string>(pick([0, 1, 2, 3, 4, 5, 6])).fill('j'), 'enter');
  if (verb === 'alt+down') harness.press('enter');
  await harness.settle();
  if (harness.state().locations.at(-1)?.views[0]?.kind === 'form') {
    harness.press('enter', ...`Claim ${pick([1, 2, 3, 4, 5, 6, 7, 8, 9])}`, 'enter');
    await harness.settle();
    harness.press('ctrl+s');
    await harness.settle();
  }
}

test.each(seeds)(
  'what previews, reports and the journal claim is what the sandbox recorded (seed %d)',
  async seed => {
    const random = seeded(seed);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const world = ownWorld();
    const harness = makeHarness({...world, columns: 140, rows: 50});
    await harness.settle();
    for (let step = 0; step < steps; step++) {
      await begin(harness, pick);
      const {write} = harness.state();
      if (write?.stage !== 'preview') continue;
      const plan: WritePlan = write.plan;
      const before: unknown[] = [];
      for (const request of plan.requests) {
        before.push(await heldNow(world, request).catch(() => undefined));
      }
      const from = world.record.length;
      const journaled = harness.state().journal.length;
      const report = await send(harness);
      const recorded = world.record.slice(from);
      if (report === undefined) {
        // Nothing was confirmed: nothing was sent.
        expect([plan.title, recorded]).toEqual([plan.title, []]);
        continue;
      }
      checkReport(harness, report, recorded, journaled);
      counted[recorded.every(({status}) => status < 400) ? 'done' : 'failed']++;
      await checkGone(world, report);
      const ids = entriesOf(harness.state())
        .slice(journaled)
        .map(({id}) => id);
      await checkUndo(harness, world, report, before, ids);
    }
    if (seed !== seeds.at(-1)) return;
    expect(counted.done).toBeGreaterThan(seeds.length);
    expect(counted.undone).toBeGreaterThan(0);
    expect(counted.permanent).toBeGreaterThan(0);
    if (process.env.CLAIMS_STEPS !== undefined)
      process.stdout.write(`${JSON.stringify(counted)}\n`);
  },
  Math.max(120_000, steps * 2000),
);
