import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {JsonObject, JsonValue} from '../../src/base/json-value.ts';
import {compareSites} from '../../src/site/diff.ts';
import {fileNameOf} from '../../src/site/file-names.ts';
import {readFiles} from '../../src/site/files.ts';
import {lockoutsOf} from '../../src/site/lockout.ts';
import type {KindId, ReadObject} from '../../src/site/model.ts';
import {movesTo} from '../../src/site/order.ts';
import {makePeople} from '../../src/site/people.ts';
import {Planner} from '../../src/site/planner.ts';
import {readSite, type SendCall} from '../../src/site/read-site.ts';
import {orderRenames, swappedNames} from '../../src/site/renames.ts';
import {uniqueNames} from '../../src/site/unique-names.ts';
import {hideInUrl, withVariables} from '../../src/site/url-secrets.ts';
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
    ['ABx', 'none: new objects are put at the end', []],
    [
      'AxB',
      'the place of a new object',
      [
        ['A', 'B'],
        ['A', 'x', 'B'],
      ],
    ],
    [
      'BA',
      'another order',
      [
        ['A', 'B'],
        ['B', 'A'],
      ],
    ],
    ['RB', 'none: A has a new name', []],
    [
      'BR',
      'another order with a new name',
      [
        ['R', 'B'],
        ['B', 'R'],
      ],
    ],
  ])('%s after AB differs by %s', (files, _, wanted) => {
    const kind = 'resolutions' as const;
    const site = [...'AB'].map((name, i) => ({kind, name, id: String(i), values: {}}));
    const filed = [...files].map(name => ({
      kind,
      name,
      values: {},
      ...(name === 'R' && {renamedFrom: 'A'}),
    }));
    const orders = compareSites(filed, site).filter(({action}) => action === 'order');
    expect(orders.flatMap(({changes: [one]}) => [one?.old, one?.new])).toEqual(wanted);
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

describe('objects of one name', () => {
  it('have a number, or the name of the lock file', () => {
    const objects = [
      {id: '12', name: 'Default'},
      {id: '7', name: 'Default'},
      {id: '30', name: 'Default'},
      {id: '31', name: 'Default (2)'},
    ];
    const lock = new Map([['permission-schemes Default (EU)', {id: '30', hash: ''}]]);
    expect(Object.fromEntries(uniqueNames('permission-schemes', objects, lock))).toEqual({
      '7': 'Default',
      '12': 'Default (3)',
      '30': 'Default (EU)',
      '31': 'Default (2)',
    });
  });
});

describe('access that a plan takes from the account that applies it', () => {
  const self = {user: 'me', groups: ['owners', 'staff']};
  const scheme = (grants: JsonObject): JsonObject => ({grants});
  const admin = (...entries: JsonValue[]): JsonObject => scheme({ADMINISTER_PROJECTS: entries});
  const group = (name: string) => ({group: name});
  const lockouts = (kind: KindId, before: JsonObject, after: JsonObject) => {
    const read: ReadObject = {kind, name: 'X', id: '1', values: before};
    return lockoutsOf(compareSites([{kind, name: 'X', values: after}], [read]), [read], self);
  };

  it.each([
    ['permission-schemes', admin(group('owners')), admin(group('others')), 'refused'],
    ['permission-schemes', admin(group('owners')), admin(group('staff')), 'allowed'],
    ['permission-schemes', admin(group('owners')), admin({role: 'Administrators'}), 'unclear'],
    ['permission-schemes', admin(group('others')), admin(group('more')), 'allowed'],
    ['permission-schemes', admin(group('others')), scheme({}), 'refused'],
    ['permission-schemes', admin({user: 'me'}), admin('anyone'), 'allowed'],
    ['projects', {roles: {Admins: [group('owners')]}}, {roles: {Admins: [group('x')]}}, 'refused'],
    [
      'projects',
      {roles: {Admins: [group('owners'), {user: 'me'}]}},
      {roles: {Admins: [{user: 'me'}]}},
      'allowed',
    ],
    ['groups', {members: [{user: 'me'}]}, {members: [{user: 'you'}]}, 'refused'],
    ['roles', {defaultActors: [{user: 'me'}]}, {}, 'allowed'],
  ] as const)('%s from %j to %j is %s', (kind, before, after, expected) => {
    const {problems, unclear} = lockouts(kind, before, after);
    expect([problems.length, unclear.length]).toEqual([
      expected === 'refused' ? 1 : 0,
      expected === 'unclear' ? 1 : 0,
    ]);
  });

  it('is refused for a project that gets a scheme which nobody administers', () => {
    const read: ReadObject = {
      kind: 'projects',
      name: 'LMA',
      id: '1',
      values: {permissionScheme: 'A'},
    };
    const closed: ReadObject = {kind: 'permission-schemes', name: 'B', id: '2', values: {}};
    const wanted = {kind: 'projects', name: 'LMA', values: {permissionScheme: 'B'}} as const;
    const {problems} = lockoutsOf(
      compareSites([wanted, closed], [read, closed]),
      [read, closed],
      self,
    );
    expect(problems).toEqual([expect.stringContaining('with the scheme "B"')]);
  });
});

describe('secrets in the URL of a webhook', () => {
  it('are replaced by references to variables, which come back as their values', () => {
    const url = 'https://ci.example.net/hooks?id=4&token=t0p&key=k';
    const hidden = hideInUrl(url);
    expect(hidden).toBe(
      `https://ci.example.net/hooks?id=4&token=$${'{CI_EXAMPLE_NET_TOKEN}'}&key=$${'{CI_EXAMPLE_NET_KEY}'}`,
    );
    const values: Record<string, string> = {CI_EXAMPLE_NET_TOKEN: 't0p', CI_EXAMPLE_NET_KEY: 'k'};
    expect(withVariables(hidden, name => values[name])).toBe(url);
    expect(hideInUrl('https://me:pw@x.example/a')).toBe(
      `https://$${'{X_EXAMPLE_CREDENTIALS}'}@x.example/a`,
    );
  });
});

describe('objects that exchange their names', () => {
  const scheme = (name: string, id: string): ReadObject => ({
    kind: 'permission-schemes',
    name,
    id,
    values: {},
  });
  const file = (name: string, of: string) => ({
    kind: 'permission-schemes' as const,
    name,
    values: {},
    file: `permission-schemes/${of}.yaml`,
  });
  const lock = new Map([
    ['permission-schemes A', {id: '1', hash: '', file: 'permission-schemes/a.yaml'}],
    ['permission-schemes B', {id: '2', hash: '', file: 'permission-schemes/b.yaml'}],
  ]);
  const renames = (files: readonly ReturnType<typeof file>[], site: readonly ReadObject[]) =>
    orderRenames(compareSites(files, site, lock), site).map(
      ({read, wanted}) => `${read?.id} → ${wanted?.name}`,
    );

  it('are renamed through a third name', () => {
    expect(renames([file('B', 'a'), file('A', 'b')], [scheme('A', '1'), scheme('B', '2')])).toEqual(
      ['1 → B (renamed)', '2 → A', '1 → B'],
    );
  });

  it('in a chain are renamed from its end', () => {
    expect(renames([file('B', 'a'), file('C', 'b')], [scheme('A', '1'), scheme('B', '2')])).toEqual(
      ['2 → C', '1 → B'],
    );
  });

  it('in a list are reported, since the files do not tell whether they have', () => {
    const status = (name: string, renamedFrom: string) => ({
      kind: 'statuses' as const,
      name,
      renamedFrom,
      values: {},
    });
    const site = ['A', 'B'].map((name, i) => ({
      ...scheme(name, String(i)),
      kind: 'statuses' as const,
    }));
    const notes = swappedNames([status('A', 'B'), status('B', 'A')], site);
    expect(notes).toHaveLength(2);
    expect(notes[0]).toContain('so renamedFrom has no effect');
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

it('people of one name are numbered in the order of the projects, whichever response is first', async () => {
  const lead = (id: string) => ({accountId: id, displayName: 'Kim'});
  const projects = ['A', 'B'].map((key, i) => ({id: String(i), key, name: key}));
  const send: SendCall = async (_, params) => {
    if (params?.project === undefined) return JSON.stringify({values: projects});
    if (params.project === 'A') await new Promise(resolve => setTimeout(resolve, 5));
    return JSON.stringify({values: [{id: '1', name: 'web', lead: lead(params.project)}]});
  };
  const people = makePeople(undefined, 'https://a.example');
  const {objects} = await readSite(send, people, {kinds: ['components']});
  expect(objects.map(({values}) => values.lead)).toEqual(['kim', 'kim-2']);
});

it('the deletion of a webhook has its id as a number in the body', () => {
  const read = {kind: 'webhooks', name: 'https://a.example', id: '10020', values: {}} as const;
  const planner = new Planner({
    site: 'https://a.example',
    differences: [],
    state: {objects: [read], tables: new Map(), skipped: new Map()},
    people: makePeople(undefined, 'https://a.example'),
  });
  planner.remove({kind: 'webhooks', name: read.name, action: 'remove', changes: [], read});
  expect(planner.steps).toMatchObject([
    {operation: 'webhook delete-by-id', inputs: {}, body: {webhookIds: [10_020]}},
  ]);
});
