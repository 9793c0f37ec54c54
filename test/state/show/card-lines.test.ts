import {describe, expect, test} from 'vitest';
import {count, state, text} from '../../../src/base/column.ts';
import type {JsonValue} from '../../../src/base/json-value.ts';
import {widthOf} from '../../../src/base/width.ts';
import {
  bars,
  type Card,
  chart,
  field,
  group,
  inPhrase,
  rows,
} from '../../../src/state/model/card.ts';
import {cardLines} from '../../../src/state/show/card-lines.ts';

const card: Card = {
  title: [text('', '/name'), text('', '/key')],
  lines: [
    field('Lead', text('', '/lead/name'), state('', [['/lead/active', 'active', 'good']])),
    field('About', text('', '/about')),
    group('Scheme'),
    field('Permissions', text('', '/scheme/name')),
    group('Work', count('', '/work')),
    rows('/work', [text('', '/title'), inPhrase('in {}', text('', '/place'))], 2),
    bars({label: 'done', from: '/done'}, {label: 'to do', from: '/toDo'}),
    chart('/overTime'),
  ],
};

const textsOf = (value: JsonValue, columns = 60): readonly string[] =>
  cardLines(card, value, {columns, nowMs: 0}).map(line =>
    line
      .map(span => span.text)
      .join('')
      .trimEnd(),
  );

test('what has a value is told under its heading, in the order of the card', () => {
  const value = {
    name: 'Harbour',
    key: 'HPAY',
    lead: {name: 'Ann', active: true},
    scheme: {name: 'Default'},
    work: [
      {title: 'One', place: 'wiki'},
      {title: 'Three', place: ''},
    ],
    done: 10,
    toDo: 5,
  };
  expect(textsOf(value, 40)).toEqual([
    'Harbour  HPAY',
    '',
    'Lead           Ann · active',
    '',
    'Scheme',
    'Permissions    Default',
    '',
    'Work  2',
    ' One    in wiki',
    ' Three',
    ` done  10 ${'█'.repeat(29)}`,
    ` to do  5 ${'█'.repeat(15)}`,
  ]);
});

test('on a wide screen the groups stand beside each other, in order down the columns', () => {
  const value = {
    name: 'Harbour',
    lead: {name: 'Ann'},
    scheme: {name: 'Default'},
    work: [{title: 'One'}],
  };
  const lead = 'Lead           Ann';
  const scheme = 'Permissions    Default';
  expect(textsOf(value, 200)).toEqual([
    'Harbour',
    '',
    `${lead}${' '.repeat(67 - lead.length)}Scheme${' '.repeat(67 - 6)}Work  1`,
    `${' '.repeat(67)}${scheme}${' '.repeat(67 - scheme.length)} One`,
  ]);
  expect(textsOf(value, 122)).toHaveLength(9);
});

describe('nothing is said about', () => {
  test('a field without a value, and a heading with nothing below it', () => {
    expect(textsOf({name: 'x', about: '', work: [], done: 0, toDo: 0})).toEqual(['x']);
  });

  test('elements beyond the most, but how many they are', () => {
    const value = {name: 'x', work: ['a', 'b', 'c', 'd'].map(title => ({title}))};
    expect(textsOf(value)).toEqual(['x', '', 'Work  4', ' a', ' b', ' and 2 more']);
  });
});

test('what was asked beside it and refused says why', () => {
  expect(textsOf({name: 'x', scheme: 'unknown: Not allowed: no'})).toContain(
    'Permissions    unknown: Not allowed: no',
  );
});

test('numbers over time are one line, the least of them seen', () => {
  const [line] = textsOf({name: 'x', overTime: [0, 1, 100]}).slice(-1);
  expect(line).toBe('   ▁▁██ peak 100');
});

test('nothing is wider than the screen, or takes the screen’s commands', () => {
  const long = '港の支払い\u001b[31m مشروع الميناء '.repeat(20);
  const value = {
    name: long,
    key: long,
    lead: {name: long, active: true},
    about: long,
    scheme: {name: long},
    work: [{title: long, place: long}],
    done: 123_456_789,
    toDo: 1,
    overTime: Array.from({length: 300}, (_, i) => i),
  };
  for (const columns of [20, 46, 84]) {
    const lines = textsOf(value, columns);
    expect(Math.max(...lines.map(line => widthOf(line)))).toBeLessThanOrEqual(columns);
    expect(lines.join('')).not.toContain('\u001b');
  }
});

test('a long name is told in three lines at most, a long text in four, and that there is more', () => {
  const lines = textsOf({name: 'harbour '.repeat(30), key: 'HPAY', about: 'ships '.repeat(80)}, 40);
  const about = lines.indexOf('');
  expect(about).toBe(3);
  expect(lines[2]).toMatch(/…$/);
  expect(lines.slice(about + 1)).toHaveLength(4);
  expect(lines.at(-1)).toMatch(/…$/);
  expect(Math.max(...lines.map(line => widthOf(line)))).toBeLessThanOrEqual(40);
});

describe('values beside each other', () => {
  const title = 'Incident review: late webhook deliveries in the week of the release';
  const value = {
    name: 'One',
    work: [
      {title, place: 'the support handbook'},
      {title: 'Two', place: 'wiki'},
    ],
  };

  test('are whole where there is room', () => {
    expect(textsOf(value, 100)).toContain(` ${title}  in the support handbook`);
  });

  test('are cut where the widest of them is, the others stay', () => {
    const [line = ''] = textsOf(value, 60).filter(text => text.includes('Incident'));
    expect(line).toMatch(/^ Incident .*… {2}in the support handbook$/);
    expect(widthOf(line)).toBeLessThanOrEqual(60);
  });
});

test('why something is not known is said once', () => {
  const asked: Card = {
    title: [text('', '/name')],
    lines: [field('Issues', text('', '/insight/count'), text('', '/insight/last'))],
  };
  const lines = cardLines(
    asked,
    {name: 'One', insight: 'unknown: it broke'},
    {columns: 60, nowMs: 0},
  );
  const said = lines.map(line =>
    line
      .map(span => span.text)
      .join('')
      .trimEnd(),
  );
  expect(said).toEqual(['One', '', 'Issues         unknown: it broke']);
});

test('a space separates a label from its value, however long the label is', () => {
  const labels = ['Browse project', 'Browse projects', 'Administer projects'];
  const long: Card = {
    title: [text('', '/name')],
    lines: labels.map(label => field(label, text('', '/may'))),
  };
  const lines = cardLines(long, {name: 'Ann', may: 'no'}, {columns: 60, nowMs: 0});
  const texts = lines.map(line =>
    line
      .map(span => span.text)
      .join('')
      .trimEnd(),
  );
  expect(texts.filter(line => line.endsWith('no'))).toHaveLength(3);
  expect(texts.filter(line => line.endsWith(' no'))).toHaveLength(3);
});
