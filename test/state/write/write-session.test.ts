import {describe, expect, test} from 'vitest';
import {Failure} from '../../../src/base/failure.ts';
import {switchTo} from '../../../src/state/locations/go-to.ts';
import {announcedLines} from '../../../src/state/look/announcements.ts';
import {openLocation} from '../../../src/state/model/locations.ts';
import {tabsOf} from '../../../src/state/model/screens.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {commandShown} from '../../../src/state/overlays/copy/copy.ts';
import {planOfCall} from '../../../src/state/write/make-plan.ts';
import {openTypedCall} from '../../../src/state/write/start-write.ts';
import {connect, makeHarness} from '../../support/app-harness.ts';
import {stillWorld} from '../../support/still-world.ts';
import {
  begin,
  beReady,
  callOf,
  failing,
  makeApp,
  rename,
  stageOf,
  updating,
} from '../../support/write-steps.ts';

describe('leave to write', () => {
  test('a protected profile is read-only until :write on, for 15 minutes', async () => {
    const {harness, sent} = makeApp({}, true);
    begin(harness, rename(1));
    expect(harness.state().write).toBeUndefined();
    expect(harness.state().notice?.text).toMatch(/Protected profile: read-only until :write on/);
    harness.press(':', 'write on', 'enter');
    begin(harness, rename(1));
    expect(stageOf(harness, 'preview').plan).toMatchObject({
      title: 'Rename 1 versions',
      risk: 2,
      reasons: ['protected profile'],
    });
    beReady(harness);
    harness.press('enter');
    beReady(harness);
    harness.press('y');
    await harness.settle();
    expect(sent()).toEqual([updating]);
    harness.press('esc');
    harness.dispatch({kind: 'clock', nowMs: harness.state().nowMs + 15 * 60_000});
    begin(harness, rename(1));
    expect(harness.state().write).toBeUndefined();
    expect(sent()).toHaveLength(1);
  });

  test('leave that ends while the dialog is open is no leave', async () => {
    const {harness, sent} = makeApp({}, true);
    harness.press(':', 'write on', 'enter');
    begin(harness, rename(1));
    beReady(harness);
    harness.press('enter');
    beReady(harness);
    harness.dispatch({kind: 'clock', nowMs: harness.state().nowMs + 15 * 60_000});
    harness.press('y');
    await harness.settle();
    expect(sent()).toEqual([]);
    expect(harness.state().notice?.text).toMatch(/read-only/);
  });

  test('nothing is sent while another profile is being connected to, not even unlocked', async () => {
    const {harness, sent} = makeApp({}, true);
    harness.do(state => switchTo(state, 'prod'));
    begin(harness, rename(1));
    beReady(harness);
    harness.press('enter');
    expect(harness.state().notice?.text).toBe('nothing sent: Not connected yet');
    beReady(harness);
    harness.press('y');
    await harness.settle();
    expect(sent()).toEqual([]);
  });

  test('another profile begins Read-only', () => {
    const {harness} = makeApp({}, true);
    harness.press(':', 'write on', 'enter');
    expect(harness.state().writing.openUntilMs).toBeDefined();
    connect(harness);
    expect(harness.state().writing.openUntilMs).toBeUndefined();
  });

  test(':dry on stops every write at its preview, for the whole session', async () => {
    const {harness, sent} = makeApp();
    harness.press(':', 'dry on', 'enter');
    begin(harness, rename(1));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    expect(harness.state().notice?.text).toMatch(/Dry run: nothing is sent/);
    expect(sent()).toEqual([]);
    connect(harness);
    expect(harness.state().writing.dry).toBe(true);
    harness.press(':', 'dry off', 'enter');
    begin(harness, rename(1));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    expect(sent()).toEqual([updating]);
  });
});

test(':confirm raises what every write asks, never lowers it, and is kept for the profile', async () => {
  const {harness} = makeApp();
  const riskOf = (app: typeof harness, count: number) => {
    begin(app, rename(count));
    const {risk} = stageOf(app, 'preview').plan;
    app.press('esc');
    return risk;
  };
  harness.press(':', 'confirm 3', 'enter');
  expect(riskOf(harness, 1)).toBe(3);
  harness.press(':', 'confirm 1', 'enter');
  expect([riskOf(harness, 1), riskOf(harness, 11)]).toEqual([1, 2]);
  harness.press(':', 'confirm 2', 'enter');
  await harness.settle();
  const again = makeHarness({...stillWorld(), kept: Object.fromEntries(harness.kept)});
  await again.settle();
  expect(riskOf(again, 1)).toBe(2);
});

describe('the journal', () => {
  test('says the new name of what was renamed, and of what was made', async () => {
    const {harness} = makeApp({
      'tracker/version/create': {object: {id: '9'}},
      'tracker/statuses/create': {object: {id: '9'}},
    });
    const write = async (command: string, inputs: Record<string, string[]>, title: string) => {
      const call = callOf(command, inputs);
      begin(harness, {title, object: 'x', notes: [], requests: [{label: 'version 1', call}]});
      beReady(harness);
      harness.press('enter');
      await harness.settle();
      harness.press('enter');
      return JSON.parse(harness.state().journal.at(-1) ?? '').what;
    };
    expect(
      await write('tracker version update', {id: ['1'], name: ['2.0']}, 'Edit version 1.9'),
    ).toBe('Edit version 1.9 → 2.0');
    expect(
      await write('tracker version create', {name: ['3.0'], projectId: ['1']}, 'New version'),
    ).toBe('New version: 3.0');
    const status = {
      'body.scope.type': ['GLOBAL'],
      'body.statuses.0.name': ['Waiting'],
      'body.statuses.0.statusCategory': ['TODO'],
    };
    expect(await write('tracker statuses create', status, 'New status')).toBe(
      'New status: Waiting',
    );
    expect(
      await write('tracker version update', {id: ['1'], released: ['true']}, 'Release version 2.0'),
    ).toBe('Release version 2.0');
  });

  test('has every write with its request, its answer and its command, newest first', async () => {
    const refused = new Failure('auth_failed', 'Only admins may.', {status: 403});
    const {harness} = makeApp({[updating]: failing(['2'], refused)});
    begin(harness, rename(2));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    const entries = harness.state().journal.map(text => JSON.parse(text));
    expect(entries).toMatchObject([
      {
        what: 'version 1 → x · Rename 2 versions',
        result: 'done',
        status: 200,
        command: `jr version update --id 1 --body '{"name":"x"}' -p test`,
        request: {method: 'PUT', body: {name: 'x'}},
        answer: {id: '1'},
      },
      {result: 'failed', status: 403, answer: {errorMessages: ['Only admins may.']}},
    ]);
    harness.press('esc', ':', 'journal', 'enter', 'enter');
    const view = currentView(harness.state());
    expect(view.kind === 'text' && JSON.parse(view.text)).toMatchObject({result: 'failed'});
    harness.press('esc');
    expect(commandShown(harness.state(), harness.app.registry)).toMatch(
      /^jr version update --id 2/,
    );
  });

  test('comes back in the next session, before what this one adds', async () => {
    const first = makeApp();
    begin(first.harness, rename(1));
    beReady(first.harness);
    first.harness.press('enter');
    await first.harness.settle();
    const harness = makeHarness({kept: Object.fromEntries(first.harness.kept)});
    await harness.settle();
    expect(harness.state().journal).toEqual(first.harness.state().journal);
  });

  test('has a line before the request is sent, and one after it', async () => {
    const lines: string[] = [];
    const journal = () => harness.kept.get('journal') ?? '';
    const {harness} = makeApp({
      [updating]: () => {
        lines.push(...journal().split('\n'));
        return {object: {}};
      },
    });
    begin(harness, rename(1));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    expect(lines.filter(Boolean).map(line => JSON.parse(line).result)).toEqual(['sending']);
    const kept = journal().trimEnd().split('\n');
    expect(kept.map(line => JSON.parse(line).result)).toEqual(['sending', 'done']);
    expect(new Set(kept.map(line => JSON.parse(line).id)).size).toBe(1);
  });

  test('says of a write that was never heard of again that it may have been carried out', async () => {
    const sending =
      '{"id":"7","at":"2026-11-20T10:00:00.000Z","what":"Delete it","result":"sending"}';
    const harness = makeHarness({kept: {journal: `${sending}\n`}});
    // Opened before it was read.
    harness.press(':', 'journal', 'enter');
    await harness.settle();
    const view = currentView(harness.state());
    expect(view.kind === 'list' && view.rows.map(row => row.id)).toEqual(['7']);
    expect(harness.state().journal.map(text => JSON.parse(text))).toMatchObject([
      {id: '7', result: 'unclear', trouble: expect.stringContaining('may have succeeded')},
    ]);
  });

  test('shows a line that is damaged, in its place and without what looks like a secret', async () => {
    const entry = (id: string) =>
      `{"id":"${id}","at":"2026-11-2${id}T10:00:00.000Z","result":"done"}`;
    const old = JSON.stringify({entries: [entry('0')]});
    const text = `${old}\n${entry('1')}\n{"id":"2","token":"hush","wha\n\0\0\0\n${entry('3')}\n`;
    const harness = makeHarness({kept: {journal: text}});
    await harness.settle();
    const entries = harness.state().journal.map(one => JSON.parse(one));
    expect(entries.map(({result}) => result)).toEqual([
      'done',
      'done',
      'damaged',
      'damaged',
      'done',
    ]);
    expect(entries[2]).toMatchObject({at: entries[1].at, line: '{"id":"2","token":"***","wha'});
  });
});

test('a screen reader hears what would be sent, what is asked and what became of it', async () => {
  const {harness} = makeApp();
  const heard = () => announcedLines(harness.state(), harness.app.registry).join('\n');
  begin(harness, rename(11));
  expect(heard()).toMatch(
    /Rename 11 versions 11 requests · Can be undone\nRisk 2 · Asks for confirmation/,
  );
  expect(heard()).toContain('jr version update --id 1');
  beReady(harness);
  harness.press('enter');
  expect(heard()).toMatch(/11 objects at once[\s\S]*focus on Cancel/);
  beReady(harness);
  harness.press('y');
  await harness.settle();
  expect(heard()).toContain('✓ Rename 11 versions: 11 done · u undo · enter details');
});

test('going elsewhere leaves the preview, by whatever way; what is being sent stays', async () => {
  const {harness} = makeApp();
  const goElsewhere = (screen: string) =>
    harness.do(state => openLocation(state, tabsOf(state.screens, screen, {})));
  begin(harness, rename(1));
  expect(harness.state().write?.stage).toBe('preview');
  goElsewhere('priorities');
  expect(harness.state().write).toBeUndefined();
  begin(harness, rename(1));
  beReady(harness);
  harness.press('enter');
  goElsewhere('resolutions');
  expect(harness.state().write?.stage).toBe('running');
  await harness.settle();
});

test('a command typed into steward shows its answer in the report', async () => {
  const {harness} = makeApp();
  const call = callOf('tracker version update', {id: ['7']}, '{"name":"x"}');
  harness.do(state => openTypedCall(state, call));
  const {plan} = stageOf(harness, 'preview');
  const requests = plan.requests.map(({before: _, planned: __, ...request}) => request);
  expect({...plan, requests}).toEqual(planOfCall(call, harness.state()));
  beReady(harness);
  harness.press('enter');
  await harness.settle();
  expect(stageOf(harness, 'report').outcomes).toMatchObject([{answer: '{"id":"7"}'}]);
});

test('what is read for a preview is given up when another preview opens', () => {
  const {harness, tracker} = makeApp({'tracker/version/get': {silent: true}});
  const signals: (AbortSignal | undefined)[] = [];
  const {request} = tracker;
  tracker.request = (plan, options) => {
    if (plan.title === 'version get') signals.push(options?.signal);
    return request(plan, options);
  };
  begin(harness, rename(1));
  begin(harness, rename(1));
  expect(signals.map(signal => signal?.aborted)).toEqual([true, false]);
});
