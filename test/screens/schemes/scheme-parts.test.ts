import {describe, expect, test} from 'vitest';
import {Failure} from '../../../src/base/failure.ts';
import {readPointer} from '../../../src/base/json-value.ts';
import {viewOf} from '../../../src/state/model/state.ts';
import {cellOf} from '../../../src/state/views/list/cells.ts';
import {countText} from '../../../src/state/views/list/count-text.ts';
import type {AnsweringClient} from '../../support/answering-client.ts';
import {type AppHarness, listOf, makeHarness, namesOf, press} from '../../support/app-harness.ts';
import {fakeContent, someProjects} from '../../support/app-world.ts';
import {schemeTracker} from '../../support/scheme-world.ts';
import {until} from '../../support/until.ts';

const because =
  'hundreds of projects, some of which refuse to be asked, and answers that never come';

async function schemeTab(tab: string, tracker: AnsweringClient): Promise<AppHarness> {
  const harness = makeHarness({tracker});
  await press(harness, ':', 'perm', 'enter', 'enter', tab);
  for (let i = 0; i < 40; i++) await harness.settle();
  return harness;
}

describe('where a permission scheme is used', () => {
  const assigned = 'tracker/project/get-assigned-permission-scheme';

  function siteOf(count: number): AnsweringClient {
    const tracker = schemeTracker(because);
    tracker.answers['tracker/project/search'] = {pages: [someProjects(count)], total: count};
    tracker.answers[assigned] = given => {
      const n = Number(given.inputs?.projectKeyOrId?.[0]) - 10_000;
      if (n % 5 === 4) return {failure: new Failure('auth_failed', 'no', {status: 403})};
      return {object: {id: n % 2 === 0 ? 10_000 : 10_001, name: 'scheme'}};
    };
    return tracker;
  }

  test('every project is asked, those that use it are listed, those that refuse are counted', async () => {
    const harness = await schemeTab('3', siteOf(7));
    expect(namesOf(harness)).toEqual(['PRO0', 'PRO2', 'PRO6']);
    expect(countText(listOf(harness))).toBe('3+ projects · 7 of 7 checked, 1 refused');
  });

  test('by itself it asks 200 projects, G asks the rest', async () => {
    const tracker = siteOf(230);
    const harness = await schemeTab('3', tracker);
    const asked = () => tracker.asked.filter(id => id === assigned).length;
    expect(asked()).toBe(200);
    expect(countText(listOf(harness))).toMatch(/ · 200 of 230 checked, 40 refused \(G: all\)$/);
    await press(harness, 'G');
    for (let i = 0; i < 40; i++) await harness.settle();
    expect(asked()).toBe(230);
    expect(countText(listOf(harness))).toMatch(/230 of 230 checked, 46 refused$/);
  });

  test('leaving stops the asking', async () => {
    const tracker = siteOf(150);
    const harness = makeHarness({tracker});
    await press(harness, ':', 'perm', 'enter', 'enter');
    harness.press('3');
    const count = () => tracker.asked.filter(id => id === assigned).length;
    while (count() < 20) await new Promise(resolve => setImmediate(resolve));
    harness.press('q');
    for (let i = 0; i < 40; i++) await harness.settle();
    expect(count()).toBeLessThan(30);
  });
});

test('the findings of a scheme: the most serious first, each with its grant', async () => {
  const harness = await schemeTab('4', schemeTracker(because));
  const findings = listOf(harness).rows.map(({value}) =>
    ['severity', 'permission', 'holder', 'finding', 'grant']
      .map(name => readPointer(value, `/${name}`))
      .join(' | '),
  );
  expect(findings).toEqual([
    'serious | Administer projects | G:all-users | granted to a group whose name suggests everyone | 10301',
    'serious | Create issues | anyone | public write access | 10303',
    'warning | Edit issues | U:Gone Person | the account is inactive | 10306',
    'warning | Edit all comments | G:leavers | granted by group name, which can change | 10310',
    'warning | Delete issues | R:10099 | no longer exists | 10311',
    'warning | Edit all comments | R:Administrators | can edit all, lacks “Add comments” | 10307',
    'warning | Edit all comments | G:leavers | can edit all, lacks “Add comments” | 10310',
    'note | Edit issues | U:Jo Öst | granted to an individual user | 10305',
    'note | com.example.app__sign-off | project lead | duplicate grant | 10313',
    'note | Edit all comments | G:leavers | may no longer exist | 10310',
  ]);
});

test('holders the service did not expand are no findings on home, and nothing to take away', async () => {
  const tracker = schemeTracker(because);
  const holder = (type: string, value: string) => ({type, value, parameter: value, expand: type});
  const grants = [holder('projectRole', '10002'), holder('group', 'g-1'), holder('user', 'u-1')];
  const permissions = grants.map((one, id) => ({id, permission: 'CREATE_ISSUES', holder: one}));
  tracker.answers['tracker/permissionscheme/get-all-permission-schemes'] = {
    object: {permissionSchemes: [{id: 1, name: 'Default', permissions}]},
  };
  tracker.answers['tracker/permissionscheme/get-permission-scheme-grants'] = {
    object: {permissions},
  };
  const content = fakeContent('it is asked beside the tracker');
  const home = makeHarness({tracker, content, counts: true});
  await expect
    .poll(() => viewOf(home.state(), 'home')?.counts['permission-schemes'])
    .toEqual({status: 'ready', text: '1'});
  const harness = await schemeTab('4', tracker);
  const rows = listOf(harness).rows.map(({value}) => [
    readPointer(value, '/holder'),
    readPointer(value, '/finding'),
    readPointer(value, '/changes'),
  ]);
  expect(rows.filter(([, finding]) => finding === 'may no longer exist')).toEqual([
    ['G:g-1', 'may no longer exist', []],
    ['U:u-1', 'may no longer exist', []],
  ]);
});

test('the events of a notification scheme say who is told, and of what nobody is', async () => {
  const harness = makeHarness({tracker: schemeTracker(because), columns: 120});
  await press(harness, ':', 'notif', 'enter', 'enter');
  const column = listOf(harness).resource.columns.find(c => c.id === 'types');
  const cells = listOf(harness).rows.map(row => column && cellOf(column, row, 0, 80));
  expect(cells).toEqual([
    {text: 'no recipient', tone: 'warn'},
    {text: 'reporter, watchers, !E:all@example.com (no longer sent)', tone: 'plain'},
    {text: 'assignee, G:developers', tone: 'plain'},
  ]);
});

test('a part of a row that could not be read says unknown', async () => {
  const tracker = schemeTracker(because);
  tracker.answers['tracker/project/get'] = {
    failure: new Failure('not_found', 'no', {status: 404}),
  };
  const harness = makeHarness({tracker});
  await press(harness, ':', 'notif', 'enter', 'enter', '3');
  const {columns} = listOf(harness).resource;
  const texts = listOf(harness).rows.map(row =>
    columns.map(column => cellOf(column, row, 0, 20).text),
  );
  expect(texts).toEqual([
    ['10000', 'unknown', 'unknown', 'unknown', 'unknown'],
    ['10003', 'unknown', 'unknown', 'unknown', 'unknown'],
  ]);
  await press(harness, 'enter');
  expect(harness.state().locations.at(-1)?.crumb).toBe('10000');
});

describe('rows that are filled in', () => {
  test('projects of a notification scheme get their keys, and enter opens one by it', async () => {
    const tracker = schemeTracker(because);
    tracker.answers['tracker/notificationscheme/get-notification-scheme-to-project-mappings'] = {
      pages: [
        [
          {notificationSchemeId: '10100', projectId: '10000'},
          {notificationSchemeId: '10100', projectId: '10003'},
        ],
      ],
      total: 2,
    };
    const harness = makeHarness({tracker});
    await press(harness, ':', 'notif', 'enter', 'enter', '3');
    expect(listOf(harness).rows.map(row => readPointer(row.filled?.['/project'], '/key'))).toEqual([
      'PRO0',
      'PRO0',
    ]);
    await press(harness, 'enter');
    expect(harness.state().locations.at(-1)?.crumb).toBe('PRO0');
  });

  test('of the versions on the screen unresolved issues are counted and drivers named', async () => {
    const tracker = schemeTracker(because);
    const versions = Array.from({length: 60}, (_, i) => ({
      id: String(i),
      name: `v${i}`,
      released: false,
      ...(i === 0 ? {driver: 'acc-1'} : {}),
      issuesStatusForFixVersion: {toDo: 1, inProgress: 1, done: 1, unmapped: 0},
    }));
    tracker.answers['tracker/project/get-versions-paginated'] = {pages: [versions], total: 60};
    tracker.answers['tracker/version/get-unresolved-issues'] = {
      object: {issuesCount: 3, issuesUnresolvedCount: 2},
    };
    tracker.answers['tracker/user/get'] = {object: {displayName: 'Ann Lee'}};
    const harness = makeHarness({tracker, columns: 140});
    await press(harness, ':', 'ver PRO0', 'enter');
    const asked = () => tracker.asked.filter(id => id === 'tracker/version/get-unresolved-issues');
    expect(asked()).toHaveLength(18);
    expect(tracker.asked.filter(id => id === 'tracker/user/get')).toHaveLength(1);
    expect(tracker.asked).not.toContain('tracker/version/get');
    await press(harness, 'G');
    expect(asked()).toHaveLength(36);
    await press(harness, 'r');
    expect(asked()).toHaveLength(54);
    expect(listOf(harness).rows.at(-1)?.filled).toHaveProperty(['/unresolved']);
  });

  test('four requests run at a time, and scrolling on stops them', async () => {
    const tracker = schemeTracker(because);
    const versions = Array.from({length: 60}, (_, i) => ({
      id: String(i),
      name: `v${i}`,
      issuesStatusForFixVersion: {toDo: 1, inProgress: 1, done: 1, unmapped: 0},
    }));
    tracker.answers['tracker/project/get-versions-paginated'] = {pages: [versions], total: 60};
    tracker.answers['tracker/version/get-unresolved-issues'] = {silent: true};
    const harness = makeHarness({tracker});
    await press(harness, ':', 'ver PRO0', 'enter');
    const asked = () => tracker.asked.filter(id => id === 'tracker/version/get-unresolved-issues');
    expect(asked()).toHaveLength(4);
    await press(harness, 'G');
    expect(asked()).toHaveLength(8);
    tracker.answers['tracker/version/get-unresolved-issues'] = {object: {issuesUnresolvedCount: 1}};
    await press(harness, 'g');
    const filled = listOf(harness).rows.filter(row => row.filled?.['/unresolved'] !== undefined);
    expect(filled.map(row => row.name)).toEqual(versions.slice(0, 18).map(v => v.name));
  });

  test('a column that is not on the screen is not filled', async () => {
    const tracker = schemeTracker(because);
    tracker.answers['tracker/user/get'] = {object: {displayName: 'Ann Lee'}};
    tracker.answers['tracker/project/get-versions-paginated'] = {
      pages: [[{id: '1', name: 'v1', driver: 'acc-1'}]],
    };
    const harness = makeHarness({tracker, columns: 40});
    await press(harness, ':', 'ver PRO0', 'enter');
    await until(() => tracker.asked.includes('tracker/version/get'));
    await harness.settle();
    expect(tracker.asked).not.toContain('tracker/user/get');
  });
});
