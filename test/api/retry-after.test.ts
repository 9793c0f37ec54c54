import {describe, expect, test} from 'vitest';
import {retryAfterSeconds} from '../../src/api/retry-after.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const date = (text: string) => new Date(text).toUTCString();

describe('a Retry-After header', () => {
  test.each<readonly [headers: Record<string, string>, seconds: number | undefined]>([
    [{}, undefined],
    [{'retry-after': ''}, undefined],
    [{'retry-after': '   '}, undefined],
    [{'retry-after': 'soon'}, undefined],
    [{'retry-after': '5'}, 5],
    [{'retry-after': ' 5 '}, 5],
    [{'retry-after': '0'}, 0],
    [{'retry-after': '1.2'}, 2],
    [{'retry-after': '10.25'}, 11],
    [{'retry-after': '120'}, 120],
    [{'retry-after': '999999999'}, 999_999_999],
    [{'retry-after': '1000000000'}, 999_999_999],
    [{'retry-after': '9'.repeat(400)}, 999_999_999],
    [{'retry-after': date('2026-01-01T00:01:30Z')}, 90],
    [{'retry-after': date('2025-12-31T23:59:00Z')}, 0],
    [{'retry-after': date('2999-01-01T00:00:00Z')}, 999_999_999],
    [{'retry-after': date('2026-01-01T00:01:30Z'), date: date('2026-01-01T00:01:00Z')}, 30],
    [{'retry-after': date('2026-01-01T00:01:30Z'), date: 'now'}, 90],
    [{'retry-after': '7', date: date('2026-01-01T00:01:00Z')}, 7],
  ])('in %j is %s seconds', (headers, seconds) => {
    expect(retryAfterSeconds(headers, now)).toBe(seconds);
  });

  test.each(['5s', 's5', '-5', '1.', '.5', '1,5'])(
    'that is no plain number is no wait of its digits: %s',
    text => {
      const seconds = retryAfterSeconds({'retry-after': text}, now);
      expect(seconds === undefined || seconds === 0).toBe(true);
    },
  );

  test('is rounded up to whole seconds where the clock is between two', () => {
    const headers = {'retry-after': date('2026-01-01T00:00:10Z')};
    expect(retryAfterSeconds(headers, now + 1)).toBe(10);
    expect(retryAfterSeconds(headers, now + 999)).toBe(10);
    expect(retryAfterSeconds(headers, now + 1000)).toBe(9);
  });
});
