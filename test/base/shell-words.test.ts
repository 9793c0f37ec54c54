import {expect, test} from 'vitest';
import {splitWords} from '../../src/base/shell-words.ts';

test.each([
  ['', []],
  ['a  b', ['a', 'b']],
  [`'a b' "c d"`, ['a b', 'c d']],
  [`a'b'"c"`, ['abc']],
  [`"say \\"hi\\""`, ['say "hi"']],
  [`'{"a":1}'`, ['{"a":1}']],
  ['a\\ b', ['a b']],
  [`''`, ['']],
])('%j is %j', (line, words) => {
  expect(splitWords(line)).toEqual({words});
});

test('a quote that is not closed is a problem', () => {
  expect(splitWords("'a")).toEqual({problem: "close the quote: '"});
});
