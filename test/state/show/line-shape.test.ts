import {expect, test} from 'vitest';
import {markLine, visibleLine, wrapLine} from '../../../src/state/show/line-shape.ts';

test('a line is broken at the edge, wide characters whole', () => {
  const lines = wrapLine([{text: 'ab'}, {text: '日本c', tone: 'good'}], 3);
  expect(lines).toEqual([
    [{text: 'ab'}],
    [{text: '日', tone: 'good'}],
    [{text: '本c', tone: 'good'}],
  ]);
});

test('columns scrolled out and behind the edge are gone; half of a wide character is a space', () => {
  expect(visibleLine([{text: 'ab'}, {text: 'cd'}], 3, 9)).toEqual([{text: 'd'}]);
  expect(visibleLine([{text: '日x'}], 1, 9)).toEqual([{text: ' x'}]);
  expect(visibleLine([{text: 'ab'}, {text: 'c日'}, {text: 'e'}], 1, 3)).toEqual([
    {text: 'b'},
    {text: 'c'},
  ]);
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
