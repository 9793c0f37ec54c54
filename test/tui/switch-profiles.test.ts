import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {families} from '../../src/screens/families.ts';
import {makeSession, type TerminalUiOptions} from '../../src/session.ts';
import {partsOf} from '../../src/state/app/parts.ts';
import {fakeHost} from '../support/fake-host.ts';
import {until} from '../support/until.ts';

const home = mkdtempSync(join(tmpdir(), 'steward-switch-'));
afterEach(() => rmSync(home, {recursive: true, force: true}));

test('of two profiles that were switched to one after the other the later one holds, whichever is there first', async () => {
  // Nothing listens there: what is read fails at once, and is of no matter here.
  const profile = (name: string) => ({
    base_url: `http://127.0.0.1:1/${name}`,
    auth: {type: 'bearer', token: {command: [name]}},
  });
  mkdirSync(join(home, 'jr'));
  const config = {
    profiles: {first: profile('first'), slow: profile('slow'), quick: profile('quick')},
  };
  writeFileSync(
    join(home, 'jr', 'config.json'),
    JSON.stringify({default_profile: 'first', ...config}),
  );
  let letGo: (token: string) => void = () => undefined;
  let slowAsked = false;
  const host = fakeHost({
    env: {XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home},
    home,
    runCommand: async ([name]) => {
      if (name !== 'slow') return 'token';
      slowAsked = true;
      return new Promise(resolve => {
        letGo = resolve;
      });
    },
  });
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
  await session.connect();
  expect(named()).toBe('first');
  switchTo('slow');
  await until(() => slowAsked);
  switchTo('quick');
  await until(() => named() === 'quick');
  letGo('token');
  // The next switch comes after whatever the slow one still had to say.
  switchTo('first');
  await until(() => named() !== 'quick');
  expect(named()).toBe('first');
  await session.stop();
});
