import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {compareSites} from '../../src/site/diff.ts';
import {fileNameOf} from '../../src/site/file-names.ts';
import {readFiles} from '../../src/site/files.ts';
import type {ReadObject} from '../../src/site/model.ts';
import {movesTo} from '../../src/site/order.ts';
import {makePeople} from '../../src/site/people.ts';
import {writeYaml} from '../../src/site/yaml-edit.ts';

describe('the order of a kind', () => {
  it('is reached by the moves, one for each item outside the longest run in order', () => {
    const orders = fc
      .uniqueArray(fc.string(), {maxLength: 9})
      .chain(names =>
        fc.tuple(fc.constant(names), fc.shuffledSubarray(names, {minLength: names.length})),
      );
    fc.assert(
      fc.property(orders, ([now, wanted]) => {
        const items = [...now];
        for (const {name, after} of movesTo(now, wanted)) {
          items.splice(items.indexOf(name), 1);
          items.splice(after === undefined ? 0 : items.indexOf(after) + 1, 0, name);
        }
        expect(items).toEqual(wanted);
      }),
    );
  });

  it.each([
    ['abcd', 'abcd', 0],
    ['abcd', 'dabc', 1],
    ['abcd', 'bcda', 1],
    ['abcd', 'dcba', 3],
  ])('%s to %s takes %i moves', (now, wanted, count) => {
    expect(movesTo([...now], [...wanted])).toHaveLength(count);
  });
});

describe('the name of a file', () => {
  it.each([
    ['Software teams', 'software-teams'],
    ['../x', 'x'],
    ['con', 'object-con'],
    ['…', 'object'],
    ['Größe', 'gro-e'],
    ['x'.repeat(255), 'x'.repeat(60)],
  ])('of %j is %s', (name, file) => {
    expect(fileNameOf(name, new Set())).toBe(file);
  });

  it('is never one that is taken', () => {
    expect(fileNameOf('Teams!', new Set(['teams', 'teams-2']))).toBe('teams-3');
  });
});

describe('names and texts of any kind', () => {
  it('come back exactly from the file they are written to', () => {
    const texts = fc.oneof(
      fc.string({unit: 'grapheme'}),
      fc.constantFrom(
        '2.10',
        'true',
        '- x',
        'a: b',
        'null',
        '~',
        '#',
        'two\nlines\n',
        ' x',
        '\u001b[31m',
      ),
    );
    fc.assert(
      fc.property(texts, texts, (name, description) => {
        fc.pre(name !== '' && description !== '');
        const text = writeYaml('', [{name, category: 'TODO', description}], 'name');
        const {objects, problems} = readFiles(new Map([['statuses.yaml', text]]));
        expect(problems).toEqual([]);
        expect(objects).toMatchObject([{name, values: {category: 'TODO', description}}]);
      }),
    );
  });

  it('keep their comments and quotes when another member changes', () => {
    const before =
      "# all of ours\n- name: 'A' # first\n  # why\n  category: TODO\n\n- name: B\n  category: DONE\n";
    const value = [
      {name: 'A', category: 'TODO'},
      {name: 'B', category: 'IN_PROGRESS'},
    ];
    expect(writeYaml(before, value, 'name')).toBe(before.replace('DONE', 'IN_PROGRESS'));
  });
});

describe('objects of the files and of the site', () => {
  const status = (name: string, id: string, category = 'TODO'): ReadObject => ({
    kind: 'statuses',
    name,
    id,
    values: {category},
  });
  const wanted = (name: string, renamedFrom?: string) => ({
    kind: 'statuses' as const,
    name,
    values: {category: 'TODO'},
    ...(renamedFrom !== undefined && {renamedFrom}),
  });
  const actions = (differences: ReturnType<typeof compareSites>) =>
    differences.map(({action, name, read}) => `${action} ${name} ${read?.id ?? '-'}`);

  it.each([
    [
      'are created and removed by name',
      [wanted('A')],
      [status('B', '1')],
      {},
      ['create A -', 'remove B 1'],
    ],
    ['are renamed by renamedFrom', [wanted('A', 'B')], [status('B', '1')], {}, ['update A 1']],
    [
      'keep the names that the site has, whatever renamedFrom says',
      [wanted('A', 'B'), wanted('B', 'A')],
      [status('A', '1'), status('B', '2')],
      {},
      [],
    ],
    [
      'that were renamed on the site are known by the lock',
      [wanted('A')],
      [status('Z', '1')],
      {A: '1'},
      ['update A 1'],
    ],
    [
      'of a lock that names another id are two',
      [wanted('A')],
      [status('Z', '1')],
      {A: '2'},
      ['create A -', 'remove Z 1'],
    ],
  ] as const)('%s', (_, files, site, locked, expected) => {
    const lock = new Map(
      Object.entries(locked).map(([name, id]) => [`statuses ${name}`, {id, hash: ''}]),
    );
    expect(actions(compareSites(files, site, lock))).toEqual(expected);
  });
});

it('a person keeps the alias on another site by the account, without an e-mail address', () => {
  const staging = makePeople(undefined, 'https://staging.example');
  const alias = staging.aliasOf('712020:ab', 'Ana Ruiz');
  const production = makePeople(staging.toValue(), 'https://production.example');
  expect(production.aliasOf('712020:ab', 'Ana Ruiz')).toBe(alias);
  expect(production.accountOf(alias)).toBe('712020:ab');
  expect(production.aliasOf('712020:cd', 'Ana Ruiz')).not.toBe(alias);
});
