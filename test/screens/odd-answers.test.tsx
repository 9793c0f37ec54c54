import {renderToString} from 'ink';
import {beforeAll, describe, expect, test} from 'vitest';
import type {Service} from '../../src/api/operation.ts';
import {themeOf} from '../../src/components/themes.ts';
import {makeWorld} from '../../src/sandbox/world/world.ts';
import {ScreenProvider} from '../../src/screens/context.ts';
import {screens} from '../../src/screens/features.ts';
import {App} from '../../src/screens/frame/App.tsx';
import {goTo} from '../../src/state/locations/go-to.ts';
import {currentLocation, currentView} from '../../src/state/model/state.ts';
import {showDuePreview} from '../../src/state/overlays/preview/preview.ts';
import {
  type AnsweringClient,
  answeringClient,
  type TableAnswer,
} from '../support/answering-client.ts';
import {type AppHarness, listOf, makeHarness, namesOf, press} from '../support/app-harness.ts';
import {nowMs} from '../support/app-world.ts';
import {screenArgs} from '../support/screen-args.ts';

/** Items without ids, with ids that are none, and what is no object at all. */
const oddItems: readonly unknown[] = [
  {name: 'without id', lists: [[{b: 3}], [[]]]},
  {name: 'another', displayName: {}, title: []},
  {
    ...{id: {a: 1}, key: [], accountId: {}, name: {b: 2}, values: null, permissions: {}},
    ...{expirationDate: nowMs + 3_600_000, url: 'https://a.example/hook'},
  },
  {id: null, key: null, version: 'x', notificationSchemeEvents: 'x', holder: null, permission: 1},
  ...[null, 7, 'text', []],
];

/** Every place a list may have in an answer. */
const everywhere = (list: unknown) =>
  Object.fromEntries(
    ['values', 'results', 'permissionSchemes', 'permissions', 'users', 'operations'].map(name => [
      name,
      list,
    ]),
  );

/** Valid JSON that no operation should answer with. */
const bodies: Readonly<Record<string, unknown>> = {
  null: null,
  'an empty object': {},
  'an empty array': [],
  'a text': 'busy',
  'an error page': {message: 'Your session has expired'},
  'lists that are texts': {...everywhere('none'), errorMessages: ['no'], total: {}, _links: []},
  'an array of odd items': oddItems,
  'lists of odd items': {...everywhere(oddItems), id: {}, name: [], total: 'many', startAt: 'x'},
};

function answering(service: Service, body: unknown): AnsweringClient {
  const answer: TableAnswer = {object: body};
  const answers = new Proxy({}, {get: () => answer});
  return answeringClient(service, 'it sends what no server should', answers);
}

function appOn(body: unknown, counts = false): AppHarness {
  const [tracker, content] = [answering('tracker', body), answering('content', body)];
  return makeHarness({tracker, content, columns: 120, rows: 30, counts});
}

function draw(harness: AppHarness): string {
  const value = {app: harness.app, theme: themeOf('dark', {colors: 'all'})};
  return renderToString(
    <ScreenProvider value={value}>
      <App />
    </ScreenProvider>,
    {columns: harness.state().columns},
  );
}

/** Read each tab of the screen with its preview, and draw it; what was drawn. */
async function lookAtTabs(harness: AppHarness): Promise<string> {
  const drawn: string[] = [];
  for (const [i] of currentLocation(harness.state()).tabs.entries()) {
    harness.press(String(i + 1));
    await harness.settle();
    const about = harness.state().preview?.about;
    if (about !== undefined) {
      harness.dispatch({kind: 'taskResult', take: showDuePreview(about)});
      await harness.settle();
    }
    drawn.push(draw(harness));
  }
  return drawn.join('\n');
}

/** The text of what failed as a fault of the program, and objects printed in place of a text. */
function bugIn(harness: AppHarness, drawn = ''): readonly unknown[] {
  const {load} = currentView(harness.state());
  const shown = load.status === 'failed' && load.trouble.title.includes('bug');
  const printed = drawn.match(/.*(?:\[object |\bundefined\b|\bNaN\b).*/g) ?? [];
  return [...harness.faults.splice(0), ...(shown ? [load.trouble.text] : []), ...printed];
}

const keys = ['j', 'd', 'y', 'esc', 'esc', 'k', ' ', 'i', 'enter', 'esc', 'x', 'esc', 'e'];

describe.each(Object.entries(bodies))('where every answer is %s', (_, body) => {
  let targets: readonly {readonly id: string; readonly args: readonly string[]}[];
  beforeAll(() => {
    const world = makeWorld({seed: 1, size: 'small', now: nowMs});
    targets = [...screens.lists, ...screens.objects].map(({id, needs = []}) => ({
      id,
      args: screenArgs(world, id, needs),
    }));
  });

  test('no screen and no key meets a bug', async () => {
    const bugs: unknown[] = [];
    for (const {id, args} of targets) {
      const harness = appOn(body);
      harness.do(goTo({screen: id, args}));
      await harness.settle();
      bugs.push(...bugIn(harness, await lookAtTabs(harness)).map(bug => [id, 'tabs', bug]));
      for (const key of keys) {
        harness.press(key);
        if (/^[a-z]/.test(key) && key !== 'esc') await harness.settle();
        bugs.push(...bugIn(harness).map(bug => [id, key, bug]));
      }
    }
    expect(bugs).toEqual([]);
  });

  test('home counts lists only', async () => {
    const harness = appOn(body, true);
    await harness.settle();
    expect(bugIn(harness, draw(harness))).toEqual([]);
  });
});

test('an error page in place of a list is refused, and y shows it', async () => {
  const harness = appOn({message: 'Your session has expired'});
  await press(harness, ':', 'projects', 'enter');
  expect(draw(harness)).toMatch(
    /response is not a list: project search expects an array in\s+"values"\. It says: Your session has expired[\s\S]*y shows what the server sent/,
  );
  await press(harness, 'y');
  expect(draw(harness)).toContain('"message": "Your session has expired"');
});

test('an error page counts as nothing on home', async () => {
  const harness = appOn({message: 'Your session has expired'}, true);
  await harness.settle();
  const home = draw(harness);
  expect(home).toMatch(/Projects +– +failed/);
  expect(home).not.toMatch(/ 1 (?!more)/);
});

test('rows without ids are rows of their own, and are described as they came', async () => {
  const harness = appOn({values: [{name: 'one'}, {name: 'two'}], total: 2});
  await press(harness, ':', 'projects', 'enter');
  expect(namesOf(harness)).toEqual(['one', 'two']);
  await press(harness, 'j', 'enter');
  expect(draw(harness)).toMatch(/name +two/i);
  await press(harness, 'esc');
  expect(listOf(harness).cursor).toBe(1);
});
