import {beforeEach, describe, expect, test} from 'vitest';
import {findJson, readPointer} from '../../../src/base/json-value.ts';
import {withView} from '../../../src/state/model/locations.ts';
import type {Action} from '../../../src/state/model/transition.ts';
import {changesOf} from '../../../src/state/overlays/write/change-rows.ts';
import {previewStage} from '../../../src/state/overlays/write/write-layer.ts';
import {runForm} from '../../../src/state/views/form/form-actions.ts';
import {openTypedCall} from '../../../src/state/write/start-write.ts';
import {type AppHarness, makeHarness} from '../../support/app-harness.ts';
import {formOf} from '../../support/form-steps.ts';
import {settled} from '../../support/live-app.ts';
import {type OwnWorld, ownWorld} from '../../support/still-world.ts';
import {until} from '../../support/until.ts';
import {beReady, callOf, isLooked, sendShown, stageOf} from '../../support/write-steps.ts';

let world: OwnWorld;
let harness: AppHarness;

beforeEach(() => {
  world = ownWorld();
  harness = makeHarness({...world, rows: 40, columns: 140});
});

/** What a read answers, as a value. */
async function read(command: string, inputs: Record<string, readonly string[]>) {
  return findJson((await world.send(callOf(command, inputs))).text) ?? null;
}

describe('assigning a scheme to a project', () => {
  test.each([
    ['notificationScheme', 'tracker project get-notification-scheme-for'],
    ['permissionScheme', 'tracker project get-assigned-permission-scheme'],
  ])('shows the %s it has, and can be undone', async (field, reading) => {
    const scheme = async () => readPointer(await read(reading, {projectKeyOrId: ['HPAY']}), '/id');
    const old = String(await scheme());
    const all =
      field === 'notificationScheme'
        ? await read('tracker notificationscheme get-notification-schemes', {})
        : await read('tracker permissionscheme get-all-permission-schemes', {});
    const list = readPointer(all, '/values') ?? readPointer(all, '/permissionSchemes');
    const ids = (list as readonly {readonly id: number}[]).map(({id}) => String(id));
    const other = ids.find(id => id !== old) ?? '';
    const call = callOf('tracker project update', {projectIdOrKey: ['HPAY'], [field]: [other]});
    harness.do(state => openTypedCall(state, call));
    await until(() => isLooked(harness));
    const {plan} = stageOf(harness, 'preview');
    expect(plan.undoable).toBe(1);
    expect(plan.unrestoredFields ?? []).toEqual([]);
    const [request] = plan.requests;
    const [change] = request ? changesOf(request) : [];
    expect(change?.before).toContain(old);
    expect(await sendShown(harness)).toBe('done 200');
    expect(String(await scheme())).toBe(other);
    harness.press('enter', 'u');
    expect(await sendShown(harness)).toBe('done 200');
    expect(String(await scheme())).toBe(old);
  });
});

describe('what the service no longer has', () => {
  const update = callOf('tracker version update', {id: ['999999'], name: ['x']});

  test('is not sent, and nothing offers to send it', async () => {
    harness.do(state => openTypedCall(state, update));
    await until(() => isLooked(harness));
    const preview = stageOf(harness, 'preview');
    expect(preview.trouble).toMatchObject({title: 'No longer exists'});
    const [enter] = previewStage.keys ?? [];
    const hint = typeof enter?.hint === 'function' ? enter.hint(harness.state()) : enter?.hint;
    expect(hint).toBeUndefined();
    beReady(harness);
    harness.press('enter');
    expect(harness.state().notice?.text).toContain('nothing sent: No longer exists');
    expect(harness.state().journal).toEqual([]);
  });

  test('is not taken for a part that was never set, which a write creates', async () => {
    const inputs = {projectIdOrKey: ['HPAY'], propertyKey: ['new.one']};
    const set = callOf('tracker project set-property', inputs, '{"a":1}');
    harness.do(state => openTypedCall(state, set));
    await until(() => isLooked(harness));
    expect(stageOf(harness, 'preview').trouble).toBeUndefined();
    expect(await sendShown(harness)).toBe('done 201');
  });
});

describe('an edit form whose object was changed meanwhile', () => {
  const ids = ['10000'];
  const status = async () => readPointer(await read('tracker statuses get-by-id', {id: ids}), '/0');

  /** Somebody else gives a status another name and description. */
  async function changed(name: string, description: string): Promise<void> {
    const body = {statuses: [{id: ids[0], name, description, statusCategory: 'TODO'}]};
    await world.send(callOf('tracker statuses update', {}, JSON.stringify(body)));
  }

  async function edit(values: Record<string, readonly string[]>, meanwhile: () => Promise<void>) {
    harness.press(':', 'statuses', 'enter');
    await settled(harness);
    harness.press('/', 'Before', 'enter');
    await settled(harness);
    harness.press('e');
    await settled(harness);
    await meanwhile();
    harness.do(runFormWith(values));
    await until(() => harness.state().write?.stage === 'preview' && isLooked(harness));
  }

  const runFormWith =
    (values: Record<string, readonly string[]>): Action =>
    (state, registry) => {
      const view = formOf(harness);
      const next = withView(state, {...view, values: {...view.values, ...values}});
      return runForm({...next, prompt: undefined}, registry);
    };

  test('sends the current values of its untouched fields', async () => {
    await changed('Before', 'old');
    await edit({'body.statuses.0.description': ['mine']}, () => changed('Renamed', 'old'));
    expect(stageOf(harness, 'preview').plan.warnings ?? []).toEqual([]);
    expect(stageOf(harness, 'preview').plan.requests[0]?.planned?.text).toContain('Renamed');
    expect(await sendShown(harness)).toMatch(/^done 204/);
    expect(await status()).toMatchObject({name: 'Renamed', description: 'mine'});
  });

  test('says in its preview that an edited field was changed by somebody else', async () => {
    await changed('Before', 'old');
    await edit({'body.statuses.0.name': ['Mine']}, () => changed('Theirs', 'old'));
    expect(stageOf(harness, 'preview').plan.warnings).toEqual([
      expect.stringMatching(/^Name .*was changed since the form opened: from Before to Theirs\.$/i),
    ]);
  });
});
