import {describe, expect, test} from 'vitest';
import {Failure} from '../../../../src/base/failure.ts';
import {adminKeyBadge} from '../../../../src/screens/site/admin-key.ts';
import {currentView} from '../../../../src/state/model/state.ts';
import {
  attentionCount,
  homeLines,
  homeTarget,
} from '../../../../src/state/views/home/home-lines.ts';
import type {HomeView} from '../../../../src/state/views/home/state.ts';
import {type AppHarness, listOf, makeHarness, namesOf} from '../../../support/app-harness.ts';
import {fakeContent, fakeTracker, nowMs, someProjects} from '../../../support/app-world.ts';

const minute = 60_000;

function homeOf(app: AppHarness): HomeView {
  const view = app.state().locations[0]?.views[0];
  if (view?.kind !== 'home') throw new Error('no home');
  return view;
}

function looks(app: AppHarness): string[] {
  const {counts, entries} = homeOf(app);
  return homeLines(entries).flatMap(line => {
    const count = counts[line.entry.id];
    return line.kind === 'attention' && count?.status === 'ready' && count.attention
      ? [count.attention.text]
      : [];
  });
}

async function started(options: Parameters<typeof makeHarness>[0] = {}): Promise<AppHarness> {
  const app = makeHarness(options);
  await app.settle();
  return app;
}

function withKey(leftMs: number): ReturnType<typeof fakeContent> {
  const content = fakeContent();
  const expirationTime = new Date(nowMs + leftMs).toISOString();
  content.answers['content/admin-key/get-admin-key'] = {object: {accountId: 'a1', expirationTime}};
  return content;
}

describe('the home screen', () => {
  test('says first what needs a look', async () => {
    const app = await started();
    expect(looks(app)).toEqual([
      '1 webhook expires in < 3 days',
      '1 failed delivery in the last hour',
      '7 unreleased versions are overdue',
    ]);
    expect(attentionCount(homeOf(app))).toBe(3);
  });

  test('is calm when nothing does', async () => {
    const tracker = fakeTracker();
    for (const operation of ['webhook/get-dynamic-webhooks-for-app', 'webhook/get-failed']) {
      tracker.answers[`tracker/${operation}`] = {pages: [[]]};
    }
    tracker.answers['tracker/project/get-versions-paginated'] = {pages: [[]], total: 0};
    expect(attentionCount(homeOf(await started({tracker})))).toBe(0);
  });

  test('leads from each of them to the list with a filter', async () => {
    const app = await started();
    app.press('k', 'k', 'k', 'k', 'enter');
    await app.settle();
    expect([listOf(app).resource.id, listOf(app).filter]).toEqual(['webhooks', 'left<3']);
    expect(namesOf(app)).toHaveLength(1);
    app.press('esc', 'esc', 'j', 'j', 'enter');
    await app.settle();
    expect(listOf(app).resource.id).toBe('projects');
    expect(namesOf(app)).toHaveLength(7);
  });

  test('leads to the one project that has an overdue version', async () => {
    const tracker = fakeTracker();
    tracker.answers['tracker/project/search'] = {pages: [someProjects(1)], total: 1};
    const app = await started({tracker});
    const view: HomeView = {...homeOf(app), cursor: 2};
    expect(homeTarget(view)).toMatchObject({
      screen: 'versions',
      params: {project: 'PRO0'},
      filter: 'state:overdue',
    });
  });

  test('says in how many projects it looked', async () => {
    const tracker = fakeTracker();
    tracker.answers['tracker/project/search'] = {pages: [someProjects(7)], total: 4000};
    const app = await started({tracker});
    expect(looks(app)).toContain(
      '7 unreleased versions are overdue in the first 7 of 4,000 projects',
    );
  });

  test('has an answer for each of its lines when a service refuses', async () => {
    const content = fakeContent();
    content.answers['content/admin-key/get-admin-key'] = {
      failure: new Failure('auth_failed', 'The caller is no admin', {status: 403}),
    };
    const {counts} = homeOf(await started({content}));
    expect(counts['admin-key']).toEqual({status: 'ready', text: '0'});
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
    const content = fakeContent();
    content.answers['content/admin-key/get-admin-key'] = {
      failure: new Failure('not_found', 'No admin key is enabled', {status: 404}),
    };
    const app = await started({content});
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
