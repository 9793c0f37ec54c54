import {describe, expect, test} from 'vitest';
import {goTo} from '../../../src/state/locations/go-to.ts';
import {refreshWhenDue} from '../../../src/state/locations/refresh.ts';
import {currentLocation, currentView, viewOf} from '../../../src/state/model/state.ts';
import {commandShown} from '../../../src/state/overlays/copy/copy.ts';
import {attentionHeading} from '../../../src/state/views/home/home-lines.ts';
import {homeKind} from '../../../src/state/views/home/kind.ts';
import {countText} from '../../../src/state/views/list/count-text.ts';
import {visibleRows} from '../../../src/state/views/list/rows.ts';
import {connect, listOf, makeHarness, namesOf, openProjects} from '../../support/app-harness.ts';
import {fakeTracker, someProjects} from '../../support/app-world.ts';
import {settled} from '../../support/live-app.ts';
import {ownWorld, stillWorld} from '../../support/still-world.ts';

const because =
  'a list changes between two reads, has 1,200 rows, never comes, or is of an older server';
const search = 'tracker/project/search';

test('what is opened before the services are reached is read when they are', async () => {
  const harness = makeHarness({...stillWorld(), connect: false});
  harness.press('enter');
  await harness.settle();
  expect(currentView(harness.state()).load.status).toBe('loading');
  connect(harness);
  await harness.settle();
  expect(namesOf(harness)).toHaveLength(10);
});

describe('home', () => {
  test('every entry gets its count, and those that need a look say why', async () => {
    const harness = makeHarness({...stillWorld(), counts: true});
    await settled(harness);
    const view = currentView(harness.state());
    expect(view.kind === 'home' && view.counts).toMatchObject({
      projects: {status: 'ready', text: '10'},
      'all-versions': {status: 'ready', text: '50', note: '4 overdue'},
      'permission-schemes': {status: 'ready', text: '5', note: '21 findings'},
      webhooks: {status: 'ready', text: '6', note: '3 expire soon'},
      'failed-webhooks': {status: 'ready', text: '55'},
      'blog-posts': {status: 'ready', text: '21'},
    });
  });

  test('a count that is refused says so in its place, the others stand', async () => {
    const world = ownWorld();
    world.setFaults('GET /rest/api/3/webhook/failed: 403');
    const harness = makeHarness({...world, counts: true});
    await settled(harness);
    const view = currentView(harness.state());
    expect(view.kind === 'home' && view.counts).toMatchObject({
      'failed-webhooks': {status: 'failed', text: 'not allowed for this user'},
      projects: {status: 'ready'},
    });
  });

  test('is calm only where everything was checked, and tells a refused sign-in', async () => {
    const tops: string[] = [];
    for (const [status, text] of [
      [401, ''],
      [403, 'not allowed for this user'],
    ] as const) {
      const world = ownWorld();
      world.setFaults(`* /rest/api/3/*: ${status}`);
      const harness = makeHarness({...world, counts: true});
      await settled(harness);
      const view = currentView(harness.state());
      if (view.kind !== 'home') throw new Error('no home');
      expect(view.counts.webhooks).toMatchObject({status: 'failed', text});
      expect(attentionHeading(view, {}).text).toBe('4 of 5 could not be checked');
      const top = homeKind.counts?.(view, harness.state()) ?? [];
      tops.push(top.map(span => span.text).join(''));
    }
    // Once for all counts, with the cure.
    expect(tops).toEqual([expect.stringMatching(/^Sign-in failed: .*ctrl\+k/), '']);
  });

  test('the command shown is that of the selected line', async () => {
    const harness = makeHarness({...stillWorld(), counts: true});
    await settled(harness);
    expect(commandShown(harness.state(), harness.app.registry)).toBe(
      'jr project search --expand lead --maxResults 100 -p test',
    );
    const home = viewOf(harness.state(), 'home');
    const at = home?.entries.findIndex(({title}) => title === 'Permission schemes') ?? -1;
    harness.press(...'j'.repeat(at));
    expect(commandShown(harness.state(), harness.app.registry)).toBe(
      'jr permissionscheme get-all-permission-schemes --expand permissions,user,group,projectRole,field -p test',
    );
  });

  test('what was opened before the services were there is loaded when they are', async () => {
    const harness = makeHarness({...stillWorld(), connect: false});
    harness.press('enter');
    connect(harness);
    await harness.settle();
    expect(listOf(harness).rows).toHaveLength(10);
  });
});

describe('a list', () => {
  test('one key from home leads to the projects, sorted by key', async () => {
    const harness = await openProjects();
    expect(currentLocation(harness.state()).crumb).toBe('Projects');
    expect(namesOf(harness)[0]).toBe('HPAY');
    expect(countText(listOf(harness))).toBe('10 projects');
    expect(commandShown(harness.state(), harness.app.registry)).toBe(
      'jr project search --expand lead,insight -p test',
    );
  });

  test('the filter works while it is typed, enter keeps it, esc takes it back', async () => {
    const harness = await openProjects();
    harness.press('/', 'callum');
    expect(namesOf(harness)).toEqual(['LMA', 'MERID']);
    harness.press('enter');
    expect(countText(listOf(harness))).toBe('2 of 10 shown');
    harness.press('/', 'x');
    expect(visibleRows(listOf(harness)).rows).toEqual([]);
    harness.press('esc');
    expect(listOf(harness).filter).toBe('callum');
    harness.press('esc');
    expect(listOf(harness).filter).toBe('');
    expect(currentLocation(harness.state()).crumb).toBe('Projects');
  });

  test('a wrong filter is explained and the rows of the last right one stay', async () => {
    const harness = await openProjects();
    harness.press('/', 'callum "');
    expect(harness.state().prompt?.problem).toMatch(/close the quotes/);
    expect(namesOf(harness)).toEqual(['LMA', 'MERID']);
    harness.press('enter');
    expect(harness.state().prompt?.text).toBe('callum "');
  });

  test('the cursor follows its row through sorting and filtering', async () => {
    const harness = await openProjects();
    harness.press('j', 'j');
    expect(listOf(harness).cursorId).toBe('10001');
    harness.press('S');
    expect(visibleRows(listOf(harness)).rows[listOf(harness).cursor]?.id).toBe('10001');
    harness.press('/', 'LMA', 'enter');
    expect(listOf(harness).cursor).toBe(0);
  });

  test('a refresh keeps the cursor on its row, and on the next one when it is gone', async () => {
    const tracker = fakeTracker(because);
    const harness = await openProjects(makeHarness({tracker}));
    harness.press('j', 'j');
    tracker.answers[search] = {pages: [someProjects(7).slice(1)], total: 6};
    harness.press('r');
    await harness.settle();
    expect(listOf(harness).cursorId).toBe('10002');
    tracker.answers[search] = {pages: [someProjects(7).slice(3)], total: 4};
    harness.press('r');
    await harness.settle();
    expect(listOf(harness).rows).toHaveLength(4);
    expect(listOf(harness).cursorId).toBe('10004');
  });

  test('R reads it again by itself, and what is new is marked', async () => {
    const tracker = fakeTracker(because);
    const harness = await openProjects(makeHarness({tracker}));
    harness.press('R');
    expect(harness.state().notice?.text).toBe('Refreshing every 10 s · R stops');
    tracker.answers[search] = {pages: [someProjects(9)], total: 9};
    harness.dispatch({kind: 'taskResult', take: refreshWhenDue(listOf(harness).key)});
    await harness.settle();
    expect([...listOf(harness).fresh]).toEqual(['10007', '10008']);
    harness.press('R');
    const asked = tracker.asked.length;
    harness.dispatch({kind: 'taskResult', take: refreshWhenDue(listOf(harness).key)});
    await harness.settle();
    expect(tracker.asked).toHaveLength(asked);
  });

  test('a failed refresh keeps the rows and says what happened', async () => {
    const world = ownWorld();
    const harness = await openProjects(makeHarness(world));
    world.setFaults('GET /rest/api/3/project/search: 503');
    harness.press('r');
    await harness.settle();
    expect(listOf(harness).rows).toHaveLength(10);
    expect(harness.state().notice?.text).toBe(
      'Server error (503): The service is temporarily unavailable. · r retries',
    );
  });

  test('a first load that fails shows what to do', async () => {
    const world = ownWorld();
    world.setFaults('GET /rest/api/3/project/search: 401');
    const harness = await openProjects(makeHarness(world));
    const {load} = listOf(harness);
    expect(load.status === 'failed' && load.trouble).toEqual({
      title: 'Sign-in failed (401)',
      text: 'Client must be authenticated to access this resource.',
      advice: ['Check the user and the token. ctrl+k signs in again.', 'r retries, esc goes back.'],
    });
  });

  test('further pages come when the cursor nears the end, and G reads them all', async () => {
    const tracker = fakeTracker(because);
    const all = someProjects(1200);
    tracker.answers[search] = {
      pages: [all.slice(0, 300), all.slice(300, 600), all.slice(600, 900), all.slice(900)],
      total: 1200,
    };
    const harness = await openProjects(makeHarness({tracker}));
    expect(listOf(harness).rows).toHaveLength(600);
    expect(countText(listOf(harness))).toBe('1,200 projects · 600 loaded');
    harness.press('G');
    await harness.settle();
    expect(listOf(harness).rows).toHaveLength(1200);
    expect(listOf(harness).more).toBe(false);
    expect(listOf(harness).cursor).toBe(1199);
  });

  test('a server without the paginated search is asked for all projects', async () => {
    const tracker = fakeTracker(because);
    delete tracker.answers[search];
    tracker.answers['tracker/project/get-all'] = {pages: [someProjects(2)]};
    const harness = await openProjects(makeHarness({tracker}));
    expect(listOf(harness).rows).toHaveLength(2);
    expect(commandShown(harness.state(), harness.app.registry)).toBe(
      'jr project get-all --expand lead -p test',
    );
  });

  test('an answer that comes after the view was left changes nothing', async () => {
    const tracker = fakeTracker(because);
    tracker.answers[search] = {silent: true};
    const harness = await openProjects(makeHarness({tracker}));
    harness.press('esc');
    await harness.settle();
    expect(currentView(harness.state()).kind).toBe('home');
    expect(harness.state().notice).toBeUndefined();
  });
});

describe('projects → project → versions', () => {
  test('enter opens the project, 2 its versions with progress, esc leads back', async () => {
    const harness = await openProjects();
    harness.press('enter');
    await harness.settle();
    expect(currentLocation(harness.state()).crumb).toBe('HPAY');
    expect(currentView(harness.state()).kind).toBe('text');
    harness.press('2');
    await harness.settle();
    expect(namesOf(harness)).toHaveLength(14);
    harness.press('1');
    expect(currentView(harness.state()).kind).toBe('text');
    harness.press('esc');
    expect(currentLocation(harness.state()).crumb).toBe('Projects');
  });

  test('counts that the list does not carry are filled in row by row', async () => {
    const tracker = fakeTracker(because);
    delete tracker.answers['tracker/project/get-versions-paginated'];
    tracker.answers['tracker/project/get'] = {
      object: {
        id: '1',
        versions: [
          {id: '1', name: 'a'},
          {id: '2', name: 'b'},
        ],
      },
    };
    tracker.answers['tracker/version/get'] = given => ({
      object:
        given.inputs.id?.[0] === '1'
          ? {issuesStatusForFixVersion: {toDo: 1, inProgress: 0, done: 1, unmapped: 0}}
          : {},
    });
    const harness = makeHarness({tracker});
    harness.do(goTo({screen: 'versions', args: ['PRO0']}));
    await harness.settle();
    const filled = listOf(harness).rows.map(row => row.filled?.['/issuesStatusForFixVersion']);
    expect(filled).toEqual([{toDo: 1, inProgress: 0, done: 1, unmapped: 0}, null]);
  });
});
