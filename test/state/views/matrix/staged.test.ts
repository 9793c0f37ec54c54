import {describe, expect, test} from 'vitest';
import type {AppState} from '../../../../src/state/model/state.ts';
import type {AppEvent, Registry} from '../../../../src/state/model/transition.ts';
import {
  CellMap,
  cellAt,
  changesOf,
  countAfterChanges,
  differenceAt,
  problemAt,
  stagedChangesOf,
} from '../../../../src/state/views/matrix/matrix.ts';
import {
  addStep,
  countStaged,
  restageStep,
  stagedOf,
  stagingContextOf,
  syncStaged,
  toggleCell,
  unstageStep,
  withStaged,
} from '../../../../src/state/views/matrix/staged.ts';
import {
  type Matrix,
  type MatrixColumn,
  type MatrixKind,
  type MatrixView,
  noStagedChanges,
  type Staged,
  type StagedChange,
  type StagedRequest,
} from '../../../../src/state/views/matrix/state.ts';

const row = (id: string) => ({id, name: id, group: 'g', nobody: 'nobody'});
const column = (id: string, label = `G:${id}`): MatrixColumn => ({id, label, text: id, sends: id});
const add = (r: string, c: string): StagedChange => ({kind: 'add', row: row(r), column: column(c)});
const remove = (r: string, c: string, entry: string): StagedChange => ({
  kind: 'remove',
  row: row(r),
  column: column(c),
  entry,
});

/** Entries as `row column id`. */
function matrixOf(...entries: readonly string[]): Matrix {
  const map = new CellMap();
  for (const entry of entries) {
    const [r = '', c = '', id = ''] = entry.split(' ');
    map.add(r, c, {id, text: '{}'});
  }
  return {
    nouns: {row: 'row', column: 'column', entry: 'entry'},
    empty: '',
    rows: ['r1', 'r2'].map(row),
    columns: ['c1', 'c2'].map(id => column(id)),
    cells: map.cells,
  };
}

/** Changes by step, as `+r1c1` and `-r1c1#id`. */
function words({steps}: Pick<Staged, 'steps'>): string {
  return steps.map(step => step.map(wordOf).join(' ')).join(', ');
}
function wordOf(change: StagedChange): string {
  const at = `${change.row.id}${change.column.id}`;
  return change.kind === 'add' ? `+${at}` : `-${at}#${change.entry}`;
}

const both = (staged: Staged) => [words(staged), words({steps: staged.undone})];
const matrix = matrixOf('r1 c1 e1', 'r1 c1 e2', 'r1 c2 e3', 'r2 c1 e4');
const at = (r: string, c: string) => ({row: row(r), column: column(c)});

describe('a matrix', () => {
  test('has the entries of a cell in their order, none elsewhere', () => {
    expect(cellAt(matrix, 'r1', 'c1').map(({id}) => id)).toEqual(['e1', 'e2']);
    expect(cellAt(matrix, 'r2', 'c2')).toEqual([]);
    expect(cellAt(matrix, 'r9', 'c1')).toEqual([]);
  });

  test('counts what a row holds after changes of its own', () => {
    expect(countAfterChanges(matrix, 'r1', [])).toBe(3);
    expect(countAfterChanges(matrix, 'r2', [add('r2', 'c2'), add('r1', 'c1')])).toBe(2);
    expect(
      countAfterChanges(matrix, 'r1', [remove('r1', 'c1', 'e1'), remove('r1', 'c1', 'e2')]),
    ).toBe(1);
    expect(countAfterChanges(matrix, 'r9', [])).toBe(0);
  });

  test('has a problem in every row of a column, or in the rows it names', () => {
    expect(problemAt(column('c1'), 'r1')).toBeUndefined();
    expect(problemAt({...column('c1'), problem: 'gone'}, 'r1')).toBe('gone');
    const odd = {...column('c1'), problem: 'gone', oddRows: new Set(['r2'])};
    expect([problemAt(odd, 'r1'), problemAt(odd, 'r2')]).toEqual([undefined, 'gone']);
  });
});

describe('staged changes', () => {
  const staged = addStep(addStep(noStagedChanges, [add('r1', 'c1')]), [
    remove('r1', 'c1', 'e1'),
    add('r2', 'c1'),
  ]);

  test('are in steps, in their order', () => {
    expect(words(staged)).toBe('+r1c1, -r1c1#e1 +r2c1');
    expect(changesOf(staged).map(wordOf)).toEqual(['+r1c1', '-r1c1#e1', '+r2c1']);
    expect(stagedChangesOf(staged, 'r1', 'c1').map(wordOf)).toEqual(['+r1c1', '-r1c1#e1']);
    expect(stagedChangesOf(staged, 'r2', 'c2')).toEqual([]);
  });

  test.each([
    ['the same addition', [add('r1', 'c1')], ''],
    ['the same removal', [remove('r1', 'c1', 'e1')], ''],
    ['nothing', [], ''],
    ['another row', [add('r3', 'c1')], '+r3c1'],
    ['another column', [add('r1', 'c3')], '+r1c3'],
    ['another entry', [remove('r1', 'c1', 'e2')], '-r1c1#e2'],
    ['a removal where something is added', [remove('r2', 'c1', 'e4')], '-r2c1#e4'],
    ['some that are staged and some that are not', [add('r2', 'c1'), add('r2', 'c2')], '+r2c2'],
  ] as const)('take %s as a further step: %#', (_, changes, step) => {
    const next = addStep(staged, changes);
    if (step === '') expect(next).toBe(staged);
    else expect(words(next)).toBe(`+r1c1, -r1c1#e1 +r2c1, ${step}`);
  });

  test('are unstaged by step and staged again, until something else is staged', () => {
    const back = unstageStep(staged);
    expect(both(back)).toEqual(['+r1c1', '-r1c1#e1 +r2c1']);
    const twice = unstageStep(back);
    expect(both(twice)).toEqual(['', '-r1c1#e1 +r2c1, +r1c1']);
    expect(both(unstageStep(twice))).toEqual(both(twice));
    const again = restageStep(twice);
    expect(both(again)).toEqual(['+r1c1', '-r1c1#e1 +r2c1']);
    expect(both(restageStep(again))).toEqual(['+r1c1, -r1c1#e1 +r2c1', '']);
    expect(both(restageStep(staged))).toEqual(both(staged));
    expect(both(addStep(back, [add('r2', 'c2')]))).toEqual(['+r1c1, +r2c2', '']);
    expect(unstageStep({...staged, columns: [column('c9')]}).columns).toHaveLength(1);
  });

  test.each([
    ['r2', 'c2', '+r2c2'],
    ['r1', 'c1', '-r1c1#e1 -r1c1#e2'],
    ['r2', 'c1', '-r2c1#e4'],
    ['r9', 'c9', '+r9c9'],
  ])('of a cell are toggled: %s %s', (r, c, wanted) => {
    const once = toggleCell(noStagedChanges, matrix, at(r, c));
    expect(words(once)).toBe(wanted);
    expect(words(toggleCell(once, matrix, at(r, c)))).toBe('');
  });

  test('of other cells stay as one is toggled off, and so do those that were unstaged', () => {
    const many = addStep(noStagedChanges, [add('r1', 'c1'), add('r1', 'c2'), add('r2', 'c1')]);
    expect(words(toggleCell(many, matrix, at('r1', 'c1')))).toBe('+r1c2 +r2c1');
    const undone = {...many, undone: [[add('r1', 'c1')], [add('r2', 'c2'), add('r1', 'c1')]]};
    expect(both(toggleCell(undone, matrix, at('r1', 'c1')))).toEqual(['+r1c2 +r2c1', '+r2c2']);
  });
});

const kind = (object: string, read: MatrixKind['read'] = () => matrix) =>
  ({read, edits: {object, param: 'id'}}) as unknown as MatrixKind;
const grants = kind('grants');

function viewOf(more: Partial<MatrixView> = {}): MatrixView {
  return {
    kind: 'matrix',
    key: 4,
    matrix: grants,
    params: {id: '7'},
    text: '{}',
    filter: '',
    row: 0,
    column: 0,
    top: 0,
    left: 0,
    staged: noStagedChanges,
    ...more,
  } as MatrixView;
}

/** A connection to both services, with something else in the identity of the content service. */
function connectedAs(more: Readonly<Record<string, string>>): AppState['connection'] {
  const identity = {baseUrl: 'https://site.example', user: 'ann@example.com', authType: 'basic'};
  const identities = {tracker: identity, content: {...identity, ...more}};
  return {status: 'ready', identities} as unknown as AppState['connection'];
}

function stateOf(view: object = viewOf(), more: Partial<AppState> = {}): AppState {
  return {
    columns: 80,
    rows: 24,
    session: {profile: 'work'},
    connection: connectedAs({}),
    locations: [{tabs: [{spec: {kind: 'matrix', matrix: grants}}], tab: 0, views: [view]}],
    ...more,
  } as unknown as AppState;
}

const stage = {matrix: grants, params: {id: '7'}};
const one = addStep(noStagedChanges, [add('r2', 'c2'), add('r1', 'c1')]);

describe('what is staged for an object', () => {
  test('is that of its profile, kind and id alone', () => {
    const state = withStaged(stateOf(), stage, one);
    expect(stagedOf(state, stage)).toBe(one);
    expect(stagedOf(state, {...stage, params: {id: '8'}})).toBe(noStagedChanges);
    expect(stagedOf(state, {...stage, params: {}})).toBe(noStagedChanges);
    expect(stagedOf(state, {...stage, matrix: kind('events')})).toBe(noStagedChanges);
    const elsewhere: readonly Partial<AppState>[] = [
      {session: {...state.session, profile: 'home'}},
      {connection: connectedAs({user: 'bob@example.com'})},
      {connection: connectedAs({baseUrl: 'https://other.example'})},
      {connection: {status: 'connecting'} as AppState['connection']},
    ];
    for (const other of elsewhere) {
      expect(stagedOf({...state, ...other}, stage)).toBe(noStagedChanges);
    }
  });

  test('is counted over all objects, and forgotten when it is empty', () => {
    const other = {...stage, params: {id: '8'}};
    const state = withStaged(withStaged(stateOf(), stage, one), other, one);
    expect(countStaged(state)).toBe(4);
    expect(countStaged(stateOf())).toBe(0);
    const emptied = withStaged(state, stage, {...noStagedChanges});
    expect(countStaged(emptied)).toBe(2);
    expect(Object.keys(emptied.staged ?? {})).toHaveLength(1);
    for (const part of [{undone: one.steps}, {columns: [column('c9')]}, {steps: one.steps}]) {
      const some = {...noStagedChanges, ...part};
      expect(stagedOf(withStaged(stateOf(), stage, some), stage)).toBe(some);
    }
  });

  test('belongs to the matrix on the screen, else to one of a tab beside it', () => {
    const spec = (object: string) => ({spec: {kind: 'matrix', object}});
    const list = {spec: {kind: 'list'}};
    const here = (tab: number, ...tabs: readonly object[]) => {
      const locations = [{tabs, tab, views: []}];
      return stagingContextOf({locations} as unknown as AppState) as unknown;
    };
    expect(here(1, spec('a'), spec('b'))).toEqual(spec('b').spec);
    expect(here(0, list, list, spec('c'))).toEqual(spec('c').spec);
    expect(here(0, list)).toBeUndefined();
    expect(here(3, list)).toBeUndefined();
  });
});

describe('staged changes after an event', () => {
  const read = {kind: 'response', view: 4} as unknown as AppEvent;
  const finished = {kind: 'write', event: {kind: 'finished'}} as unknown as AppEvent;
  const other = {kind: 'edited'} as unknown as AppEvent;
  const stagedAfter = (
    staged: Staged,
    event: AppEvent,
    more: Partial<AppState> = {},
    view = viewOf(),
  ) => {
    const state = withStaged(stateOf(view, more), stage, staged);
    const {state: now} = syncStaged.react(state, {state, effects: []}, event, {} as Registry);
    return stagedOf(now, stage);
  };
  const shownAfter = (staged: Staged, event: AppEvent, view: object = viewOf()) => {
    const state = withStaged(stateOf(view), stage, staged);
    const {state: now} = syncStaged.react(state, {state, effects: []}, event, {} as Registry);
    return now.locations[0]?.views[0] as MatrixView;
  };

  test('are those of the view', () => {
    expect(shownAfter(one, other).staged).toBe(one);
    const shown = viewOf({staged: one});
    expect(shownAfter(one, other, shown)).toBe(shown);
    const list = {kind: 'list', key: 4};
    expect(shownAfter(one, read, list)).toBe(list);
  });

  test('are without what the matrix that was read has or lacks', () => {
    const staged = addStep(addStep(noStagedChanges, [add('r2', 'c2'), add('r1', 'c1')]), [
      remove('r1', 'c1', 'e1'),
      remove('r1', 'c1', 'gone'),
    ]);
    expect(words(stagedAfter(staged, read))).toBe('+r2c2, -r1c1#e1');
    expect(words(stagedAfter(staged, other))).toBe(words(staged));
    const elsewhere = {kind: 'response', view: 5} as unknown as AppEvent;
    expect(words(stagedAfter(staged, elsewhere))).toBe(words(staged));
  });

  test('know a holder by its id, and one given by its name by its label', () => {
    const named: StagedChange = {kind: 'add', row: row('r1'), column: column('x', 'G:c1')};
    const free: StagedChange = {kind: 'add', row: row('r2'), column: column('x', 'G:c2')};
    const same: StagedChange = {kind: 'add', row: row('r1'), column: column('c2', 'other')};
    expect(words(stagedAfter(addStep(noStagedChanges, [named, free, same]), read))).toBe('+r2x');
    const columns = [column('c1', 'x'), column('y', 'G:c2'), column('z')];
    const left = stagedAfter({...noStagedChanges, columns}, read).columns;
    expect(left.map(({id}) => id)).toEqual(['z']);
  });

  const request = (call: object, ...changes: readonly StagedChange[]) =>
    ({label: '', call, changes}) as unknown as StagedRequest;
  const [first, second] = [{}, {}];
  const sending = [
    request(first, add('r2', 'c2'), remove('r1', 'c1', 'e1')),
    request(second, add('r1', 'c1')),
  ];
  const sent: Staged = {
    ...addStep(noStagedChanges, [add('r2', 'c2'), add('r1', 'c1'), remove('r1', 'c1', 'e1')]),
    sending,
  };
  const writeOf = (stageName: string, ...states: readonly string[]) =>
    ({
      stage: stageName,
      plan: {requests: [{call: first}, {call: second}]},
      outcomes: states.map(state => ({state})),
    }) as unknown as NonNullable<AppState['write']>;

  test.each([
    ['all were sent', writeOf('report', 'done', 'done'), finished, ''],
    ['the first was', writeOf('report', 'done', 'failed'), finished, '+r1c1'],
    ['the second was', writeOf('report', 'failed', 'done'), finished, '+r2c2 -r1c1#e1'],
    ['none was', writeOf('report', 'failed', 'left'), finished, words(sent)],
    ['they are being sent', writeOf('running', 'done', 'done'), finished, words(sent)],
    ['something else happened', writeOf('report', 'done', 'done'), other, words(sent)],
    [
      'another step of the write',
      writeOf('report', 'done', 'done'),
      {kind: 'write', event: {kind: 'looked'}} as unknown as AppEvent,
      words(sent),
    ],
    [
      'another event of that name',
      writeOf('report', 'done', 'done'),
      {kind: 'other', event: {kind: 'finished'}} as unknown as AppEvent,
      words(sent),
    ],
  ])('are left where they were not carried out: %s', (_, write, event, left) => {
    expect(words(stagedAfter(sent, event, {write}))).toBe(left);
  });

  test('are left where no preview was made of them, on whatever is on the screen', () => {
    const write = writeOf('report', 'done', 'done');
    const {sending: _, ...unsent} = sent;
    expect(stagedAfter(unsent, finished, {write})).toBe(unsent);
    const list = {kind: 'list', key: 4} as unknown as MatrixView;
    expect(words(stagedAfter(sent, finished, {write}, list))).toBe('');
  });
});

describe('the cells of a matrix', () => {
  test('collect entries of the same row and column in order', () => {
    const {cells} = matrixOf('r1 c1 a', 'r1 c1 b', 'r1 c2 c', 'r2 c1 d');
    const ids = (r: string, c: string) =>
      cells
        .get(r)
        ?.get(c)
        ?.map(({id}) => id);
    expect([ids('r1', 'c1'), ids('r1', 'c2'), ids('r2', 'c1')]).toEqual([['a', 'b'], ['c'], ['d']]);
    expect(cells.get('r3')).toBeUndefined();
  });

  test('have a difference where a comparison found one', () => {
    const difference = {left: [], right: []} as never;
    const cells = new Map([['r1', new Map([['c1', difference]])]]);
    const compared = {differences: {cells} as never};
    expect(differenceAt(compared, 'r1', 'c1')).toBe(difference);
    expect(differenceAt(compared, 'r1', 'c2')).toBeUndefined();
    expect(differenceAt(compared, 'r2', 'c1')).toBeUndefined();
    expect(differenceAt({}, 'r1', 'c1')).toBeUndefined();
  });

  test('have the changes staged in their row and column, from all steps', () => {
    const first = add('r1', 'c1');
    const last = remove('r1', 'c1', 'a');
    const staged = {
      ...noStagedChanges,
      steps: [
        [first, add('r1', 'c2')],
        [add('r2', 'c1'), last],
      ],
    };
    expect(stagedChangesOf(staged, 'r1', 'c1')).toEqual([first, last]);
    expect(changesOf(staged)).toHaveLength(4);
  });
});
