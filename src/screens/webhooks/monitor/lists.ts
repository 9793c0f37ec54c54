import {groupingNames} from '../../../api/watch/group-deliveries.ts';
import {clamp} from '../../../base/clamp.ts';
import {age, columnOf, nameText, number, text} from '../../../base/column.ts';
import {isArray, isObject, type JsonValue} from '../../../base/json-value.ts';
import {columnKinds, numberKey} from '../../../output/column-kind.ts';
import {drawSpark, sumNeighbours} from '../../../output/spark.ts';
import {type Card, field, inPhrase} from '../../../state/model/card.ts';
import {columnsWith, recordColumns} from '../../../state/model/column.ts';
import type {ObjectScreen} from '../../../state/model/object-screen.ts';
import type {Params} from '../../../state/model/params.ts';
import {list, type Resource} from '../../../state/model/resource.ts';
import type {AppState} from '../../../state/model/state.ts';
import {deliveryReader} from './delivery-lines.ts';
import {forwardResultPointer} from './forwarding.ts';
import {groupCard} from './monitor-cards.ts';
import {monitorOf} from './monitor-state.ts';
import {bodyColumn, crumbOfRecords, factsOfDelivery} from './record-names.ts';

/** Lines above the list: one, plus two of a chart once a failure is known. */
const chartedOnceKnown = (own: AppState['own']): number =>
  monitorOf({own}).buffered.length > 0 ? 3 : 1;

/** A column kind for `{failures, trend}`: a sparkline, empty for zeros, then an arrow. */
const spark = columnOf({
  text: (value, {columns}) => sparkText(value, columns),
  sortKey: numberKey,
  width: 14,
  filtered: false,
});

/** A share of the cell's width, 0 to 1; a nonzero share is always visible. */
const bar = columnOf({
  text: (value, {columns}) => {
    const share = typeof value === 'number' ? clamp(value, 0, 1) : 0;
    return share === 0 ? '' : '█'.repeat(Math.max(1, Math.round(share * columns)));
  },
  sortKey: numberKey,
  width: 48,
  filtered: false,
});

/** A time, with seconds if nonzero, since bars may start within a minute. */
const moment = columnOf({
  ...columnKinds.time,
  text(value, place) {
    const text = columnKinds.time.text(value, place);
    const seconds = Math.floor(Number(value) / 1000) % 60;
    return text === '' || !(seconds > 0) ? text : `${text}:${String(seconds).padStart(2, '0')}`;
  },
});

/** Format a sparkline; neighbours are summed if the column is too narrow. */
function sparkText(value: JsonValue | undefined, columns: number): string {
  if (!isObject(value) || !isArray(value.failures)) return '';
  const sums = sumNeighbours(value.failures.map(Number), columns - 2);
  return `${drawSpark(sums)} ${String(value.trend ?? '')}`;
}

const about =
  'The watch keeps running on other screens and restarts with the profile; :monitor off stops the watch. For add-on apps only.';

/** Failed deliveries by URL; its rows come from the monitor. */
export const failedUrls = list({
  id: 'failed-webhooks',
  title: 'Failed webhooks',
  noun: 'group',
  aliases: ['failed', 'failures', 'wh-failed', 'wh failed', 'deliveries'],
  local: 'failed-urls',
  scope: 'monitor',
  headed: chartedOnceKnown,
  identity: ['/what'],
  name: ['/what'],
  columns: [
    nameText('FAILING', '/what', {id: 'url', min: 31, max: 70, grows: true}),
    number('15M', '/inLastQuarterHour', {
      id: 'm15',
      dropPriority: 1,
      down: true,
      tones: {'0': 'dim'},
      tone: 'bad',
    }),
    number('1H', '/inLastHour', {id: 'h1', down: true, tones: {'0': 'dim'}, tone: 'bad'}),
    number('24H', '/inLastDay', {id: 'h24', down: true, tones: {'0': 'dim'}}),
    number('72H', '/inLastThreeDays', {
      id: 'h72',
      dropPriority: 3,
      down: true,
      tones: {'0': 'dim'},
    }),
    spark('TREND', '/overTime', {min: 8, dropPriority: 2, tone: 'accent'}),
    age('FIRST', '/firstFailureTime', {dropPriority: 5, tone: 'dim'}),
    text('MUTED', '/muted', {id: 'muted', hidden: true, max: 30, tone: 'dim'}),
    age('LAST', '/lastFailureTime', {dropPriority: 0, down: true, tone: 'warn'}),
  ],
  sort: {column: 'last', reverse: true},
  sorts: ['last', 'm15', 'h1', 'h24', 'h72', 'url'],
  card: groupCard,
  opens: {
    screen: 'failed-records',
    params: Object.fromEntries([...groupingNames, 'at', 'is'].map(name => [name, [`/${name}`]])),
  },
  empty: 'No failed deliveries in the last 72 hours.',
  about: `Failed deliveries by URL, live. TREND covers the time window (t); its arrow compares the last quarter with the rest. ${about}`,
});

/** Failed deliveries one by one, newest first; its rows come from the monitor. */
export const failedRecords = list({
  id: 'failed-records',
  opened: params =>
    Object.keys(params).length === 0
      ? undefined
      : {
          crumb: crumbOfRecords(params),
          title: 'Records',
          list: withoutColumn(failedRecords, params),
        },
  noun: 'failed delivery',
  local: 'failed-records',
  // A record with its body does not fit into a table row.
  exports: 'jsonl',
  reader: deliveryReader,
  issueOf: value => factsOfDelivery(value).issue,
  scope: 'monitor',
  headed: chartedOnceKnown,
  identity: ['/id', '/failureTime'],
  name: ['/id'],
  // The body is shown as columns; the raw body is for filters and the column chooser.
  columns: columnsWith(
    recordColumns('webhook get-failed', {
      url: [
        bodyColumn('EVENT', 'event', {max: 24, dropPriority: 0}),
        bodyColumn('ISSUE', 'issue', {max: 16, tone: 'accent'}),
        bodyColumn('PROJECT', 'project', {max: 12, dropPriority: 4}),
        bodyColumn('BY', 'user', {max: 24, dropPriority: 3}),
        text('SENT AGAIN', forwardResultPointer, {
          id: 'sent',
          hidden: true,
          max: 40,
          dropPriority: 1,
          tone: 'accent',
        }),
        bodyColumn('ABOUT', 'about', {min: 12, max: 60, dropPriority: 2, tone: 'dim'}),
      ],
    }),
    {body: {hidden: true}},
  ),
  sort: {column: 'time', reverse: true},
  empty: 'No failed deliveries in this time window; t changes the window.',
  about: `Failed deliveries one by one, newest first. The service lists them for 72 hours. ${about}`,
});

/** Remove the columns whose value the breadcrumb shows. */
function withoutColumn(records: Resource, params: Params): Resource {
  return {...records, columns: records.columns.filter(({id}) => params[id] === undefined)};
}

/** Card of an interval. */
const barCard: Card = {
  title: [moment('', '/from'), inPhrase('to {}', moment('', '/to'))],
  lines: [
    field('Failed', number('', '/count')),
    field('Worst URL', text('', '/worst'), inPhrase('{} of them', number('', '/worstCount'))),
  ],
};

/** Failed deliveries by interval; its rows come from the monitor. */
export const failedTimes = list({
  id: 'failed-times',
  title: 'Failures over time',
  noun: 'bar',
  aliases: ['timeline'],
  local: 'failed-times',
  scope: 'monitor',
  headed: chartedOnceKnown,
  identity: ['/from'],
  columns: [
    moment('FROM', '/from', {dropPriority: 0, down: true, tone: 'title'}),
    bar('FAILURES', '/share', {id: 'bar', min: 16, max: 48, tone: 'bad'}),
    number('COUNT', '/count', {dropPriority: 0, down: true, tones: {'0': 'dim'}}),
    text('WORST URL', '/worst', {id: 'worst', min: 12, max: 60, grows: true, dropPriority: 2}),
    number('ITS COUNT', '/worstCount', {
      id: 'of',
      dropPriority: 3,
      tone: 'dim',
      tones: {'0': 'dim'},
    }),
  ],
  sort: {column: 'from', reverse: true},
  card: barCard,
  opens: {screen: 'failed-records', params: {from: ['/from'], to: ['/to']}},
  empty: 'No failed deliveries in this time window; t changes the window.',
  about: `Failures over time, with the worst URL of each interval. Enter shows the failures of an interval, t changes the time window. ${about}`,
});

/** The monitor: its lists as tabs, and the registered webhooks. */
export const failedWebhooks: ObjectScreen = {
  id: 'webhook-monitor',
  title: 'Webhooks',
  needs: [],
  unlisted: true,
  about:
    'Failed deliveries by URL, one by one, over time and by hour; registered webhooks and their expiry.',
  crumb: () => 'Webhooks',
  tabs: () => [
    {list: 'failed-webhooks', title: 'By URL'},
    {list: 'failed-records', title: 'Records'},
    {list: 'failed-times', title: 'Timeline'},
    {list: 'webhooks', title: 'Registered'},
    {list: 'failed-hours', title: 'By hour'},
    {list: 'webhook-expiry', title: 'Expiry'},
  ],
};
