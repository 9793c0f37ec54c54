import {readFileSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {operationNamed} from '../../src/api/catalogue.ts';
import {operationId} from '../../src/api/operation.ts';
import {type LocalSandbox, startSandbox} from '../../src/sandbox/start.ts';
import {makeWorld} from '../../src/sandbox/world/world.ts';
import {goTo} from '../../src/state/locations/go-to.ts';
import type {Location} from '../../src/state/model/location.ts';
import {openTab} from '../../src/state/model/locations.ts';
import {currentLocation, currentView, viewOf} from '../../src/state/model/state.ts';
import type {Verb} from '../../src/state/model/verb.ts';
import {formProblems} from '../../src/state/views/form/form-values.ts';
import type {AppHarness} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {fillForm} from '../support/fill-form.ts';
import {fill, formOf} from '../support/form-steps.ts';
import {type Job, startJob} from '../support/jobs.ts';
import {makeSandboxApp, settled, startAppSandbox} from '../support/live-app.ts';
import {runCli} from '../support/run-cli.ts';
import {screenArgs} from '../support/screen-args.ts';
import {type Sent, sentAs} from '../support/sent-verbs.ts';
import {type MatrixWay, type VerbWay, waysToWrite} from '../support/ways-to-write.ts';
import {sendShown} from '../support/write-steps.ts';

const made = {seed: 1, size: 'small', now: () => nowMs} as const;
const world = makeWorld({...made, now: nowMs});
const ways = waysToWrite();

/** A sandbox of a test's own: what verbs do in one place is in nobody's way. */
async function ownSandbox(): Promise<LocalSandbox> {
  const sandbox = await startAppSandbox(made);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
const [project = '', role = ''] = screenArgs(world, 'actors', ['project', 'role']);

/** What a screen shows and the world begins without, by the commands that make it. */
const madeBefore: Readonly<Record<string, string>> = {
  'project-trash': `project delete --projectIdOrKey ${lastProject()}`,
  'related-work': `version create-related-work --id ${first(world.tracker.versions)} --category Design --url https://x.example`,
  resolutions: `resolution set-default --id ${first(world.tracker.resolutions)}`,
  actors: `project add-actor-users --projectIdOrKey ${project} --id ${role} --groupId ${first(world.tracker.groups)}`,
  avatars: `project create-avatar --projectIdOrKey ${project} --body @avatar.png --size 1`,
};

function first(things: ReadonlyMap<unknown, {readonly id: string | number}>): string {
  return String([...things.values()][0]?.id);
}

function lastProject(): string | undefined {
  const {projects} = world.tracker;
  return [...projects.values()].findLast(one => !one.archived && !one.deleted)?.key;
}

async function make(command: string, sandbox: LocalSandbox): Promise<void> {
  const env = {
    JR_BASE_URL: sandbox.trackerBaseUrl,
    JR_AUTH_USER: sandbox.authUser,
    JR_AUTH_TOKEN: sandbox.authToken,
  };
  const {exit, stderr} = await runCli('jr', command.split(' '), {env, files: {'avatar.png': png}});
  expect(`${exit} ${stderr}`).toBe('0 ');
}

/** The app on a screen that shows something; drafts and tasks are known where they were written. */
async function on({id: screen, needs}: Pick<VerbWay['place'], 'id' | 'needs'>): Promise<Job> {
  const sandbox = await ownSandbox();
  const command = madeBefore[screen];
  if (command !== undefined) await make(command, sandbox);
  const job = await startJob(sandbox);
  const app = job.harness;
  app.files = {'/avatar.png': png};
  if (screen === 'blog-drafts')
    await job.keys(
      `: "blog" enter a shift+tab "Product" tab "Later" tab "<p>x</p>" tab tab space ctrl+s enter`,
    );
  if (screen === 'tasks') {
    app.press(':', ...'jr project delete-asynchronously', 'enter');
    await settled(app);
    fill(app, 'projectIdOrKey', project);
    app.press('ctrl+s');
    expect(await sendShown(app)).toMatch(/^done/);
    await job.keys('enter');
  }
  app.do(goTo({screen, args: screenArgs(world, screen, needs)}));
  await settled(app);
  const {tabs} = currentLocation(app.state());
  const own = tabs.findIndex(({spec}) => spec.kind === 'describe' && spec.verbs !== undefined);
  if (own > 0) app.do(state => openTab(state, own));
  await settled(app);
  return job;
}

/**
 * The verb of the form on the screen, or the writes of the preview, by the ids of their operations.
 */
function opened(app: AppHarness): readonly string[] {
  const {write} = app.state();
  if (write?.stage === 'preview')
    return write.plan.requests.map(({call}) => operationId(call.operation));
  const view = currentView(app.state());
  if (view.kind !== 'form') return [`${view.kind} ${write?.stage ?? ''}`];
  return [operationId(view.operation)];
}

/**
 * Choose a verb in the menu of the first row it can be done to, by its letter where it has one;
 * else say what the menu says.
 */
async function chooseVerb(
  {harness: app}: Job,
  verb: Verb,
  given?: Sent,
): Promise<string | undefined> {
  const rows = viewOf(app.state(), 'list')?.rows.length ?? 0;
  let reason: string | undefined = 'not in the menu';
  if (given?.atFirst) app.press('g');
  for (let row = 0; row <= rows; row++) {
    app.press('x');
    const {write} = app.state();
    if (write?.stage !== 'menu') return app.state().notice?.text;
    const at = write.entries.findIndex(one => one.kind === 'verb' && one.use.verb === verb);
    reason = at === -1 ? 'not in the menu' : write.entries[at]?.reason;
    if (reason === undefined) {
      app.press(...(verb.key === undefined ? [...'j'.repeat(at), 'enter'] : [verb.key]));
      await settled(app);
      await carryDown(app);
      if (app.state().write?.stage !== 'ask') return undefined;
      app.press(...'999', 'enter');
      return undefined;
    }
    // First where the cursor is: at what an earlier verb made.
    app.press('esc', row === 0 ? 'g' : 'j');
  }
  return reason;
}

/** A row that was lifted is put down somewhere else. */
async function carryDown(app: AppHarness): Promise<void> {
  const {moving, cursor} = viewOf(app.state(), 'list') ?? {};
  if (moving === undefined) return;
  app.press(cursor === 0 ? 'j' : 'k', 'enter');
  await settled(app);
}

/**
 * Send what a verb opened, its form filled in, and go back to where it was chosen: what went wrong.
 */
async function send(job: Job, place: Location, given?: Sent): Promise<string | undefined> {
  const app = job.harness;
  if (app.state().write === undefined) {
    const [odd] = Object.entries(formProblems(formOf(app), false).fields);
    if (odd !== undefined) return `opens with what is wrong: ${odd.join(' ')}`;
    await fillForm(job, given?.with);
    await job.keys('ctrl+s');
    if (app.state().write === undefined) return app.state().notice?.text ?? 'nothing opened';
  }
  const said = await sendShown(app);
  if (!(given?.says ?? /^done [23]\d\d(; done [23]\d\d)*$/).test(said)) return said;
  await back(app, place);
  await settled(app);
  if (given?.says !== undefined || given?.stays) return undefined;
  const isRead = currentView(app.state()).load !== place.views[place.tab]?.load;
  return isRead ? undefined : 'where it was chosen is not read again';
}

/** Back to where a verb was chosen. */
async function back(app: AppHarness, place: Location): Promise<void> {
  const isBack = (): boolean => {
    const {write, prompt} = app.state();
    const isLifted = viewOf(app.state(), 'list')?.moving !== undefined;
    const isThere = currentLocation(app.state()).key === place.key;
    return isThere && !isLifted && write === undefined && prompt === undefined;
  };
  for (let i = 0; i < 9 && !isBack(); i++) app.press('esc');
  await settled(app);
}

/** Stage a change of that kind in the first row that takes one, and look at its requests. */
async function stageIn(app: AppHarness, {change}: MatrixWay): Promise<void> {
  const tab = currentLocation(app.state()).tabs.findIndex(({spec}) => spec.kind === 'matrix');
  app.do(state => openTab(state, tab));
  await settled(app);
  for (let row = 0; row < 60; row++) {
    app.press(' ');
    const view = currentView(app.state());
    const steps = view.kind === 'matrix' ? view.staged.steps.flat() : [];
    if (steps.some(({kind}) => kind === change)) break;
    app.press(' ', 'j');
  }
  app.press('ctrl+s');
  await settled(app);
}

test('the page says of every write of the catalogue how it is done', () => {
  const page = readFileSync('docs/ui-operations.md', 'utf8');
  expect(ways.length).toBeGreaterThan(80);
  expect(ways.filter(({command}) => !page.includes(`\`${command}\``))).toEqual([]);
  expect(ways.flatMap(({verbs}) => verbs).filter(({verb}) => !page.includes(verb.words))).toEqual(
    [],
  );
});

describe('typed in the palette', () => {
  let sandbox: LocalSandbox;
  let app: AppHarness;
  beforeAll(async () => {
    sandbox = await startSandbox(made);
    app = makeSandboxApp(sandbox);
  });
  afterAll(() => sandbox.stop());

  test.each(ways.map(way => [way.command, way.operation] as const))(
    '%s opens its form',
    async (command, operation) => {
      app.press(':', ...command, 'enter');
      await settled(app);
      expect(opened(app)).toEqual([operationId(operation)]);
      app.press('esc');
      expect(currentView(app.state()).kind).toBe('home');
    },
  );
});

describe('a verb opens what the page says it does, is sent, and is seen where it was chosen', () => {
  const verbs = ways.flatMap(({operation, verbs}) =>
    verbs.map(way => ({...way, id: operationId(operation)})),
  );
  /** Those that could be done to something, in a list or another. */
  const done = new Set<Verb>();
  const places = new Set(verbs.map(({place}) => place));

  test.each([...places].map(place => [place.id, place] as const))('%s', async (id, place) => {
    let job = await on(place);
    const wrong: string[] = [];
    const own = new Set(verbs.filter(one => one.place === place).map(({verb}) => verb));
    for (const verb of [...own].sort(whatTakesAwayLast)) {
      const given = sentAs[`${id} ${verb.id}`];
      const ids = verbs.filter(one => one.verb === verb).map(one => one.id);
      let here = currentLocation(job.harness.state());
      let reason = await chooseVerb(job, verb, given);
      if (reason !== undefined && !isOfRow(verb, reason)) {
        // An earlier verb took away what it is done to: in a world of its own that is there again.
        job = await on(place);
        here = currentLocation(job.harness.state());
        reason = await chooseVerb(job, verb, given);
      }
      if (reason === undefined) {
        done.add(verb);
        const found = opened(job.harness);
        const problem = ids.every(one => found.includes(one))
          ? await send(job, here, given).catch(String)
          : found.join();
        if (problem !== undefined) wrong.push(`${id} ${verb.id}: ${problem}`);
      } else if (!isOfRow(verb, reason)) wrong.push(`${id} ${verb.id}: ${reason}`);
      await back(job.harness, here);
    }
    expect(wrong).toEqual([]);
  });

  test('and each could be done to something', () => {
    const never = verbs.filter(({verb}) => !done.has(verb));
    expect(never.map(({place, verb}) => `${place.id} › ${verb.words}`)).toEqual([]);
    const names = verbs.map(({place, verb}) => `${place.id} ${verb.id}`);
    expect(Object.keys(sentAs).filter(name => !names.includes(name))).toEqual([]);
  });
});

/** What the menu says of a row is one of the reasons of the verb. */
function isOfRow({when = []}: Verb, reason: string): boolean {
  return when.some(one => one.reason === reason);
}

/** What leaves less for others comes behind them. */
function whatTakesAwayLast(one: Verb, other: Verb): number {
  const rank = (verb: Verb) => {
    const {effect, irreversible} = operationNamed(verb);
    return effect === 'delete' || effect === 'trash' ? 2 : irreversible ? 1 : 0;
  };
  return rank(one) - rank(other);
}

describe('what is staged in a matrix makes the requests the page says', () => {
  const matrices = ways.flatMap(({operation, matrices}) =>
    matrices.map(way => [`${way.screen}: ${way.change}`, way, operation] as const),
  );
  test.each(matrices)('%s', async (_, way, operation) => {
    const {harness: app} = await on({id: way.screen, needs: ['scheme']});
    await stageIn(app, way);
    expect(opened(app)).toEqual([operationId(operation)]);
    const {load} = currentView(app.state());
    expect(await sendShown(app)).toMatch(/^done 2\d\d$/);
    await settled(app);
    expect(currentView(app.state())).toMatchObject({kind: 'matrix', staged: {steps: []}});
    expect(currentView(app.state()).load).not.toBe(load);
  });
});
