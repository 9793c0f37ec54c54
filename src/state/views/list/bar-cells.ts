import {isArray, isObject, type JsonValue} from '../../../base/json-value.ts';
import {daysLeftText} from '../../show/times.ts';

const dayMs = 86_400_000;
const lifeDays = 30;
const longestDaysBar = 10;
/** `expired !` */
const longestDaysLeft = 9;
const levels = ' ▁▂▃▄▅▆▇█';

/**
 * `██████░░░░ 18d`: how much of 30 days is left; without the bar where there is no room.
 *
 * @param columns width of the cell
 */
export function daysBarText(ms: number | undefined, nowMs: number, columns: number): string {
  const text = daysLeftText(ms, nowMs);
  const width = Math.min(longestDaysBar, columns - longestDaysLeft - 1);
  if (ms === undefined || width < 4) return text;
  const share = Math.max(0, Math.min(1, (ms - nowMs) / (lifeDays * dayMs)));
  const filled = share > 0 ? Math.max(1, Math.round(share * width)) : 0;
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${text}`;
}

/**
 * `▁▂ ▅█ ↑`: numbers over time as bars, empty where there is nothing, then an arrow. Neighbours are
 * added up where there is less room than numbers.
 *
 * @param columns width of the cell
 */
export function sparkText(value: JsonValue | undefined, columns: number): string {
  if (!isObject(value) || !isArray(value.failures)) return '';
  const parts = value.failures.map(Number);
  const each = Math.max(1, Math.ceil(parts.length / Math.max(1, columns - 2)));
  const sums = Array.from({length: Math.ceil(parts.length / each)}, (_, i) =>
    parts.slice(i * each, (i + 1) * each).reduce((a, b) => a + b, 0),
  );
  const most = Math.max(1, ...sums);
  const bars = sums.map(n => levels[n === 0 ? 0 : Math.max(1, Math.round((n / most) * 8))]);
  return `${bars.join('')} ${String(value.trend ?? '')}`;
}

/** A share of the cell's width; the least one is still seen. */
export function barText(value: JsonValue | undefined, columns: number): string {
  const share = typeof value === 'number' ? Math.max(0, Math.min(1, value)) : 0;
  return share === 0 ? '' : '█'.repeat(Math.max(1, Math.round(share * columns)));
}
