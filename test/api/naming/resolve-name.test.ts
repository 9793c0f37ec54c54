import {describe, expect, test} from 'vitest';
import type {EntityKind} from '../../../src/api/field.ts';
import type {NameToResolve} from '../../../src/api/naming/resolve-name.ts';
import {Failure} from '../../../src/base/failure.ts';
import {type Lists, resolveInLists} from '../../support/name-lists.ts';

const shop = {id: '1', key: 'SHOP', name: 'Shop'};
const global = {id: '4', name: 'Done', scope: {type: 'GLOBAL'}};
const ofShop = {id: '5', name: 'Done', scope: {type: 'PROJECT', project: {id: '1'}}};
const ann = {accountId: 'a1', displayName: 'Ann'};

describe('a name', () => {
  test.each<readonly [given: NameToResolve, lists: Lists, found: string, asked: readonly string[]]>(
    [
      [
        {kind: 'project', name: 'Shop'},
        {'project search --query=Shop': [shop]},
        '1',
        ['project search --query=Shop'],
      ],
      [
        // A search that does not find part of a name is followed by the whole list.
        {kind: 'project', name: 'Shop'},
        {'project search': [shop]},
        '1',
        ['project search --query=Shop', 'project search'],
      ],
      [
        // The service searches the first thousand users only.
        {kind: 'user', name: 'Ann'},
        {'users get-all --maxResults=1000': [ann]},
        'a1',
        ['user find --query=Ann', 'users get-all --maxResults=1000'],
      ],
      [
        {kind: 'project', name: '7'},
        {'project search': [{...shop, id: '7'}]},
        '7',
        ['project search --query=7', 'project search'],
      ],
      [
        // A name wins over an id.
        {kind: 'project', name: '7'},
        {
          'project search --query=7': [
            {...shop, id: '7'},
            {id: '2', key: 'X', name: '7'},
          ],
        },
        '2',
        ['project search --query=7'],
      ],
      [
        {kind: 'user', name: 'Ann'},
        {'user find --query=Ann': [ann]},
        'a1',
        ['user find --query=Ann'],
      ],
      [
        {kind: 'resolution', name: 'done'},
        {'resolution search': [{id: '3', name: 'Done'}]},
        '3',
        ['resolution search'],
      ],
      [
        {kind: 'version', name: '1.0', within: 'SHOP'},
        {
          'project get-versions-paginated --projectIdOrKey=SHOP --query=1.0': [
            {id: '9', name: '1.0'},
          ],
        },
        '9',
        ['project get-versions-paginated --projectIdOrKey=SHOP --query=1.0'],
      ],
      [
        {kind: 'version', name: 'SHOP/1.0/a'},
        {
          'project get-versions-paginated --projectIdOrKey=SHOP --query=1.0/a': [
            {id: '9', name: '1.0/a'},
          ],
        },
        '9',
        ['project get-versions-paginated --projectIdOrKey=SHOP --query=1.0/a'],
      ],
      [
        // What it lies in is looked up unless it looks like an id or a key.
        {kind: 'version', name: '1.0', within: 'Shop'},
        {
          'project search --query=Shop': [shop],
          'project get-versions-paginated --projectIdOrKey=SHOP --query=1.0': [
            {id: '9', name: '1.0'},
          ],
        },
        '9',
        [
          'project search --query=Shop',
          'project get-versions-paginated --projectIdOrKey=SHOP --query=1.0',
        ],
      ],
      [
        // A list filtered by whole names is followed by all of it: the case may differ.
        {kind: 'group', name: 'Devs'},
        {
          'group bulk-get --groupName=Devs': [],
          'group bulk-get': [
            {groupId: 'o', name: 'ops'},
            {groupId: 'g', name: 'devs'},
          ],
        },
        'g',
        ['group bulk-get --groupName=Devs', 'group bulk-get'],
      ],
      [
        // The whole may be the name of a thing that need not lie in another.
        {kind: 'status', name: 'To/Do'},
        {'statuses search --searchString=To/Do': [{id: '4', name: 'To/Do'}]},
        '4',
        ['statuses search --searchString=To/Do'],
      ],
      [
        {kind: 'status', name: 'SHOP/Done'},
        {
          'project search --query=SHOP': [shop],
          'statuses search --projectId=1 --searchString=Done': [{id: '4', name: 'Done'}],
        },
        '4',
        [
          'statuses search --searchString=SHOP/Done',
          'statuses search',
          'project search --query=SHOP',
          'statuses search --projectId=1 --searchString=Done',
        ],
      ],
      [
        {kind: 'status', name: 'Done', within: 'global'},
        {'statuses search --searchString=Done': [ofShop, global]},
        '4',
        ['statuses search --searchString=Done'],
      ],
      [
        {kind: 'status', name: 'global/Done'},
        {'statuses search --searchString=Done': [ofShop, global]},
        '4',
        [
          'statuses search --searchString=global/Done',
          'statuses search',
          'statuses search --searchString=Done',
        ],
      ],
    ],
  )('%j is resolved, case %#', async (given, lists, found, asked) => {
    expect(await resolveInLists(given, lists)).toEqual({found, asked});
  });
});

describe('a name that is refused', () => {
  const manyOf = (count: number) =>
    Array.from({length: count}, (_, i) => ({id: String(i), name: 'Same', description: `no. ${i}`}));
  const candidatesOf = (count: number) =>
    manyOf(count).map(({id, name, description}) => ({id, name, about: description}));
  const only = 'Names must match exactly. Things you cannot view are not searched.';

  test.each<readonly [given: NameToResolve, lists: Lists, words: readonly unknown[]]>([
    [
      {kind: 'resolution', name: 'Dune'},
      {
        'resolution search': [
          {id: '3', name: 'Done'},
          {id: '4', name: 'Dane'},
        ],
      },
      ['not_found', 'No resolution is named "Dune".', 'Did you mean "Dane" or "Done"?'],
    ],
    [{kind: 'resolution', name: 'x'}, {}, ['not_found', 'No resolution is named "x".', only]],
    [
      {kind: 'version', name: 'x', within: 'SHOP'},
      {},
      ['not_found', 'No version is named "x" in "SHOP".', only],
    ],
    [{kind: 'user', name: 'x'}, {}, ['not_found', 'No user is named "x".', only]],
    [
      {kind: 'status', name: 'Nowhere/x'},
      {},
      ['not_found', 'No status is named "Nowhere/x".', only],
    ],
    [
      {kind: 'status', name: 'SHOP/x'},
      {'project search --query=SHOP': [shop]},
      ['not_found', 'No status is named "x" in "1".', only],
    ],
    [{kind: 'status', name: '/x'}, {}, ['not_found', 'No status is named "/x".', only]],
    [{kind: 'status', name: 'x/'}, {}, ['not_found', 'No status is named "x/".', only]],
    [{kind: 'resolution', name: 'a/b'}, {}, ['not_found', 'No resolution is named "a/b".', only]],
    [
      {kind: 'resolution', name: 'Same'},
      {'resolution search': manyOf(2)},
      [
        'conflict',
        '2 matches for resolution "Same".',
        'Use an id: 0 (about no. 0), 1 (about no. 1).',
        candidatesOf(2),
      ],
    ],
    [
      {kind: 'priority', name: 'Same'},
      {'priority search': manyOf(21)},
      [
        'conflict',
        '21 matches for priority "Same".',
        `Use an id, or give the project with --in or before the name (project/Same): ${candidatesOf(
          20,
        )
          .map(({id}) => `${id} (about no. ${id})`)
          .join(', ')}.`,
        candidatesOf(20),
      ],
    ],
    [
      {kind: 'resolution', name: 'x', within: 'SHOP'},
      {},
      [
        'validation_error',
        '--in does not apply to resolution: omit it',
        {in: '--in does not apply to resolution: omit it'},
        0,
      ],
    ],
    [
      {kind: 'version', name: '1.0'},
      {},
      [
        'validation_error',
        'version is looked up through a project: add --in <project> or write <project>/1.0',
        {in: 'version is looked up through a project: add --in <project> or write <project>/1.0'},
        0,
      ],
    ],
    [
      {kind: 'status', name: 'Done'},
      {'statuses search --searchString=Done': [global, ofShop]},
      [
        'conflict',
        '2 matches for status "Done".',
        'Use an id, or give the project or "global" with --in or before the name (project/Done): 4 (scope GLOBAL), 5 (scope PROJECT).',
        [
          {id: '4', name: 'Done', scope: 'GLOBAL'},
          {id: '5', name: 'Done', scope: 'PROJECT', project: '1'},
        ],
      ],
    ],
    // Told apart by the first word whose texts all differ; not by the id itself.
    [
      {kind: 'project', name: 'Same'},
      {
        'project search --query=Same': [
          {id: '1', key: 'A', name: 'Same', projectTypeKey: 'software'},
          {id: '2', key: '', name: 'Same', projectTypeKey: 'business'},
        ],
      },
      [
        'conflict',
        '2 matches for project "Same".',
        'Use an id: 1 (key A), 2.',
        [
          {id: '1', name: 'Same', key: 'A', type: 'software'},
          {id: '2', name: 'Same', type: 'business'},
        ],
      ],
    ],
    [
      {kind: 'user', name: 'Same'},
      {
        'user find --query=Same': [
          {accountId: 'a', displayName: 'Same', accountType: 'app', active: true},
          {accountId: 'b', displayName: 'Same', accountType: 'app', active: true},
        ],
      },
      [
        'conflict',
        '2 matches for user "Same".',
        'Use an id: a, b.',
        ['a', 'b'].map(one => ({id: one, name: 'Same', type: 'app', active: 'true'})),
      ],
    ],
    [
      {kind: 'project', name: 'x'},
      {'project search --query=x': new Failure('server_error', 'down')},
      ['server_error', 'down'],
    ],
    [
      {kind: 'status', name: 'Shop/x'},
      {'project search --query=Shop': new Failure('server_error', 'down')},
      ['server_error', 'down'],
    ],
    [
      {kind: 'version', name: '1', within: 'Nowhere'},
      {},
      ['not_found', 'No project is named "Nowhere".', only],
    ],
  ])('%j says why, case %#', async (given, lists, words) => {
    expect((await resolveInLists(given, lists)).found).toBe(JSON.stringify(words));
  });

  test.each<readonly [within: string, asked: readonly string[]]>([
    ['12', ['whiteboards get-descendants --id=12']],
    ['1', ['whiteboards get-descendants --id=1']],
    ['x12', []],
    ['12x', []],
    ['Board', []],
  ])('within %j, for a parent of the same kind is given by its id', async (within, asked) => {
    const lists = {
      'whiteboards get-descendants --id=12': [],
      'whiteboards get-descendants --id=1': [],
    };
    const refused = await resolveInLists(
      {kind: 'whiteboard', name: 'Plan', within},
      lists,
      'content',
    );
    const text = `"${within}" is not the id of a whiteboard; use --in <id>, or write <id>/<name>`;
    const words =
      asked.length === 0
        ? ['validation_error', text, {in: text}, 0]
        : ['not_found', `No whiteboard is named "Plan" in "${within}".`, only];
    expect(refused).toEqual({found: JSON.stringify(words), asked});
  });

  test('of a kind that no operation lists is refused with the kinds that are', async () => {
    const {found, asked} = await resolveInLists({kind: 'page' as EntityKind, name: 'x'}, {});
    expect(asked).toEqual([]);
    const [kind, message, hint, attempts] = JSON.parse(found) as unknown[];
    expect([kind, message, attempts]).toEqual([
      'command_error',
      'No operation lists page by name.',
      0,
    ]);
    expect(hint).toMatch(
      /^Kinds that have names: project, version, component, user, .*, related work\.$/,
    );
  });
});
