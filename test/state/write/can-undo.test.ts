import {describe, expect, test} from 'vitest';
import {canUndo, isPlainUpdate} from '../../../src/api/journal/can-undo.ts';
import {refetchOf} from '../../../src/api/journal/refetch.ts';
import {trackerRef} from '../../../src/api/operation-ref.ts';
import type {ResolvedCall} from '../../../src/api/request-plan.ts';
import {resolveCall} from '../../../src/api/resolve-call.ts';
import {
  readsAfterWrite,
  restorableValues,
  sourceOfGiven,
  undoCalls,
  undoNeedsCurrentValues,
  undoRestoresValues,
} from '../../../src/api/undo.ts';
import type {JsonValue} from '../../../src/base/json-value.ts';
import {operations} from '../../support/operations.ts';
import {type Inputs, toUser, undoCases} from '../../support/undo-cases.ts';
import {callOf} from '../../support/write-steps.ts';

/** A call as a command: `project restore --projectIdOrKey=A`, with its body at the end. */
function command({operation: {group, name}, given: {inputs, body}}: ResolvedCall): string {
  const flags = Object.entries(inputs).flatMap(([input, texts]) =>
    texts.length === 0 ? [`--${input}`] : texts.map(text => `--${input}=${text}`),
  );
  return [`${group} ${name}`, ...flags, ...(body === undefined ? [] : [String(body)])].join(' ');
}

const a = {projectIdOrKey: ['A']};

describe('undo of a write', () => {
  test.each(undoCases)('%s %j with %j is %j', (write, inputs, facts, undo) => {
    const call = callOf(write, inputs);
    const calls = undoCalls({call, before: null, answer: null, ...facts});
    expect(calls?.map(command)).toEqual(undo);
  });

  test('an operation of the catalogue with a rule of its own is in this table', () => {
    const listed = new Set(undoCases.map(([write]) => write));
    const written = operations.filter(({effect}) => effect !== 'read' && effect !== 'create');
    const missing = written.filter(operation => {
      const {service, group, name, inputs} = operation;
      const given = inputs.map(one => [one.name, ['1']] as const);
      const call = {operation, given: {inputs: Object.fromEntries(given)}};
      const hasRule = canUndo(call) && !isPlainUpdate(call);
      return hasRule && !listed.has(`${service} ${group} ${name}`);
    });
    expect(missing.map(({group, name}) => `${group} ${name}`)).toEqual([]);
  });
});

describe('the read before a write', () => {
  test.each<readonly [write: string, inputs: Inputs, read: string | undefined]>([
    ['tracker priority set-default', {id: ['1']}, 'priority search --onlyDefault=true'],
    ['tracker resolution set-default', {id: ['1']}, 'resolution search --onlyDefault=true'],
    ['tracker priority move', {ids: ['1']}, 'priority search'],
    ['tracker resolution move', {ids: ['1']}, 'resolution search'],
    ['tracker version move', {id: ['1']}, 'version get --id=1'],
    [
      'tracker notificationscheme add-notifications',
      {id: ['1']},
      'notificationscheme get-notification-scheme --id=1 --expand=all',
    ],
    [
      'tracker notificationscheme remove-notification-from-notification-scheme',
      {notificationSchemeId: ['1'], notificationId: ['2']},
      'notificationscheme get-notification-scheme --id=1 --expand=all',
    ],
    ['content labels add', {'page-id': ['1']}, 'blogposts get-blog-post-labels --id=1 --limit=250'],
    [
      'content blogposts add-blog-post-permissions',
      toUser,
      'blogposts get-blog-post-permissions --id=5 --principal-type=USER --principal-id=u',
    ],
    [
      'content whiteboards add-permissions',
      toUser,
      'whiteboards get-permissions --id=5 --principal-type=USER --principal-id=u',
    ],
    ['content whiteboards add-permissions', {id: ['5']}, undefined],
  ])('%s %j is %s', (write, inputs, read) => {
    const look = refetchOf(callOf(write, inputs));
    expect(look && command(resolveCall(look, {}, 0))).toBe(read);
  });

  test('of a moved version is followed by the list of its project', () => {
    expect(refetchOf(callOf('tracker version move', {id: ['1']}))?.after).toEqual({
      versions: trackerRef('project get-versions', {projectIdOrKey: '{answer/projectId}'}),
    });
  });
});

describe('whether a write can be undone', () => {
  test.each<readonly [write: string, inputs: Inputs, isUndoable: boolean]>([
    ['tracker project delete', a, true],
    ['tracker project delete', {...a, enableUndo: ['true']}, true],
    ['tracker project delete', {...a, enableUndo: ['false']}, false],
    ['tracker webhook delete-by-id', {}, false],
    ['tracker version update', {id: ['1']}, true],
    ['tracker version update', {}, false],
    ['tracker version get', {id: ['1']}, false],
    ['tracker version create', {}, true],
    ['tracker statuses create', {}, false],
    ['tracker permissionscheme update-permission-scheme', {schemeId: ['1']}, true],
    ['tracker permissionscheme delete-permission-scheme', {schemeId: ['1']}, false],
    [
      'content whiteboards delete-permissions',
      {id: ['5'], 'principal-type': ['USER'], 'principal-id': ['u']},
      true,
    ],
    ['content whiteboards delete-permissions', {id: ['5']}, true],
    ['content whiteboards add-permissions', toUser, true],
    [
      'content whiteboards add-permissions',
      {...toUser, 'body.permissions.1.principalId': ['v']},
      false,
    ],
  ])('%s %j: %s', (write, inputs, isUndoable) => {
    expect(canUndo(callOf(write, inputs))).toBe(isUndoable);
  });

  test.each<readonly [write: string, inputs: Inputs, isPlain: boolean]>([
    ['tracker version update', {id: ['1']}, true],
    ['tracker statuses update', {}, true],
    ['tracker version get', {id: ['1']}, false],
    ['tracker version delete', {id: ['1']}, false],
    ['content whiteboards set-restriction-state', {id: ['1']}, true],
  ])('%s %j restores the old values of its fields: %s', (write, inputs, isPlain) => {
    expect(isPlainUpdate(callOf(write, inputs))).toBe(isPlain);
  });

  test('no irreversible operation restores old values', () => {
    const plain = operations.filter(({irreversible}) => irreversible);
    expect(plain.length).toBeGreaterThan(3);
    for (const operation of plain) {
      const given = operation.inputs.map(({name}) => [name, ['1']] as const);
      expect(isPlainUpdate({operation, given: {inputs: Object.fromEntries(given)}})).toBe(false);
    }
  });

  test.each<readonly [write: string, isRead: boolean]>([
    ['tracker notificationscheme add-notifications', true],
    ['tracker version move', true],
    ['tracker project set-property', true],
    ['tracker project archive', false],
    ['tracker version create', false],
    ['content labels add', false],
    ['tracker permissionscheme delete-permission-scheme-entity', false],
  ])('the object of %s is read again afterwards: %s', (write, isRead) => {
    expect(readsAfterWrite(callOf(write, {}))).toBe(isRead);
  });

  test('only new notifications are found by reading again afterwards', () => {
    const read = operations.filter(operation => undoNeedsCurrentValues({operation}));
    expect(read.map(({name}) => name)).toEqual(['add-notifications']);
  });
});

describe('the values that an undo would restore', () => {
  const property = {...a, propertyKey: ['k']};
  test.each<readonly [string, Inputs, JsonValue, Inputs | undefined]>([
    ['tracker priority set-default', {id: ['3']}, {values: [{id: '1'}]}, {id: ['1']}],
    ['tracker priority set-default', {id: ['3']}, null, undefined],
    ['tracker project set-property', property, {value: 5}, {...property, body: ['5']}],
    ['tracker project set-property', property, {}, property],
    ['tracker version create', {}, {id: '1'}, undefined],
  ])('of %s %j on %j are %j', (write, inputs, now, values) => {
    expect(restorableValues(callOf(write, inputs), now)).toEqual(values);
  });
});

test.each<readonly [write: string, restores: boolean]>([
  ['tracker priority set-default', true],
  ['tracker priority move', true],
  ['tracker version move', true],
  ['tracker project toggle-feature-for', true],
  ['tracker notificationscheme add-notifications', false],
  ['tracker notificationscheme remove-notification-from-notification-scheme', false],
  ['tracker project archive', false],
])('the undo of %s sets values that were read before it: %s', (write, restores) => {
  expect(undoRestoresValues(callOf(write, {}))).toBe(restores);
});

describe('the inputs of a call as a source', () => {
  const person = '/body.permissions.0.principalId';
  const whole = '{"id":"9","permissions":[{"principalId":"u"}]}';
  test.each<readonly [Inputs, string | undefined, pointer: string, JsonValue | undefined]>([
    [{id: ['5']}, whole, '/id', ['5']],
    [{id: ['5']}, whole, person, 'u'],
    [{id: ['5']}, undefined, person, undefined],
    [{id: ['5']}, 'no JSON', person, undefined],
    [{}, whole, '/id', undefined],
    [{}, whole, '/unknown', undefined],
  ])('%j with the body %s has at %s %j', (inputs, body, pointer, value) => {
    const call = callOf('content whiteboards add-permissions', inputs, body);
    expect(sourceOfGiven(call)(pointer)).toEqual(value);
  });
});
