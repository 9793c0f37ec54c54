import {age, columnOf, nameText, number} from '../../../base/column.ts';
import {isObject, type JsonValue, listAt} from '../../../base/json-value.ts';
import {clockText, dayMs, hourMs} from '../../../base/times.ts';
import {type Axis, drawHeat, drawTicks} from '../../../output/axis.ts';
import type {Resource} from '../../../state/model/resource.ts';
import {failedUrls} from './lists.ts';

const hours = 24;

const countsOf = (value: JsonValue | undefined): readonly number[] =>
  listAt(value ?? null, '/failures').map(Number);

/** The start of the hour with most failures, in words. */
function worstHour(value: JsonValue | undefined, nowMs: number): string {
  const counts = countsOf(value);
  const most = Math.max(0, ...counts);
  const fromMs = nowMs - (hours - counts.indexOf(most)) * hourMs;
  return most === 0 ? '' : `most ${most} in the hour from ${clockText(fromMs).slice(0, 5)}`;
}

/** A column kind for `{failures, most}`: a shade for each hour of the last day. */
const heat = columnOf({
  text: (value, {columns}) =>
    isObject(value) ? drawHeat(countsOf(value), Number(value.most), columns) : '',
  title: ({nowMs, columns}) => {
    // All hours have the same width; the rest of the cell is empty.
    const width = Math.max(1, Math.floor(columns / hours)) * hours;
    const axis: Axis = {fromMs: nowMs - dayMs, toMs: nowMs, columns: Math.min(columns, width)};
    const ticks = [24, 18, 12, 6].map(ago => ({
      ms: nowMs - ago * hourMs,
      text: clockText(nowMs - ago * hourMs).slice(0, 5),
    }));
    return drawTicks(axis, ticks);
  },
  announced: (value, {nowMs}) => worstHour(value, nowMs),
  sortKey: value => Math.max(0, ...countsOf(value)),
  width: 400,
  filtered: false,
});

/** Failed deliveries by URL and hour of the last day; its rows come from the monitor. */
export const failedHours: Resource = {
  ...failedUrls,
  id: 'failed-hours',
  title: 'Failures by hour',
  aliases: ['heat-map'],
  local: 'failed-hours',
  columns: [
    nameText('FAILING', '/what', {id: 'url', min: 20, max: 60}),
    heat('HOURS', '/byHour', {min: 24, max: 400, grows: true, dropPriority: 0, tone: 'bad'}),
    number('24H', '/inLastDay', {id: 'h24', down: true, dropPriority: 0}),
    age('LAST', '/lastFailureTime', {dropPriority: 1, down: true, tone: 'warn'}),
  ],
  sort: {column: 'h24', reverse: true},
  sorts: ['h24', 'last', 'url'],
  empty: 'No failed deliveries in the last 24 hours.',
  about:
    'Failed deliveries by URL and hour of the last day; the darker, the more. Enter shows the failures of a URL.',
};
