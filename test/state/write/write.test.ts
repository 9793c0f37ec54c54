import {describe, expect, test} from 'vitest';
import type {Given} from '../../../src/api/request-plan.ts';
import {Failure} from '../../../src/base/failure.ts';
import {commandShown} from '../../../src/state/actions/copy.ts';
import {currentView} from '../../../src/state/model.ts';
import {makePlan, type PlanParts, planOfCall} from '../../../src/state/write/make-plan.ts';
import {type AppHarness, connect, makeHarness} from '../../support/app-harness.ts';
import {fakeTracker} from '../../support/app-world.ts';
import type {FakeAnswer, FakeClient} from '../../support/fake-client.ts';
import {beReady, callOf, protectedClient, stageOf} from '../../support/write-steps.ts';

const refreshing = 'tracker/webhook/refresh';
const updating = 'tracker/version/update';
const deleting = 'tracker/webhook/delete-by-id';

/** The app on a tracker that answers writes. */
function makeApp(answers: FakeClient['answers'] = {}, isProtected = false) {
  const tracker = fakeTracker();
  Object.assign(tracker.answers, {
    [refreshing]: {object: {expirationDate: 1}},
    [updating]: {object: {id: '7'}},
    [deleting]: {object: {}},
    ...answers,
  });
  const harness = makeHarness({tracker: isProtected ? protectedClient(tracker) : tracker});
  const sent = () => tracker.asked.filter(id => [refreshing, updating, deleting].includes(id));
  return {harness, tracker, sent};
}

/** Begin a write as a screen does that had to read something for its plan. */
function begin(harness: AppHarness, parts: PlanParts): void {
  const plan = makePlan(parts, harness.state());
  harness.dispatch({kind: 'write', event: {kind: 'begin', plan}});
}

const update = (id: string) => ({
  label: `version ${id}`,
  call: callOf('tracker version update', {id: [id]}, '{"name":"x"}'),
});
const rename = (count: number): PlanParts => ({
  title: `Rename ${count} versions`,
  object: 'x',
  notes: [],
  requests: Array.from({length: count}, (_, i) => update(String(i + 1))),
});
const removal: PlanParts = {
  title: 'Delete a webhook',
  object: '10077',
  notes: [],
  requests: [
    {
      label: 'webhook 10077',
      call: callOf('tracker webhook delete-by-id', {}, '{"webhookIds":[10077]}'),
    },
  ],
};

/** Answers an update by its id: those named fail. */
function failing(ids: readonly string[], failure: Failure) {
  return ({inputs}: Given): FakeAnswer =>
    ids.includes(inputs.id?.[0] ?? '') ? {failure} : {object: {id: inputs.id?.[0]}};
}

describe('confirming by risk', () => {
  test('risk 1: enter in the preview sends', async () => {
    const {harness, sent} = makeApp();
    begin(harness, rename(1));
    expect(stageOf(harness, 'preview').plan.risk).toBe(1);
    beReady(harness);
    expect(sent()).toEqual([]);
    harness.press('enter');
    await harness.settle();
    expect(sent()).toEqual([updating]);
    expect(stageOf(harness, 'report').outcomes).toMatchObject([{state: 'done'}]);
  });

  test('risk 2: a dialog with the focus on Cancel; enter goes back, y sends', async () => {
    const {harness, sent} = makeApp();
    begin(harness, rename(11));
    beReady(harness);
    harness.press('enter');
    expect(stageOf(harness, 'confirm').focus).toBe('cancel');
    beReady(harness);
    harness.press('enter');
    expect(stageOf(harness, 'preview').top).toBe(0);
    harness.press('enter');
    beReady(harness);
    harness.press('y');
    await harness.settle();
    expect(sent()).toHaveLength(11);
  });

  test('risk 2: the other button is reached by tab, and enter presses it', async () => {
    const {harness, sent} = makeApp();
    begin(harness, rename(11));
    beReady(harness);
    harness.press('enter');
    beReady(harness);
    harness.press('tab', 'enter');
    await harness.settle();
    expect(sent()).toHaveLength(11);
  });

  test('risk 3: only the name that was typed sends', async () => {
    const {harness, sent} = makeApp();
    begin(harness, removal);
    beReady(harness);
    harness.press('enter');
    beReady(harness);
    harness.press('y', 'enter');
    expect(stageOf(harness, 'confirm').problem).toBe('not sent: this is not 10077');
    harness.press('backspace', '1007', 'enter');
    await harness.settle();
    expect(sent()).toEqual([]);
    harness.press('7', 'enter');
    await harness.settle();
    expect(sent()).toEqual([deleting]);
  });

  test('a plan of reads alone is run at once', async () => {
    const {harness, tracker} = makeApp();
    const call = callOf('tracker version get', {id: ['2']});
    begin(harness, {title: 'Look', object: '2', notes: [], requests: [{label: 'version 2', call}]});
    await harness.settle();
    expect(tracker.asked).toContain('tracker/version/get');
  });
});

describe('keys typed ahead', () => {
  test('enter pressed before the preview was read sends nothing', async () => {
    const {harness, sent} = makeApp();
    begin(harness, rename(1));
    harness.press('enter', 'enter');
    await harness.settle();
    expect(sent()).toEqual([]);
    expect(stageOf(harness, 'preview').ready).toBe(false);
  });

  test('y and a name pressed before the dialog was read send nothing', async () => {
    const {harness, sent} = makeApp();
    begin(harness, rename(11));
    beReady(harness);
    harness.press('enter', 'y', 'y');
    expect(stageOf(harness, 'confirm').ready).toBe(false);
    harness.press('esc', 'esc');
    begin(harness, removal);
    beReady(harness);
    harness.press('enter', '10077', 'enter');
    expect(stageOf(harness, 'confirm').typed).toBe('');
    await harness.settle();
    expect(sent()).toEqual([]);
  });

  test.each(['esc', '\x03'])('leaving works at once: %j', key => {
    const {harness} = makeApp();
    begin(harness, rename(1));
    harness.press(key);
    expect(harness.state().write).toBeUndefined();
    expect(harness.state().quitting).toBe(false);
  });
});

describe('sending', () => {
  test('failures are told with the rest done, and . sends those alone again', async () => {
    const refused = new Failure('auth_failed', 'Only admins may.', {status: 403, attempts: 1});
    const {harness, tracker, sent} = makeApp({[updating]: failing(['2', '4'], refused)});
    begin(harness, rename(5));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    const states = () => stageOf(harness, 'report').outcomes.map(outcome => outcome.state);
    expect(states()).toEqual(['done', 'failed', 'done', 'failed', 'done']);
    expect(stageOf(harness, 'report').outcomes[1]?.text).toBe(
      'Not allowed (403): Only admins may.',
    );
    harness.press('n');
    expect(stageOf(harness, 'report').top).toBe(1);
    Object.assign(tracker.answers, {[updating]: failing(['4'], refused)});
    harness.press('.');
    await harness.settle();
    expect(states()).toEqual(['done', 'done', 'done', 'failed', 'done']);
    expect(sent()).toHaveLength(7);
  });

  test('at most four are on their way; ctrl+c lets those end and starts no other', async () => {
    const {harness, tracker, sent} = makeApp();
    const waiting: (() => void)[] = [];
    const {request} = tracker;
    tracker.request = async (...args) => {
      const reply = await request(...args);
      await new Promise<void>(resolve => waiting.push(resolve));
      return reply;
    };
    begin(harness, rename(9));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    expect(sent()).toHaveLength(4);
    harness.press('esc');
    expect(harness.state().notice?.text).toBe('still sending: ctrl+c stops it');
    harness.press('\x03');
    for (const resolve of waiting.splice(0)) resolve();
    await harness.settle();
    const states = stageOf(harness, 'report').outcomes.map(outcome => outcome.state);
    expect(states).toEqual([...Array(4).fill('done'), ...Array(5).fill('left')]);
    expect(sent()).toHaveLength(4);
    harness.press('.');
    await harness.settle();
    expect(stageOf(harness, 'running').outcomes.filter(o => o.state === 'running')).toHaveLength(4);
    for (let i = 0; i < 3; i++) {
      for (const resolve of waiting.splice(0)) resolve();
      await harness.settle();
    }
    expect(stageOf(harness, 'report').outcomes.every(o => o.state === 'done')).toBe(true);
    expect(sent()).toHaveLength(9);
  });

  test('ctrl+c twice gives up what runs: it may have been carried out', async () => {
    const {harness} = makeApp({[updating]: {silent: true}});
    begin(harness, rename(5));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    harness.press('\x03', '\x03');
    await harness.settle();
    const {outcomes} = stageOf(harness, 'report');
    expect(outcomes.map(o => o.state)).toEqual([...Array(4).fill('unclear'), 'left']);
    expect(outcomes[0]?.text).toMatch(/It may have been carried out/);
  });

  test('in order: one at a time, and none after one that failed', async () => {
    const broken = new Failure('server_error', 'broken', {status: 500, attempts: 1});
    const {harness, sent} = makeApp({[updating]: failing(['2'], broken)});
    begin(harness, {...rename(4), inOrder: true});
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    const states = stageOf(harness, 'report').outcomes.map(outcome => outcome.state);
    expect(states).toEqual(['done', 'failed', 'left', 'left']);
    expect(sent()).toHaveLength(2);
  });

  test('what the profile forbids is said in the preview and never sent', async () => {
    const {harness, tracker, sent} = makeApp();
    tracker.plan = () => {
      throw new Failure('policy_denied', 'version update is denied');
    };
    begin(harness, rename(1));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    expect(stageOf(harness, 'preview').trouble?.title).toBe('Not allowed by this profile');
    expect(sent()).toEqual([]);
  });

  test('a failure leaves what was filled in as it was', async () => {
    const refused = new Failure('validation_error', 'The name is taken.', {status: 400});
    const {harness} = makeApp({[updating]: {failure: refused}});
    harness.do({kind: 'form', operation: 'jr version update'});
    const values = {id: ['7'], body: ['{"name":"x"}']};
    const form = currentView(harness.state());
    harness.app.store.setState(state => ({
      ...state,
      places: state.places.map(place =>
        place.views[place.tab] === form
          ? {...place, views: {0: {...form, values} as typeof form}}
          : place,
      ),
    }));
    harness.do({kind: 'runForm'});
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    expect(stageOf(harness, 'report').outcomes).toMatchObject([{state: 'failed'}]);
    harness.press('esc');
    expect(currentView(harness.state())).toMatchObject({kind: 'form', values});
  });
});

describe('leave to write', () => {
  test('a protected profile is read-only until :write on, for 15 minutes', async () => {
    const {harness, sent} = makeApp({}, true);
    begin(harness, rename(1));
    expect(stageOf(harness, 'preview').plan).toMatchObject({
      risk: 2,
      reasons: ['protected profile'],
    });
    beReady(harness);
    harness.press('enter');
    expect(harness.state().notice?.text).toMatch(/protected: read-only until :write on/);
    harness.press(':', 'write on', 'enter');
    expect(stageOf(harness, 'preview').plan.title).toBe('Rename 1 versions');
    harness.press('enter');
    beReady(harness);
    harness.press('y');
    await harness.settle();
    expect(sent()).toEqual([updating]);
    harness.press('esc');
    harness.dispatch({kind: 'clock', nowMs: harness.state().nowMs + 15 * 60_000});
    begin(harness, rename(1));
    beReady(harness);
    harness.press('enter');
    expect(stageOf(harness, 'preview').plan.risk).toBe(2);
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

  test('another profile begins read-only again', () => {
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
    expect(harness.state().notice?.text).toMatch(/dry: nothing is sent/);
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

describe('the journal', () => {
  test('has every write with its request, its answer and its command, newest first', async () => {
    const refused = new Failure('auth_failed', 'Only admins may.', {
      status: 403,
      body: '{"errorMessages":["Only admins may."]}',
    });
    const {harness} = makeApp({[updating]: failing(['2'], refused)});
    begin(harness, rename(2));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    const entries = harness.state().journal.map(text => JSON.parse(text));
    expect(entries).toMatchObject([
      {
        what: 'version 1 · Rename 2 versions',
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
    expect(commandShown(harness.state())).toMatch(/^jr version update --id 2/);
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

  test('a text that makes no sense is as good as none', async () => {
    const harness = makeHarness({kept: {journal: '{"entries":[1,"{"]}'}});
    await harness.settle();
    expect(harness.state().journal).toEqual([]);
  });
});

test('a command typed into steward shows its answer in the report', async () => {
  const {harness} = makeApp();
  const call = callOf('tracker version update', {id: ['7']}, '{"name":"x"}');
  harness.do({kind: 'typed', typed: call});
  expect(stageOf(harness, 'preview').plan).toEqual(planOfCall(call, harness.state()));
  beReady(harness);
  harness.press('enter');
  await harness.settle();
  expect(stageOf(harness, 'report').outcomes).toMatchObject([{answer: '{"id":"7"}'}]);
});
