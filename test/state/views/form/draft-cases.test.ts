import {describe, expect, test} from 'vitest';
import {findOperation} from '../../../../src/api/catalogue.ts';
import type {AppState} from '../../../../src/state/model/state.ts';
import type {AppEvent, Registry} from '../../../../src/state/model/transition.ts';
import {persistDrafts, restoreDraft, startOver} from '../../../../src/state/views/form/drafts.ts';
import type {FormView} from '../../../../src/state/views/form/state.ts';

function operationOf(group: string, name: string) {
  const operation = findOperation('tracker', group, name);
  if (operation === undefined) throw new Error(`no operation ${group} ${name}`);
  return operation;
}

/** A form for a version of project 7, opened with its name. */
function form(more: Partial<FormView> = {}): FormView {
  const opened = {projectId: ['7']};
  return {
    kind: 'form',
    key: 1,
    operation: operationOf('version', 'create'),
    place: {project: 'A'},
    opened,
    values: opened,
    spare: opened,
    restored: true,
    ...more,
  } as FormView;
}

const identity = {
  profile: 'work',
  baseUrl: 'https://site.example/',
  user: 'Ann@example.com',
  authType: 'basic',
};
const connectedAs = (more: Partial<typeof identity>) =>
  ({
    status: 'ready',
    identities: {tracker: {...identity, ...more}},
  }) as unknown as AppState['connection'];

function stateOf(view: object, more: Partial<AppState> = {}): AppState {
  return {
    connection: connectedAs({}),
    drafts: {},
    locations: [{tabs: [], tab: 0, views: [view]}],
    ...more,
  } as unknown as AppState;
}

const verb = (id: string, rows: readonly string[], asks?: Readonly<Record<string, string>>) =>
  ({verb: {id, asks}, rows: rows.map(row => ({id: row}))}) as unknown as NonNullable<
    FormView['use']
  >;

const edited = {kind: 'edited'} as unknown as AppEvent;
const finished = {kind: 'write', event: {kind: 'finished'}} as unknown as AppEvent;
const written = (...states: readonly string[]) =>
  ({stage: 'report', outcomes: states.map(state => ({state}))}) as unknown as AppState['write'];

/** The drafts after an event between two states. */
function draftsAfter(before: AppState, now: AppState, event = edited): AppState['drafts'] {
  return persistDrafts.react(before, {state: now, effects: []}, event, {} as Registry).state.drafts;
}

/** The drafts after values were typed into a form. */
function typed(view: FormView, values: FormView['values'], more: Partial<AppState> = {}) {
  return draftsAfter(stateOf(view, more), stateOf({...view, values}, more));
}

describe('a draft', () => {
  test.each<readonly [name: string, view: FormView, values: FormView['values'], draft: object]>([
    ['what was typed', form(), {projectId: ['7'], name: ['x']}, {name: ['x']}],
    ['nothing where values are as opened', form({values: {}}), {projectId: ['7']}, {}],
    ['no value of the place', form(), {projectId: ['8'], name: ['x']}, {name: ['x']}],
    ['no value of the place that was removed', form(), {name: ['x']}, {name: ['x']}],
    [
      'values that its verb asks',
      form({use: verb('new', [], {name: 'Name'}), opened: {name: ['old'], projectId: ['7']}}),
      {name: ['new'], projectId: ['8']},
      {name: ['new']},
    ],
    [
      'the removal of values that its verb asks',
      form({use: verb('new', [], {name: 'Name'}), opened: {name: ['old']}}),
      {},
      {name: []},
    ],
    ['no empty list', form(), {projectId: ['7'], name: []}, {}],
  ])('holds %s', (_, view, values, draft) => {
    const drafts = Object.values(typed(view, values));
    expect(drafts).toEqual(Object.keys(draft).length === 0 ? [] : [draft]);
  });

  const values = {projectId: ['7'], name: ['x']};
  // Called in tests alone: an error while tests are collected fails none of them.
  const storedDrafts = () => typed(form(), values);

  test.each<readonly [name: string, view: FormView, state: Partial<AppState>, isFound: boolean]>([
    ['the same form', form(), {}, true],
    ['another key of view', form({key: 9}), {}, true],
    ['another verb', form({use: verb('new', ['1'])}), {}, false],
    ['another operation', form({operation: operationOf('priority', 'create')}), {}, false],
    ['another place', form({place: {project: 'B'}}), {}, false],
    ['another value of the place', form({opened: {projectId: ['8']}}), {}, false],
    ['a question', form({destination: 'issues'}), {}, false],
    ['another profile', form(), {connection: connectedAs({profile: 'home'})}, false],
    ['another user', form(), {connection: connectedAs({user: 'bob@example.com'})}, false],
    [
      'the user in other letters',
      form(),
      {connection: connectedAs({user: 'ann@example.com'})},
      true,
    ],
    ['another site', form(), {connection: connectedAs({baseUrl: 'https://other.example'})}, false],
    [
      'no service',
      form(),
      {connection: {status: 'ready', identities: {}} as AppState['connection']},
      false,
    ],
    [
      'no connection',
      form(),
      {connection: {status: 'connecting'} as AppState['connection']},
      false,
    ],
  ])('is found by %s: %#', (_, view, state, isFound) => {
    const found = restoreDraft(view, stateOf(view, {drafts: storedDrafts(), ...state}));
    expect(found).toEqual(isFound ? {projectId: ['7'], name: ['x']} : undefined);
  });

  test('of a verb is found by the same verb with the same rows', () => {
    const view = form({use: verb('edit', ['1', '2'])});
    const own = typed(view, values);
    const found = (use: FormView['use']) =>
      restoreDraft(form({...(use && {use})}), stateOf(view, {drafts: own}));
    expect(found(view.use)).toEqual(values);
    expect(found(verb('edit', ['1']))).toBeUndefined();
    expect(found(verb('edit', ['2', '1']))).toBeUndefined();
    expect(found(verb('move', ['1', '2']))).toBeUndefined();
    expect(found(undefined)).toBeUndefined();
  });

  test('is found whatever its verb fills in by itself', () => {
    const of = (name: string) =>
      form({use: verb('edit', ['1'], {name: 'Name'}), opened: {name: [name], projectId: ['7']}});
    const own = typed(of('old'), {name: ['mine'], projectId: ['7']});
    const found = restoreDraft(of('new'), stateOf(form(), {drafts: own}));
    expect(found).toEqual({name: ['mine'], projectId: ['7']});
  });

  test('is removed when the values are as they were opened', () => {
    const other = {other: {name: ['y']}};
    const drafts = storedDrafts();
    const all = {...drafts, ...other};
    expect(typed(form({values}), form().opened, {drafts: all})).toEqual(other);
    expect(typed(form({values}), {...values, name: ['z']}, {drafts: all})).toEqual({
      ...other,
      [Object.keys(drafts)[0] ?? '']: {name: ['z']},
    });
  });

  test.each<readonly [name: string, write: AppState['write'], event: AppEvent, isKept: boolean]>([
    ['a write that was accepted', written('done', 'done'), finished, false],
    ['a write that was refused', written('done', 'failed'), finished, true],
    [
      'a write that goes on',
      {stage: 'running', outcomes: []} as unknown as AppState['write'],
      finished,
      true,
    ],
    ['no write', undefined, finished, true],
    [
      'another event of a write',
      written('done'),
      {kind: 'write', event: {kind: 'looked'}} as unknown as AppEvent,
      true,
    ],
    [
      'another event',
      written('done'),
      {kind: 'edited', event: {kind: 'finished'}} as unknown as AppEvent,
      true,
    ],
  ])('after %s: %#', (_, write, event, isKept) => {
    const other = {other: {name: ['y']}};
    const drafts = storedDrafts();
    const now = stateOf(form({values}), {drafts: {...drafts, ...other}, ...(write && {write})});
    expect(draftsAfter(now, now, event)).toEqual(isKept ? {...drafts, ...other} : other);
  });

  test.each<readonly [name: string, before: object, now: object, state: Partial<AppState>]>([
    ['another kind of view', form(), {kind: 'list', key: 1, values}, {}],
    ['a form that came after a list', {kind: 'list', key: 1, values: {}}, form({values}), {}],
    ['another form', form({key: 2}), form({values}), {}],
    ['values that stayed', form({values}), form({values}), {}],
    ['a question', form({destination: 'x'}), form({destination: 'x', values}), {}],
    [
      'no connection',
      form(),
      form({values}),
      {connection: {status: 'connecting'} as AppState['connection']},
    ],
  ])('is not made of %s', (_, before, now, state) => {
    const step = {state: stateOf(now, state), effects: []};
    expect(persistDrafts.react(stateOf(before, state), step, edited, {} as Registry)).toBe(step);
  });

  test('follows what the user does and what comes of it, not what a task looked up', () => {
    expect([...(persistDrafts.kinds ?? [])]).toEqual([
      'act',
      'prompt',
      'mouse',
      'edited',
      'response',
      'write',
    ]);
  });

  test('goes and comes back as the form starts over', () => {
    const view = form({values, spare: {projectId: ['7']}});
    const over = startOver(view);
    expect(over).toMatchObject({values: {projectId: ['7']}, spare: values, restored: false});
    expect(startOver(over).values).toEqual(values);
  });
});
