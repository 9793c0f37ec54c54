import {describe, expect, test} from 'vitest';
import {Failure} from '../../../src/base/failure.ts';
import {widthOf} from '../../../src/base/width.ts';
import {policyClient} from '../../../src/host/policy.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {visibleLineCount} from '../../../src/state/model/viewport.ts';
import {runLines} from '../../../src/state/overlays/write/write-lines.ts';
import {runForm} from '../../../src/state/views/form/form-actions.ts';
import {openForm} from '../../../src/state/views/form/open-form.ts';
import {
  begin,
  beReady,
  callOf,
  deleting,
  failing,
  makeApp,
  removal,
  rename,
  reportOf,
  stageOf,
  updating,
} from '../../support/write-steps.ts';

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

  test('risk 2: switch to the other button is reached by tab, and enter presses it', async () => {
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
    expect(stageOf(harness, 'confirm').problem).toBe('not sent: type 10077 exactly');
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
    expect(harness.state().notice?.text).toBe('not sent: shown just now; press enter again');
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
    expect(stageOf(harness, 'confirm').typed.text).toBe('');
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
    expect(stageOf(harness, 'report').outcomes[1]?.text).toContain(
      'Not allowed (403): Only admins may. Needs: ',
    );
    harness.press('n');
    expect(stageOf(harness, 'report').top).toBe(1);
    Object.assign(tracker.answers, {[updating]: failing(['4'], refused)});
    harness.press('.');
    await harness.settle();
    expect(states()).toEqual(['done', 'done', 'done', 'failed', 'done']);
    expect(sent()).toHaveLength(7);
  });

  test('a failure is told whole over several lines, and n goes from one to the next', async () => {
    const said = 'Only admins of the project may change versions that were released before today.';
    const refused = new Failure('auth_failed', said, {status: 403, attempts: 1});
    const {harness} = makeApp({[updating]: failing(['2', '4'], refused)});
    begin(harness, rename(5));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    const {head, body} = runLines(stageOf(harness, 'report'), harness.state());
    const lines = body.map(line => line.map(({text}) => text).join(''));
    const {columns} = harness.state();
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    const told = stageOf(harness, 'report').outcomes[1]?.text ?? '';
    const words = lines.join(' ').replace(/ +/g, ' ');
    expect(words).toContain(told);
    expect(lines.length).toBeGreaterThan(7);
    harness.press('n', 'n');
    const {top} = stageOf(harness, 'report');
    expect(lines[top]).toMatch(/^ ✗ .*4/);
    expect(head).toHaveLength(4);
  });

  test('what a list calls the objects that were ignored is told as text', async () => {
    const {harness} = makeApp();
    const [id, value] = ['/id', '/expirationDate'];
    const list = {
      service: 'tracker',
      operation: 'webhook get-dynamic-for-app',
      inputs: {},
    } as const;
    const check = {list, identity: id, value, word: 'extended', before: []};
    begin(harness, {...rename(1), check});
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    const {run} = stageOf(harness, 'report');
    const checked = {changed: [], ignored: ['1\u001b[2J'], time: undefined};
    harness.dispatch({kind: 'write', event: {kind: 'checked', run, checked}});
    const {head} = runLines(stageOf(harness, 'report'), harness.state());
    const told = head.flat().map(({text}) => text);
    expect(told).toContain(', 1 ignored: id 1\\u001b[2J');
  });

  test('the report of one write says what it changed, above the answer', async () => {
    const {harness} = makeApp({'tracker/version/get': {object: {id: '1', name: '1.0'}}});
    const call = callOf('tracker version update', {id: ['1']}, '{"name":"1.0 LTS"}');
    begin(harness, {...rename(1), requests: [{label: 'version 1.0', call}]});
    await harness.settle();
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    const {body} = runLines(stageOf(harness, 'report'), harness.state());
    const lines = body.map(line =>
      line
        .map(({text}) => text)
        .join('')
        .trim(),
    );
    expect(lines.find(line => line.startsWith('Name'))).toMatch(/^Name +1\.0 +1\.0 LTS$/);
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
    expect(harness.state().notice?.text).toBe('still sending: ctrl+c stops');
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
    expect(outcomes[0]?.text).toMatch(/The request may have succeeded/);
  });

  test('the requests that run stay on the screen until somebody scrolls', async () => {
    const refused = failing(
      ['36'],
      new Failure('validation_error', 'No such version.', {status: 400}),
    );
    const {harness} = makeApp({[updating]: refused});
    begin(harness, rename(36));
    beReady(harness);
    harness.press('enter');
    beReady(harness);
    harness.press('y');
    await harness.settle();
    const room = visibleLineCount(harness.state()) - 4;
    expect(stageOf(harness, 'report').top).toBe(36 - room);
    harness.press('g');
    expect(stageOf(harness, 'report')).toMatchObject({top: 0, follows: false});
  });

  test('in order: one at a time, and none after one that failed', async () => {
    const broken = new Failure('server_error', 'broken', {status: 500, attempts: 1});
    const {harness, sent} = makeApp({[updating]: failing(['2'], broken)});
    begin(harness, {...rename(4), inOrder: true});
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    const states = stageOf(harness, 'report').outcomes.map(outcome => outcome.state);
    expect(states).toEqual(['done', 'unclear', 'left', 'left']);
    expect(sent()).toHaveLength(2);
  });

  test('what takes many writes back is held against what each object is now, however many', async () => {
    const {harness, sent} = makeApp({
      'tracker/version/get': ({inputs}) => ({
        object: {id: inputs.id?.[0], name: inputs.id?.[0] === '60' ? 'by another' : 'x'},
      }),
    });
    const {requests, ...many} = rename(60);
    begin(harness, {...many, requests: requests.map(one => ({...one, expects: {name: ['x']}}))});
    beReady(harness);
    await harness.settle();
    expect(stageOf(harness, 'preview').trouble?.text).toMatch(/name is now by another, not x/);
    harness.press('enter');
    expect(stageOf(harness, 'preview').stage).toBe('preview');
    expect(sent()).toEqual([]);
  });

  test('after a write that may have been carried out . sends nothing, and the command that looks is told', async () => {
    const broken = new Failure('server_error', 'broken', {status: 503, attempts: 1});
    const {harness, sent} = makeApp({[updating]: failing(['2'], broken)});
    begin(harness, rename(2));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    const {outcomes} = stageOf(harness, 'report');
    expect(outcomes.map(o => o.state)).toEqual(['done', 'unclear']);
    expect(outcomes[1]?.text).toBe(
      'Server error (503): broken. The request may have succeeded. Check before retrying: jr version get --id=2 -p test',
    );
    harness.press('.');
    await harness.settle();
    expect(harness.state().notice?.text).toMatch(/the request may have succeeded: check first/);
    expect(stageOf(harness, 'report').outcomes).toEqual(outcomes);
    expect(sent()).toHaveLength(2);
  });

  test('what surely did not arrive is a notice until it is read, and . sends it again', async () => {
    const refused = new Failure('connection_error', 'refused', {unsent: true, attempts: 1});
    const {harness, tracker, sent} = makeApp({[updating]: {failure: refused}});
    begin(harness, rename(1));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    expect(harness.state().write).toBeUndefined();
    const {notice} = harness.state();
    expect(notice).toMatchObject({tone: 'bad', text: expect.stringMatching(/^✗ .*refused/)});
    harness.press('j', 'k');
    expect(harness.state().notice).toBe(notice);
    harness.press('enter');
    expect(harness.state().notice).toBeUndefined();
    expect(stageOf(harness, 'report').outcomes).toMatchObject([{state: 'failed'}]);
    Object.assign(tracker.answers, {[updating]: {object: {}}});
    harness.press('.');
    await harness.settle();
    expect(reportOf(harness)?.outcomes).toMatchObject([{state: 'done'}]);
    expect(sent()).toHaveLength(2);
  });

  test('what the profile forbids is refused when it is sent, whatever the preview knew', async () => {
    const {harness, tracker, sent} = makeApp();
    const {request} = policyClient({...tracker}, {denied: ['version update']});
    tracker.request = request;
    begin(harness, rename(1));
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    const [outcome] = reportOf(harness)?.outcomes ?? [];
    expect([outcome?.state, outcome?.text]).toEqual(['failed', expect.stringMatching(/denied_op/)]);
    expect(sent()).toEqual([]);
  });

  test('a failure leaves what was filled in as it was', async () => {
    const refused = new Failure('validation_error', 'The name is taken.', {status: 400});
    const {harness} = makeApp({[updating]: {failure: refused}});
    harness.do(state => openForm(state, 'jr version update'));
    const values = {id: ['7'], body: ['{"name":"x"}']};
    const form = currentView(harness.state());
    harness.app.store.setState(state => ({
      ...state,
      locations: state.locations.map(place =>
        place.views[place.tab] === form
          ? {...place, views: {0: {...form, values} as typeof form}}
          : place,
      ),
    }));
    harness.do(runForm);
    beReady(harness);
    harness.press('enter');
    await harness.settle();
    expect(stageOf(harness, 'report').outcomes).toMatchObject([{state: 'failed'}]);
    harness.press('esc');
    expect(currentView(harness.state())).toMatchObject({kind: 'form', values});
  });
});
