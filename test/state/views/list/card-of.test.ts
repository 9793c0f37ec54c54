import {expect, test} from 'vitest';
import {number, text} from '../../../../src/base/column.ts';
import {list} from '../../../../src/state/model/resource.ts';
import {cardLines} from '../../../../src/state/show/card-lines.ts';
import {cardOf} from '../../../../src/state/views/list/card-of.ts';

test('the card made of the columns of a list does not say its title again', () => {
  const things = list({
    id: 'things',
    title: 'Things',
    noun: 'thing',
    service: 'tracker',
    sources: [],
    name: ['/name', '/key'],
    columns: [
      text('NAME', '/name'),
      text('THING', '/tree/label'),
      text('KEY', '/key'),
      number('ISSUES', '/issues'),
    ],
    empty: 'No things.',
    about: 'Things.',
  });
  const card = cardOf(things);
  if (card === undefined) throw new Error('it has no card');
  const row = {name: 'One', key: 'ONE', issues: 3, tree: {label: '  ▾ One'}};
  const lines = cardLines(card, row, {columns: 40, nowMs: 0});
  const said = lines.map(line =>
    line
      .map(span => span.text)
      .join('')
      .trimEnd(),
  );
  expect(said).toEqual(['One', '', 'Key            ONE', 'Issues         3']);
});
