import {expect, test} from 'vitest';
import {dropColumns, markLine, wrapLine} from '../../../src/state/show/line-shape.ts';

test('a line is broken at the edge, wide characters whole', () => {
  const lines = wrapLine([{text: 'ab'}, {text: '日本c', tone: 'good'}], 3);
  expect(lines).toEqual([
    [{text: 'ab'}],
    [{text: '日', tone: 'good'}],
    [{text: '本c', tone: 'good'}],
  ]);
});

test('columns scrolled out are gone; half of a wide character is a space', () => {
  expect(dropColumns([{text: 'ab'}, {text: 'cd'}], 3)).toEqual([{text: 'd'}]);
  expect(dropColumns([{text: '日x'}], 1)).toEqual([{text: ' x'}]);
});

test('what is searched for is marked across pieces, in any case', () => {
  expect(markLine([{text: 'aXy'}, {text: 'zb'}], 'XYZ')).toEqual([
    {text: 'a'},
    {text: 'Xy', strong: true},
    {text: 'z', strong: true},
    {text: 'b'},
  ]);
  expect(markLine([{text: 'abc'}], 'd')).toEqual([{text: 'abc'}]);
});
