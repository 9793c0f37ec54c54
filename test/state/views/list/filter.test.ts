import {describe, expect, test} from 'vitest';
import {makeFilter} from '../../../../src/state/views/list/filter.ts';
import {visibleRows} from '../../../../src/state/views/list/rows.ts';
import {listOf, makeHarness, namesOf} from '../../../support/app-harness.ts';
import {stillWorld} from '../../../support/still-world.ts';

const row = {
  key: 'web',
  name: 'web shop',
  lead: 'ann lee',
  state: 'archived',
  issues: '1,204',
  date: '2026-11-21',
};

function matches(text: string): boolean {
  const filter = makeFilter(text, Object.keys(row));
  if ('problem' in filter) throw new Error(filter.problem);
  return filter.match(row);
}

test.each([
  ['', true],
  ['   ', true],
  ['web', true],
  ['WEB ann', true],
  ['web bob', false],
  ['bob | ann', true],
  ['bob|ann', true],
  ['!bob', true],
  ['!archived', false],
  ['web !archived', false],
  ['lead:ann', true],
  ['lead:web', false],
  ['!lead:web', true],
  ['name:"web shop"', true],
  ['"shop web"', false],
  ['https://x', false],
  ['|', true],
  ['~wbsp', true],
  ['~pswb', false],
  ['/^web s/', true],
  ['/^shop/', false],
  ['name:/sho?p$/', true],
  ['!/shop/', false],
  ['issues>1000', true],
  ['issues<1000', false],
  ['issues>1204', false],
  ['date>2026-11-01', true],
  ['date<2026-11-01', false],
  ['lead>3', false],
])('filter %j gives %j', (text, expected) => {
  expect(matches(text)).toBe(expected);
});

test('a filter that is not finished says what is missing', () => {
  expect(makeFilter('!', [])).toEqual({
    problem: '! needs a word to exclude, as in !archived',
  });
  expect(makeFilter('"two', [])).toEqual({problem: 'close the quotes: "two words"'});
  expect(makeFilter('~', [])).toEqual({
    problem: '~ needs letters to find in order, as in ~wbshp',
  });
  expect(makeFilter('/a(/', [])).toMatchObject({
    problem: expect.stringMatching(/invalid expression/),
  });
  expect(makeFilter('n>x', ['n'])).toEqual({
    problem: '> needs a number or a date, as in >3 or >2026-01-31',
  });
});

describe('what a filter found', () => {
  const find = (filter: string, column: string, text: string) => {
    const made = makeFilter(filter, ['key', 'name']);
    if ('problem' in made) throw new Error(made.problem);
    return made.find(column, text).map(([start, end]) => text.slice(start, end));
  };

  test('is told for each word, whatever its case', () => {
    expect(find('web ap', 'name', 'Web Apps of the web')).toEqual(['Web', 'Ap', 'web']);
    expect(find('/a.p/ | "of the"', 'name', 'Web Apps of the web')).toEqual(['App', 'of the']);
  });

  test('is nothing for what must not be found, is compared or belongs to another column', () => {
    expect(find('!web', 'name', 'web')).toEqual([]);
    expect(find('key>3', 'key', '4')).toEqual([]);
    expect(find('key:web', 'name', 'web')).toEqual([]);
    expect(find('key:web', 'key', 'WEB-1')).toEqual(['WEB']);
  });

  test('never overlaps, and is left out where lowering changes the length of a text', () => {
    expect(find('ab b', 'name', 'ab b')).toEqual(['ab', 'b']);
    expect(find('a', 'name', '\u0130a')).toEqual([]);
  });
});

test('a day is found as it is shown and compared as it was sent', async () => {
  const harness = makeHarness(stillWorld());
  await harness.settle();
  harness.press(':', 'ver HPAY', 'enter');
  await harness.settle();
  const shown = (filter: string) => {
    harness.press('/', filter, 'enter');
    const names = namesOf(harness);
    harness.press('esc');
    return names;
  };
  expect(shown('"1 dec"')).toEqual(['2.4.0', '2.5.0']);
  expect(shown('2026-12')).toEqual(['2.4.0', '2.5.0']);
  expect(shown('releaseDate<2026-02-01')).toEqual(['1.0.0']);
});

test('a filter puts the cursor on its first match, or leaves it on a row that matches', async () => {
  const harness = makeHarness(stillWorld());
  await harness.settle();
  harness.press(':', 'ver HPAY', 'enter');
  await harness.settle();
  const under = () => visibleRows(listOf(harness)).rows[listOf(harness).cursor]?.name;
  harness.press('G', '/', '"1 dec"', 'enter');
  expect(under()).toBe('2.4.0');
  harness.press('j');
  expect(under()).toBe('2.5.0');
  harness.press('esc', '/', '2026-12', 'enter');
  expect(under()).toBe('2.5.0');
});

test('a filter that is the whole name of a row puts the cursor there', async () => {
  const harness = makeHarness(stillWorld());
  await harness.settle();
  harness.press(':', 'priorities', 'enter');
  await harness.settle();
  harness.press('/', ...'high');
  const {rows} = visibleRows(listOf(harness));
  expect(rows.map(({name}) => name)).toEqual(['Highest', 'High']);
  expect(rows[listOf(harness).cursor]?.name).toBe('High');
});

describe('times in a filter', () => {
  const row = (left: string) => ({left});
  const passes = (filter: string, left: string): boolean => {
    const made = makeFilter(filter, ['left']);
    return 'problem' in made ? false : made.match(row(left));
  };
  test('count in days, whatever the cell is written in', () => {
    for (const left of ['██░░░░ 2d !', '5h !', '7m !', 'expired !']) {
      expect([left, passes('left<3', left)]).toEqual([left, true]);
    }
    expect(passes('left<3', '3d')).toBe(false);
    expect(passes('left<12h', '2d !')).toBe(false);
    expect(passes('left<12h', '5h !')).toBe(true);
  });
});

describe('an expression', () => {
  const textsOf = (name: string) => ({name});

  test.each(['(a+)+', '(a|b)*', '(?:x?y)+', '(.*a){20}', '((ab*)c)+', '(a?){30}', 'a*b*c*d*'])(
    '/%s/, which may run forever, is refused with the reason',
    source => {
      expect(makeFilter(`/${source}/`, [])).toMatchObject({
        problem: expect.stringContaining('may run forever'),
      });
    },
  );

  test.each([
    ['(ab)+c', 'xababc'],
    ['(foo|bar)-[0-9]+', 'bar-12'],
    ['[(|]+', '(('],
    ['\\(a+\\)', '(aa)'],
    ['^a.*b.*c$', 'a1b2c'],
    ['(?<year>\\d{4})-\\d{2}', 'on 2026-11'],
  ])('/%s/ finds %j', (source, text) => {
    const filter = makeFilter(`/${source}/`, ['name']);
    if ('problem' in filter) throw new Error(filter.problem);
    expect(filter.match(textsOf(text))).toBe(true);
  });

  test('with several open parts looks at the beginning of a text, and so ends on the worst', () => {
    const filter = makeFilter('/a*a*a*b/', ['name']);
    if ('problem' in filter) throw new Error(filter.problem);
    expect(filter.match(textsOf('a'.repeat(1_000_000)))).toBe(false);
    expect(filter.match(textsOf(`${'a'.repeat(50)}b`))).toBe(true);
  });
});
