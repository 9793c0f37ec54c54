import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {
  attentionCount,
  attentionHeading,
  attentionPanel,
} from '../../../src/state/views/home/home-lines.ts';
import type {HomeView} from '../../../src/state/views/home/state.ts';
import {type AppHarness, listOf, makeHarness, press} from '../../support/app-harness.ts';
import {fakeContent, fakeTracker} from '../../support/app-world.ts';
import {makeSandboxApp, startAppSandbox} from '../../support/live-app.ts';

const soon = {interval: 20};
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startAppSandbox();
});
afterAll(() => sandbox.stop());

async function setFaults(faults: readonly string[]): Promise<void> {
  const {authUser, authToken, trackerBaseUrl} = sandbox;
  const authorization = `Basic ${Buffer.from(`${authUser}:${authToken}`).toString('base64')}`;
  await fetch(`${trackerBaseUrl}/__sandbox/faults`, {
    method: 'PUT',
    headers: {authorization, 'content-type': 'application/json'},
    body: JSON.stringify(faults),
  });
}

function homeOf(harness: AppHarness): HomeView {
  const view = currentView(harness.state());
  if (view.kind !== 'home') throw new Error(`a ${view.kind} is on the screen`);
  return view;
}

const isCounted = (harness: AppHarness) =>
  homeOf(harness).entries.every(({id}) => homeOf(harness).counts[id] !== undefined);

test.each([
  'GET */webhook*: 503',
  'GET */project/*/version*: 503',
  'GET */admin-key: 503',
  'GET *: 503',
])('home never says that nothing needs anybody while %s', async fault => {
  await setFaults([fault]);
  const harness = makeSandboxApp(sandbox, {counts: true});
  await expect.poll(() => isCounted(harness), soon).toBe(true);
  await setFaults([]);
  expect(attentionHeading(homeOf(harness), {})).toMatchObject({
    text: expect.stringMatching(/could (?:not )?be checked/),
    tone: 'warn',
  });
  const failed = Object.values(homeOf(harness).counts).filter(({status}) => status === 'failed');
  expect(failed.length).toBeGreaterThan(0);
});

test('what was calm before a reading that failed is no longer said', async () => {
  const harness = makeSandboxApp(sandbox, {counts: true});
  await expect.poll(() => isCounted(harness), soon).toBe(true);
  const before = attentionCount(homeOf(harness), {});
  expect(before).toBeDefined();
  await setFaults(['GET *: 503']);
  harness.press('r');
  await expect
    .poll(() => {
      const {entries, counts} = homeOf(harness);
      const asked = entries.filter(({call}) => call !== undefined);
      return asked.every(({id}) => counts[id]?.status === 'failed');
    }, soon)
    .toBe(true);
  await setFaults([]);
  expect(attentionHeading(homeOf(harness), {}).text).toBe('Nothing could be checked');
});

/** A tracker with so many users, and priorities whose total is not true. */
function siteOf(users: number) {
  const tracker = fakeTracker('it has thousands of users, and totals that are not true');
  const all = Array.from({length: users}, (_, i) => ({
    accountId: `a${i}`,
    displayName: `User ${String(i).padStart(5, '0')}`,
    active: i % 2 === 0,
  }));
  tracker.answers['tracker/users/get-all'] = {pages: [all]};
  const values = [{id: '1', name: 'High'}];
  tracker.answers['tracker/priority/search'] = {object: {startAt: 0, total: 0, values}};
  tracker.answers['tracker/resolution/search'] = {
    object: {startAt: 0, total: 7, isLast: true, values},
  };
  return tracker;
}

test('home counts users beyond the first thousand, and says when there may be more', async () => {
  for (const [users, text, note] of [
    [2345, '2,345', '1,172 inactive'],
    [5000, '4,000+', '2,000+ inactive'],
  ] as const) {
    const harness = makeHarness({
      tracker: siteOf(users),
      content: fakeContent('it is asked beside the tracker'),
      counts: true,
    });
    await harness.settle();
    await expect.poll(() => homeOf(harness).counts.users, soon).toMatchObject({text, note});
  }
});

test('home does not trust a total that the list contradicts', async () => {
  const harness = makeHarness({
    tracker: siteOf(1),
    content: fakeContent('it is asked beside the tracker'),
    counts: true,
  });
  await expect.poll(() => homeOf(harness).counts.priorities, soon).toMatchObject({text: '1+'});
  expect(homeOf(harness).counts.resolutions).toMatchObject({text: '1+'});
});

test('the list of users goes on beyond the first thousand', async () => {
  const harness = makeHarness({tracker: siteOf(2345)});
  await press(harness, ':', 'users', 'enter');
  expect(listOf(harness)).toMatchObject({more: true, rows: {length: 1000}});
  await press(harness, 'G');
  await expect.poll(() => listOf(harness).rows.length, soon).toBe(2345);
  expect(listOf(harness).more).toBe(false);
});

test('home names nothing as calm that could not be checked', async () => {
  await setFaults(['GET *: 401']);
  const harness = makeSandboxApp(sandbox, {counts: true});
  await expect.poll(() => isCounted(harness), soon).toBe(true);
  await setFaults([]);
  const {rows, empty} = attentionPanel.body(harness.state(), 120);
  expect(rows).toEqual([]);
  expect(empty).toEqual({text: '', tone: 'dim'});
});

test('home is loading until the server has answered, so that its age is shown and esc stops', () => {
  const silent = {silent: true} as const;
  const tracker = fakeTracker('the server never answers');
  tracker.answers = Object.fromEntries(Object.keys(tracker.answers).map(id => [id, silent]));
  const harness = makeHarness({tracker, content: fakeContent('it never answers'), counts: true});
  const {key} = homeOf(harness);
  harness.dispatch({
    kind: 'count',
    view: key,
    entry: 'whiteboards',
    count: {status: 'ready', text: ''},
  });
  harness.dispatch({kind: 'slow', view: key, ageMs: 3000});
  expect(homeOf(harness).load).toMatchObject({status: 'loading', ageMs: 3000});
  harness.press('esc');
  expect(homeOf(harness).load.status).toBe('ready');
  expect(harness.state().notice?.text).toMatch(/^Loading stopped/);
});
