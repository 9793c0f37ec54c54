import {expect, test} from 'vitest';
import {makeDutyReport} from '../../../src/api/watch/duty-report.ts';
import {retentionMs} from '../../../src/api/watch/failed-watch.ts';

const hourMs = 3_600_000;
const nowMs = Date.UTC(2026, 10, 27, 18, 13);

/** The line of a report that counts failures, of those so many hours ago. */
function headOf(hoursAgo: readonly number[], spanMs = retentionMs): string | undefined {
  const report = makeDutyReport('url');
  for (const hours of hoursAgo) {
    const failureTimeMs = nowMs - hours * hourMs;
    report.add({type: 'failure', item: '{"url":"https://a.example/x"}', failureTimeMs});
  }
  const text = report.markdown({site: 's', fromMs: nowMs - spanMs, nowMs});
  return text.split('\n').find(line => line.includes('failed deliver'));
}

test('a report names the trend of its time range, as the monitor does', () => {
  expect(headOf([1, 2, 3, 3])).toMatch(/; rising\.$/);
  expect(headOf([70, 69, 60, 50])).toMatch(/; falling\.$/);
  expect(headOf(Array.from({length: 71}, (_, i) => i))).toMatch(/; steady\.$/);
});

test('a range of a few hours has no trend', () => {
  expect(headOf([0.1, 1], 2 * hourMs)).toMatch(/\d\d:\d\d:\d\d\.$/);
});
