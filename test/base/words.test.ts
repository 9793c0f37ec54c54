import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {parseDuration} from '../../src/base/duration.ts';
import {nearestNames} from '../../src/base/nearest.ts';
import {safeText} from '../../src/base/safe-text.ts';

describe('parseDuration', () => {
  it.each([
    ['30s', 30_000],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['2m30s', 150_000],
    ['1h2m3s4ms', 3_723_004],
    ['500ms', 500],
    ['1.5s', 1500],
    ['90m', 5_400_000],
    ['0', 0],
    ['0s', 0],
  ])('reads %s', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each([
    '',
    ' ',
    '5',
    '-5s',
    '5 s',
    '30s2m',
    '5s5s',
    '5S',
    '1d',
    's',
    '1.s',
    '1e3s',
    `${'9'.repeat(30)}h`,
  ])('refuses %j', text => expect(parseDuration(text)).toBeUndefined());

  it('parses its own output', () => {
    const part = fc.nat({max: 999});
    fc.assert(
      fc.property(part, part, part, part, (h, m, s, ms) => {
        expect(parseDuration(`${h}h${m}m${s}s${ms}ms`)).toBe(((h * 60 + m) * 60 + s) * 1000 + ms);
      }),
    );
  });
});

describe('nearestNames', () => {
  const names = ['get', 'get-all', 'get-recent', 'delete', 'delete-by-id', 'update', 'search'];

  it('suggests names for typing errors', () => {
    expect(nearestNames('serach', names)).toEqual(['search']);
    expect(nearestNames('updtae', names)).toEqual(['update']);
    expect(nearestNames('DELETE', names)[0]).toBe('delete');
    expect(nearestNames('deleteById', names)[0]).toBe('delete-by-id');
  });

  it('suggests names that start with the text, at most three', () => {
    expect(nearestNames('ge', names)).toEqual(['get', 'get-all', 'get-recent']);
    expect(nearestNames('ge', names, 1)).toHaveLength(1);
  });

  it('suggests nothing without a similar name', () => {
    expect(nearestNames('webhooks', names)).toEqual([]);
    expect(nearestNames('', names)).toEqual([]);
  });
});

describe('safeText', () => {
  it('escapes control characters', () => {
    expect(safeText('a\u001b[31mb')).toBe('a\\u001b[31mb');
    expect(safeText('one\ntwo\tthree\r')).toBe('one\\ntwo\\tthree\\r');
    expect(safeText('\u009b\u202e\u200b\u007f\0\u2028\ufeff')).toBe(
      '\\u009b\\u202e\\u200b\\u007f\\u0000\\u2028\\ufeff',
    );
    expect(safeText('\ud800x\u{e0041}')).toBe('\\ud800x\\udb40\\udc41');
  });

  it('leaves readable text alone', () => {
    const text = 'Größe 漢字 👍 e\u0301 ❤️ – “quoted” \\ /';
    expect(safeText(text)).toBe(text);
  });

  it('leaves no character that cannot be on a line', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), text => {
        expect(safeText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      }),
    );
  });
});
