import {describe, expect, test} from 'vitest';
import {Failure} from '../../../../src/base/failure.ts';
import {readPointer} from '../../../../src/base/json-value.ts';
import {groupFailures, timeBars} from '../../../../src/screens/webhooks/monitor/failure-counts.ts';
import {monitorLine} from '../../../../src/screens/webhooks/monitor/monitor-line.ts';
import {
  monitorChart,
  perMinuteText,
  rateOf,
} from '../../../../src/screens/webhooks/monitor/monitor-rate.ts';
import {
  bufferFailures,
  freshMonitor,
  maxBuffered,
  monitorOf,
  withMonitor,
} from '../../../../src/screens/webhooks/monitor/monitor-state.ts';
import {cellOf} from '../../../../src/state/views/list/cells.ts';
import {visibleRows} from '../../../../src/state/views/list/rows.ts';
import {type AppHarness, listOf, makeHarness, namesOf} from '../../../support/app-harness.ts';
import {nowMs} from '../../../support/app-world.ts';
import {failingHooks, poll, watching} from '../../../support/failing-hooks.ts';

const minute = 60_000;

const lineOf = (harness: AppHarness): string =>
  monitorLine(harness.state())
    .map(({text}) => text)
    .join('');

/** A failure with what its body says. */
function body(i: number): string {
  return JSON.stringify({
    webhookEvent: i % 3 === 0 ? 'jira:issue_created' : 'comment_created',
    matchedWebhookIds: [i % 2],
    issue: {key: 'HPAY-1', fields: {issuetype: {name: i % 4 === 0 ? 'Bug' : 'Task'}}},
  });
}

async function monitor(ages: readonly number[]): Promise<AppHarness> {
  const hooks = failingHooks();
  for (const [i, age] of ages.entries()) hooks.fail('a.example/x', age, body(i));
  return watching(hooks, {columns: 200, rows: 40});
}

describe('how bad it is', () => {
  test('stands over the lists: failures a minute over the window, in words, and when the last was', async () => {
    const ages = Array.from({length: 30}, (_, i) => 12_000 + i * 4000);
    const harness = await monitor([...ages, 14 * minute]);
    harness.press('t');
    expect(lineOf(harness)).toContain('15 min · by URL · 12/min now, 2.1/min rising');
    const [, second] = monitorChart(harness.state()).map(line =>
      line.map(({text}) => text).join(''),
    );
    expect(second).toMatch(/ peak \d+, last 12s ago$/);
  });

  test('is drawn for all failures, and in the records of a group for those of the group', async () => {
    const hooks = failingHooks();
    const ages = [71.9 * 60, 71 * 60, 30, 20, 10, 5];
    for (const [i, age] of ages.entries()) hooks.fail('a.example/x', age * minute, body(i));
    hooks.fail('b.example/x', minute, body(0));
    const harness = await watching(hooks, {columns: 120, rows: 40});
    const captions = () =>
      monitorChart(harness.state()).map(line =>
        line
          .slice(1)
          .map(({text}) => text)
          .join(''),
      );
    while (!captions()[0]?.endsWith('72 h')) harness.press('t');
    expect(captions()).toEqual([' 7 in 72 h', expect.stringMatching(/^ peak \d, last 1m ago$/)]);
    harness.press('/', 'a.example', 'enter', 'enter');
    await harness.settle();
    expect(namesOf(harness)).toHaveLength(6);
    expect(captions()).toEqual([' 6 in 72 h', expect.stringMatching(/^ peak \d, last 5m ago$/)]);
  });

  test('stands whole beside the chart', () => {
    const text = '{}';
    const records = Array.from({length: 12_000}, (_, i) => {
      return {id: String(i), text, timeMs: nowMs - 59 * minute, target: 'a.example/x'};
    });
    const monitor = {...bufferFailures(freshMonitor, records), caughtUp: true};
    const state = withMonitor(makeHarness({columns: 80}).state(), monitor);
    const lines = monitorChart(state).map(line => line.map(one => one.text).join(''));
    expect(lines[1]).toMatch(/ peak 12,000, last 59m ago$/);
    expect(lines.map(line => line.length <= 80)).toEqual([true, true]);
  });

  test('is said as falling, steady or quiet', async () => {
    const words = async (...ages: readonly number[]) => {
      const harness = await monitor(ages);
      harness.press('t');
      return rateOf(harness.state()).trend.words;
    };
    expect(await words(14 * minute, 13 * minute, 12 * minute)).toBe('falling');
    expect(await words(...Array.from({length: 15}, (_, i) => i * minute + 1))).toBe('steady');
    expect(await words(30 * minute)).toBe('quiet');
  });

  test.each([
    [0, '0/min'],
    [2 / 4320, '0.7/day'],
    [0.02, '1.2/h'],
    [0.4, '0.4/min'],
    [1234.4, '1,234/min'],
  ])('a rate of %d is %s', (perMinute, text) => {
    expect(perMinuteText(perMinute)).toBe(text);
  });

  test('the time line of 15 minutes has a bar each 30 seconds', async () => {
    const harness = await monitor([10_000, 45_000, 50_000]);
    harness.press('t', '3');
    await harness.settle();
    const rows = visibleRows(listOf(harness)).rows;
    // The window starts at the start of a bar and ends at that of another.
    expect(rows).toHaveLength(31);
    const from = rows.map(row => Number(readPointer(row.value, '/from')));
    expect((from[0] ?? 0) - (from[1] ?? 0)).toBe(30_000);
    const [column] = listOf(harness).resource.columns;
    const texts = rows.map(row => column && cellOf(column, row, nowMs, 20).text);
    expect(new Set(texts).size).toBe(31);
    expect(rows.slice(0, 3).map(row => readPointer(row.value, '/count'))).toContain(2);
  });
});

describe('counts', () => {
  test('are of all by whatever they are grouped, however few records are buffered', () => {
    const all = maxBuffered + 9000;
    const told = Array.from({length: all}, (_, i) => ({
      id: `f${i}`,
      text: JSON.stringify({id: `f${i}`, body: body(i)}),
      timeMs: nowMs - (all - i) * 10,
      target: 'a.example',
    }));
    let state = freshMonitor;
    for (let at = 0; at < all; at += 3000) state = bufferFailures(state, told.slice(at, at + 3000));
    expect(state.buffered.length).toBeLessThanOrEqual(maxBuffered);
    for (const by of ['event', 'project', 'issue', 'webhook'] as const) {
      const groups = groupFailures({...state, buffered: []}, nowMs, 15 * minute, by);
      const gone = groups.reduce((sum, {in72h}) => sum + in72h, 0);
      expect([by, gone + state.buffered.length]).toEqual([by, all]);
    }
    const bars = timeBars(state, nowMs, 15 * minute, minute / 2);
    expect(bars.reduce((sum, {count}) => sum + count, 0)).toBe(all);
  });
});

describe('b and :group-by', () => {
  test('group by event, project, issue, user and webhook, and by any pointer; enter shows the records', async () => {
    const harness = await monitor([minute, 2 * minute, 3 * minute, 4 * minute]);
    const grouped = [];
    for (let i = 0; i < 6; i++) {
      harness.press('b');
      await harness.settle();
      grouped.push([monitorOf(harness.state()).groupedBy, namesOf(harness).toSorted()]);
    }
    expect(grouped).toEqual([
      ['event', ['comment_created', 'issue_created']],
      ['project', ['HPAY']],
      ['issue', ['HPAY-1']],
      ['user', ['not given']],
      ['webhook', ['0', '1']],
      ['url', ['a.example/x']],
    ]);
    harness.press(':', 'group-by /body/issue/fields/issuetype/name', 'enter');
    await harness.settle();
    expect(namesOf(harness).toSorted()).toEqual(['Bug', 'Task']);
    expect(lineOf(harness)).toContain('by /body/issue/fields/issuetype/name');
    harness.press('/', 'Task', 'enter', 'enter');
    await harness.settle();
    expect(listOf(harness).resource.id).toBe('failed-records');
    expect(visibleRows(listOf(harness)).rows).toHaveLength(3);
  });

  test('what it is grouped by stands where the watch begins by it, and where it begins again', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example/x', minute, body(0));
    const harness = makeHarness({tracker: hooks.tracker});
    await harness.settle();
    harness.press(':', 'group-by event', 'enter');
    await harness.settle();
    expect(namesOf(harness)).toEqual(['issue_created']);
    hooks.tracker.answers['tracker/webhook/get-failed'] = {
      failure: new Failure('not_found', 'No.', {status: 404}),
    };
    await poll(harness);
    expect(monitorOf(harness.state()).status.kind).toBe('ended');
    await poll(harness);
    expect(lineOf(harness)).toContain('by event');
  });

  test('refuses what is neither', async () => {
    const harness = await monitor([minute]);
    harness.press(':', 'group-by colour', 'enter');
    expect(harness.state().prompt?.problem).toMatch(/needs url, event/);
  });
});
