import {describe, expect, it} from 'vitest';
import {
  filterByName,
  filterByPrefix,
  findOnlyNamed,
  matchName,
  nearestEntityNames,
  valueOfEntity,
} from '../../../src/api/naming/match-name.ts';
import {findNameList, readEntities} from '../../../src/api/naming/name-listing.ts';
import {isIdOrKey} from '../../../src/api/naming/resolve-name.ts';

const projects = findNameList('tracker', 'project');
if (projects === undefined) throw new Error('no list of projects');
const list = projects;
const read = (...values: readonly object[]) => readEntities(list, JSON.stringify({values}));
const things = read(
  {id: '1', key: 'PAY', name: 'Payments'},
  {id: '2', key: 'PAYOUT', name: 'payments'},
  {id: '3', key: 'CAFE', name: 'Caf\u00e9'},
);
const idsOf = (found: readonly {readonly id: string}[]) => found.map(({id}) => id);

describe('a name', () => {
  it('is matched whole, exactly before in any case, composed or not', () => {
    expect(idsOf(matchName(things, 'Payments'))).toEqual(['1']);
    expect(idsOf(matchName(things, 'PAYMENTS'))).toEqual(['1', '2']);
    expect(idsOf(matchName(things, 'pay'))).toEqual(['1']);
    expect(idsOf(matchName(things, 'Pay'))).toEqual(['1']);
    expect(idsOf(matchName(things, 'Paym'))).toEqual([]);
    expect(idsOf(matchName(things, 'cafe\u0301'))).toEqual(['3']);
    expect(idsOf(matchName(things, ''))).toEqual([]);
  });

  it('is matched whichever apostrophe or quote it is typed with', () => {
    const odd = read(
      {id: '4', key: 'WONT', name: 'Won’t “Do”'},
      {id: '5', key: 'ODD', name: "Can't"},
    );
    expect(idsOf(matchName(odd, `won't "do"`))).toEqual(['4']);
    expect(idsOf(matchName(odd, 'Can’t'))).toEqual(['5']);
    expect(idsOf(filterByPrefix(odd, "Won't"))).toEqual(['4']);
  });

  it('that is incomplete matches all names that start with it', () => {
    expect(idsOf(filterByPrefix(things, 'pay'))).toEqual(['1', '2']);
    expect(nearestEntityNames(things, 'Paymens')).toEqual(['payments', 'Payments']);
  });
});

describe('part of a name', () => {
  const some = [{names: ['Old core']}, {names: ['Core 2', 'x']}, {names: ['y', 'CORE']}];
  const places = (part: string) => filterByName(some, part).map(one => some.indexOf(one));

  it('finds whole names first, then names that start with this, then the others, each once', () => {
    expect(places('core')).toEqual([2, 1, 0]);
    expect(places('ld c')).toEqual([0]);
    expect(places('OR')).toEqual([0, 1, 2]);
    expect(places('2')).toEqual([1]);
    expect(places('core 3')).toEqual([]);
  });
});

describe('a value that names a thing', () => {
  it.each([
    [undefined, '7'],
    ['id', '7'],
    ['address', '7'],
    ['key', '7'],
    ['idOrKey', '7'],
    ['name', 'Seven'],
  ] as const)('by %s of a thing without a key is %s', (by, value) => {
    expect(
      valueOfEntity({id: '7', title: 'Seven', names: ['Seven'], details: {}, json: '{}'}, by),
    ).toBe(value);
  });
});

describe('things of a list', () => {
  it('come once each, and only with an id and a name', () => {
    const found = read({id: '1', name: 'a'}, {id: '1', name: 'a'}, {id: '2'}, {name: 'b'});
    expect(idsOf(found)).toEqual(['1']);
  });

  it('keep ids longer than a number can hold', () => {
    const [found] = readEntities(list, '{"values":[{"id":12345678901234567890,"name":"a"}]}');
    expect(found?.id).toBe('12345678901234567890');
  });

  it('are the members of an object too', () => {
    const permissions = findNameList('tracker', 'permission');
    if (permissions === undefined) throw new Error('no list of permissions');
    const json = '{"permissions":{"A":{"key":"A","name":"Do A"},"B":{"key":"B","name":"Do B"}}}';
    expect(idsOf(readEntities(permissions, json))).toEqual(['A', 'B']);
  });

  it('return the part that identifies them in a value', () => {
    const [thing] = things;
    if (thing === undefined) throw new Error('no thing');
    const values = (['id', 'key', 'idOrKey', 'name', 'address'] as const).map(by =>
      valueOfEntity(thing, by),
    );
    expect(values).toEqual(['1', 'PAY', 'PAY', 'Payments', '1']);
  });
});

describe('an id or a key that needs no lookup', () => {
  it('has its format, and is accepted in that form only', () => {
    expect(isIdOrKey(list, 'idOrKey', 'HPAY')).toBe(true);
    expect(isIdOrKey(list, 'idOrKey', '10000')).toBe(true);
    expect(isIdOrKey(list, 'idOrKey', 'hpay')).toBe(false);
    expect(isIdOrKey(list, 'id', 'HPAY')).toBe(false);
  });
});

it('a typed text means one thing alone: that name, else the only one that begins with it, else the only one that has it', () => {
  const things = ['Open', 'Opened', 'In Review', 'Review later', 'Kanban A', 'Kanban B'].map(
    name => ({names: [name]}),
  );
  const meant = (text: string) => findOnlyNamed(things, text)?.names[0];
  expect(['open', 'opene', 'In Rev', 'review', 'later'].map(meant)).toEqual([
    'Open',
    'Opened',
    'In Review',
    'Review later',
    'Review later',
  ]);
  expect(['kan', 'pen', 'nothing'].map(meant)).toEqual([undefined, undefined, undefined]);
});
