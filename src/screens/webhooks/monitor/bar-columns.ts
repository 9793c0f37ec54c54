import {isArray, isObject, type JsonValue} from '../../../base/json-value.ts';
import {numberKey} from '../../../output/column-kind.ts';
import {columnOf} from '../../../state/model/column.ts';

const levels = ' ▁▂▃▄▅▆▇█';

/** `{failures, trend}`: numbers over time as small bars, empty where there is nothing, then an arrow. */
export const spark = columnOf({
  text: (value, {columns}) => sparkText(value, columns),
  sortKey: numberKey,
  width: 14,
  solid: 'all',
  filtered: false,
});

/** A share, 0 to 1, of the cell's width; the least one is still seen. */
export const bar = columnOf({
  text: (value, {columns}) => {
    const share = typeof value === 'number' ? Math.max(0, Math.min(1, value)) : 0;
    return share === 0 ? '' : '█'.repeat(Math.max(1, Math.round(share * columns)));
  },
  sortKey: numberKey,
  width: 48,
  solid: 'bar',
  filtered: false,
});

/** Neighbours are added up where there is less room than numbers. */
function sparkText(value: JsonValue | undefined, columns: number): string {
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
