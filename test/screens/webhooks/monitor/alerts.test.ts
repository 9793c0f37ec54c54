import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {Failure} from '../../../../src/base/failure.ts';
import {alertsOf} from '../../../../src/screens/webhooks/monitor/alert-state.ts';
import {watchStatusLine} from '../../../../src/screens/webhooks/monitor/monitor-line.ts';
import {monitorOf} from '../../../../src/screens/webhooks/monitor/monitor-state.ts';
import {currentView} from '../../../../src/state/model/state.ts';
import {type AppHarness, attentionOf, makeHarness} from '../../../support/app-harness.ts';
import {nowMs} from '../../../support/app-world.ts';
import {failingHooks, poll, watching} from '../../../support/failing-hooks.ts';
import {until} from '../../../support/until.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-ui-alerts-'));
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const signs = (harness: AppHarness): string =>
  watchStatusLine(harness.state())
    .map(({text}) => text)
    .join(' ');

describe('rules', () => {
  test('ring, are said on every screen and on home, until they are acknowledged', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example/x', 60_000);
    const harness = await watching(hooks);
    harness.press(':', 'alert new dead', 'enter');
    hooks.fail('a.example/x', 2000);
    hooks.fail('b.example/y', 1000);
    await poll(harness);
    expect(harness.rung).toEqual(['b.example/y has started to fail.']);
    expect(signs(harness)).toContain('! 1 alert');
    harness.press('esc');
    await harness.settle();
    expect(attentionOf(harness)).toContain('! b.example/y has started to fail. (:ack)');
    harness.press(':', 'ack', 'enter');
    await harness.settle();
    expect(signs(harness)).not.toContain('alert');
    expect(attentionOf(harness).join()).not.toContain(':ack');
  });

  test('are kept per profile, with mutes and what nobody acknowledged', async () => {
    const hooks = failingHooks();
    const first = await watching(hooks);
    first.press(':', 'alert new 5/10m', 'enter');
    hooks.fail('b.example/y', 1000);
    await poll(first);
    const text = first.kept.get('alerts') ?? '';
    expect(JSON.parse(text)).toMatchObject({rules: ['new', '5/10m'], open: [{rule: 'new'}]});
    const again = await watching(hooks, {kept: {alerts: text}});
    expect(alertsOf.of(again.state())).toMatchObject({
      rules: ['new', '5/10m'],
      open: [{rule: 'new'}],
    });
    const broken = await watching(hooks, {kept: {alerts: '{"rules":["x","new"],"mutes":[1]'}});
    expect(alertsOf.of(broken.state()).rules).toEqual([]);
  });

  test('ring of nothing that is known after a restart, but of what began in between', async () => {
    const hooks = failingHooks();
    for (let i = 0; i < 20; i++) hooks.fail(`old-${i}.example/x`, 3_600_000 + i);
    const first = await watching(hooks);
    first.press(':', 'alert new 5/10m silent/30m', 'enter');
    hooks.fail('a.example/x', 60_000);
    await poll(first);
    expect(first.rung).toEqual(['a.example/x has started to fail.']);
    const kept = () =>
      Object.fromEntries(['alerts', 'monitor'].map(name => [name, first.kept.get(name) ?? '']));
    const same = await watching(hooks, {kept: kept()});
    await poll(same);
    expect([same.rung, signs(same)]).toEqual([[], expect.stringContaining('! 1 alert')]);
    hooks.fail('b.example/y', 30_000);
    const again = await watching(hooks, {kept: kept()});
    expect(again.rung).toEqual(['b.example/y has started to fail.']);
  });

  test('ring of what began in between, also if the monitor is opened before they are restored', async () => {
    const hooks = failingHooks();
    const first = await watching(hooks);
    first.press(':', 'alert new 5/10m silent/30m', 'enter');
    await poll(first);
    const kept = Object.fromEntries(
      ['alerts', 'monitor'].map(name => [name, first.kept.get(name) ?? '']),
    );
    hooks.fail('b.example/y', 30_000);
    let restore = (): void => undefined;
    const alerts = new Promise<void>(resolve => {
      restore = resolve;
    });
    const again = await watching(hooks, {kept, slow: {alerts}});
    restore();
    await again.settle();
    expect(again.rung).toEqual(['b.example/y has started to fail.']);
    expect(signs(again)).toContain('! 1 alert');
  });

  test('stay known if the program ends before the first poll of a restarted monitor', async () => {
    const hooks = failingHooks();
    const first = await watching(hooks);
    first.press(':', 'alert new', 'enter');
    await poll(first);
    const saved = JSON.parse(first.kept.get('monitor') ?? '');
    const waiting = {rule: 'new', text: 'a', atMs: 1};
    const kept = {
      alerts: JSON.stringify({rules: ['new'], exec: ['true'], mutes: [], open: []}),
      monitor: JSON.stringify({...saved, unprocessed: [waiting]}),
    };
    const never = new Promise<never>(() => undefined);
    const again = makeHarness({kept, tracker: {...hooks.tracker, request: () => never}});
    const now = () => JSON.parse(again.kept.get('monitor') ?? '');
    await until(() => now().unprocessed === undefined);
    expect(saved.alerts.rules).toEqual(['new']);
    expect(now()).toMatchObject({polledMs: saved.polledMs, alerts: saved.alerts});
  });

  test('ring once for a monitor that is refused, also over restarts', async () => {
    const hooks = failingHooks();
    const answer = hooks.tracker.answers['tracker/webhook/get-failed'];
    const first = await watching(hooks);
    first.press(':', 'alert dead', 'enter');
    const failure = new Failure('auth_failed', 'No.', {status: 401});
    hooks.tracker.answers['tracker/webhook/get-failed'] = {failure};
    await poll(first);
    await poll(first);
    expect(first.rung).toEqual(['Failed deliveries are not watched: Sign-in failed (401)']);
    const kept = Object.fromEntries(
      ['alerts', 'monitor'].map(name => [name, first.kept.get(name) ?? '']),
    );
    const again = await watching(hooks, {kept});
    expect([again.rung, signs(again)]).toEqual([[], expect.stringContaining('! 1 alert')]);
    hooks.tracker.answers['tracker/webhook/get-failed'] = answer as NonNullable<typeof answer>;
    await poll(again);
    expect([again.rung, signs(again)]).toEqual([[], expect.not.stringContaining('alert')]);
  });

  test('of a monitor that was refused in its first session are known in the next one', async () => {
    const hooks = failingHooks();
    hooks.tracker.answers['tracker/webhook/get-failed'] = {
      failure: new Failure('auth_failed', 'No.', {status: 401}),
    };
    const kept = {alerts: JSON.stringify({rules: ['dead'], mutes: [], open: []})};
    const harness = await watching(hooks, {kept});
    expect(harness.rung).toHaveLength(1);
    const again = await watching(hooks, {kept: Object.fromEntries(harness.kept)});
    expect(again.rung).toEqual([]);
  });

  test('end with their rule, and that an address is silent again is good news', async () => {
    const hooks = failingHooks();
    const kept = {alerts: JSON.stringify({rules: ['new', 'silent/5m'], mutes: [], open: []})};
    const harness = await watching(hooks, {kept});
    hooks.fail('a.example/x', 4 * 60_000);
    await poll(harness);
    expect(alertsOf.of(harness.state()).open).toHaveLength(1);
    harness.press(':', 'alert silent/5m', 'enter');
    await poll(harness);
    expect(alertsOf.of(harness.state()).open).toEqual([]);
    const rung = harness.rung.length;
    hooks.dateMs = nowMs + 2 * 60_000;
    await poll(harness);
    expect(harness.state().notice).toMatchObject({
      tone: 'good',
      text: 'a.example/x has not failed for 5m.',
    });
    expect([harness.rung.length, alertsOf.of(harness.state()).open]).toEqual([rung, []]);
  });

  test('take an alert off home when it is resolved, without a ring', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example/x', 3_620_000);
    const harness = await watching(hooks, {
      kept: {
        alerts: JSON.stringify({
          rules: ['new'],
          mutes: [],
          open: [{rule: 'new', text: 't', address: 'a.example/x', atMs: nowMs - 3_620_000}],
        }),
        monitor: JSON.stringify({
          on: true,
          polledMs: nowMs - 60_000,
          alerts: {
            rules: ['new'],
            coveredMs: nowMs - 60_000,
            latestMs: nowMs - 3_620_000,
            addresses: [
              [
                'a.example/x',
                [[nowMs - 3_620_000, nowMs - 3_620_000]],
                [[3_600_000, {isFailing: true, decidedMs: nowMs - 3_620_000}]],
              ],
            ],
            open: [
              [
                'new a.example/x',
                {rule: 'new', address: 'a.example/x', sinceMs: nowMs - 3_620_000, isReported: true},
              ],
            ],
            counts: [],
          },
        }),
      },
    });
    expect(harness.rung).toEqual([]);
    expect(alertsOf.of(harness.state()).open).toEqual([]);
  });

  test('do not speak of an address that is muted, which its row says with the note', async () => {
    const hooks = failingHooks();
    hooks.fail('a.example/x', 60_000);
    const harness = await watching(hooks);
    harness.press(':', 'alert silent/30m 1/10m', 'enter', ':', 'mute 2h they know', 'enter');
    expect([...alertsOf.of(harness.state()).mutes]).toEqual([
      ['a.example/x', {untilMs: expect.any(Number), note: 'they know'}],
    ]);
    for (let i = 1; i < 4; i++) hooks.fail('a.example/x', i * 1000);
    await poll(harness);
    expect(harness.rung).toEqual([]);
    const view = currentView(harness.state());
    expect(view.kind === 'list' && view.rows[0]?.text).toContain('they know');
    harness.press(':', 'unmute', 'enter');
    for (let i = 1; i < 4; i++) hooks.fail('a.example/x', i * 100);
    await poll(harness);
    expect(harness.rung).toEqual(['4 deliveries failed within 10m.']);
  });

  test('reach the program one after the other, however many there are, also after a restart', async () => {
    const [script, file] = [join(folder, 'append.mjs'), join(folder, 'appended')];
    writeFileSync(
      script,
      "import {appendFileSync,readFileSync} from 'node:fs';appendFileSync(process.argv[2],readFileSync(0))",
    );
    const hooks = failingHooks();
    const first = await watching(hooks);
    first.press(':', 'alert new', 'enter');
    first.press(':', `alert-exec ${process.execPath} ${script} ${file}`, 'enter');
    for (let i = 0; i < 12; i++) hooks.fail(`a${i}.example/x`, 1000);
    await poll(first);
    // As after a kill: nothing is saved that comes later.
    const kept = Object.fromEntries(
      ['alerts', 'monitor'].map(name => [name, first.kept.get(name) ?? '']),
    );
    const processed = (): readonly {address: string}[] =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line));
    const addresses = (): readonly string[] => processed().map(({address}) => address);
    const all = Array.from({length: 12}, (_, i) => `a${i}.example/x`).sort();
    await until(() => existsSync(file) && addresses().length === all.length);
    expect([...addresses()].sort()).toEqual(all);
    const [{address} = {address: ''}] = processed();
    expect(processed()[0]).toMatchObject({type: 'alert', record: {url: `https://${address}`}});
    rmSync(file);
    const again = await watching(hooks, {kept});
    await until(() => existsSync(file) && addresses().length === all.length);
    expect([[...addresses()].sort(), again.rung]).toEqual([all, []]);
    await until(() => !again.kept.get('monitor')?.includes('unprocessed'));
  });

  test('that wait for a slow program are limited, and a notice says how many were dropped', async () => {
    const hooks = failingHooks();
    const waiting = Array.from({length: 1000}, (_, i) => ({rule: 'new', text: `${i}`, atMs: 0}));
    const exec = [process.execPath, '-e', 'setTimeout(() => {}, 60000)'];
    const harness = await watching(hooks, {
      kept: {
        monitor: JSON.stringify({on: true, unprocessed: waiting}),
        alerts: JSON.stringify({rules: ['new'], exec}),
      },
    });
    hooks.fail('a.example/x', 1000);
    await poll(harness);
    expect(harness.state().notice?.text).toContain('1 alert dropped');
    expect(monitorOf(harness.state()).unprocessed).toHaveLength(1000);
  });

  test('that are none are refused', async () => {
    const harness = await watching(failingHooks());
    harness.press(':', 'alert often', 'enter');
    expect(harness.state().prompt?.problem).toMatch(/"often" is not a rule/);
  });
});
