import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {
  isArray,
  isObject,
  type JsonValue,
  parseJsonValue,
  readPointer,
} from '../../src/base/json-value.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {makeWorld, type World} from '../../src/sandbox/world/world.ts';
import {screens} from '../../src/screens/features.ts';
import {goTo} from '../../src/state/locations/go-to.ts';
import type {View} from '../../src/state/model/location.ts';
import {openTab} from '../../src/state/model/locations.ts';
import type {Source} from '../../src/state/model/resource.ts';
import {currentLocation, currentView} from '../../src/state/model/state.ts';
import type {AppHarness} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {makeSandboxApp, settled} from '../support/live-app.ts';
import {type CliResult, runCli} from '../support/run-cli.ts';
import {screenArgs} from '../support/screen-args.ts';
import {shellWords} from '../support/shell-words.ts';

let sandbox: Sandbox;
let world: World;
/** One for all screens, as in a session. */
let app: AppHarness;
const ran = new Map<string, Promise<CliResult>>();

beforeAll(async () => {
  sandbox = await startSandbox({seed: 1, size: 'small', now: () => nowMs});
  world = makeWorld({seed: 1, size: 'small', now: nowMs});
  app = makeSandboxApp(sandbox);
  await settled(app);
});
afterAll(() => sandbox.stop());

/** Runs a shown command as it stands; the same one only once. */
function run(command: string): Promise<CliResult> {
  const made = ran.get(command) ?? runInProcess(command);
  ran.set(command, made);
  return made;
}

async function runInProcess(command: string): Promise<CliResult> {
  const [program = '', ...argv] = await shellWords(command);
  return runCli(program === 'cf' ? 'cf' : 'jr', argv, {
    env: {
      JR_BASE_URL: sandbox.trackerBaseUrl,
      JR_AUTH_USER: sandbox.authUser,
      JR_AUTH_TOKEN: sandbox.authToken,
      CF_BASE_URL: sandbox.contentBaseUrl,
      CF_AUTH_USER: sandbox.authUser,
      CF_AUTH_TOKEN: sandbox.authToken,
    },
  });
}

/** Every scalar of a value as text. */
function scalarsOf(value: JsonValue, into = new Set<string>()): Set<string> {
  if (isArray(value)) for (const one of value) scalarsOf(one, into);
  else if (isObject(value)) for (const one of Object.values(value)) scalarsOf(one, into);
  else into.add(String(value));
  return into;
}

/** Every object of a value as its JSON text. */
function objectsOf(value: JsonValue, into = new Set<string>()): Set<string> {
  if (isArray(value)) for (const one of value) objectsOf(one, into);
  else if (isObject(value)) {
    into.add(JSON.stringify(value));
    for (const one of Object.values(value)) objectsOf(one, into);
  }
  return into;
}

async function answersOf(commands: readonly string[]): Promise<JsonValue[]> {
  const results = await Promise.all(commands.map(run));
  return results.map((result, i) => {
    if (result.exit !== 0 && !/"status":40[34]/.test(result.stderr)) {
      throw new Error(`${commands[i]}\n${result.stderr}`);
    }
    return result.stdout === '' ? null : parseJsonValue(result.stdout);
  });
}

/** What of a view its commands do not give; empty when they give all of it. */
async function missingFrom(view: View): Promise<string[]> {
  const answers = await answersOf(view.sent.map(one => one.command));
  if (view.kind === 'list') {
    const source = view.resource.sources[view.source];
    const objects = objectsOf(answers);
    const whole = source?.derive === undefined;
    const found = scalarsOf(answers);
    return view.rows
      .filter(row => {
        if (whole)
          return ![row.value, withoutParent(row.value, source, view.resource.needs)].some(one =>
            objects.has(JSON.stringify(one)),
          );
        // Made from an answer: what it names must be in one. A heading over others names nothing.
        if (readPointer(row.value, '/tree/depth') === 0) return false;
        return ![...scalarsOf(row.value)].some(text => found.has(text));
      })
      .map(row => row.text);
  }
  if (view.kind === 'text' || view.kind === 'matrix') {
    if (view.text === '') return [];
    const found = scalarsOf(answers);
    // What was asked beside it and refused is said in its place; its command is refused too.
    const refused = answers.includes(null) ? /^unknown: / : /^$^/;
    const texts = [...scalarsOf(parseJsonValue(view.text))];
    return texts.filter(text => !found.has(text) && !refused.test(text));
  }
  return [];
}

/** An item as the service gave it: without what it has from its parent and the screen. */
function withoutParent(
  value: JsonValue,
  source: Source | undefined,
  needs: readonly string[],
): JsonValue {
  if (source?.per === undefined) return value;
  const names = [...Object.keys(source.per.params), ...needs];
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Commands of the requests that were made since the first so many, and that no view shows. */
function unshown(before: number): string[] {
  const {locations, log, requests} = app.state();
  const shown = locations
    .flatMap(place => Object.values(place.views).flatMap(one => one.sent))
    .map(one => one.command);
  return log
    .slice(Math.max(0, log.length - (requests - before)))
    .map(entry => String(readPointer(parseJsonValue(entry), '/command')))
    .filter(command => !shown.includes(command));
}

async function open(screen: string, needs: readonly string[]): Promise<void> {
  app.do(goTo({screen, args: screenArgs(world, screen, needs)}));
  await settled(app);
}

describe('the commands a view shows, run as they stand, give the data on the screen', () => {
  const others = ['home', 'command-log', 'operations', 'profiles', 'site-differences'];
  const shown = screens.named.filter(({id}) => !others.includes(id));
  test.each(shown.map(({id, needs}) => [id, needs] as const))('%s', async (id, needs) => {
    const before = app.state().requests;
    await open(id, needs);
    const {tabs, tab: first} = currentLocation(app.state());
    const isPart = screens.lists.some(one => one.id === id);
    for (const [index, tab] of tabs.entries()) {
      // A part of an object opens as a tab of its screen, whose others are looked at there.
      if (isPart && index !== first) continue;
      app.do(state => openTab(state, index));
      await settled(app);
      const view = currentView(app.state());
      const {load} = view;
      const what = `${id} › ${tab.title}`;
      expect(load.status === 'failed' ? `${what}: ${load.trouble.text}` : '', what).toBe('');
      if (view.kind === 'list' && view.resource.local !== undefined) continue;
      expect(view.sent.length, `${what} shows a command`).toBeGreaterThan(0);
      expect((await missingFrom(view)).slice(0, 3), what).toEqual([]);
      expect(unshown(before), `${what} shows a command per request`).toEqual([]);
    }
  });
});
