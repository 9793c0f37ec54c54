import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import type {Host} from '../../src/host/host.ts';
import {families} from '../../src/screens/families.ts';
import {makeSession, type TerminalUiOptions} from '../../src/session.ts';
import {partsOf} from '../../src/state/app/parts.ts';
import {fakeHost} from '../support/fake-host.ts';
import {until} from '../support/until.ts';

const home = mkdtempSync(join(tmpdir(), 'steward-switch-'));
afterEach(() => rmSync(home, {recursive: true, force: true}));

/** A session with profiles by these names, whose tokens a command prints. */
function sessionWith(more: Partial<Host>) {
  // Nothing listens there: what is read fails at once, and is of no matter here.
  const profile = (name: string) => ({
    base_url: `http://127.0.0.1:1/${name}`,
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
  const host = {...base, ...more};
  const options: TerminalUiOptions = {
    program: 'steward',
    flags: {},
    color: 'never',
    sandbox: false,
    plainFrame: false,
  };
  const noSandbox = async () => Promise.reject(new Error('no sandbox'));
  const session = makeSession(options, host, noSandbox, partsOf(families));
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

test('of two profiles that were switched to one after the other the later one holds, whichever is there first', async () => {
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
