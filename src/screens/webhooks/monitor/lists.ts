import type {ObjectScreen} from '../../../state/model/object-screen.ts';
import type {Resource} from '../../../state/model/resource.ts';
import {crumbOfRecords} from './record-params.ts';

const about =
  'The watch goes on beside every other screen and begins again with the profile; :monitor off ends it. For add-on apps only.';

/** Failed deliveries by URL; its rows come from the monitor. */
export const failedUrls: Resource = {
  id: 'failed-webhooks',
  title: 'Failed webhooks',
  noun: 'URL',
  service: 'tracker',
  aliases: ['failed', 'failures', 'wh-failed', 'wh failed', 'deliveries'],
  needs: [],
  sources: [],
  local: 'failed-urls',
  identity: ['/url'],
  name: ['/url'],
  columns: [
    {
      id: 'url',
      title: 'URL',
      from: ['/url'],
      kind: 'text',
      min: 32,
      max: 70,
      grows: true,
      worth: 0,
      tone: 'title',
    },
    {
      id: 'm15',
      title: '15M',
      from: ['/inLastQuarterHour'],
      kind: 'number',
      worth: 2,
      down: true,
      tones: {'0': 'dim'},
      tone: 'bad',
    },
    {
      id: 'h1',
      title: '1H',
      from: ['/inLastHour'],
      kind: 'number',
      worth: 1,
      down: true,
      tones: {'0': 'dim'},
      tone: 'bad',
    },
    {
      id: 'h24',
      title: '24H',
      from: ['/inLastDay'],
      kind: 'number',
      worth: 1,
      down: true,
      tones: {'0': 'dim'},
    },
    {
      id: 'h72',
      title: '72H',
      from: ['/inLastThreeDays'],
      kind: 'number',
      worth: 3,
      down: true,
      tones: {'0': 'dim'},
    },
    {id: 'trend', title: 'TREND', from: ['/overTime'], kind: 'spark', worth: 2, tone: 'accent'},
    {id: 'first', title: 'FIRST', from: ['/firstFailureTime'], kind: 'age', worth: 5, tone: 'dim'},
    {
      id: 'last',
      title: 'LAST',
      from: ['/lastFailureTime'],
      kind: 'age',
      worth: 0,
      down: true,
      tone: 'warn',
    },
  ],
  sort: {column: 'last', reverse: true},
  sorts: ['last', 'm15', 'h1', 'h24', 'h72', 'url'],
  opens: {screen: 'failed-records', params: {url: ['/url']}},
  empty: 'No delivery has failed in the last 72 hours.',
  about: `Failed deliveries by URL, as they happen. TREND is about the time window (t), its arrow about the last quarter of it. ${about}`,
};

/** Failed deliveries one by one, newest first; its rows come from the monitor. */
export const failedRecords: Resource = {
  id: 'failed-records',
  opened: params =>
    Object.keys(params).length === 0
      ? undefined
      : {
          crumb: crumbOfRecords(params),
          title: 'Records',
          list: params.url === undefined ? failedRecords : failedOfUrl,
        },
  title: 'Failed deliveries',
  noun: 'failed delivery',
  service: 'tracker',
  aliases: [],
  needs: [],
  sources: [],
  local: 'failed-records',
  identity: ['/id', '/failureTime'],
  name: ['/id'],
  columns: [
    {
      id: 'time',
      title: 'FAILED AT',
      from: ['/failureTime'],
      kind: 'instant',
      worth: 0,
      down: true,
      tone: 'title',
    },
    {id: 'ago', title: 'AGO', from: ['/failureTime'], kind: 'age', worth: 2, tone: 'warn'},
    {id: 'url', title: 'URL', from: ['/url'], kind: 'url', min: 18, max: 60, grows: true, worth: 0},
    {
      id: 'body',
      title: 'BODY',
      from: ['/body'],
      kind: 'firstLine',
      min: 12,
      max: 60,
      worth: 1,
      tone: 'dim',
    },
    {id: 'id', title: 'ID', from: ['/id'], kind: 'text', min: 8, max: 36, worth: 3, tone: 'dim'},
  ],
  sort: {column: 'time', reverse: true},
  empty: 'No delivery has failed in this time window: t chooses a longer one.',
  about: `Failed deliveries one by one, newest first, for the 72 hours the service lists them. ${about}`,
};

/** The same for one URL, which the breadcrumb says. */
export const failedOfUrl: Resource = {
  ...failedRecords,
  columns: failedRecords.columns.filter(({id}) => id !== 'url'),
};

/** How many deliveries failed when; its rows come from the monitor. */
export const failedTimes: Resource = {
  id: 'failed-times',
  title: 'Failures over time',
  noun: 'bar',
  service: 'tracker',
  aliases: ['timeline'],
  needs: [],
  sources: [],
  local: 'failed-times',
  identity: ['/from'],
  name: ['/name'],
  columns: [
    {id: 'from', title: 'FROM', from: ['/from'], kind: 'time', worth: 0, down: true, tone: 'title'},
    {
      id: 'bar',
      title: 'FAILURES',
      from: ['/share'],
      kind: 'bar',
      min: 16,
      max: 48,
      worth: 1,
      tone: 'bad',
    },
    {
      id: 'count',
      title: 'COUNT',
      from: ['/count'],
      kind: 'number',
      worth: 0,
      down: true,
      tones: {'0': 'dim'},
    },
    {
      id: 'worst',
      title: 'WORST URL',
      from: ['/worst'],
      kind: 'text',
      min: 12,
      max: 60,
      grows: true,
      worth: 2,
    },
    {
      id: 'of',
      title: 'OF IT',
      from: ['/worstCount'],
      kind: 'number',
      worth: 3,
      tone: 'dim',
      tones: {'0': 'dim'},
    },
  ],
  sort: {column: 'from', reverse: true},
  opens: {screen: 'failed-records', params: {from: ['/from'], to: ['/to']}},
  empty: 'No delivery has failed in this time window: t chooses a longer one.',
  about: `When deliveries failed, and where most: enter shows the failures of a stretch of time, t chooses the time window. ${about}`,
};

/** The monitor: its lists beside each other, with the webhooks that are registered. */
export const failedWebhooks: ObjectScreen = {
  id: 'webhook-monitor',
  title: 'Webhooks',
  aliases: [],
  needs: [],
  unlisted: true,
  about: 'Deliveries that failed by URL, one by one and over time; the webhooks registered.',
  crumb: () => 'Webhooks',
  tabs: params => [
    {list: 'failed-webhooks', title: 'By URL', params},
    {list: 'failed-records', title: 'Records', params},
    {list: 'failed-times', title: 'Time line', params},
    {list: 'webhooks', title: 'Registered', params},
  ],
};
