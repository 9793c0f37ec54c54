import {expect, test} from 'vitest';
import {
  ageText,
  daysLeftText,
  dayTimeText,
  parseInstantMs,
  timeText,
} from '../../src/base/times.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const hour = 3_600_000;
const day = 24 * hour;

test('times come as epoch milliseconds, as their digits, or as ISO 8601', () => {
  expect(parseInstantMs(now)).toBe(now);
  expect(parseInstantMs(String(now))).toBe(now);
  expect(parseInstantMs('2026-11-21T12:00:00.000Z')).toBe(now);
  expect(parseInstantMs('soon')).toBeUndefined();
  expect(parseInstantMs(null)).toBeUndefined();
  // Beyond what a date can be.
  expect([1e308, -1e16, '99999999999999999999'].map(parseInstantMs)).toEqual(
    Array(3).fill(undefined),
  );
});

test('a time is shown to the minute', () => {
  expect(timeText(now)).toBe('2026-11-21 12:00');
  expect(timeText(undefined)).toBe('');
});

test.each([
  [30_000, 'now'],
  [5 * 60_000, '5m'],
  [3 * hour, '3h'],
  [12 * day, '12d'],
  [100 * day, '3mo'],
  [800 * day, '2y'],
  [-2 * hour, 'in 2h'],
])('an age of %d ms is %s', (age, text) => {
  expect(ageText(now - age, now)).toBe(text);
});

test.each([
  [20 * day, '20d'],
  [2 * day, '2d !'],
  [5 * hour, '5h !'],
  [10 * 60_000, '10m !'],
  [0, 'expired !'],
  [-day, 'expired !'],
])('%d ms left are shown as %s, with a mark where it is urgent', (left, text) => {
  expect(daysLeftText(now + left, now)).toBe(text);
});

test('a time includes its day, and omits its hour in another year', () => {
  const nowMs = Date.UTC(2026, 10, 21, 12);
  expect(dayTimeText(Date.UTC(2026, 0, 6, 7, 5), nowMs)).toBe('6 Jan 07:05');
  expect(dayTimeText(Date.UTC(2025, 11, 24, 7, 5), nowMs)).toBe('24 Dec 2025');
  expect(dayTimeText(undefined, nowMs)).toBe('');
});
