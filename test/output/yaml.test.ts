import {describe, expect, test} from 'vitest';
import {yamlLines} from '../../src/output/yaml.ts';
import {fieldsOf} from '../../src/state/views/text/text-lines.ts';

const yaml = (value: unknown): string => [...yamlLines(JSON.stringify(value))].join('\n');

describe('YAML', () => {
  test('objects and lists as they nest', () => {
    expect(
      yaml({id: 7, lead: {name: 'Ann'}, tags: ['a', 'b'], rows: [{x: 1, z: [2]}, []], e: {}}),
    ).toBe(`id: 7
lead:
  name: Ann
tags:
  - a
  - b
rows:
  - x: 1
    z:
      - 2
  - []
e: {}`);
  });

  test('numbers keep the digits they came with', () => {
    expect([...yamlLines('{"id":12345678901234567890,"a":1.0,"b":1e400}')]).toEqual([
      'id: 12345678901234567890',
      'a: 1.0',
      'b: 1e400',
    ]);
  });

  test.each([
    '',
    'true',
    'No',
    'null',
    '12',
    '1e3',
    '2024-01-31',
    '0x1f',
    '- a',
    'a: b',
    'a #b',
    ' a',
    'a ',
    '*a',
    '&a',
    '!a',
    '%a',
    '@a',
    '`a',
    '"a',
    "'a",
    '{a',
    '[a',
    '? a',
    '| a',
    '~',
    'a\tb',
    '\u001b[31m',
    '.inf',
    '\na',
    '  a\nb',
    'a\r\nb',
  ])('%j is in quotes, since it could be taken for something else', text => {
    expect(yaml({text})).toBe(`text: ${JSON.stringify(text)}`);
  });

  test.each(['Ann', 'Marie-Hélène K.', 'in 3 days', 'a/b', 'ACME-12'])('%s needs none', text => {
    expect(yaml([text])).toBe(`- ${text}`);
  });

  test('a text of several lines is a block that preserves its last line breaks', () => {
    expect(yaml({a: 'one\n  two\n\nthree'})).toBe('a: |-\n  one\n    two\n\n  three');
    expect(yaml({a: 'one\ntwo\n'})).toBe('a: |\n  one\n  two');
    expect(yaml({a: 'one\n\n'})).toBe('a: |+\n  one\n');
  });

  test('odd names are in quotes', () => {
    expect(yaml({'a b': 1, no: 2, '1': 3})).toBe('"1": 3\n"a b": 1\n"no": 2');
  });

  test('a value alone', () => {
    expect(yaml('x')).toBe('x');
    expect(yaml(null)).toBe('null');
  });
});

test('fields: each value with its jq path, numbers and texts exactly as they came', () => {
  expect(fieldsOf('{"id":1.0,"a b":{"é":["\\u00e9",{}]},"n":12345678901234567890}')).toEqual([
    {path: '.id', value: '1.0'},
    {path: '.["a b"]["é"][0]', value: '"\\u00e9"'},
    {path: '.["a b"]["é"][1]', value: '{}'},
    {path: '.n', value: '12345678901234567890'},
  ]);
  expect(fieldsOf('[[1],2]')).toEqual([
    {path: '.[0][0]', value: '1'},
    {path: '.[1]', value: '2'},
  ]);
  expect(fieldsOf('"x"')).toEqual([{path: '.', value: '"x"'}]);
});
