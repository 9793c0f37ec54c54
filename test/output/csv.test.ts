import {describe, expect, test} from 'vitest';
import {csvLine, separatedField, tsvLine} from '../../src/output/csv.ts';

describe('a field of CSV', () => {
  test.each([
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', `"'=1+1"`],
    ['+cmd|x', `"'+cmd|x"`],
    ['-2+3', `"'-2+3"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['  =1', `"'  =1"`],
    ['-5', '-5'],
    ['+1.25', '+1.25'],
    ['1-2', '1-2'],
  ])('%j is written as %j', (text, written) => {
    expect(separatedField(text, ',')).toBe(written);
  });
});

describe('a line', () => {
  test('of CSV ends as in RFC 4180, one of TSV as other tools read it', () => {
    expect(csvLine(['a', 'b\tc', 'd,e'])).toBe('a,b\tc,"d,e"\r\n');
    expect(tsvLine(['a', 'b\tc', 'd,e'])).toBe('a\t"b\tc"\td,e\n');
    expect(csvLine(['=a', '-b', '@c,d'], false)).toBe('=a,-b,"@c,d"\r\n');
  });
});
