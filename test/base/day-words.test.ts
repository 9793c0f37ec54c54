import {describe, expect, test} from 'vitest';
import {localDay, parseDay, parseTime, readableDay} from '../../src/base/day-words.ts';

// A Saturday.
const today = '2026-11-21';

describe('a day in words', () => {
  test.each([
    ['2026-12-05', '2026-12-05'],
    ['today', '2026-11-21'],
    ['Tomorrow', '2026-11-22'],
    ['yesterday', '2026-11-20'],
    ['+2w', '2026-12-05'],
    ['-3d', '2026-11-18'],
    ['+1m', '2026-12-21'],
    ['+1y', '2027-11-21'],
    ['in two weeks', '2026-12-05'],
    ['in  a month', '2026-12-21'],
    ['10 days', '2026-12-01'],
    ['3 days ago', '2026-11-18'],
    ['one week ago', '2026-11-14'],
    ['friday', '2026-11-27'],
    ['next mon', '2026-11-23'],
    ['saturday', '2026-11-28'],
    ['next week', '2026-11-28'],
    ['end of month', '2026-11-30'],
    ['5 dec', '2026-12-05'],
    ['Dec 5', '2026-12-05'],
    ['5. January', '2027-01-05'],
    ['dec 5, 2030', '2030-12-05'],
  ])('%s is %s', (words, day) => {
    expect(parseDay(words, today)).toBe(day);
  });

  test.each([
    '',
    'soon',
    '2026-02-30',
    '31 feb',
    '2026-13-01',
    'in -2 days',
    'in zero weeks',
    'm',
    '5',
    'in 2 weeks ago',
    'no days',
    'constructor',
  ])('%j is no day', words => {
    expect(parseDay(words, today)).toBeUndefined();
  });

  test('a month on from its last day is the last day of a shorter one', () => {
    expect(parseDay('+1m', '2027-01-31')).toBe('2027-02-28');
    expect(parseDay('-1m', '2026-03-31')).toBe('2026-02-28');
    expect(parseDay('+1y', '2028-02-29')).toBe('2029-02-28');
  });

  test('is read with its weekday', () => {
    expect(readableDay('2026-12-05')).toBe('Sat 5 Dec 2026');
  });
});

describe('a time in words', () => {
  const now = new Date(2026, 10, 21, 12, 0).getTime();
  const local = (day: number, hour: number, minute = 0): string =>
    new Date(2026, 10, day, hour, minute).toISOString();

  test('is a day and a time of day of this machine', () => {
    expect(parseTime('tomorrow 9:30', now)).toBe(local(22, 9, 30));
    expect(parseTime('+2d at 14:00', now)).toBe(local(23, 14));
    expect(parseTime('18:05', now)).toBe(local(21, 18, 5));
    expect(parseTime('today', now)).toBe(local(21, 0));
    expect(parseTime('now', now)).toBe(new Date(now).toISOString());
    expect(localDay(now)).toBe(today);
  });

  test('in the format of the service is unchanged', () => {
    expect(parseTime('2026-12-01T09:00:00Z', now)).toBe('2026-12-01T09:00:00Z');
  });

  test.each(['', 'later', 'tomorrow 25:00', '2026-12-01T99:00', '12:61'])(
    '%j is no time',
    words => {
      expect(parseTime(words, now)).toBeUndefined();
    },
  );
});
