import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {nameIn, objectOf} from '../../../src/api/journal/object-of.ts';
import {pasteKey} from '../../../src/base/text-caret.ts';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {pressKey} from '../../../src/state/keys/route-key.ts';
import {noEffects} from '../../../src/state/model/transition.ts';
import {showObjectName} from '../../../src/state/write/reads.ts';
import {openTypedCall} from '../../../src/state/write/start-write.ts';
import {makeSandboxApp, startAppSandbox} from '../../support/live-app.ts';
import {operations} from '../../support/operations.ts';
import {beReady, callOf, makeApp, stageOf} from '../../support/write-steps.ts';

describe('the object of a write', () => {
  test.each([
    ['tracker version merge', {id: ['7'], moveIssuesTo: ['8']}, undefined, ['7']],
    ['tracker version delete', {id: ['7'], moveFixIssuesTo: ['8']}, undefined, ['7']],
    ['tracker statuses delete-by-id', {id: ['3']}, undefined, ['3']],
    ['tracker statuses delete-by-id', {id: ['3', '4']}, undefined, ['3', '4']],
    ['tracker resolution delete', {id: ['1'], replaceWith: ['2']}, undefined, ['1']],
    ['tracker webhook delete-by-id', {}, '{"webhookIds":[9]}', ['9']],
    ['tracker statuses update', {}, '{"statuses":[{"id":"5","name":"Done"}]}', ['5']],
    ['tracker priority set-default', {}, '{"id":"2"}', ['2']],
    ['tracker version create', {}, '{"name":"2.1","projectId":1}', ['2.1']],
    ['content blogposts create-blog-post', {title: ['News']}, undefined, ['News']],
    ['content admin-key disable-admin-key', {}, undefined, ['admin-key']],
    [
      'tracker project delete-property',
      {projectIdOrKey: ['A'], propertyKey: ['k']},
      undefined,
      ['k'],
    ],
    ['content labels remove', {'page-id': ['5'], label: ['aa']}, undefined, ['5']],
  ] as const)('%s of %j', (command, inputs, body, ids) => {
    expect(objectOf(callOf(command, inputs, body)).ids).toEqual(ids);
  });

  test('of every operation that deletes for good is named by what was given, never by the operation', () => {
    const final = operations.filter(({irreversible}) => irreversible);
    expect(final.length).toBeGreaterThan(10);
    for (const operation of final) {
      const names = operation.inputs.filter(({place}) => place === 'path' || place === 'query');
      const inputs = Object.fromEntries(names.map(({name}) => [name, [`the ${name}`]]));
      const {ids} = objectOf({operation, given: {inputs, body: '{"webhookIds":["the id"]}'}});
      expect(ids).toHaveLength(1);
      expect(ids[0]).toMatch(/^the .*(id|key)/i);
    }
  });

  test('a name that cannot be typed as it is shown is none', () => {
    expect(nameIn([{name: 'Done'}])).toBe('Done');
    expect(nameIn({key: 'HPAY', name: 'Payments'})).toBe('HPAY');
    for (const name of ['', ' x', 'a\u001b[2J', 'a\u202eb', 'x'.repeat(61)]) {
      expect(nameIn({name})).toBeUndefined();
    }
  });
});

describe('what a confirmation asks for', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startAppSandbox();
  });
  afterAll(() => sandbox.stop());

  // biome-ignore lint/suspicious/noExplicitAny: an answer, read by what the sandbox is known to hold.
  async function read(path: string): Promise<any> {
    const {authUser, authToken, trackerBaseUrl} = sandbox;
    const authorization = `Basic ${Buffer.from(`${authUser}:${authToken}`).toString('base64')}`;
    const answer = await fetch(trackerBaseUrl + path, {headers: {authorization}});
    return answer.json();
  }

  /** What is to be typed for a command, when nothing is asked of the server any more. */
  async function asked(line: string, name: string): Promise<string> {
    const harness = makeSandboxApp(sandbox);
    harness.press(':', line, 'enter');
    await expect.poll(() => stageOf(harness, 'preview').plan.object).toBe(name);
    beReady(harness);
    harness.press('enter');
    return stageOf(harness, 'confirm').plan.object;
  }

  test('is the name of the scheme, not its id', async () => {
    const {permissionSchemes} = await read('/rest/api/3/permissionscheme');
    const {id, name} = permissionSchemes[0];
    const line = `jr permissionscheme delete-permission-scheme --schemeId ${id}`;
    expect(await asked(line, name)).toBe(name);
  });

  test('is the name of the status, not of the operation', async () => {
    const {values} = await read('/rest/api/3/statuses/search');
    const {id, name} = values[0];
    expect(await asked(`jr statuses delete-by-id --id ${id}`, name)).toBe(name);
  });

  test('is the version that goes, not the one that stays', async () => {
    const {values} = await read('/rest/api/3/project/search');
    const project = values.find(({key}: {key: string}) => key === 'HPAY') ?? values[0];
    const {values: versions} = await read(`/rest/api/3/project/${project.key}/version`);
    const [goes, stays] = versions;
    const line = `jr version merge --id ${goes.id} --moveIssuesTo ${stays.id}`;
    expect(await asked(line, goes.name)).toBe(goes.name);
  });
});

test('a name that comes while something is typed changes nothing any more', () => {
  const {harness} = makeApp();
  const call = callOf('tracker version merge', {id: ['7'], moveIssuesTo: ['8']});
  harness.do(state => openTypedCall(state, call));
  beReady(harness);
  harness.press('enter');
  beReady(harness);
  const {namedBy: by} = stageOf(harness, 'confirm').plan;
  harness.press('7');
  if (by) harness.do(state => noEffects(showObjectName(state, by, '1.0')));
  expect(stageOf(harness, 'confirm')).toMatchObject({typed: {text: '7'}, plan: {object: '7'}});
  harness.press('backspace');
  if (by) harness.do(state => noEffects(showObjectName(state, by, '1.0')));
  expect(stageOf(harness, 'confirm').plan).toMatchObject({
    object: '1.0',
    requests: [{label: 'version 7: 1.0'}],
  });
});

test('a name to confirm is edited like any line, and can be pasted', () => {
  const {harness} = makeApp();
  const call = callOf('tracker version merge', {id: ['7'], moveIssuesTo: ['8']});
  harness.do(state => openTypedCall(state, call));
  beReady(harness);
  harness.press('enter');
  beReady(harness);
  harness.press('89', 'left', 'backspace', '7', '\x1b[3~');
  expect(stageOf(harness, 'confirm').typed).toEqual({text: '7', caret: 1});
  harness.press('ctrl+u');
  pressKey(harness.app, pasteKey('7\n'));
  expect(stageOf(harness, 'confirm').typed.text).toBe('7 ');
});
