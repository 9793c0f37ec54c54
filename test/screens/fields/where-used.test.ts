import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {findOperation} from '../../../src/api/catalogue.ts';
import {type LocalSandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {currentLocation, currentView} from '../../../src/state/model/state.ts';
import {layOutList, listWidth} from '../../../src/state/views/list/column-layout.ts';
import {rowLine} from '../../../src/state/views/list/list-lines.ts';
import {linesOfText} from '../../../src/state/views/text/text-lines.ts';
import {type AppHarness, keyMeant, listOf, makeHarness} from '../../support/app-harness.ts';
import {fakeTracker, nowMs} from '../../support/app-world.ts';
import {fakeHost} from '../../support/fake-host.ts';
import {settled} from '../../support/live-app.ts';
import {clientsHere} from '../../support/sandbox-here.ts';
import {ownWorld} from '../../support/still-world.ts';

let sandbox: LocalSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off', now: () => nowMs});
});
afterAll(() => sandbox.stop());

/** The app on the sandbox; it reads no row before it is opened. */
const makeApp = () =>
  makeHarness({...clientsHere(sandbox, fakeHost()), columns: 120, kept: {preview: 'off'}});

async function press(harness: AppHarness, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    harness.press(keyMeant(key, harness));
    await settled(harness);
  }
}

/** The rows of the list on the screen as texts. */
function shownRows(harness: AppHarness): string[] {
  const list = listOf(harness);
  const placed = layOutList(list, listWidth(harness.state())).placed;
  return list.rows.map(row =>
    rowLine(placed, row, nowMs)
      .map(span => span.text)
      .join('')
      .trim()
      .replaceAll(/ {2,}/g, ' | '),
  );
}

/** What the view on the screen was read by: `project get`. */
const readBy = (harness: AppHarness) =>
  new Set(
    currentView(harness.state()).sent.map(({command}) => command.split(' ').slice(1, 3).join(' ')),
  );

describe('a project leads to its schemes', () => {
  test('enter on the permissions tab opens the screen of the scheme', async () => {
    const harness = makeApp();
    await press(harness, ':', 'project HPAY', 'enter', 'tab Permissions', 'enter');
    expect(currentLocation(harness.state()).crumb).toBe('Open to the world');
    expect(currentLocation(harness.state()).tabs.map(tab => tab.title)).toEqual([
      'Grants',
      'Matrix',
      'Where used',
      'Findings',
    ]);
    expect(shownRows(harness)[0]).toMatch(/^Browse projects \| Project \| anyone \| \d+$/);
  });

  test('enter on a text that leads nowhere says so', async () => {
    const harness = makeApp();
    await press(harness, ':', 'project HPAY', 'enter', 'y', 'enter');
    expect(harness.state().notice?.text).toBe('nothing to open');
  });
});

describe('parts of a project', () => {
  test('avatars of its own come before those of the system', async () => {
    const harness = makeApp();
    const {tracker} = harness.clients;
    const create = findOperation('tracker', 'project', 'create-avatar');
    if (tracker === undefined || create === undefined) throw new Error('no such operation');
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
    const inputs = {projectIdOrKey: ['HPAY'], size: ['1']};
    await tracker.request(tracker.plan(create, {inputs, body: png}));
    await press(harness, ':', 'avatars HPAY', 'enter');
    const [own = '', ...others] = shownRows(harness);
    expect(own).toMatch(/^\d+ \| custom \| can be deleted/);
    expect(others.length).toBeGreaterThan(5);
    for (const other of others)
      expect(other).toMatch(/ \| system \| (?:current \| )?cannot be deleted/);
  });

  test('the values of its properties are read for those on the screen', async () => {
    const harness = makeApp();
    await press(harness, ':', 'project-properties HPAY', 'enter');
    expect(shownRows(harness)).toEqual([
      'team.charter | {"page":"https://wiki.example.com/charter/0","reviewed":true,"size":5}',
      'cost-centre | 4389',
    ]);
  });

  test('a value that comes later has all the room there is, and moves nothing when it comes', async () => {
    const long = 'x'.repeat(60);
    const tracker = fakeTracker('the value is long, and comes only when it is asked for again');
    tracker.answers['tracker/project/get-property-keys'] = {object: {keys: [{key: 'long'}]}};
    tracker.answers['tracker/project/get-property'] = {silent: true};
    const harness = makeHarness({columns: 100, tracker});
    harness.press(':', 'project-properties PRO0', 'enter');
    await harness.settle();
    const widths = () => layOutList(listOf(harness), 97).placed.map(p => p.width);
    const before = widths();
    tracker.answers['tracker/project/get-property'] = {object: {value: long}};
    harness.press('r');
    await harness.settle();
    expect(shownRows(harness)).toEqual([`long | ${long}`]);
    expect(widths()).toEqual(before);
  });

  test('its classification says why the default is not known', async () => {
    const world = ownWorld();
    world.setFaults('GET /rest/api/3/project/*/classification-level/default: 404');
    const harness = makeHarness(world);
    await press(harness, ':', 'project HPAY', 'enter', 'tab Classification');
    const view = currentView(harness.state());
    const text = view.kind === 'text' ? linesOfText(view, harness.state()) : [];
    expect(JSON.stringify(text)).toContain('unknown: Not found (404): Nothing is here.');
    expect(readBy(harness)).toEqual(
      new Set(['project get-default-project-classification', 'project get-classification-config']),
    );
  });
});

describe('where a status is used', () => {
  test('projects by name, with the issue types that use it, then workflows', async () => {
    const harness = makeApp();
    await press(harness, ':', 'statuses', 'enter', '/', 'Selected', 'enter', 'enter');
    expect(currentLocation(harness.state()).crumb).toBe('Selected for Development');
    expect(shownRows(harness).slice(0, 2)).toEqual([
      'HPAY | Harbour Payments | Epic, Story, Task, Bug, Sub-task',
      'MERID | Meridian Data Platform | Epic, Story, Task, Bug, Sub-task',
    ]);
    expect(readBy(harness)).toEqual(
      new Set([
        'statuses get-project-usages-for',
        'statuses get-project-issue-type-usages-for',
        'project get',
      ]),
    );
    await press(harness, '2');
    expect(shownRows(harness)).toEqual(['10101']);
  });
});

test('a priority lists its schemes with the priorities of each', async () => {
  const harness = makeApp();
  await press(harness, ':', 'priorities', 'enter', 'enter', 'tab Schemes');
  expect(shownRows(harness)).toEqual([
    'Default priority scheme | default | Highest, High, Medium, Low, Lowest | All projects that have no other. | 1',
    expect.stringMatching(/^Priorities with deadline 1 \| Highest, High, Medium/),
  ]);
});

test('a UI modification lists where it applies, with the names of projects and issue types', async () => {
  const harness = makeApp();
  await press(harness, ':', 'ui-modifications', 'enter', 'enter');
  expect(currentLocation(harness.state()).crumb).toBe('Hide the budget field');
  expect(shownRows(harness).map(row => row.replace(/ \| [^|]*$/, ''))).toEqual([
    'MERID | Meridian Data Platform | Story | available',
    'OLDBILL | Legacy Billing | Task | transition | available',
  ]);
});
