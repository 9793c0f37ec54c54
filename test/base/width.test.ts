import fc from 'fast-check';
import stringWidth from 'string-width';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {escapeOutput, safeStart, safeText} from '../../src/base/safe-text.ts';
import {
  cutText,
  padText,
  sliceColumns,
  widthOf,
  wrappedLines,
  wrapText,
} from '../../src/base/width.ts';

/** Texts of everything that is measured in another way. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ' ',
        '  ',
        'word',
        'слово',
        '漢字',
        '한국',
        '🙂',
        '👍🏽',
        'e\u0301',
        'ﾊﾞ',
        '1\u20e3',
      ),
      fc.string({unit: 'grapheme', maxLength: 8}),
    ),
    {maxLength: 60},
  )
  .map(parts => safeText(parts.join('')));

afterEach(() => vi.restoreAllMocks());

/** UTF-16 units that are looked at character by character meanwhile. */
function unitsMeasured(work: () => unknown): number {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  work();
  return segment.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
}

describe('the width of a text', () => {
  it('is that of Ink for every character alone and between others', () => {
    for (let page = 0; page < 0x100; page++) {
      const codes = Array.from({length: 0x100}, (_, i) =>
        safeText(String.fromCharCode(page * 0x100 + i)),
      );
      const [between, together] = [codes.join('a'), codes.join('')];
      expect([page, widthOf(between)]).toEqual([page, stringWidth(between)]);
      expect([page, widthOf(together)]).toEqual([page, stringWidth(together)]);
    }
  });

  it('is that of Ink for long texts too', () => {
    fc.assert(
      fc.property(anyText, text => {
        const long = `${text} `.repeat(20);
        expect(widthOf(long)).toBe(stringWidth(long));
      }),
    );
  });
});

describe('a text cut, sliced or wrapped', () => {
  it('fits, and a text that fits is unchanged', () => {
    fc.assert(
      fc.property(anyText, fc.integer({min: 2, max: 40}), (text, columns) => {
        expect(stringWidth(padText(text, columns))).toBe(columns);
        if (stringWidth(text) <= columns) expect(cutText(text, columns)).toBe(text);
        expect(stringWidth(sliceColumns(text, columns, 10))).toBeLessThanOrEqual(10);
      }),
    );
  });

  it('loses only spaces, and no line exceeds the width', () => {
    fc.assert(
      fc.property(anyText, fc.integer({min: 8, max: 40}), (text, columns) => {
        const lines = wrapText(text, columns);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it('breaks at spaces, long words at the edge', () => {
    expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrapText('one     two', 5)).toEqual(['one', 'two']);
    expect(wrapText('  in abcdefghij', 6)).toEqual(['  in', 'abcdef', 'ghij']);
    expect(wrapText('', 6)).toEqual(['']);
    expect(wrapText('日本', 1)).toEqual(['日', '本']);
    expect(wrapText('!\u2003\u2003\u2003слово', 5)).toEqual(['!\u2003\u2003\u2003с', 'лово']);
    expect(wrapText('!\u2003\u2003 слово', 5)).toEqual(['!\u2003\u2003', 'слово']);
  });
});

describe('the work', () => {
  const words = {
    plain: 'x'.repeat(40_000),
    letters: 'л'.repeat(40_000),
    wide: '漢'.repeat(40_000),
    pictures: '🙂'.repeat(20_000),
    mixed: 'a🙂é'.repeat(10_000),
    marks: `a\u0301`.repeat(20_000),
  };

  it.each(Object.entries(words))('of wrapping grows with the text: %s', (_, word) => {
    expect(unitsMeasured(() => wrapText(word, 80))).toBeLessThan(6 * word.length);
  });

  it.each(Object.entries(words))('of cutting and of the first lines does not: %s', (_, word) => {
    expect(
      unitsMeasured(() => {
        padText(word, 80);
        sliceColumns(word, 80, 80);
        wrappedLines(word, 80).next();
      }),
    ).toBeLessThan(5000);
  });

  it('on marks without end is none: they are cut', () => {
    expect(safeText(`a${'\u0301'.repeat(90_000)}b`)).toBe(`a${'\u0301'.repeat(16)}…b`);
    expect(safeStart('x'.repeat(1_000_000), 80).length).toBeLessThan(4000);
  });
});

describe('a text on its way to a terminal', () => {
  it.each([
    ['plain\ttext\r\nand ünïcode\n', 'plain\ttext\r\nand ünïcode\n'],
    ['\u001b[2J', '\\u001b[2J'],
    ['\u001b]52;c;eA==\u0007', '\\u001b]52;c;eA==\\u0007'],
    ['\u009b2J\u0090q\u009c', '\\u009b2J\\u0090q\\u009c'],
    ['over\rwritten\b\u007f', 'over\\u000dwritten\\u0008\\u007f'],
    ['\u202etxt.exe\u2066', '\\u202etxt.exe\\u2066'],
  ])('%j steers it in no case', (text, shown) => {
    expect(escapeOutput(text)).toBe(shown);
    expect(escapeOutput(text, 'style')).toBe(shown);
  });

  it('is styled only where the program did that, and steers only where it means to', () => {
    const text = '\u001b[1;31mred\u001b[0m\u001b[2K';
    expect(escapeOutput(text)).toBe('\\u001b[1;31mred\\u001b[0m\\u001b[2K');
    expect(escapeOutput(text, 'style')).toBe('\u001b[1;31mred\u001b[0m\\u001b[2K');
    expect(escapeOutput(text, 'all')).toBe(text);
  });
});
