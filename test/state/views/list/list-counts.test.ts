import {describe, expect, test} from 'vitest';
import {startSandbox} from '../../../../src/sandbox/start.ts';
import {findTypedOperation} from '../../../../src/state/ask/command-line.ts';
import {responseList} from '../../../../src/state/ask/response-list.ts';
import {countText} from '../../../../src/state/views/list/count-text.ts';
import {rowAtCursor} from '../../../../src/state/views/list/list-update.ts';
import {type AppHarness, listOf, makeHarness, openProjects} from '../../../support/app-harness.ts';
import {fakeTracker, someProjects} from '../../../support/app-world.ts';
import {startJob} from '../../../support/jobs.ts';
import {stillWorld} from '../../../support/still-world.ts';

const because = 'totals are wrong, and pages of the size a test wants';

const search = 'tracker/project/search';

async function opened(count: number, size: number, hasTotal = true): Promise<AppHarness> {
  const tracker = fakeTracker(because);
  const items = someProjects(count);
  const pages = Array.from({length: Math.ceil(count / size)}, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
  tracker.answers[search] = {pages, ...(hasTotal && {total: count})};
  return openProjects(makeHarness({tracker}));
}

describe('counts', () => {
  test('tell what the filter shows, what was read and what is left on the server', async () => {
    const harness = await opened(2200, 100);
    harness.press('/', 'PRO4', 'enter');
    expect(countText(listOf(harness))).toBe(
      '111 of 500 shown · 1,700 more on the server (G loads, ctrl+c stops)',
    );
    expect(countText(listOf(harness), true)).toBe('111 of 500 shown · 1,700 more (G loads)');
  });

  test('are a minimum with + while the server has more and gives no total', async () => {
    const harness = await opened(2200, 100, false);
    expect(countText(listOf(harness))).toBe('500+ projects · more on the server (G loads)');
    expect(countText(listOf(harness), true)).toBe('500+ projects · G: all');
  });
});

test('a list that contradicts its total says so beside its count', async () => {
  const tracker = fakeTracker(because);
  const warning = 'The total of the list is 1, but there are at least 4 items.';
  const items = someProjects(4);
  tracker.answers[search] = {pages: [items.slice(0, 2), items.slice(2)], total: 1};
  const harness = await openProjects(makeHarness({tracker}));
  expect(countText(listOf(harness))).toBe(`4 projects · ${warning}`);
});

test('a list with a part that could not be read counts at least its rows', async () => {
  const faults = ['GET /rest/api/3/project/HPAY/component: 403'];
  const sandbox = await startSandbox({traffic: 'off', faults});
  try {
    const job = await startJob(sandbox);
    await job.keys(': "all-components" enter');
    expect(countText(listOf(job.harness))).toMatch(
      /^\d+\+ components · 1 project could not be read$/,
    );
    await job.keys('/ "e" enter');
    expect(countText(listOf(job.harness))).toMatch(/^\d+\+ of \d+\+ shown$/);
  } finally {
    await sandbox.stop();
  }
});

test('further pages are asked for three screens before the end', async () => {
  const tracker = fakeTracker(because);
  tracker.answers[search] = {pages: [someProjects(500), someProjects(900).slice(500)], total: 900};
  const harness = await openProjects(makeHarness({tracker, rows: 80}));
  harness.press('pgdn', 'pgdn', 'pgdn');
  await harness.settle();
  expect(listOf(harness).rows).toHaveLength(500);
  harness.press('pgdn');
  await harness.settle();
  expect(listOf(harness).rows).toHaveLength(900);
});

test('a filter whose matches fill no screen loads more rows, once, and says so', async () => {
  const harness = await opened(1500, 100);
  harness.press('/', ...'PRO123');
  await harness.settle();
  expect(listOf(harness).rows).toHaveLength(500);
  harness.press('enter');
  expect(countText(listOf(harness))).toBe('1 of 500 shown · searching 1,000 more (ctrl+c stops)');
  await harness.settle();
  expect(countText(listOf(harness))).toBe('11 of 1,500 shown');
});

describe('a filter that matches none of the loaded rows', () => {
  test('loads the remaining rows when it is entered, and finds the row among them', async () => {
    const harness = await opened(1500, 100);
    harness.press('/', ...'PRO1234');
    await harness.settle();
    expect(listOf(harness).rows).toHaveLength(500);
    harness.press('enter');
    await harness.settle();
    expect(listOf(harness).rows).toHaveLength(1500);
    expect(rowAtCursor(listOf(harness))?.name).toBe('PRO1234');
  });

  test('loads at most 2,000 more, and none again for the same filter', async () => {
    const harness = await opened(3000, 100);
    harness.press('/', ...'nowhere', 'enter');
    await harness.settle();
    expect(listOf(harness).rows).toHaveLength(2500);
    harness.press('j', 'k');
    await harness.settle();
    expect(listOf(harness).rows).toHaveLength(2500);
  });

  test('loads no more once ctrl+c stopped it', async () => {
    const harness = await opened(3000, 100);
    harness.press('/', ...'nowhere', 'enter', '\x03');
    await harness.settle();
    expect(listOf(harness).rows.length).toBeLessThan(2500);
    expect(harness.state().notice?.text).toContain('Stopped, G continues');
  });
});

describe('G', () => {
  test('reads a few further pages at once', async () => {
    const harness = await opened(800, 100);
    harness.press('G');
    await harness.settle();
    expect(listOf(harness).rows).toHaveLength(800);
    expect(rowAtCursor(listOf(harness))?.name).toBe('PRO799');
  });

  test('asks when more than five are certain; again, it reads them', async () => {
    const harness = await opened(1500, 100);
    harness.press('G');
    await harness.settle();
    expect(listOf(harness).rows.length).toBeLessThan(1500);
    expect(harness.state().notice?.text).toContain('10 more pages on the server: G again');
    harness.press('G');
    await harness.settle();
    expect(listOf(harness).rows).toHaveLength(1500);
  });

  test('asks afresh when another key came in between', async () => {
    const harness = await opened(1500, 100);
    harness.press('G', 'k', 'k', 'G');
    await harness.settle();
    expect(harness.state().notice?.asks).toBe('readAll');
    expect(listOf(harness).rows.length).toBeLessThan(1500);
  });

  test('is stopped by ctrl+c where it is, and goes on when it is pressed again', async () => {
    const harness = await opened(3000, 100);
    harness.press('G', 'G', '\x03');
    await harness.settle();
    const stopped = listOf(harness).rows.length;
    expect(stopped).toBeLessThan(3000);
    expect(harness.state().notice?.text).toContain('Stopped, G continues');
    harness.press('G', 'G');
    await harness.settle();
    await harness.settle();
    expect(listOf(harness).rows).toHaveLength(3000);
  });
});

describe('n', () => {
  test('goes to the next row that needs attention, N back, round the end', async () => {
    const harness = makeHarness(stillWorld());
    const names: (string | undefined)[] = [];
    const go = (key: string) => {
      harness.press(key);
      names.push(rowAtCursor(listOf(harness))?.name);
    };
    harness.press(':', 'webhooks', 'enter');
    await harness.settle();
    const tones = listOf(harness).rows.length;
    expect(tones).toBe(6);
    harness.press('G');
    for (const key of 'nnnnN') go(key);
    expect(names).toEqual(['10000', '10001', '10002', '10000', '10002']);
  });

  test('says so where no row needs one', async () => {
    const harness = await opened(3, 100);
    harness.press('n');
    expect(harness.state().notice?.text).toBe('no row needs attention');
  });

  test('goes to rows that the last refresh changed', async () => {
    const tracker = fakeTracker(because);
    const harness = await openProjects(makeHarness({tracker}));
    const items = someProjects(7) as Record<string, unknown>[];
    items[6] = {...items[6], name: 'Another'};
    tracker.answers[search] = {pages: [items], total: 7};
    harness.press('r');
    await harness.settle();
    harness.press('N');
    expect(rowAtCursor(listOf(harness))?.name).toBe('PRO6');
  });
});

test('a list of users that the server looks through only in part says so', () => {
  const caveatOf = (name: string) => {
    const operation = findTypedOperation(name);
    return operation && responseList({operation, given: {inputs: {}}}).caveat;
  };
  expect(caveatOf('jr user find')).toContain('only its first 1000 users');
  expect(caveatOf('jr project search')).toBeUndefined();
});
