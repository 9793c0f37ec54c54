import {describe, expect, it} from 'vitest';
import {
  matchName,
  namesLike,
  startingWithName,
  valueOfThing,
} from '../../../src/api/naming/match-name.ts';
import {findNameList, readThings} from '../../../src/api/naming/name-listing.ts';
import {looksLike} from '../../../src/api/naming/resolve-name.ts';

const projects = findNameList('tracker', 'project');
if (projects === undefined) throw new Error('no list of projects');
const list = projects;
const read = (...values: readonly object[]) => readThings(list, JSON.stringify({values}));
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
    expect(idsOf(startingWithName(odd, "Won't"))).toEqual(['4']);
  });

  it('that is only begun goes on to all that start so', () => {
    expect(idsOf(startingWithName(things, 'pay'))).toEqual(['1', '2']);
    expect(namesLike(things, 'Paymens')).toEqual(['payments', 'Payments']);
  });
});

describe('things of a list', () => {
  it('come once each, and only with an id and a name', () => {
    const found = read({id: '1', name: 'a'}, {id: '1', name: 'a'}, {id: '2'}, {name: 'b'});
    expect(idsOf(found)).toEqual(['1']);
  });

  it('keep ids longer than a number can hold', () => {
    const [found] = readThings(list, '{"values":[{"id":12345678901234567890,"name":"a"}]}');
    expect(found?.id).toBe('12345678901234567890');
  });

  it('are the members of an object too', () => {
    const permissions = findNameList('tracker', 'permission');
    if (permissions === undefined) throw new Error('no list of permissions');
    const json = '{"permissions":{"A":{"key":"A","name":"Do A"},"B":{"key":"B","name":"Do B"}}}';
    expect(idsOf(readThings(permissions, json))).toEqual(['A', 'B']);
  });

  it('give what a value takes of them', () => {
    const [thing] = things;
    if (thing === undefined) throw new Error('no thing');
    const values = (['id', 'key', 'idOrKey', 'name', 'address'] as const).map(by =>
      valueOfThing(thing, by),
    );
    expect(values).toEqual(['1', 'PAY', 'PAY', 'Payments', '1']);
  });
});

describe('what is taken for an id or a key without a look', () => {
  it('has its form, and is asked for in it', () => {
    expect(looksLike(list, 'idOrKey', 'HPAY')).toBe(true);
    expect(looksLike(list, 'idOrKey', '10000')).toBe(true);
    expect(looksLike(list, 'idOrKey', 'hpay')).toBe(false);
    expect(looksLike(list, 'id', 'HPAY')).toBe(false);
  });
});
