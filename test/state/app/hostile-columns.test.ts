import {describe, expect, test} from 'vitest';
import {widthOf} from '../../../src/base/width.ts';
import {columnGap} from '../../../src/output/fit-columns.ts';
import {screens} from '../../../src/screens/features.ts';
import type {Resource} from '../../../src/state/model/resource.ts';
import {describeLines} from '../../../src/state/show/describe.ts';
import {layOutList} from '../../../src/state/views/list/column-layout.ts';
import {rowLine, titleLine} from '../../../src/state/views/list/list-lines.ts';
import {makeRow} from '../../../src/state/views/list/rows.ts';

/** Texts a server could send to steer the terminal, or to break a table. */
const hostile: Readonly<Record<string, string>> = {
  'a colour': '\u001b[31mred\u001b[0m',
  'a title of the window': '\u001b]0;owned\u0007',
  'a clipboard write': '\u001b]52;c;cm0gLXJm\u001b\\',
  'C1 controls': '\u009b31m\u0090q\u009c',
  'line breaks and tabs': 'one\r\ntwo\tthree\u2028four',
  'backspaces and NUL': 'abc\b\b\b\u0000\u007f',
  'right to left override': 'abc\u202e\u2066gnp.exe',
  'zero width': 'a\u200bb\u200dc\ufeffd\u2060e',
  'marks on marks': `e${'\u0301\u0323'.repeat(40)}nd`,
  'wide characters': '漢字かな混じり文を長く長く書いておく',
  'a family of emoji': '👨‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈 flags 🇩🇪',
  'Arabic and Hebrew': 'مشروع الميناء עברית',
  'a lone surrogate': 'x\ud800y',
  'something very long': 'long '.repeat(2000),
};

/** Nothing of these may reach a terminal. */
const steering =
  /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])/;

/** An item that holds the text wherever a column, the name or the identity looks. */
function itemOf(resource: Resource, text: string): string {
  const item: Record<string, unknown> = {};
  const pointers = [
    ...resource.columns.flatMap(c => c.from),
    ...resource.name,
    ...resource.identity,
  ];
  for (const pointer of pointers) setAt(item, pointer, text);
  return JSON.stringify(item);
}

function setAt(item: Record<string, unknown>, pointer: string, text: string): void {
  const names = pointer.split('/').slice(1);
  const last = names.pop();
  if (last === undefined) return;
  let at = item;
  for (const name of names) {
    const next = at[name];
    if (typeof next !== 'object' || next === null) at[name] = {};
    at = at[name] as Record<string, unknown>;
  }
  at[last] ??= text;
}

describe.each(Object.entries(hostile))('%s', (_, text) => {
  test('in any column of any list steers nothing and moves nothing', () => {
    for (const resource of screens.lists) {
      const row = makeRow(resource, itemOf(resource, text));
      for (const columns of [37, 77, 117, 297]) {
        for (const wide of [false, true]) {
          const {placed} = layOutList({resource, rows: [row], wide, left: 0}, columns);
          const width = placed.reduce((sum, p) => sum + p.width, columnGap * (placed.length - 1));
          expect(width).toBeLessThanOrEqual(Math.max(columns, width * Number(placed.length < 3)));
          for (const line of [rowLine(placed, row, 0), titleLine(placed, undefined, 0)]) {
            const shown = line.map(span => span.text).join('');
            expect(shown).not.toMatch(steering);
            expect([resource.id, columns, widthOf(shown)]).toEqual([resource.id, columns, width]);
          }
        }
      }
    }
  });

  test('in a description is shown as escapes, and fits', () => {
    const lines = describeLines({name: text, nested: {list: [text]}}, 77, 0);
    for (const line of lines) {
      const shown = line.map(span => span.text).join('');
      expect(shown).not.toMatch(steering);
      expect(widthOf(shown)).toBeLessThanOrEqual(77);
    }
  });
});
