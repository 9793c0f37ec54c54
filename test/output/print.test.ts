import {expect, it} from 'vitest';
import {printJson} from '../../src/output/print.ts';

it('a response is printed unchanged, with one newline', () => {
  expect(printJson([' {"b": 1.0,\n"a":1e400}\n'])).toBe('{"b": 1.0,\n"a":1e400}\n');
});

it('--pretty indents and leaves every value alone', () => {
  expect(printJson(['{"b":1.0,"a":[12345678901234567890],"c":{}}'], {pretty: true})).toBe(
    '{\n  "b": 1.0,\n  "a": [\n    12345678901234567890\n  ],\n  "c": {}\n}\n',
  );
});

it('raw controls are written as escapes', () => {
  expect(printJson(['"\u007f\u009b31m\u202e"'])).toBe('"\\u007f\\u009b31m\\u202e"\n');
});

it('--raw-output prints strings bare and all else as JSON', () => {
  expect(printJson(['"a\\nb"', '{"a":"b"}', '1.0'], {raw: true})).toBe('a\nb\n{"a":"b"}\n1.0\n');
});

it('a bare string cannot command a terminal, and stays exact in a pipe', () => {
  const text = '"\\u001b[31m\\tred\\u009b"';
  expect(printJson([text], {raw: true, terminal: true})).toBe('\\u001b[31m\tred\\u009b\n');
  expect(printJson([text], {raw: true})).toBe('\u001b[31m\tred\u009b\n');
});

it('nothing selected prints nothing', () => {
  expect(printJson([])).toBe('');
});
