import {describe, expect, test} from 'vitest';
import {readPointer} from '../../../../src/base/json-value.ts';
import {adminKeyBadge} from '../../../../src/screens/site/admin-key.ts';
import {currentLocation, currentView} from '../../../../src/state/model/state.ts';
import {
  attentionCount,
  attentionEntries,
  panelRows,
} from '../../../../src/state/views/home/home-lines.ts';
import type {HomeView} from '../../../../src/state/views/home/state.ts';
import {tipOf} from '../../../../src/state/views/home/tips.ts';
import {isCounted, visibleRows} from '../../../../src/state/views/list/rows.ts';
import {type AppHarness, listOf, makeHarness, namesOf} from '../../../support/app-harness.ts';
import {fakeContent, fakeTracker, nowMs, someProjects} from '../../../support/app-world.ts';
import {settled} from '../../../support/live-app.ts';
import {ownWorld, stillWorld} from '../../../support/still-world.ts';

const because = 'how much needs attention, of how many projects, is what each test says';

const minute = 60_000;

function homeOf(app: AppHarness): HomeView {
  const view = app.state().locations[0]?.views[0];
  if (view?.kind !== 'home') throw new Error('no home');
  return view;
}

function looks(app: AppHarness): string[] {
  const {counts, entries} = homeOf(app);
  return attentionEntries(entries).flatMap(({id}) => {
    const count = counts[id];
    const found = count?.status === 'ready' ? (count.looks ?? []) : [];
    return found.map(({name, text}) => (name === undefined ? text : `${name}: ${text}`));
  });
}

async function started(options: Parameters<typeof makeHarness>[0] = {}): Promise<AppHarness> {
  const app = makeHarness({...stillWorld(), ...options, counts: true});
  await settled(app);
  return app;
}

function withKey(leftMs: number): ReturnType<typeof fakeContent> {
  const content = fakeContent(because);
  const expirationTime = new Date(nowMs + leftMs).toISOString();
  content.answers['content/admin-key/get-admin-key'] = {object: {accountId: 'a1', expirationTime}};
  return content;
}

describe('the home screen', () => {
  test('says by name what needs attention, the most pressing first', async () => {
    const tracker = fakeTracker(because);
    tracker.answers['tracker/project/search'] = {pages: [someProjects(2)], total: 2};
    const app = await started({tracker});
    expect(looks(app)).toEqual([
      '1.1 of PRO0: due 1 Nov',
      '1.1 of PRO1: due 1 Nov',
      'hooks.example/b: webhook 2 expires in 2 days',
      '1 failed delivery in the last hour',
    ]);
    expect(attentionCount(homeOf(app), {})).toBe(4);
  });

  test('counts the issues of the first versions that are late', async () => {
    const tracker = fakeTracker(because);
    tracker.answers['tracker/project/search'] = {pages: [someProjects(1)], total: 1};
    const issuesStatusForFixVersion = {toDo: 3, inProgress: 1, done: 30, unmapped: 0};
    tracker.answers['tracker/version/get'] = {object: {id: '2', issuesStatusForFixVersion}};
    const app = await started({tracker});
    expect(looks(app)).toContain('1.1 of PRO0: due 1 Nov · 4 of 34 open');
  });

  test('asks every project for its versions, and of more than a list reads at once the first', async () => {
    for (const [projects, asked] of [
      [100, 100],
      [300, 24],
    ] as const) {
      const tracker = fakeTracker(because);
      const pages = [someProjects(100), someProjects(projects - 100)].filter(one => one.length > 0);
      tracker.answers['tracker/project/search'] = {pages, total: projects};
      const app = await started({tracker});
      const read = tracker.asked.filter(id => id === 'tracker/project/get-versions-paginated');
      const isWhole = asked === projects;
      // What home has not read whole is read for the names behind it.
      expect(read).toHaveLength(isWhole ? asked : asked + projects);
      const count = homeOf(app).counts['all-versions'];
      expect(count).toMatchObject({
        text: isWhole ? `${asked * 3}` : `${asked * 3}+`,
        note: isWhole ? '100 overdue' : '24+ overdue · 24 of 300 projects read',
      });
    }
  });

  test('says which projects are led by someone who has left', async () => {
    const lead = {accountId: 'w', displayName: 'Wanda Rahimi', active: false};
    const projects = someProjects(3).map((one, i) => (i < 2 ? {...(one as object), lead} : one));
    const tracker = fakeTracker(because);
    tracker.answers['tracker/project/search'] = {pages: [projects], total: 3};
    const app = await started({tracker});
    expect(looks(app)).toContain('PRO0, PRO1: lead has left: Wanda Rahimi');
  });

  test('says beside the schemes how much is odd about them, and leads to what lies in other things', async () => {
    const tracker = fakeTracker(because);
    const holder = {type: 'anyone'};
    tracker.answers['tracker/permissionscheme/get-all-permission-schemes'] = {
      object: {
        permissionSchemes: [
          {id: 1, name: 'Open', permissions: [{id: 1, permission: 'DELETE_ISSUES', holder}]},
          {id: 2, name: 'Closed', permissions: []},
        ],
      },
    };
    const app = await started({tracker});
    const {counts, entries} = homeOf(app);
    expect(counts['permission-schemes']).toMatchObject({
      text: '2',
      note: '1 finding',
      tone: 'warn',
    });
    expect(counts['notification-schemes']).toMatchObject({note: '1 event with no recipient'});
    for (const id of ['whiteboards', 'custom-content']) {
      expect(counts[id]).toEqual({status: 'ready', text: ''});
      expect(entries.find(entry => entry.id === id)?.screen).toBe('spaces');
    }
  });

  test('makes four requests at a time for its counts, whatever they are for', async () => {
    const tracker = fakeTracker(because);
    let [running, most] = [0, 0];
    const {pages} = tracker;
    tracker.pages = (...given) => {
      const reading = pages.call(tracker, ...given)[Symbol.asyncIterator]();
      const next = async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(resolve => setImmediate(resolve));
        running -= 1;
        return reading.next();
      };
      return {[Symbol.asyncIterator]: () => ({next})};
    };
    await started({tracker});
    expect(most).toBe(4);
  });

  test('shows five rows of a kind at most: the last opens the rest with their filter', async () => {
    const tracker = fakeTracker(because);
    const webhooks = Array.from({length: 9}, (_, i) => ({
      id: i,
      url: `https://hooks.example/${i}`,
      events: [],
      expirationDate: nowMs + 60 * minute,
    }));
    tracker.answers['tracker/webhook/get-dynamic-webhooks-for-app'] = {pages: [webhooks]};
    tracker.answers['tracker/project/search'] = {pages: [[]], total: 0};
    const app = await started({tracker});
    expect(attentionCount(homeOf(app), {})).toBe(10);
    const rows = panelRows(app.state(), app.app.registry);
    const texts = rows.map(({cells}) => cells.map(({text}) => text).join(' '));
    const ofWebhooks = texts.filter(text => /webhook|more/.test(text));
    expect(ofWebhooks).toHaveLength(5);
    expect(ofWebhooks.at(-1)).toBe('! 5 more webhooks');
    for (let i = 0; i < 5; i++) app.press('n');
    app.press('enter');
    await settled(app);
    expect([listOf(app).resource.id, listOf(app).filter]).toEqual(['webhooks', 'left<3']);
  });

  test('is calm when nothing does', async () => {
    const tracker = fakeTracker(because);
    for (const operation of ['webhook/get-dynamic-webhooks-for-app', 'webhook/get-failed']) {
      tracker.answers[`tracker/${operation}`] = {pages: [[]]};
    }
    tracker.answers['tracker/project/get-versions-paginated'] = {pages: [[]], total: 0};
    expect(attentionCount(homeOf(await started({tracker})), {})).toBe(0);
  });

  test('n goes from one to the next, round and round, and enter leads there', async () => {
    const tracker = fakeTracker(because);
    tracker.answers['tracker/project/search'] = {pages: [someProjects(1)], total: 1};
    const app = await started({tracker});
    app.press('n', 'n', 'enter');
    await app.settle();
    expect([listOf(app).resource.id, listOf(app).filter]).toEqual(['webhooks', 'left<3']);
    expect(namesOf(app)).toHaveLength(1);
    app.press('esc', 'esc', 'n', 'n', 'enter');
    await app.settle();
    expect(currentLocation(app.state()).crumb).toBe('1.1');
    app.press('esc', 'esc');
    expect(homeOf(app).beside).toBeUndefined();
    app.press('N');
    expect(homeOf(app).beside).toBe(2);
  });

  test('tab goes to the panels and back, and their rows lead on', async () => {
    const app = await started({columns: 120, rows: 40});
    app.press('tab', 'j');
    expect(homeOf(app).beside).toBe(1);
    expect(panelRows(app.state(), app.app.registry).length).toBeGreaterThan(2);
    app.press('tab', 'j');
    expect([homeOf(app).beside, homeOf(app).cursor]).toEqual([undefined, 1]);
  });

  test('where the panels have a line each, going down leads into them and up out of them', async () => {
    const app = await started();
    app.press('G', 'j');
    expect(homeOf(app).beside).toBe(0);
    app.press('k');
    expect(homeOf(app).beside).toBeUndefined();
  });

  test('tips are hidden for ever by a key, and there again by the same', async () => {
    const app = await started();
    expect(tipOf(app.state())).toBeDefined();
    app.press('H');
    await app.settle();
    expect(tipOf(app.state())).toBeUndefined();
    const again = await started({kept: Object.fromEntries(app.kept)});
    expect(tipOf(again.state())).toBeUndefined();
    again.press('H');
    expect(tipOf(again.state())).toBeDefined();
  });

  test('has an answer for each of its lines when a service refuses', async () => {
    const world = ownWorld();
    world.setFaults('GET /wiki/api/v2/admin-key: 403');
    const {counts} = homeOf(await started(world));
    expect(counts['admin-key']).toEqual({status: 'ready', text: 'off'});
  });
});

describe('an admin key', () => {
  test('is counted in whole minutes away from its screen, and amber when few are left', async () => {
    const app = await started({content: withKey(8 * minute + 41_000)});
    expect(adminKeyBadge(app.state())).toEqual({text: 'ADMIN KEY 9 min', tone: 'title'});
    app.dispatch({kind: 'clock', nowMs: nowMs + 7 * minute});
    expect(adminKeyBadge(app.state())).toEqual({text: 'ADMIN KEY 2 min', tone: 'warn'});
  });

  test('is counted in seconds on its screen and in its last minute, then it is gone', async () => {
    const app = await started({content: withKey(8 * minute + 41_000)});
    app.press(':', 'admin-key', 'enter');
    await app.settle();
    expect(adminKeyBadge(app.state())?.text).toBe('ADMIN KEY 08:41');
    app.press('esc');
    app.dispatch({kind: 'clock', nowMs: nowMs + 8 * minute});
    expect(adminKeyBadge(app.state())?.text).toBe('ADMIN KEY 00:41');
    app.dispatch({kind: 'clock', nowMs: nowMs + 9 * minute});
    expect(adminKeyBadge(app.state())).toBeUndefined();
  });

  test('that is not enabled is told calmly', async () => {
    const app = await started();
    app.press(':', 'admin-key', 'enter');
    await app.settle();
    expect(currentView(app.state())).toMatchObject({kind: 'text', text: '{}'});
    expect(adminKeyBadge(app.state())).toBeUndefined();
  });

  test('is enabled through the preview of its request', async () => {
    const app = await started({content: withKey(minute)});
    app.press(':', 'adminkey on 30', 'enter');
    await app.settle();
    expect(JSON.stringify(app.state().write)).toContain('durationInMinutes');
  });
});

/** How many a text of home counts, and whether there are more: `1,204+`. */
const countIn = (text: string) => ({
  count: Number(text.replace(/[,+]/g, '')),
  more: text.endsWith('+'),
});

test('every count of home is the length of the list that its line opens, or both have more', async () => {
  const harness = await started();
  const {entries, counts} = homeOf(harness);
  const compared: string[] = [];
  for (const [at, entry] of entries.entries()) {
    const count = counts[entry.id];
    if (count?.status !== 'ready' || !/\d/.test(count.text)) continue;
    harness.press('g', ...Array<string>(at).fill('j'), 'enter');
    await settled(harness);
    const view = currentView(harness.state());
    // The line of failed deliveries opens the addresses that they were sent to.
    if (view.kind === 'list' && view.resource.local === undefined) {
      const {resource, total, more} = view;
      const rows = view.rows.filter(row => isCounted(row, resource));
      const length = {
        count: more ? (total ?? rows.length) : rows.length,
        more: more && total === undefined,
      };
      expect({[entry.id]: length}).toEqual({[entry.id]: countIn(count.text)});
      compared.push(entry.id);
    }
    for (let back = 0; back < 4 && currentView(harness.state()).kind !== 'home'; back++)
      harness.press('esc');
  }
  expect(compared).toEqual(
    expect.arrayContaining(['projects', 'all-versions', 'all-components', 'labels']),
  );
  expect(compared.length).toBeGreaterThan(11);
});

describe('the versions of the whole site', () => {
  const openVersions = async () => {
    const harness = await started({columns: 160});
    harness.press(':', 'versions', 'enter');
    await settled(harness);
    return harness;
  };

  test('come by their day with the project of each, and the cursor on the first that is overdue', async () => {
    const list = listOf(await openVersions());
    const {rows} = visibleRows(list);
    const days = rows.flatMap(({value}) => readPointer(value, '/releaseDate') ?? []);
    expect([...days].sort()).toEqual(days);
    const first = rows.findIndex(({value}) => readPointer(value, '/overdue') === true);
    expect([first > 0, list.cursor]).toEqual([true, first]);
    expect(new Set(rows.map(({value}) => readPointer(value, '/project'))).size).toBeGreaterThan(3);
  });

  test('are narrowed to a project by its key, and a verb takes those of several', async () => {
    const harness = await openVersions();
    harness.press('/', 'project:HPAY', 'enter');
    const shown = visibleRows(listOf(harness)).rows.map(({value}) =>
      readPointer(value, '/project'),
    );
    expect([shown.length > 3, new Set(shown)]).toEqual([true, new Set(['HPAY'])]);
    harness.press('esc', '/', 'state:overdue', 'enter', ' ', 'j', ' ', 'x', 'A');
    await settled(harness);
    const {write} = harness.state();
    const requests = write?.stage === 'preview' ? write.plan.requests : [];
    const ids = requests.flatMap(({call}) => call.given.inputs?.id ?? []);
    const of = listOf(harness).rows.filter(({id}) => ids.includes(id));
    expect(of).toHaveLength(2);
    expect(new Set(of.map(({value}) => readPointer(value, '/project'))).size).toBe(2);
  });
});
