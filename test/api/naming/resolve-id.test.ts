import {describe, expect, test} from 'vitest';
import type {EntityKind} from '../../../src/api/field.ts';
import {findNameList} from '../../../src/api/naming/name-listing.ts';
import {firstListing, isIdOrKey, type NameToResolve} from '../../../src/api/naming/resolve-name.ts';
import type {Service} from '../../../src/api/operation.ts';
import {Failure} from '../../../src/base/failure.ts';
import {type Lists, resolveInLists, type Thrown} from '../../support/name-lists.ts';

const shop = {id: '1', key: 'SHOP', name: 'Shop'};
const ann = {accountId: 'a1', displayName: 'Ann'};

describe('a text that may be an id', () => {
  const id = '0123456789abcdef01234567';
  const reader = `user bulk-get --accountId=${id}`;
  const thrown = (kind: ConstructorParameters<typeof Failure>[0]): Thrown => ({
    thrown: new Failure(kind, 'down'),
  });
  const finder = `user find --query=${id}`;
  const named = {[finder]: [{accountId: 'a1', displayName: id}]};
  const versions = 'project get-versions-paginated --projectIdOrKey';

  test.each<readonly [given: NameToResolve, lists: Lists, found: string, asked: readonly string[]]>(
    [
      // An account id differs from names, so it is read first.
      [{kind: 'user', name: id}, {[reader]: [{...ann, accountId: id}]}, id, [reader]],
      [{kind: 'user', name: id}, named, 'a1', [reader, finder]],
      [{kind: 'user', name: id}, {...named, [reader]: [ann]}, 'a1', [reader, finder]],
      [{kind: 'user', name: id}, {...named, [reader]: thrown('not_found')}, 'a1', [reader, finder]],
      [
        {kind: 'user', name: id},
        {...named, [reader]: thrown('validation_error')},
        'a1',
        [reader, finder],
      ],
      [
        {kind: 'user', name: id},
        {...named, [reader]: thrown('server_error')},
        '["server_error","down"]',
        [reader],
      ],
      // Without a parent, the list cannot be read, so the id is read first.
      [
        {kind: 'version', name: '10'},
        {'version get --id=10': {id: '10', name: '1.0'}},
        '10',
        ['version get --id=10'],
      ],
      [
        {kind: 'version', name: '10', within: 'SHOP'},
        {[`${versions}=SHOP --query=10`]: [{id: '9', name: '10'}]},
        '9',
        [`${versions}=SHOP --query=10`],
      ],
      // Other numbers are names first.
      [
        {kind: 'project', name: '7'},
        {'project search --id=7': [{...shop, id: '7'}]},
        '7',
        ['project search --query=7', 'project search', 'project search --id=7'],
      ],
      [
        {kind: 'resolution', name: '7'},
        {'resolution get-resolution --id=7': {id: '7', name: 'Done'}},
        '7',
        ['resolution search', 'resolution get-resolution --id=7'],
      ],
      // Kinds of all projects are listed without a project.
      [
        {kind: 'issue type', name: 'Bug'},
        {'issuetype get-issue-all-types': [{id: '3', name: 'Bug'}]},
        '3',
        ['issuetype get-issue-all-types'],
      ],
    ],
  )('%j is resolved, case %#', async (given, lists, found, asked) => {
    expect(await resolveInLists(given, lists)).toEqual({found, asked});
  });

  // No request for an empty parent or name, or for an id beside a parent.
  test.each<readonly [given: NameToResolve, asked: readonly string[]]>([
    [{kind: 'status', name: 'x/'}, ['statuses search --searchString=x/', 'statuses search']],
    [{kind: 'status', name: '/x'}, ['statuses search --searchString=/x', 'statuses search']],
    [{kind: 'user', name: id, within: 'SHOP'}, []],
    [
      {kind: 'status', name: '7', within: '1'},
      ['statuses search --projectId=1 --searchString=7', 'statuses search --projectId=1'],
    ],
  ])('%j is not found with these requests, case %#', async (given, asked) => {
    expect((await resolveInLists(given, {})).asked).toEqual(asked);
  });
});

describe('the first request of a name', () => {
  test.each<readonly [service: Service, given: NameToResolve, list: string, inputs: object]>([
    ['tracker', {kind: 'project', name: 'x'}, 'search', {query: ['x']}],
    ['tracker', {kind: 'resolution', name: 'x'}, 'search', {}],
    [
      'tracker',
      {kind: 'version', name: '1', within: 'SHOP'},
      'get-versions-paginated',
      {projectIdOrKey: ['SHOP'], query: ['1']},
    ],
    ['tracker', {kind: 'version', name: '1', within: 'Shop'}, 'search', {query: ['Shop']}],
    ['tracker', {kind: 'status', name: 'x', within: 'global'}, 'search', {searchString: ['x']}],
    ['tracker', {kind: 'status', name: 'x', within: 'Shop'}, 'search', {query: ['Shop']}],
    ['tracker', {kind: 'version', name: 'Shop/1'}, 'search', {query: ['Shop']}],
    [
      'content',
      {kind: 'blog post', name: 'T', within: '12'},
      'get-blog-posts',
      {'space-id': ['12'], title: ['T']},
    ],
    ['content', {kind: 'blog post', name: 'T', within: 'Docs'}, 'get', {}],
    ['tracker', {kind: 'version', name: '10'}, 'get', {id: ['10']}],
    ['tracker', {kind: 'project', name: '10'}, 'search', {query: ['10']}],
    [
      'tracker',
      {kind: 'version', name: '10', within: 'SHOP'},
      'get-versions-paginated',
      {projectIdOrKey: ['SHOP'], query: ['10']},
    ],
    ['content', {kind: 'page', name: 'T', within: 'Docs'}, 'get', {}],
  ])('%s %j is %s', (service, given, list, inputs) => {
    const found = firstListing(service, given);
    expect([found.operation.name, found.given.inputs]).toEqual([list, inputs]);
  });
});

describe('a text', () => {
  test.each<
    readonly [kind: EntityKind, by: Parameters<typeof isIdOrKey>[1], text: string, isLike: boolean]
  >([
    ['project', 'id', '10', true],
    ['project', 'id', 'x10', false],
    ['project', 'id', '10x', false],
    ['project', undefined, '10', true],
    ['project', undefined, 'SHOP', false],
    ['project', 'address', '10', true],
    ['project', 'address', 'SHOP', false],
    ['project', 'key', 'SHOP', true],
    ['project', 'key', '10', false],
    ['project', 'key', 'SHOP x', false],
    ['project', 'idOrKey', 'SHOP', true],
    ['project', 'idOrKey', '10', true],
    ['project', 'idOrKey', 'Shop', false],
    ['project', 'name', 'Shop', true],
    ['user', 'id', '0123456789abcdef01234567', true],
    ['user', 'id', '0123456789abcdef01234567x', false],
    ['user', 'id', '10', false],
    ['resolution', 'id', '10', true],
    ['resolution', 'key', '10', false],
  ])('of a %s by %s: %s looks like one: %s', (kind, by, text, isLike) => {
    const list = findNameList('tracker', kind);
    if (list === undefined) throw new Error(`no list of ${kind}`);
    expect(isIdOrKey(list, by, text)).toBe(isLike);
  });
});
