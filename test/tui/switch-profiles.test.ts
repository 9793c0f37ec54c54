import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, extname, join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {afterEach, expect, test} from 'vitest';
import type {Host} from '../../src/host/host.ts';
import {startSandbox} from '../../src/sandbox/start.ts';
import {features} from '../../src/screens/features.ts';
import {makeSession, type SessionOptions} from '../../src/session.ts';
import {makeRegistry} from '../../src/state/app/registry.ts';
import {switchTo} from '../../src/state/locations/go-to.ts';
import type {Effect} from '../../src/state/model/transition.ts';
import {permissionSign} from '../../src/state/write/permissions.ts';
import {fakeHost} from '../support/fake-host.ts';
import {until} from '../support/until.ts';

const home = mkdtempSync(join(tmpdir(), 'steward-switch-'));
afterEach(() => rmSync(home, {recursive: true, force: true}));

/** A session with profiles by these names, whose tokens a command prints. */
function sessionWith(
  more: Partial<Host>,
  site = '',
  start: Parameters<typeof makeSession>[2] | undefined = undefined,
  tour = false,
) {
  // Nothing listens there: what is read fails at once, and is of no matter here.
  const profile = (name: string) => ({
    base_url: `http://127.0.0.1:1/${name}${site}`,
    auth: {type: 'bearer', token: {command: [name]}},
  });
  mkdirSync(join(home, 'jr'), {recursive: true});
  const config = {
    profiles: {first: profile('first'), slow: profile('slow'), quick: profile('quick')},
  };
  writeFileSync(
    join(home, 'jr', 'config.json'),
    JSON.stringify({default_profile: 'first', ...config}),
  );
  const base = fakeHost({
    env: {XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home},
    home,
    runCommand: async () => 'token',
  });
  // Responses arrive while it sleeps.
  const clock = {now: () => Date.now(), sleep: async () => void (await setImmediate())};
  const host = {...base, clock, ...more};
  const options: SessionOptions = {
    program: 'steward',
    flags: {},
    color: 'never',
    sandbox: start !== undefined,
    tour,
    plainFrame: false,
  };
  const noSandbox = async () => Promise.reject(new Error('no sandbox'));
  const session = makeSession(options, host, start ?? noSandbox, makeRegistry(features));
  const named = () => session.app.store.getState().session.profile;
  const switchTo = (profile: string) =>
    session.app.dispatch({
      kind: 'act',
      act: state => ({state, effects: [{kind: 'connect', profile}]}),
    });
  return {session, named, switchTo};
}

/** Holds what waits for it until it is let go. */
function makeGate() {
  let letGo = (): void => undefined;
  const open = new Promise<void>(resolve => {
    letGo = resolve;
  });
  return {open, letGo: () => letGo()};
}

test('after two switches the later profile applies, whichever connects first', async () => {
  const gate = makeGate();
  let slowAsked = false;
  const {session, named, switchTo} = sessionWith({
    runCommand: async ([name]) => {
      if (name === 'slow') {
        slowAsked = true;
        await gate.open;
      }
      return 'token';
    },
  });
  await session.connect();
  expect(named()).toBe('first');
  switchTo('slow');
  await until(() => slowAsked);
  switchTo('quick');
  await until(() => named() === 'quick');
  gate.letGo();
  // The next switch comes after whatever the slow one still had to say.
  switchTo('first');
  await until(() => named() !== 'quick');
  expect(named()).toBe('first');
  await session.stop();
});

test('a profile whose connection is there never shows itself after a later one', async () => {
  const gate = makeGate();
  let next: 'read' | 'hold' | 'held' = 'read';
  const {session, named, switchTo} = sessionWith({
    runCommand: async ([name]) => {
      if (name === 'slow') next = 'hold';
      return 'token';
    },
    // The list of profiles is read when the credentials are there.
    findFile: async path => {
      if (next === 'hold') {
        next = 'held';
        await gate.open;
      }
      return readFile(path);
    },
  });
  await session.connect();
  const shown: string[] = [];
  session.app.store.subscribe(({session: {profile}}) => shown.push(profile));
  switchTo('slow');
  await until(() => next === 'held');
  switchTo('quick');
  await until(() => named() === 'quick');
  gate.letGo();
  switchTo('first');
  await until(() => named() === 'first');
  expect(shown).not.toContain('slow');
  await session.stop();
});

/** Everything the app persists, by whose it is. */
const persisted = (scope: string): string[] =>
  makeRegistry(features)
    .persisted.filter(one => one.scope === scope)
    .map(({name}) => name)
    .sort();

test('what a profile persisted on one site is not found when the profile leads to another', async () => {
  const {persisted: kept} = makeRegistry(features);
  const stateFiles = (): string[] =>
    readdirSync(join(home, 'steward'), {recursive: true, encoding: 'utf8'})
      .filter(path => path.endsWith('.json'))
      .map(path => basename(path, '.json'));
  /** Start a session and let it persist everything; the names of what it found of earlier ones. */
  const found = async (site: string): Promise<string[]> => {
    const read: string[] = [];
    let open = 3 * kept.length;
    const findFile: Host['findFile'] = async path => {
      const bytes = await readFile(path).catch(() => undefined);
      if (!path.startsWith(join(home, 'steward'))) return bytes;
      open -= 1;
      if (bytes !== undefined) read.push(basename(path, extname(path)));
      return bytes;
    };
    const {session} = sessionWith({findFile}, site);
    await session.connect();
    await until(() => open <= 0);
    const before = stateFiles().length;
    const effects = kept.map(
      ({name, scope}): Effect => ({kind: 'persist', name, scope, text: '[]'}),
    );
    session.app.dispatch({kind: 'act', act: state => ({state, effects})});
    await until(() => stateFiles().length >= before + kept.length - read.length);
    await session.stop();
    return read.sort();
  };
  mkdirSync(join(home, 'steward'), {recursive: true});
  expect(await found('/a')).toEqual([]);
  // Each entry of the journal says which site it is about, and `:confirm` can only ask for more.
  expect(persisted('profile')).toEqual(['confirm', 'journal']);
  expect(persisted('user')).toEqual(['bell', 'preview', 'tips', 'tour']);
  expect(await found('/a')).toEqual(kept.map(({name}) => name).sort());
  expect(await found('/b')).toEqual([...persisted('profile'), ...persisted('user')].sort());
});

test('on the sandbox, its callers are the profiles, each with its rights', async () => {
  const {session, named} = sessionWith({}, '', () => startSandbox({traffic: 'off'}));
  const state = () => session.app.store.getState();
  const identity = () => {
    const {connection} = state();
    return connection.status === 'ready' ? connection.identities.tracker : undefined;
  };
  await session.connect();
  expect(named()).toBe('keeper');
  expect(identity()).toMatchObject({user: 'admin@example.com', expires: expect.any(String)});
  expect(state().session.profiles.map(({name}) => name)).toContain('member');
  const {baseUrl} = identity() ?? {};
  session.app.dispatch({kind: 'act', act: now => switchTo(now, 'member', true)});
  await until(() => named() === 'member');
  expect(identity()).toMatchObject({user: 'member@example.com', baseUrl});
  expect(state().session).toMatchObject({sandbox: true, flags: {tracker: [], content: []}});
  expect(state().session.shell[0]).toMatch(
    /JR_AUTH_USER=member@example\.com JR_AUTH_TOKEN=sandbox-/,
  );
  await until(() => permissionSign(state()) !== undefined);
  expect(permissionSign(state())?.text).toBe('Jira read-only');
  await session.stop();
});

test('the next start of the tour continues it, from the step that it can repeat', async () => {
  const start = (): ReturnType<typeof startSandbox> => startSandbox({traffic: 'off'});
  const guideAt = async (tour: boolean, step?: number): Promise<string | undefined> => {
    const {session} = sessionWith({}, '', start, tour);
    await session.connect();
    const state = () => session.app.store.getState();
    if (tour) await until(() => state().guide !== undefined);
    if (step !== undefined) {
      const text = JSON.stringify({on: false, step});
      const keep: Effect = {kind: 'persist', name: 'tour', scope: 'user', text};
      session.app.dispatch({kind: 'act', act: now => ({state: now, effects: [keep]})});
      const file = join(home, 'steward', 'tour.json');
      await until(() => existsSync(file) && readFileSync(file, 'utf8') === text);
    }
    await session.stop();
    return state().guide?.title;
  };
  expect(await guideAt(true, 5)).toMatch(/^Tour 1 of/);
  expect(await guideAt(false, 3)).toBe(undefined);
  expect(await guideAt(true, 10)).toMatch(/^Tour 2 of/);
  expect(await guideAt(true)).toMatch(/^Tour 1 of/);
});
