import {trackerRef} from '../../api/operation-ref.ts';
import {trackerPages} from '../../api/site-page.ts';
import {targetOf} from '../../api/watch/delivery-facts.ts';
import {clamp} from '../../base/clamp.ts';
import {columnOf, joinedList, number, text, url} from '../../base/column.ts';
import {isObject, type JsonValue} from '../../base/json-value.ts';
import {dayMs, daysLeftText, parseInstantMs} from '../../base/times.ts';
import type {Tone} from '../../base/tone.ts';
import {timeKind} from '../../output/column-kind.ts';
import {type Card, field, words} from '../../state/model/card.ts';
import {recordColumns} from '../../state/model/column.ts';
import {namesCall} from '../../state/model/names.ts';
import {list} from '../../state/model/resource.ts';
import {trackerVerb, type Verb} from '../../state/model/verb.ts';
import {addressLines, failuresOf} from './monitor/monitor-cards.ts';
import {explainFailures} from './monitor/registration.ts';

/** Days after which a webhook expires. */
export const lifeDays = 30;
const longestBar = 10;
/** The longest text, `expired !`. */
const longestText = 9;

/** A column kind for the days left until a time, after a bar of 30 days: `██████░░░░ 18d`. */
const daysLeft = columnOf(
  timeKind((ms, {nowMs, columns}) => daysBarText(ms, nowMs, columns), {
    tone: daysLeftTone,
    width: 20,
  }),
);

/** Return the tone of a time of expiry, by its urgency. */
export function daysLeftTone(value: JsonValue | undefined, nowMs: number): Tone {
  const ms = parseInstantMs(value);
  if (ms === undefined) return 'dim';
  const days = (ms - nowMs) / dayMs;
  return days < 3 ? 'bad' : days < 7 ? 'warn' : 'good';
}

/** Format the days left; the bar is omitted in narrow columns. */
function daysBarText(ms: number | undefined, nowMs: number, columns: number): string {
  const text = daysLeftText(ms, nowMs);
  const width = Math.min(longestBar, columns - longestText - 1);
  if (ms === undefined || width < 4) return text;
  const share = clamp((ms - nowMs) / (lifeDays * dayMs), 0, 1);
  const filled = share > 0 ? Math.max(1, Math.round(share * width)) : 0;
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${text}`;
}

/** Card of a webhook: days left, events, filter and failures. */
const webhookCard: Card = {
  title: [url('', '/url'), number('', '/id')],
  lines: [
    field('Left', daysLeft('', '/expirationDate')),
    field('Events', joinedList('', '/events')),
    field('Filter', text('', '/jqlFilter')),
    field('Fields', joinedList('', '/fieldIdsFilter')),
    words('/meaning', 4),
    ...addressLines,
  ],
  adds: (value, at) =>
    isObject(value) && typeof value.url === 'string'
      ? {...failuresOf(targetOf(value.url), at), ...explainFailures(value, at)}
      : {},
};

/**
 * Refresh several webhooks with one request: unknown ids are ignored silently, so the list is read
 * again.
 */
const refreshing: Partial<Verb> = {
  body: '{"webhookIds":{row/id}}',
  rowsPerRequest: 100,
  check: {
    list: trackerRef('webhook get-dynamic-webhooks-for-app'),
    identity: '/id',
    value: '/expirationDate',
    word: 'extended',
  },
};

/** Build the registration body of a webhook. */
function registrationOf(webhook: JsonValue): string {
  if (!isObject(webhook) || typeof webhook.jqlFilter !== 'string') return '[]';
  const {jqlFilter, events = [], fieldIdsFilter, issuePropertyKeysFilter} = webhook;
  return JSON.stringify([{jqlFilter, events, fieldIdsFilter, issuePropertyKeysFilter}]);
}

const register = 'webhook register-dynamic';

const webhookVerbs: readonly Verb[] = [
  trackerVerb.many('refresh', 'Refresh', 'webhook refresh', {}, {...refreshing, key: 't'}),
  trackerVerb.many(
    'refresh-expiring',
    'Refresh all that expire within N days…',
    'webhook refresh',
    {},
    {
      ...refreshing,
      title: 'Refresh {object}',
      key: 'Z',
      rows: {withinDays: 7, pointer: '/expirationDate'},
    },
  ),
  trackerVerb.create(
    'Register…',
    register,
    {},
    {url: '', webhooks: ''},
    {
      id: 'register',
      title: 'Register webhooks',
    },
  ),
  trackerVerb.one(
    'register-again',
    'Register again with another address…',
    register,
    {},
    {
      title: 'Register {object} again',
      asks: {url: '{row/url}'},
      made: {webhooks: registrationOf},
      notes: [
        'The new webhook has its own id and expires in 30 days. The old webhook stays until you delete it.',
      ],
    },
  ),
  trackerVerb.delete(
    'webhook delete-by-id',
    {},
    {
      body: '{"webhookIds":{row/id}}',
      rowsPerRequest: 100,
      undo: 'Cannot be undone: a webhook registered again gets a new id.',
    },
  ),
];

/** Webhooks registered by the calling app, the earliest expiry first. */
export const webhooks = list({
  id: 'webhooks',
  indexed: namesCall('tracker', 'webhook', {maxResults: '100'}),
  page: trackerPages.webhooks,
  noun: 'webhook',
  identifyingText: '/url',
  scope: 'webhooks',
  aliases: ['webhook', 'wh', 'hooks', 'registered'],
  sources: [trackerRef('webhook get-dynamic-webhooks-for-app')],
  name: ['/id'],
  columns: recordColumns('webhook get-dynamic-webhooks-for-app', {
    id: [daysLeft('LEFT', '/expirationDate', {min: 16, dropPriority: 0})],
  }),
  card: webhookCard,
  sort: {column: 'left', reverse: false},
  verbs: webhookVerbs,
  empty: 'This app has registered no webhooks. a registers one.',
  about:
    'Webhooks expire 30 days after they are registered or refreshed. jr webhook refresh extends them.',
});
