import {expect, test} from 'vitest';
import {Failure} from '../../../src/base/failure.ts';
import {previewLines} from '../../../src/state/overlays/preview/preview.ts';
import type {AnsweringClient} from '../../support/answering-client.ts';
import {type AppHarness, makeHarness} from '../../support/app-harness.ts';
import {fakeTracker, nowMs, someProjects} from '../../support/app-world.ts';

const because = 'as many projects as a test wants, some of which refuse to be asked';

const schemes = ['Default', 'Open'].map((name, i) => ({
  id: 100 + i,
  name,
  description: name,
  permissions: [],
}));

/** Projects in turns with the first scheme and the second; those in `refused` may not be asked. */
function siteOf(projects: number, refused: readonly string[] = []): AnsweringClient {
  const tracker = fakeTracker(because);
  const all = someProjects(projects);
  const pages = Array.from({length: Math.ceil(projects / 50)}, (_, i) =>
    all.slice(i * 50, i * 50 + 50),
  );
  tracker.answers['tracker/project/search'] = {pages, total: projects};
  tracker.answers['tracker/permissionscheme/get-all-permission-schemes'] = {pages: [schemes]};
  tracker.answers['tracker/permissionscheme/get-permission-scheme'] = given => ({
    object: schemes.find(({id}) => String(id) === given.inputs.schemeId?.[0]),
  });
  tracker.answers['tracker/project/get-assigned-permission-scheme'] = given => {
    const id = given.inputs.projectKeyOrId?.[0] ?? '';
    if (refused.includes(id)) return {failure: new Failure('auth_failed', 'no', {status: 403})};
    return {object: schemes[Number(id) % 2]};
  };
  return tracker;
}

async function openSchemes(tracker: AnsweringClient, columns = 140): Promise<AppHarness> {
  const harness = makeHarness({tracker, columns, rows: 60});
  await harness.settle();
  harness.press(':', 'permission-schemes', 'enter');
  await harness.settle();
  return harness;
}

const card = (harness: AppHarness): readonly string[] =>
  previewLines(harness.state()).map(line => line.map(({text}) => text).join(''));

/** Wait until the card says so. */
async function says(harness: AppHarness, line: string): Promise<void> {
  for (let i = 0; i < 200 && !card(harness).includes(line); i++) await harness.settle();
  expect(card(harness).join('\n')).toContain(line);
}

const timesAsked = ({asked}: AnsweringClient): number =>
  asked.filter(id => id === 'tracker/project/get-assigned-permission-scheme').length;

test('the card of a permission scheme says which projects use it, and of how many that is known', async () => {
  const harness = await openSchemes(siteOf(7, ['10002']));
  await says(harness, 'Used by  3 · 7 of 7 checked, 1 refused');
  expect(card(harness).filter(line => line.includes('Project number'))).toEqual([
    expect.stringContaining('PRO0'),
    expect.stringContaining('PRO4'),
    expect.stringContaining('PRO6'),
  ]);
});

test('the projects are asked once for all schemes, however the cursor moves', async () => {
  const tracker = siteOf(7);
  const harness = await openSchemes(tracker);
  harness.press('j', 'k');
  await says(harness, 'Used by  4 · 7 of 7 projects checked');
  harness.press('r');
  await harness.settle();
  expect(timesAsked(tracker)).toBe(7);
});

test('of many projects the first 200 are asked, and the card says so', async () => {
  const tracker = siteOf(450);
  const harness = await openSchemes(tracker);
  await says(harness, 'Used by  100 · 200 of 450 projects checked');
  expect(timesAsked(tracker)).toBe(200);
});

test('without a preview no project is asked', async () => {
  const tracker = siteOf(7);
  await openSchemes(tracker, 80);
  expect(timesAsked(tracker)).toBe(0);
});

test('where the projects cannot be listed the card says why in place of a number', async () => {
  const tracker = siteOf(7);
  tracker.answers['tracker/project/search'] = {
    failure: new Failure('auth_failed', 'no', {status: 403}),
  };
  const harness = await openSchemes(tracker);
  await says(harness, 'Used by  unknown: Not allowed (403)');
});

test('a list that is read later than the state knows asks the projects once all the same', async () => {
  const tracker = siteOf(7);
  let atMs = nowMs;
  const clock = {
    now: () => {
      atMs += 61_000;
      return atMs;
    },
    sleep: () => new Promise<void>(() => {}),
  };
  const harness = makeHarness({tracker, clock, columns: 140, rows: 60});
  await harness.settle();
  harness.press(':', 'permission-schemes', 'enter');
  await says(harness, 'Used by  4 · 7 of 7 projects checked');
  harness.press('k');
  await harness.settle();
  expect(timesAsked(tracker)).toBe(7);
});
