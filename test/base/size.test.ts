import {describe, expect, it} from 'vitest';
import {formatSize, parseSize} from '../../src/base/size.ts';

describe('a size', () => {
  it.each([
    ['1024', 1024],
    ['64MiB', 64 * 1024 ** 2],
    ['1G', 1024 ** 3],
    ['500k', 500 * 1024],
    ['1.5KB', 1536],
    ['7 b', 7],
  ])('%s', (text, bytes) => expect(parseSize(text)).toBe(bytes));

  it.each(['', '0', '-1', '1e3', '64 megabytes', 'MiB', `${'9'.repeat(400)}`])('%j is none', text =>
    expect(parseSize(text)).toBeUndefined(),
  );

  it('is formatted in the largest unit without a remainder', () => {
    expect([512 * 1024 ** 2, 1536, 1000, 5 * 1024 ** 4].map(formatSize)).toEqual([
      '512 MiB',
      '1536 bytes',
      '1000 bytes',
      '5120 GiB',
    ]);
  });
});
