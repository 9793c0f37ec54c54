import {describe, expect, test} from 'vitest';
import {effectOf, isPermanent} from '../../../src/api/permanence.ts';
import type {ResolvedCall} from '../../../src/api/request-plan.ts';
import type {AppState} from '../../../src/state/model/state.ts';
import {
  isProtectedSession,
  openMinutes,
  whyNotSent,
  writingLabel,
} from '../../../src/state/write/permissions.ts';
import {assessRisk, undoOf} from '../../../src/state/write/risk.ts';
import {operations} from '../../support/operations.ts';
import {callOf} from '../../support/write-steps.ts';

const numbers = (count: number) => Array.from({length: count}, (_, i) => String(i));
const things = (count: number) => numbers(count).map(id => ({id}));
const json = JSON.stringify;

const get = callOf('tracker version get', {id: ['1']});
const rename = callOf('tracker version update', {id: ['1']}, json({name: 'x'}));
const remove = callOf('tracker webhook delete-by-id', {}, '{}');
const trash = callOf('tracker project delete', {projectIdOrKey: ['A']});
const forGood = callOf('tracker project delete', {projectIdOrKey: ['A'], enableUndo: ['false']});
const unmember = callOf('tracker project delete-actor', {projectIdOrKey: ['A'], id: ['1']});
const restrict = callOf('content whiteboards set-restriction-state', {id: ['1']}, '{}');
const labels = (count: number) =>
  callOf('content labels add', {'page-id': ['1'], label: numbers(count)});
const refresh = (body: string) => callOf('tracker webhook refresh', {}, body);
const scheme = (body: object, way = 'update-permission-scheme') =>
  callOf(`tracker permissionscheme ${way}`, {schemeId: ['1']}, json(body));
const replaces = 'replaces all existing values';

describe('the risk of calls', () => {
  test.each<
    readonly [
      name: string,
      calls: readonly ResolvedCall[],
      risk: number,
      reasons: readonly string[],
    ]
  >([
    ['none', [], 0, []],
    ['a read', [get, get], 0, []],
    ['an update', [get, rename], 1, []],
    ['a body that is no JSON', [refresh('no')], 1, []],
    ['a body of null', [refresh('null')], 1, []],
    ['a deletion for good', [remove], 3, ['cannot be undone', 'deletes']],
    ['a deletion to the trash', [trash], 2, ['moves to the trash']],
    ['a deletion past the trash', [forGood], 3, ['cannot be undone', 'deletes']],
    [
      'a deletion by PUT',
      [callOf('tracker version merge', {id: ['1'], moveIssuesTo: ['2']})],
      3,
      ['cannot be undone', 'deletes'],
    ],
    [
      'eleven ids of a query',
      [callOf('tracker statuses delete-by-id', {id: [numbers(11).join()]})],
      3,
      ['cannot be undone', 'deletes', '11 objects at once'],
    ],
    [
      'a title with commas',
      [callOf('content blogposts create-blog-post', {title: [numbers(20).join()]})],
      1,
      [],
    ],
    [
      'eleven elements by their fields',
      [
        callOf(
          'tracker statuses update',
          Object.fromEntries(numbers(11).map(i => [`body.statuses.${i}.id`, [i]])),
        ),
      ],
      2,
      ['11 objects at once'],
    ],
    ['taking a member out', [unmember], 2, ['deletes']],
    ['replacing all by a body', [restrict], 2, [replaces]],
    ['a scheme without its grants', [scheme({name: 'x'})], 1, []],
    ['a scheme with its grants', [scheme({permissions: []})], 2, [replaces]],
    ['a scheme whose body is a list', [scheme([])], 1, []],
    [
      'a scheme of no JSON',
      [callOf('tracker permissionscheme update-permission-scheme', {}, 'x')],
      1,
      [],
    ],
    [
      'a scheme with grants that are no JSON',
      [
        callOf('tracker permissionscheme update-permission-scheme', {
          schemeId: ['1'],
          permissions: ['x'],
        }),
      ],
      2,
      [replaces],
    ],
    ['ten labels', [labels(10)], 1, []],
    ['eleven labels', [labels(11)], 2, ['11 objects at once']],
    ['48 labels', [labels(48)], 2, ['48 objects at once']],
    ['49 labels', [labels(49)], 3, ['49 objects at once']],
    ['labels in several calls', [labels(6), labels(5)], 2, ['11 objects at once']],
    ['reads beside writes', [labels(10), get, get], 1, []],
    ['calls of no list', [labels(0), labels(0), labels(8)], 1, []],
    [
      'the longest list of a body',
      [refresh(json({a: [1, 2], b: numbers(11), c: 'no list'}))],
      2,
      ['11 objects at once'],
    ],
    ['a body that is a list', [refresh(json(things(12)))], 2, ['12 objects at once']],
    ['a list deeper in a body', [refresh(json({a: {b: numbers(12)}}))], 1, []],
    [
      'a whole body of something new',
      [scheme({permissions: things(11)}, 'create-permission-scheme')],
      2,
      ['11 objects at once'],
    ],
    [
      'fields of something new',
      [
        callOf('tracker permissionscheme create-permission-scheme', {
          name: ['x'],
          ...Object.fromEntries(numbers(11).map(i => [`body.permissions.${i}.permission`, ['A']])),
        }),
      ],
      1,
      [],
    ],
    ['a grant to anyone', [refresh(json({holder: {type: 'anyone'}}))], 2, ['grants to anyone']],
    [
      'a grant to anyone deeper',
      [refresh(json({a: [{}, {b: {holder: {type: 'anyone'}}}]}))],
      2,
      ['grants to anyone'],
    ],
    [
      'a grant to anyone below another',
      [refresh(json({holder: {type: 'group', holder: {type: 'anyone'}}}))],
      2,
      ['grants to anyone'],
    ],
    ['a grant to a group', [refresh(json({holder: {type: 'group'}}))], 1, []],
    ['a holder that is a text', [refresh(json({holder: 'anyone', type: 'anyone'}))], 1, []],
    [
      'the worst first, each reason once',
      [trash, labels(20), forGood, trash],
      3,
      ['cannot be undone', 'moves to the trash', 'deletes', '23 objects at once'],
    ],
  ])('%s', (_, calls, risk, reasons) => {
    expect(assessRisk(calls, {isProtected: false})).toEqual({risk, reasons});
  });

  test.each([
    [[get], {isProtected: true, atLeast: 3}, 0, []],
    [[rename], {isProtected: false, atLeast: 0}, 1, []],
    [[rename], {isProtected: false, atLeast: 2}, 2, []],
    [[rename], {isProtected: false, atLeast: 3}, 3, []],
    [[trash], {isProtected: false, atLeast: 1}, 2, ['moves to the trash']],
    [[rename], {isProtected: false, isWholeList: true}, 3, ['the whole list']],
    [[rename], {isProtected: true}, 2, ['protected profile']],
    [[trash], {isProtected: true}, 3, ['moves to the trash', 'protected profile']],
    [[forGood], {isProtected: true}, 3, ['cannot be undone', 'deletes', 'protected profile']],
  ] as const)('case %#: a setting only raises it', (calls, setting, risk, reasons) => {
    expect(assessRisk(calls, setting)).toEqual({risk, reasons});
  });
});

describe('what is said of undo', () => {
  test.each([
    ['an update', [rename], undefined],
    ['no call', [], undefined],
    ['the trash', [rename, trash], 'Moves to the trash; the API has no operation to restore it.'],
    [
      'a deletion past the trash',
      [trash, forGood],
      'Cannot be undone: no operation restores the previous state.',
    ],
    ['a deletion', [unmember], undefined],
  ] as const)('of %s', (_, calls, text) => {
    expect(undoOf(calls)).toBe(text);
  });
});

describe('permanence', () => {
  test('is a property of the record', () => {
    for (const operation of operations) {
      expect(isPermanent(operation, {inputs: {}})).toBe(operation.irreversible === true);
      expect(effectOf(operation, {inputs: {}})).toBe(operation.effect);
    }
  });

  test.each([
    ['content blogposts delete-blog-post', {}, 'trash', false],
    ['content blogposts delete-blog-post', {purge: ['true']}, 'delete', true],
    ['content blogposts delete-blog-post', {draft: ['true']}, 'delete', true],
    ['content blogposts delete-blog-post', {draft: ['false'], purge: ['false']}, 'trash', false],
    ['content blogposts delete-blog-post', {purge: ['true', 'false']}, 'trash', false],
    ['content blogposts delete-blog-post', {purge: ['false', 'true']}, 'delete', true],
    ['content blogposts delete-blog-post', {purge: []}, 'trash', false],
    ['tracker project delete', {enableUndo: ['false']}, 'delete', true],
    ['tracker project delete', {purge: ['true']}, 'trash', false],
    ['tracker version get', {purge: ['true']}, 'read', false],
  ] as const)('of %s %j is %s, %s', (command, inputs, effect, permanent) => {
    const {operation, given} = callOf(command, inputs);
    expect([effectOf(operation, given), isPermanent(operation, given)]).toEqual([
      effect,
      permanent,
    ]);
  });
});

describe('writing', () => {
  type Gate = Parameters<typeof whyNotSent>[0];
  const minute = 60_000;
  const now = 100 * minute;
  const connected = (tracker?: boolean, content?: boolean): AppState['connection'] => {
    const of = (isProtected: boolean | undefined) =>
      isProtected === undefined ? undefined : {protected: isProtected};
    const identities = {tracker: of(tracker), content: of(content)};
    return {status: 'ready', identities, hasAnswered: true} as unknown as AppState['connection'];
  };
  const gate = (
    connection: AppState['connection'],
    writing: Partial<AppState['writing']> = {},
  ): Gate => ({connection, writing: {dry: false, ...writing} as AppState['writing'], nowMs: now});
  const waiting = {status: 'connecting'} as AppState['connection'];
  const readOnly = `Protected profile: read-only until :write on (${openMinutes} minutes)`;
  const dry = 'Dry run: nothing is sent; :dry off ends the dry run';
  const free = {text: 'Read-write'};
  const locked = {text: 'Read-only', tone: 'title'};

  test.each<readonly [name: string, gate: Gate, why: string | undefined, sign: object | undefined]>(
    [
      ['not connected', gate(waiting), 'Not connected yet: nothing is sent', undefined],
      ['no profile', gate(connected()), undefined, undefined],
      ['plain profiles', gate(connected(false, false)), undefined, free],
      [
        'a profile that denies writes',
        gate({...connected(false), deniesWrites: true} as AppState['connection']),
        undefined,
        locked,
      ],
      ['a protected tracker', gate(connected(true)), readOnly, locked],
      ['a protected content service', gate(connected(false, true)), readOnly, locked],
      [
        'a dry session',
        gate(connected(false), {dry: true}),
        dry,
        {text: 'Dry run: nothing is sent', tone: 'warn'},
      ],
      [
        'a dry session of a protected profile',
        gate(connected(true), {dry: true}),
        dry,
        {text: 'Dry run: nothing is sent', tone: 'warn'},
      ],
      [
        'open for a moment more',
        gate(connected(true), {openUntilMs: now + 1}),
        undefined,
        {text: 'Read-write for 1 min', tone: 'warn'},
      ],
      [
        'open for 15 minutes',
        gate(connected(true), {openUntilMs: now + 15 * minute}),
        undefined,
        {text: 'Read-write for 15 min', tone: 'warn'},
      ],
      ['open until now', gate(connected(true), {openUntilMs: now}), readOnly, locked],
      [
        'open until an hour ago',
        gate(connected(true), {openUntilMs: now - 60 * minute}),
        readOnly,
        locked,
      ],
    ],
  )('%s', (_, state, why, sign) => {
    expect(whyNotSent(state)).toBe(why);
    expect(writingLabel({...state, own: {}})).toEqual(sign);
  });

  test('claims nothing of a service that has not answered', () => {
    const unknown = {...connected(), hasAnswered: false} as AppState['connection'];
    const withTracker = {...connected(false), hasAnswered: false} as AppState['connection'];
    for (const connection of [unknown, withTracker]) {
      expect(writingLabel({...gate(connection), own: {}})).toBe(undefined);
    }
  });

  test('is protected by either service, once connected', () => {
    const isProtected = (connection: AppState['connection']) => isProtectedSession({connection});
    expect([waiting, connected(), connected(false, false)].map(isProtected)).toEqual([
      false,
      false,
      false,
    ]);
    expect([connected(true, false), connected(undefined, true)].map(isProtected)).toEqual([
      true,
      true,
    ]);
  });
});
