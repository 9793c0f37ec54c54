import {columnOf} from '../../base/column.ts';
import {dayMs} from '../../base/times.ts';
import {type Axis, drawBars, drawTicks} from '../../output/axis.ts';
import {timeKind} from '../../output/column-kind.ts';
import type {Resource} from '../../state/model/resource.ts';
import {daysLeftTone, lifeDays, webhooks} from './webhooks.ts';

/** The days with a tick: every fifth or, without room for its words, every tenth. */
const tickDays = (columns: number): readonly number[] =>
  columns < 48 ? [0, 10, 20] : [0, 5, 10, 15, 20, 25];

/** The axis of the days until the last possible expiry. */
const axisOf = (nowMs: number, columns: number): Axis => ({
  fromMs: nowMs,
  toMs: nowMs + lifeDays * dayMs,
  columns,
});

/** A column kind for the time of an expiry, on an axis of 30 days. */
const onAxis = columnOf(
  timeKind(
    (ms, {nowMs, columns}) =>
      ms === undefined
        ? ''
        : drawBars(
            axisOf(nowMs, columns),
            [{fromMs: nowMs, toMs: ms, fill: '─'}],
            [{ms, text: '●'}],
          ),
    {
      title: ({nowMs, columns}) =>
        drawTicks(
          axisOf(nowMs, columns),
          tickDays(columns).map(days => ({
            ms: nowMs + days * dayMs,
            text: days === 0 ? 'NOW' : `${days} DAYS`,
          })),
        ),
      announced: () => '',
      tone: daysLeftTone,
      width: 400,
      filtered: false,
    },
  ),
);

/** Registered webhooks on an axis of the days until they expire. */
export const webhookExpiry: Resource = {
  ...webhooks,
  id: 'webhook-expiry',
  title: 'Expiry of webhooks',
  aliases: ['expiry'],
  indexed: undefined,
  columns: webhooks.columns.flatMap(column => {
    if (column.id === 'left') return [{...column, min: 9, max: 9, width: 9}];
    if (column.id === 'url') {
      const axis = onAxis('EXPIRY', '/expirationDate', {
        id: 'axis',
        min: 24,
        max: 400,
        grows: true,
        dropPriority: 0,
      });
      return [{...column, max: 40, grows: false}, axis];
    }
    if (column.id === 'events') return [{...column, max: 24}];
    return column.id === 'id' ? [column] : [];
  }),
  about: 'When registered webhooks expire, on an axis of 30 days. t refreshes the selected ones.',
};
