import {describe, expect, test} from 'vitest';
import {Failure} from '../../../../src/base/failure.ts';
import {failedHours} from '../../../../src/screens/webhooks/monitor/heat-map.ts';
import {
  monitorLine,
  monitorNote,
  unseenText,
} from '../../../../src/screens/webhooks/monitor/monitor-line.ts';
import {monitorOf} from '../../../../src/screens/webhooks/monitor/monitor-state.ts';
import {currentLocation, currentView} from '../../../../src/state/model/state.ts';
import {bodyLines} from '../../../../src/state/model/viewport.ts';
import {commandShown} from '../../../../src/state/overlays/copy/copy.ts';
import {cellOf} from '../../../../src/state/views/list/cells.ts';
import {listKind} from '../../../../src/state/views/list/kind.ts';
import {rowAtCursor} from '../../../../src/state/views/list/list-update.ts';
import {visibleRows} from '../../../../src/state/views/list/rows.ts';
import {type AppHarness, listOf, makeHarness, namesOf} from '../../../support/app-harness.ts';
import {nowMs} from '../../../support/app-world.ts';
import {polled} from '../../../support/deliveries.ts';
import {type FailingHooks, failingHooks, poll, watching} from '../../../support/failing-hooks.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const noteOf = (harness: AppHarness): string =>
  (monitorNote(harness.state()) ?? []).map(({text}) => text).join('');
const lineOf = (harness: AppHarness): string =>
  monitorLine(harness.state())
    .map(({text}) => text)
    .join('');

describe('the watch', () => {
  test('begins 72 hours back when its screen is opened, not before', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example/x', 3 * hour);
    const harness = makeHarness({tracker: hooks.tracker});
    await harness.settle();
    hooks.asked.length = 0;
    expect(monitorOf(harness.state()).status.kind).toBe('off');
    harness.press(':', 'wh failed', 'enter');
    await harness.settle();
    // First the server's clock is asked for.
    expect(hooks.asked.slice(0, 2)).toEqual([nowMs, nowMs - 72 * hour]);
    expect(namesOf(harness)).toEqual(['a.example/x']);
  });

  test('goes on beside another screen, and the header counts what is new there', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example/x', hour);
    const harness = await watching(hooks);
    harness.press('esc', ':', 'projects', 'enter');
    await harness.settle();
    expect(unseenText(harness.state())).toBe('');
    const record = {id: 'n', text: '{"id":"n"}', timeMs: nowMs, target: 'b.example'};
    harness.dispatch(polled([record, {...record, id: 'm'}]));
    expect(unseenText(harness.state())).toBe('✗ 2 new');
    expect(currentLocation(harness.state()).crumb).toBe('Projects');
    harness.press(':', 'wh failed', 'enter');
    expect(unseenText(harness.state())).toBe('');
    expect([...listOf(harness).fresh]).toEqual(['b.example']);
  });

  test('shades each hour of the last day for each URL, the same shade for the same count', async () => {
    const hooks = failingHooks();
    for (let i = 0; i < 8; i++) hooks.fail('a.example/x', 2.2 * hour + i * minute);
    hooks.fail('b.example', 5.5 * hour);
    hooks.fail('c.example', 30 * hour);
    const harness = await watching(hooks);
    harness.press('5');
    await harness.settle();
    expect(namesOf(harness)).toEqual(['a.example/x', 'b.example']);
    const column = failedHours.columns.find(({id}) => id === 'hours');
    const [dark = '', light = ''] = visibleRows(listOf(harness)).rows.map(row =>
      column === undefined ? '' : cellOf(column, row, nowMs, 24).text,
    );
    expect([dark.indexOf('█'), dark.trim()]).toEqual([21, '█']);
    expect([light.indexOf('░'), light.trim()]).toEqual([18, '░']);
    const spoken = listKind.announcement?.(listOf(harness), harness.state(), harness.app.registry);
    expect(spoken?.join()).toMatch(/hours most 8 in the hour from \d\d:\d\d/);
  });

  test('changes the state once for each page, never for each record', async () => {
    const hooks = failingHooks();
    for (let i = 0; i < 500; i++) hooks.fail('a.example/x', hour + i * 1000);
    const harness = makeHarness({tracker: hooks.tracker});
    await harness.settle();
    let changes = 0;
    harness.app.store.subscribe((now, before) => {
      if (monitorOf(now) !== monitorOf(before)) changes += 1;
    });
    harness.press(':', 'wh failed', 'enter');
    await harness.settle();
    expect(monitorOf(harness.state()).buffered).toHaveLength(500);
    expect(changes).toBeLessThan(6);
  });

  test('a poll that brings nothing changes only when it was', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example/x', hour);
    const harness = await watching(hooks);
    const {rows} = listOf(harness);
    await poll(harness);
    expect(listOf(harness).rows).toBe(rows);
  });
});

describe('from one session to the next', () => {
  const kept = (value: object) => ({kept: {monitor: JSON.stringify(value)}});

  test('a watch that was on begins by itself, and what failed since is new', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example/x', 2 * hour);
    hooks.fail('a.example/x', 30 * minute);
    hooks.fail('b.example/y', 20 * minute);
    const harness = makeHarness({
      tracker: hooks.tracker,
      ...kept({on: true, polledMs: nowMs - hour, lookedMs: nowMs - hour}),
    });
    await harness.settle();
    expect(unseenText(harness.state())).toBe('✗ 2 new');
    harness.press(':', 'wh failed', 'enter');
    await harness.settle();
    expect(unseenText(harness.state())).toBe('');
    expect([...listOf(harness).fresh].sort()).toEqual(['a.example/x', 'b.example/y']);
    harness.press('2');
    expect(listOf(harness).fresh.size).toBe(2);
  });

  test('one that was off, or never on, does not', async () => {
    for (const text of [JSON.stringify({on: false}), 'nonsense', '[]']) {
      const harness = makeHarness({tracker: failingHooks().tracker, kept: {monitor: text}});
      await harness.settle();
      expect(monitorOf(harness.state()).status.kind).toBe('off');
    }
  });

  test('the period that can no longer be listed is shown, by the server’s clock', async () => {
    const hooks = failingHooks();
    hooks.dateMs = nowMs + 10 * minute;
    const harness = await watching(hooks, kept({on: true, polledMs: nowMs - 4 * day}));
    expect(monitorOf(harness.state()).gaps).toEqual([
      {fromMs: nowMs - 4 * day, toMs: nowMs + 10 * minute - 72 * hour},
    ]);
    expect(noteOf(harness)).toContain(
      'failures between 11-17 12:00 and 11-18 12:10 can no longer be listed',
    );
    expect(lineOf(harness)).toContain('1 gap');
    harness.press('R');
    await harness.settle();
    expect(lineOf(harness)).toContain('1 gap');
  });

  test('within the 72 hours nothing is lost and nothing said', async () => {
    const harness = await watching(failingHooks(), kept({on: true, polledMs: nowMs - 71 * hour}));
    expect(monitorOf(harness.state()).gaps).toEqual([]);
  });

  test('the place is kept when records came', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example/x', hour);
    const harness = await watching(hooks);
    expect(JSON.parse(harness.kept.get('monitor') ?? '')).toMatchObject({
      on: true,
      polledMs: nowMs,
    });
  });

  test(':monitor off ends it for good', async () => {
    const harness = await watching(failingHooks());
    harness.press(':', 'monitor off', 'enter');
    await harness.settle();
    expect(monitorOf(harness.state()).status.kind).toBe('off');
    expect(JSON.parse(harness.kept.get('monitor') ?? '')).toMatchObject({on: false});
    expect(currentView(harness.state()).kind).toBe('home');
  });
});

describe('follow and hold still', () => {
  async function records(hooks: FailingHooks): Promise<AppHarness> {
    for (let i = 0; i < 60; i++) hooks.fail('a.example/x', hour + i * minute);
    const harness = await watching(hooks);
    harness.press('2');
    return harness;
  }

  test('followed, the newest record is at the top, and the cursor stays on its record', async () => {
    const hooks = failingHooks();
    const harness = await records(hooks);
    const id = rowAtCursor(listOf(harness))?.id;
    hooks.fail('b.example/new', 1000);
    await poll(harness);
    const list = listOf(harness);
    const [first] = visibleRows(list).rows;
    expect(first?.text).toContain('b.example/new');
    expect([rowAtCursor(list)?.id, list.cursor, list.top]).toEqual([id, 1, 0]);
    expect([...list.fresh]).toEqual([first?.id]);
    expect(noteOf(harness)).toBe('');
  });

  test('followed, the cursor goes to the newest when its record leaves the screen', async () => {
    const hooks = failingHooks();
    const harness = await records(hooks);
    for (let i = 0; i < bodyLines(harness.state()); i++) hooks.fail('b.example/new', 1000 + i);
    await poll(harness);
    expect(listOf(harness)).toMatchObject({cursor: 0, top: 0, live: {follow: true}});
  });

  test('moving the cursor holds still: row and line stay, what comes is counted', async () => {
    const hooks = failingHooks();
    const harness = await records(hooks);
    harness.press('j', 'j', 'j');
    const before = listOf(harness);
    const id = rowAtCursor(before)?.id;
    for (let i = 0; i < 7; i++) hooks.fail('b.example/new', 1000 + i);
    await poll(harness);
    const after = listOf(harness);
    expect(rowAtCursor(after)?.id).toBe(id);
    expect(after.cursor - after.top).toBe(before.cursor - before.top);
    expect(after.rows).toHaveLength(67);
    expect(noteOf(harness)).toContain('▲ 7 new, f follows');
  });

  test('a list that fits on the screen keeps the row on its line too', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example', hour);
    hooks.fail('b.example', 2 * hour);
    const harness = await watching(hooks);
    harness.press('j');
    hooks.fail('c.example', 1000);
    await poll(harness);
    const {cursor, top} = listOf(harness);
    expect([rowAtCursor(listOf(harness))?.name, cursor - top]).toEqual(['b.example', 1]);
    harness.press('k');
    expect(listOf(harness).top).toBe(0);
  });

  test('f follows again from the top, and holds still when pressed there', async () => {
    const hooks = failingHooks();
    const harness = await records(hooks);
    harness.press('j');
    hooks.fail('b.example/new', 1000);
    await poll(harness);
    harness.press('f');
    expect(listOf(harness)).toMatchObject({cursor: 0, top: 0, live: {follow: true}});
    expect(noteOf(harness)).toBe('');
    harness.press('f');
    expect(listOf(harness).live?.follow).toBe(false);
  });

  test('n goes to the next URL with new failures, N back, round the end', async () => {
    const hooks = failingHooks();
    for (const name of ['a', 'b', 'c', 'd']) hooks.fail(`${name}.example`, hour);
    const harness = await watching(hooks);
    harness.press(...Array<string>(9).fill('\x1b[1;2D'), 's');
    expect(listOf(harness).sort?.column).toBe('url');
    harness.press('j');
    hooks.fail('b.example', 2000);
    hooks.fail('d.example', 1000);
    await poll(harness);
    const at = () => rowAtCursor(listOf(harness))?.name;
    harness.press('n');
    expect(at()).toBe('d.example');
    harness.press('n');
    expect(at()).toBe('b.example');
    harness.press('N');
    expect(at()).toBe('d.example');
  });
});

describe('what is shown', () => {
  test('enter on a URL shows its records, with the command that lists them', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example/x?token=secret', hour);
    hooks.fail('b.example/y', 2 * hour);
    const harness = await watching(hooks);
    expect(commandShown(harness.state(), harness.app.registry)).toBe(
      'jr watch webhook get-failed --interval 10s -p test',
    );
    harness.press('enter');
    expect(currentLocation(harness.state()).crumb).toBe('a.example/x');
    expect(namesOf(harness)).toEqual(['f1']);
    expect(commandShown(harness.state(), harness.app.registry)).toBe(
      `jr webhook get-failed --after ${nowMs - 72 * hour} --maxResults 1000 --jq '.values[] | select((.url | contains("a.example/x")))' -p test`,
    );
  });

  test('t goes through the windows, and the records are those of the window', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example', 5 * minute);
    hooks.fail('a.example', 30 * minute);
    hooks.fail('a.example', 5 * hour);
    hooks.fail('a.example', 50 * hour);
    const harness = await watching(hooks);
    harness.press('2');
    const counts = [namesOf(harness).length];
    for (let i = 0; i < 4; i++) {
      harness.press('t');
      counts.push(namesOf(harness).length);
    }
    expect(counts).toEqual([4, 1, 2, 3, 4]);
  });

  test('the filter reads the body', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example', hour, '{"issue":{"key":"WEB-7"}}');
    hooks.fail('a.example', 2 * hour, '{"issue":{"key":"WEB-8"}}');
    const harness = await watching(hooks);
    harness.press('2', '/', 'web-8', 'enter');
    expect(namesOf(harness)).toEqual(['f2']);
  });

  test(':report copies or saves what failed in the window as Markdown, R reads all again', async () => {
    const hooks = failingHooks();
    for (let i = 0; i < 3; i++) hooks.fail('a.example/x?token=hush', i * minute);
    hooks.fail('b.example/y', 2 * hour);
    const harness = await watching(hooks);
    harness.press('t', 't', ':', 'report', 'enter');
    await harness.settle();
    const [text = ''] = harness.copied;
    expect(text).toContain('**3 failed deliveries**');
    expect(text).toContain('| a.example/x | 3 | 100 % |');
    expect(text).not.toContain('hush');
    harness.press(':', 'report duty.md', 'enter');
    await harness.settle();
    expect([...harness.saved.values()]).toEqual([text]);
    const before = hooks.asked.length;
    harness.press('R');
    await harness.settle();
    expect(hooks.asked.slice(before)).toContain(nowMs - 72 * hour);
    expect(listOf(harness).rows).toHaveLength(2);
  });

  test('E writes the records shown as JSON lines, as the server sent them', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example', hour, '{"issue":1}');
    hooks.fail('b.example', 2 * hour);
    const harness = await watching(hooks);
    harness.press('2', 'E', 'enter');
    await harness.settle();
    const [[path, text] = ['', '']] = [...harness.saved];
    expect(path).toBe('failed-records-2026-11-21.jsonl');
    expect(
      text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toEqual([
      {id: 'f1', url: 'https://a.example', failureTime: nowMs - hour, body: '{"issue":1}'},
      {id: 'f2', url: 'https://b.example', failureTime: nowMs - 2 * hour},
    ]);
  });

  test('enter on a bar shows the records of that time', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example', 5 * minute);
    hooks.fail('a.example', 30 * hour);
    const harness = await watching(hooks);
    harness.press('3', 'j', 'enter');
    expect(namesOf(harness)).toEqual(['f1']);
  });
});

describe('the bell', () => {
  test('is off at first, and rings once for a URL that never failed before, and once when refused', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example', hour);
    const harness = await watching(hooks);
    hooks.fail('b.example', 1000);
    await poll(harness);
    expect(harness.rung).toEqual([]);
    harness.press(':', 'bell on', 'enter');
    hooks.fail('c.example/z', 900);
    hooks.fail('b.example', 800);
    await poll(harness);
    await poll(harness);
    expect(harness.rung).toEqual(['c.example/z has started to fail.']);
    hooks.tracker.answers['tracker/webhook/get-failed'] = {
      failure: new Failure('auth_failed', 'No.', {status: 401}),
    };
    await poll(harness);
    await poll(harness);
    expect(harness.rung.slice(1)).toEqual([
      'Failed deliveries are not watched: Sign-in failed (401)',
    ]);
    expect(harness.kept.get('bell')).toBe('true');
  });
});
