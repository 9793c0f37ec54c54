import {expect, test} from 'vitest';
import {
  findJson,
  parseJsonValue,
  readFirstOf,
  readPointer,
  textsIn,
} from '../../src/base/json-value.ts';

test('numbers that a double would change keep their digits', () => {
  const text = '{"a":12345678901234567890,"b":1.0,"c":1e400,"d":12,"e":-0.5,"f":"7.0"}';
  expect(parseJsonValue(text)).toEqual({
    a: '12345678901234567890',
    b: '1.0',
    c: '1e400',
    d: 12,
    e: -0.5,
    f: '7.0',
  });
});

test('numbers preserve their digits in every position', () => {
  const odd = ['-0', '1.0', '-2.50', '1e5', '10E2', '9007199254740993', '-12345678901234567'];
  const places = (one: string) => [
    one,
    ` ${one} `,
    `[${one}]`,
    `[1, ${one}]`,
    `[[\n${one}]]`,
    `{"a":${one}}`,
    `{"a" :\t${one},"b":1}`,
    `{"a\\\\":${one}}`,
    `{"a":"x","b":[0,${one}]}`,
  ];
  for (const one of odd) {
    for (const text of places(one)) {
      expect(JSON.stringify(parseJsonValue(text)), text).toContain(`"${one}"`);
    }
  }
  for (const text of places('12')) expect(JSON.stringify(parseJsonValue(text))).toContain('12');
});

test('digits inside strings are unchanged, also after escaped quotes', () => {
  const text = '{"a":"say \\"12345678901234567890\\" now","b":"\\\\"}';
  expect(parseJsonValue(text)).toEqual({a: 'say "12345678901234567890" now', b: '\\'});
});

test('pointers lead through objects and arrays, and - through every element', () => {
  const value = parseJsonValue('{"a":{"b/c":[{"n":"x"},{"n":"y"},{}]}}');
  expect(readPointer(value, '/a/b~1c/1/n')).toBe('y');
  expect(readPointer(value, '/a/b~1c/-/n')).toEqual(['x', 'y']);
  expect(readPointer(value, '/a/nothing/n')).toBeUndefined();
  expect(readPointer(value, '/a/constructor')).toBeUndefined();
});

test('the first pointer with a value other than null is used', () => {
  const value = parseJsonValue('{"a":null,"b":2}');
  expect(readFirstOf(value, ['/a', '/b'])).toBe(2);
  expect(readFirstOf(value, ['/a'])).toBeUndefined();
});

test('a text that may not be JSON is parsed, or undefined', () => {
  expect(findJson('{"id":12345678901234567890}')).toEqual({id: '12345678901234567890'});
  expect(['{"a":1', '', undefined].map(findJson)).toEqual([undefined, undefined, undefined]);
  expect([findJson('["a",1,"b"]'), findJson('{"a":1}')].map(textsIn)).toEqual([['a', 'b'], []]);
});
