import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {parseCsv} from '../../src/base/parse-csv.ts';

const cellsOf = (text: string) => {
  const file = parseCsv(text);
  return 'records' in file ? file.records.map(({cells}) => cells) : file.problem;
};

describe('CSV', () => {
  it('is read with its line numbers, quotes, line breaks and a byte order mark', () => {
    expect(parseCsv('\uFEFFid,name\r\n1,"a ""b"",\nc"\r\n\r\n2,d')).toEqual({
      records: [
        {line: 1, cells: ['id', 'name']},
        {line: 2, cells: ['1', 'a "b",\nc']},
        {line: 5, cells: ['2', 'd']},
      ],
    });
  });

  it('may be separated by semicolons or tabs, and end with an empty cell', () => {
    expect(cellsOf('id;"a,b,c,d"\n1;')).toEqual([
      ['id', 'a,b,c,d'],
      ['1', ''],
    ]);
    expect(cellsOf('id\tname\n1\t\n')).toEqual([
      ['id', 'name'],
      ['1', ''],
    ]);
  });

  it('with a broken quote is refused with the line', () => {
    expect(cellsOf('id\n"1')).toBe('line 2: a quoted cell is not closed');
    expect(cellsOf('id\n"1"x')).toBe('line 2: text follows the closing quote of a cell');
  });

  it('gives back any cells that were quoted', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', ' ', '=', 'ü'),
    });
    const row = fc.tuple(cell, cell, cell);
    fc.assert(
      fc.property(fc.array(row, {minLength: 1}), rows => {
        const quoted = rows.map(cells => cells.map(one => `"${one.replaceAll('"', '""')}"`));
        const text = `a,b,c\n${quoted.map(cells => cells.join(',')).join('\r\n')}\n`;
        expect(cellsOf(text)).toEqual([['a', 'b', 'c'], ...rows]);
      }),
    );
  });
});
