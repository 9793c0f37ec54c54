import {describe, expect, it} from 'vitest';
import {checkShape} from '../../src/api/check-shape.ts';
import type {Field, InputRule, ObjectShape, Shape} from '../../src/api/field.ts';

/** What is found, one line a finding: place, message, and what marks it. */
function findings(value: unknown, shape: Shape): string[] {
  return checkShape(value, shape).map(({steps, message, isNote, isWarning, isMissing}) => {
    const marks = [isNote && 'note', isWarning && 'warning', isMissing && 'missing'];
    return [...steps, message, ...marks.filter(mark => mark)].join(' | ');
  });
}

const text: Shape = {type: 'text'};
const id: Shape = {type: 'text', names: 'project'};
const integer: Shape = {type: 'integer'};
const small: Shape = {type: 'integer', min: 1, max: 50};
const short: Shape = {type: 'text', maxLength: 3};
const light: Shape = {type: 'text', maxBytes: 4};
const upper: Shape = {type: 'text', pattern: {source: '[A-Z]+', description: 'capital letters'}};
const open: Shape = {type: 'text', values: ['a', 'b']};
const closed: Shape = {type: 'text', values: ['a', 'b'], closed: true};
const twelve: Shape = {type: 'text', values: [...'abcdefghijkl'], closed: true};
const many: Shape = {type: 'text', values: [...'abcdefghijklm'], closed: true};
const refusing: Shape = {type: 'text', values: ['a'], closed: true, refused: {a: 'it is old'}};
const list: Shape = {type: 'list', items: integer};
const pair: Shape = {type: 'list', items: integer, minItems: 1, maxItems: 2};
const atLeastTwo: Shape = {type: 'list', items: integer, minItems: 2};
const map: Shape = {type: 'map', values: integer};

function objectOf(fields: readonly Field[], more: Partial<ObjectShape> = {}): ObjectShape {
  return {type: 'object', fields, ...more};
}

describe('a value is accepted', () => {
  const cases: readonly (readonly [unknown, Shape])[] = [
    [{any: [1, null]}, {type: 'json'}],
    ['', text],
    ['text', text],
    ['<p/>', {type: 'storage'}],
    [true, {type: 'boolean'}],
    [false, {type: 'boolean'}],
    ['2026-12-01', {type: 'date'}],
    ['2024-02-29', {type: 'date'}],
    ['2026-12-01T09:00:00Z', {type: 'time'}],
    ['2026-12-01T09:00Z', {type: 'time'}],
    ['2026-12-01T09:00:00.123+0200', {type: 'time'}],
    ['2026-12-01T09:00:00.1-02:00', {type: 'time'}],
    [0, integer],
    [-7, integer],
    [1, small],
    [50, small],
    ['abc', short],
    ['\u{1F600}\u{1F600}\u{1F600}', short],
    ['\u{1F600}', light],
    ['ABC', upper],
    ['', upper],
    ['a', open],
    ['b', closed],
    ['', closed],
    [[], list],
    [[1, null, 2], list],
    [[1], pair],
    [[1, 2], pair],
    [{}, map],
    [{x: 1}, map],
    [{}, objectOf([])],
    [{a: 'x'}, objectOf([{name: 'a', type: 'text', required: true}])],
    [{a: null}, objectOf([{name: 'a', type: 'text'}])],
    [{a: null}, objectOf([{name: 'a', type: 'text', required: true, nullable: 'clears it'}])],
    [{a: ''}, objectOf([{name: 'a', type: 'text', required: true, emptyToo: true}])],
    [{a: ''}, objectOf([{name: 'a', type: 'text'}])],
    [{}, objectOf([{name: 'a', type: 'text'}])],
  ];
  it.each(cases)('%j of %j', (value, shape) => {
    expect(findings(value, shape)).toEqual([]);
  });
});

describe('a value is refused', () => {
  const cases: readonly (readonly [unknown, Shape, string])[] = [
    [3, text, 'must be text, not 3'],
    [3.5, id, 'must be text, not 3.5'],
    [true, id, 'must be text, not true'],
    [undefined, text, 'must be text, not undefined'],
    [3, {type: 'storage'}, 'must be text, not 3'],
    ['true', {type: 'boolean'}, 'must be true or false, not "true"'],
    ['2026-13-01', {type: 'date'}, 'must be a day as YYYY-MM-DD, not "2026-13-01"'],
    ['2026-02-30', {type: 'date'}, 'must be a day as YYYY-MM-DD, not "2026-02-30"'],
    ['2026-12-01T00:00', {type: 'date'}, 'must be a day as YYYY-MM-DD, not "2026-12-01T00:00"'],
    ['x2026-12-01', {type: 'date'}, 'must be a day as YYYY-MM-DD, not "x2026-12-01"'],
    [20261201, {type: 'date'}, 'must be a day as YYYY-MM-DD, not 20261201'],
    ['2026-12-01', {type: 'time'}, 'must be a time such as 2026-12-01T09:00:00Z, not "2026-12-01"'],
    [
      '2026-02-30T09:00:00Z',
      {type: 'time'},
      'must be a time such as 2026-12-01T09:00:00Z, not "2026-02-30T09:00:00Z"',
    ],
    [
      '2026-12-01T09:00:00',
      {type: 'time'},
      'must be a time such as 2026-12-01T09:00:00Z, not "2026-12-01T09:00:00"',
    ],
    [
      'x2026-12-01T09:00:00Z',
      {type: 'time'},
      'must be a time such as 2026-12-01T09:00:00Z, not "x2026-12-01T09:00:00Z"',
    ],
    [
      '2026-12-01T09:00:00Zx',
      {type: 'time'},
      'must be a time such as 2026-12-01T09:00:00Z, not "2026-12-01T09:00:00Zx"',
    ],
    [5, {type: 'time'}, 'must be a time such as 2026-12-01T09:00:00Z, not 5'],
    [1.5, integer, 'must be a whole number, not 1.5'],
    ['1x', integer, 'must be a whole number, not "1x"'],
    ['x1', integer, 'must be a whole number, not "x1"'],
    [0, small, 'must be at least 1, not 0'],
    [51, small, 'must be at most 50, not 51'],
    ['abcd', short, 'takes at most 3 characters, not 4'],
    ['abcde', light, 'takes at most 4 bytes, not 5'],
    ['\u{1F600}a', light, 'takes at most 4 bytes, not 5'],
    ['ABc', upper, 'must be capital letters, not "ABc"'],
    ['cAB', upper, 'must be capital letters, not "cAB"'],
    ['c', closed, 'must be one of a, b, not "c"'],
    ['z', twelve, 'must be one of a, b, c, d, e, f, g, h, i, j, k, l, not "z"'],
    ['z', many, 'must be one of a, b, c, d, e, f, g, h, i, j, k, l …, not "z"'],
    [{}, list, 'must be a list, not an object'],
    [[], pair, 'takes at least 1 values, not 0 | missing'],
    [[1], atLeastTwo, 'takes at least 2 values, not 1'],
    [[1, 2, 3], pair, 'takes at most 2 values, not 3'],
    [[1, 'x'], list, '1 | must be a whole number, not "x"'],
    [[], map, 'must be an object, not a list'],
    [{x: 'y'}, map, 'x | must be a whole number, not "y"'],
    ['x'.repeat(81), integer, `must be a whole number, not "${'x'.repeat(80)}…"`],
    ['x'.repeat(80), integer, `must be a whole number, not "${'x'.repeat(80)}"`],
    [[], objectOf([]), 'must be an object, not a list'],
    [{zzz: 1}, objectOf([]), 'zzz | is not a known field'],
    [
      {nane: 'x'},
      objectOf([{name: 'name', type: 'text'}]),
      'nane | is not a known field; did you mean name?',
    ],
    [
      {name: 'x'},
      objectOf([
        {name: 'names', type: 'text'},
        {name: 'named', type: 'text'},
      ]),
      'name | is not a known field; did you mean named or names?',
    ],
    [{}, objectOf([{name: 'a', type: 'text', required: true}]), 'a | is required | missing'],
    [{a: ''}, objectOf([{name: 'a', type: 'text', required: true}]), 'a | is empty'],
    [
      {a: null},
      objectOf([{name: 'a', type: 'text', required: true}]),
      'a | is required, and cannot be null',
    ],
    [
      {a: {b: 'x'}},
      objectOf([{name: 'a', ...objectOf([{name: 'b', type: 'integer'}])}]),
      'a | b | must be a whole number, not "x"',
    ],
  ];
  it.each(cases)('%j of %j', (value, shape, message) => {
    expect(findings(value, shape)).toEqual([message]);
  });
});

describe('a value is sent with a note', () => {
  const old = {name: 'a', type: 'text', deprecated: 'use b'} as const;
  const cases: readonly (readonly [unknown, Shape, readonly string[]])[] = [
    [3, id, ['is a number, but the service expects text | note']],
    ['7', integer, ['is text, but the service expects a number | note']],
    ['12', integer, ['is text, but the service expects a number | note']],
    ['-7', integer, ['is text, but the service expects a number | note']],
    ['0', small, ['must be at least 1, not 0', 'is text, but the service expects a number | note']],
    ['c', open, ['is sent unchanged; "c" is not among the documented values: a, b | note']],
    ['a', refusing, ['is a, which the cloud service refuses: it is old | note']],
    [{self: 'x'}, objectOf([], {ignored: ['self']}), ['self | is ignored by the service | note']],
    [{a: 'x'}, objectOf([old]), ['a | is deprecated: use b | note']],
    [{a: 'x'}, objectOf([{...old, gone: true}]), ['a | is deprecated: use b | note | warning']],
    [{a: 3}, objectOf([old]), ['a | must be text, not 3', 'a | is deprecated: use b | note']],
  ];
  it.each(cases)('%j of %j', (value, shape, messages) => {
    expect(findings(value, shape)).toEqual(messages);
  });
});

describe('all problems of a text', () => {
  it('are found at once, its limits before its choices', () => {
    const strict: Shape = {
      type: 'text',
      maxLength: 1,
      maxBytes: 2,
      pattern: {source: '[A-Z]', description: 'one capital letter'},
      values: ['A'],
      closed: true,
    };
    expect(findings('abc', strict)).toEqual([
      'takes at most 1 characters, not 3',
      'takes at most 2 bytes, not 3',
      'must be one capital letter, not "abc"',
      'must be one of A, not "abc"',
    ]);
  });
});

describe('rules between members', () => {
  const fields: readonly Field[] = [
    {name: 'a', type: 'text'},
    {name: 'b', type: 'text'},
    {name: 'c', type: 'text'},
  ];
  const rule: InputRule = {kind: 'exactlyOne', inputs: ['a', 'b']};
  const shape = objectOf(fields, {rules: [rule]});

  it('that hold are not mentioned', () => {
    expect(checkShape({a: 'x', c: 'y'}, shape)).toEqual([]);
  });

  it('that are broken come with the rule and the members that were given', () => {
    expect(checkShape({a: 'x', b: 'y', c: 'z'}, shape)).toEqual([
      {
        steps: [],
        message: 'a and b cannot be combined; give exactly one of a and b',
        rule,
        there: ['a', 'b', 'c'],
      },
    ]);
    expect(checkShape({a: undefined}, shape)).toEqual([
      {steps: [], message: 'give exactly one of a and b', rule, there: []},
    ]);
  });

  it('a required member is not missing where the deprecated one beside it is given', () => {
    const either = objectOf([
      {name: 'id', type: 'text', required: true, unless: 'key'},
      {name: 'key', type: 'text'},
    ]);
    expect(findings({key: 'x'}, either)).toEqual([]);
    expect(findings({}, either)).toEqual(['id | is required | missing']);
    expect(findings({id: 3, key: 'x'}, either)).toEqual(['id | must be text, not 3']);
  });
});
