import {readFileSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Operation, operationId} from '../../src/api/operation.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {makeWorld, type World} from '../../src/sandbox/world/world.ts';
import {goTo} from '../../src/state/locations/go-to.ts';
import {openTab} from '../../src/state/model/locations.ts';
import {currentLocation, currentView} from '../../src/state/model/state.ts';
import type {VerbUse} from '../../src/state/model/verb.ts';
import type {AppHarness} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {fill} from '../support/form-steps.ts';
import {startJob} from '../support/jobs.ts';
import {makeSandboxApp, settled} from '../support/live-app.ts';
import {runCli} from '../support/run-cli.ts';
import {screenArgs} from '../support/screen-args.ts';
import {type MatrixWay, type VerbWay, waysToWrite} from '../support/ways-to-write.ts';

let sandbox: Sandbox;
let world: World;
const ways = waysToWrite();

beforeAll(async () => {
  sandbox = await startSandbox({seed: 1, size: 'small', now: () => nowMs});
  world = makeWorld({seed: 1, size: 'small', now: nowMs});
  await haveSomeOfEach();
});
afterAll(() => sandbox.stop());

/** What the world begins without: something in the bin, a link of a version, a group in a role, an avatar. */
async function haveSomeOfEach(): Promise<void> {
  const env = {
    JR_BASE_URL: sandbox.trackerBaseUrl,
    JR_AUTH_USER: sandbox.authUser,
    JR_AUTH_TOKEN: sandbox.authToken,
  };
  const [project = '', role = ''] = screenArgs(world, 'actors', ['project', 'role']);
  const [version = ''] = screenArgs(world, 'related-work', ['id']);
  const [group] = world.tracker.groups.values();
  const inProject = ['--projectIdOrKey', project];
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
  const files = {'avatar.png': png};
  const commands = [
    [
      'project',
      'delete',
      '--projectIdOrKey',
      [...world.tracker.projects.values()].findLast(one => !one.archived && !one.deleted)?.key ??
        '',
    ],
    [
      'version',
      'create-related-work',
      '--id',
      version,
      '--category',
      'Design',
      '--url',
      'https://x.example',
    ],
    ['resolution', 'set-default', '--id', String([...world.tracker.resolutions.keys()][0])],
    ['project', 'add-actor-users', ...inProject, '--id', role, '--groupId', group?.id ?? ''],
    ['project', 'create-avatar', ...inProject, '--body', '@avatar.png', '--size', '1'],
  ];
  for (const command of commands) {
    const {exit, stderr} = await runCli('jr', command, {env, files});
    expect(`${exit} ${stderr}`).toBe('0 ');
  }
}

/** The app on a screen that shows something; drafts are known where they were written. */
async function on(screen: string, needs: readonly string[]): Promise<AppHarness> {
  const job = await startJob(sandbox);
  const app = job.harness;
  if (screen === 'blog-drafts')
    await job.keys(
      `: "blog" enter a enter "Product" tab "Later" tab "<p>x</p>" tab tab space ctrl+s enter`,
    );
  if (screen === 'tasks') {
    app.press(':', ...'jr project delete-asynchronously', 'enter');
    await settled(app);
    fill(app, 'projectIdOrKey', screenArgs(world, 'project', ['project'])[0] ?? '');
    await job.keys('ctrl+s enter');
    const {write} = app.state();
    app.press(...(write?.stage === 'confirm' ? write.preview.plan.object : ''));
    await job.keys('enter enter');
  }
  app.do(goTo({screen, args: screenArgs(world, screen, needs)}));
  await settled(app);
  return app;
}

/** The verb of the form on the screen, or the writes of the preview, by the ids of their operations. */
function opened(app: AppHarness): readonly string[] {
  const {write} = app.state();
  if (write?.stage === 'preview')
    return write.plan.requests.map(({call}) => operationId(call.operation));
  const view = currentView(app.state());
  if (view.kind !== 'form') return [`${view.kind} ${write?.stage ?? ''}`];
  return idsOf(view.operation, view.use);
}

function idsOf(operation: Operation, use: VerbUse | undefined): readonly string[] {
  const then = use?.verb.then ?? [];
  return [operation, ...then].map(one =>
    'method' in one ? operationId(one) : `${one.service}/${one.operation.replace(' ', '/')}`,
  );
}

/** Choose a verb in the menu of the first row it can be done to, by its letter where it has one; else say what the menu says. */
async function chooseVerb(app: AppHarness, {list, verb}: VerbWay): Promise<string | undefined> {
  const view = currentView(app.state());
  if (view.kind !== 'list' || view.resource.id !== list.id) return `not on ${list.id}`;
  let reason: string | undefined = 'not in the menu';
  app.press('g');
  for (let row = 0; row <= view.rows.length; row++) {
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
    app.press('esc', 'j');
  }
  return reason;
}

/** A row that was lifted is put down behind the next one. */
async function carryDown(app: AppHarness): Promise<void> {
  const view = currentView(app.state());
  if (view.kind !== 'list' || view.lifted === undefined) return;
  app.press('j', 'enter');
  await settled(app);
}

function isOnList(app: AppHarness): boolean {
  const view = currentView(app.state());
  return app.state().write === undefined && view.kind === 'list' && view.lifted === undefined;
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
  let app: AppHarness;
  beforeAll(() => {
    app = makeSandboxApp(sandbox);
  });

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

describe('a verb opens the form or the preview of what the page says it does', () => {
  const verbs = ways.flatMap(({operation, verbs}) =>
    verbs.map(way => ({...way, id: operationId(operation)})),
  );
  /** Those that could be done to something, in a list or another. */
  const done = new Set<VerbWay['verb']>();
  const lists = new Set(verbs.map(({list}) => list));

  test.each([...lists].map(list => [list.id, list] as const))('%s', async (_, list) => {
    const app = await on(list.id, list.needs);
    const wrong: string[] = [];
    for (const way of verbs.filter(one => one.list === list)) {
      const reason = await chooseVerb(app, way);
      const found = reason === undefined ? opened(app) : [];
      if (reason === undefined) done.add(way.verb);
      if (reason === undefined ? !found.includes(way.id) : !isOfRow(way, reason))
        wrong.push(`${way.verb.words}: ${reason ?? found.join()}`);
      for (let i = 0; i < 9 && !isOnList(app); i++) app.press('esc');
    }
    expect(wrong).toEqual([]);
  });

  test('and each could be done to something', () => {
    const never = verbs.filter(({verb}) => !done.has(verb));
    expect(never.map(({list, verb}) => `${list.id} › ${verb.words}`)).toEqual([]);
  });
});

/** What the menu says of a row is one of the reasons of the verb. */
function isOfRow({verb}: VerbWay, reason: string): boolean {
  return (verb.when ?? []).some(one => one.reason === reason);
}

describe('what is staged in a matrix makes the requests the page says', () => {
  const matrices = ways.flatMap(({operation, matrices}) =>
    matrices.map(way => [`${way.screen}: ${way.change}`, way, operation] as const),
  );
  test.each(matrices)('%s', async (_, way, operation) => {
    const app = await on(way.screen, ['scheme']);
    await stageIn(app, way);
    expect(opened(app)).toEqual([operationId(operation)]);
  });
});
