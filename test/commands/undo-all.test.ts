import {appendFileSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import type {Clock} from '../../src/base/clock.ts';
import {type LocalSandbox, startSandbox} from '../../src/sandbox/start.ts';
import type {AppHarness} from '../support/app-harness.ts';
import {makeSandboxApp, settled} from '../support/live-app.ts';
import {runCli} from '../support/run-cli.ts';
import {seeded} from '../support/seeded.ts';
import {begin, callOf, sendShown} from '../support/write-steps.ts';

let sandbox: LocalSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(() => sandbox.stop());

type Inputs = Readonly<Record<string, string>>;
type Write = readonly [command: string, inputs: Inputs];
type Json = Readonly<Record<string, unknown>>;

const membersLeftOut = new Set(['id', 'self', 'icon', 'operations']);

/** What a world is without ids and times; the order of lists counts where the service has one. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !membersLeftOut.has(name));
  return Object.fromEntries(members.map(([name, one]) => [name, plain(one)]));
}
const sorted = (items: unknown) =>
  (items as unknown[]).map(one => JSON.stringify(plain(one))).sort();

/** Writes through a command, a batch, a table or the terminal UI, all with one journal. */
class World {
  readonly #state: string;
  readonly #app: AppHarness;

  constructor(state: string, app: AppHarness) {
    this.#state = state;
    this.#app = app;
  }

  async run(line: readonly string[], stdin?: string) {
    const env = {
      JR_BASE_URL: sandbox.trackerBaseUrl,
      JR_AUTH_USER: sandbox.authUser,
      JR_AUTH_TOKEN: sandbox.authToken,
      XDG_STATE_HOME: this.#state,
    };
    return runCli('jr', line, {env, ...(stdin !== undefined && {stdin})});
  }

  async read(...line: readonly string[]): Promise<Json> {
    const {stdout, exit} = await this.run(line);
    expect(exit, line.join(' ')).toBe(0);
    return JSON.parse(stdout);
  }

  async send([command, inputs]: Write, way: 'command' | 'batch' | 'bulk' | 'ui'): Promise<void> {
    if (way === 'command') {
      const flags = Object.entries(inputs).map(([name, text]) => `--${name}=${text}`);
      const result = await this.run([...command.split(' '), ...flags, '--undoable']);
      expect([result.exit, result.stderr], command).toEqual([0, '']);
    } else if (way === 'batch') {
      const rows = JSON.stringify([{command, args: inputs}]);
      const result = await this.run(['batch', '--undoable'], rows);
      expect([result.exit, result.stderr], result.stdout).toEqual([0, '']);
    } else if (way === 'bulk') {
      const line = ['bulk', ...command.split(' '), '--from', '-', '--undoable'];
      const result = await this.run(line, JSON.stringify(inputs));
      expect([result.exit, result.stderr], result.stdout).toEqual([0, '']);
    } else {
      const texts = Object.entries(inputs).map(([name, text]) => [name, [text]] as const);
      const call = callOf(`tracker ${command}`, Object.fromEntries(texts));
      const requests = [{label: command, call}];
      begin(this.#app, {title: command, object: 'x', notes: [], requests});
      expect(await sendShown(this.#app)).toMatch(/^done/);
      this.#app.press('esc');
      await settled(this.#app);
      // The session of a sandbox keeps its journal in memory; that of a site has this file.
      const file = join(this.#state, 'steward/profiles/default/journal.jsonl');
      appendFileSync(file, this.#app.kept.get('journal') ?? '');
      this.#app.kept.delete('journal');
    }
  }

  /** Everything that the writes change. */
  async look() {
    const versions = await this.read('project', 'get-versions', '--projectIdOrKey', 'HPAY');
    const scheme = await this.read(
      ...['permissionscheme', 'get-permission-scheme', '--schemeId', '10000'],
      ...['--expand', 'permissions'],
    );
    const notices = await this.read(
      ...['notificationscheme', 'get-notification-scheme', '--id', '10000', '--expand', 'all'],
    );
    const project = await this.read('project', 'get', '--projectIdOrKey', 'HPAY');
    return {
      versions,
      scheme,
      events: notices.notificationSchemeEvents as readonly Json[],
      project: {name: project.name, description: project.description},
    };
  }

  async shape() {
    const {versions, scheme, events, project} = await this.look();
    return {
      versions: plain(versions),
      scheme: {...(plain({...scheme, permissions: []}) as Json)},
      grants: sorted(scheme.permissions),
      events: sorted(
        events.flatMap(({event, notifications}) =>
          (notifications as readonly Json[]).map(one => ({event: (event as Json).name, ...one})),
        ),
      ),
      project,
    };
  }
}

/** The fields that an undo says it left unchanged, and those the server derives from them. */
function withoutUnchanged(shape: object, undone: readonly Json[]): object {
  const left = new Set(undone.flatMap(({unchanged = []}) => unchanged as string[]));
  if (left.has('releaseDate')) for (const name of ['userReleaseDate', 'overdue']) left.add(name);
  const text = JSON.stringify(shape, (name, value) => (left.has(name) ? undefined : value));
  return JSON.parse(text);
}

const seeds = process.env.STEWARD_UNDO_SEEDS?.split(',').map(Number) ?? [1, 2, 9];

it.each(seeds)('undo --since restores the world, or says what it left: %i', async seed => {
  const state = mkdtempSync(join(tmpdir(), 'steward-undo-'));
  onTestFinished(() => rmSync(state, {recursive: true, force: true}));
  const clock: Clock = {
    now: () => Date.now(),
    sleep: ms => new Promise(resolve => ms === 0 && setImmediate(resolve)),
  };
  const world = new World(state, makeSandboxApp(sandbox, {clock}));
  const before = await world.shape();
  const random = seeded(seed);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const idOf = (items: unknown): string => String(oneOf(items as readonly Json[]).id);
  const startMs = Date.now();
  await world.send(['version create', {name: `first-${seed}`, projectId: '10000'}], 'command');
  for (let i = 0; i < 14; i++) {
    const {versions, scheme, events} = await world.look();
    const filled = events.filter(one => (one.notifications as unknown[]).length > 0);
    const held = JSON.stringify(scheme.permissions);
    const free = ['EDIT_ISSUES', 'DELETE_ISSUES', 'MOVE_ISSUES', 'CLOSE_ISSUES', 'LINK_ISSUES'];
    const ungranted = free.filter(one => !held.includes(`"reporter"},"permission":"${one}"`));
    const writes: readonly Write[] = [
      ['version create', {name: `${i}-${seed}`, projectId: '10000', description: 'new'}],
      ['version update', {id: idOf(versions), description: `text ${i}`, releaseDate: '2040-01-02'}],
      ['version update', {id: idOf(versions), name: `renamed ${i}-${seed}`}],
      ['version move', {id: idOf(versions), position: oneOf(['First', 'Last'])}],
      ['project update', {projectIdOrKey: 'HPAY', description: `project ${i}`}],
      ['permissionscheme update-permission-scheme', {schemeId: '10000', name: `Scheme ${i}`}],
      ...ungranted
        .slice(0, 1)
        .map(
          (permission): Write => [
            'permissionscheme create-permission-grant',
            {schemeId: '10000', permission, 'body.holder.type': 'reporter'},
          ],
        ),
      [
        'permissionscheme delete-permission-scheme-entity',
        {schemeId: '10000', permissionId: idOf(scheme.permissions)},
      ],
      ...filled
        .slice(0, 1)
        .map(
          ({notifications}): Write => [
            'notificationscheme remove-notification-from-notification-scheme',
            {notificationSchemeId: '10000', notificationId: idOf(notifications)},
          ],
        ),
    ];
    await world.send(oneOf(writes), oneOf(['command', 'batch', 'bulk', 'ui'] as const));
  }
  const since = new Date(startMs).toISOString();
  const planned: Json[] = JSON.parse(
    (await world.run(['undo', '--since', since, '--dry-run'])).stdout,
  );
  const undone = await world.run(['undo', '--since', since]);
  const results: Json[] = JSON.parse(undone.stdout);
  expect(results).toHaveLength(15);
  const isPartly = results.some(({unchanged}) => unchanged !== undefined);
  expect([undone.exit, undone.stderr], undone.stdout).toEqual([isPartly ? 4 : 0, '']);
  for (const [i, {unchanged, result}] of results.entries()) {
    expect([result, planned[i]?.unchanged]).toEqual([unchanged ? 'partly' : 'undone', unchanged]);
  }
  expect(withoutUnchanged(await world.shape(), results)).toEqual(withoutUnchanged(before, results));
});
