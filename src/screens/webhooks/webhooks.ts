import {trackerPages} from '../../api/site-page.ts';
import {targetOf} from '../../api/watch/delivery-facts.ts';
import {isObject, type JsonValue} from '../../base/json-value.ts';
import {trackerCall} from '../../state/model/call.ts';
import {type Card, field, words} from '../../state/model/card.ts';
import {joined, number, recordColumns, text, url} from '../../state/model/column.ts';
import {list} from '../../state/model/resource.ts';
import {trackerVerb, type Verb} from '../../state/model/verb.ts';
import {daysLeft} from './days-left.ts';
import {addressLines, failuresOf} from './monitor/monitor-cards.ts';
import {meaningOf} from './monitor/registration.ts';

/** What is told first about a webhook: how long it lives, what it is told of, what failed. */
const webhookCard: Card = {
  title: [url('', '/url'), number('', '/id')],
  lines: [
    field('Left', daysLeft('', '/expirationDate')),
    field('Events', joined('', '/events')),
    field('Issues of', text('', '/jqlFilter')),
    field('Fields', joined('', '/fieldIdsFilter')),
    words('/meaning', 4),
    ...addressLines,
  ],
  adds: (value, at) =>
    isObject(value) && typeof value.url === 'string'
      ? {...failuresOf(targetOf(value.url), at), ...meaningOf(value, at)}
      : {},
};

/** Refreshing webhooks, of which one request takes many: unknown ids are ignored silently, so the list is read again. */
const refreshing: Partial<Verb> = {
  body: '{"webhookIds":[{/id}]}',
  rowsPerRequest: 100,
  unit: 'id',
  check: {
    list: trackerCall('webhook get-dynamic-webhooks-for-app'),
    identity: '/id',
    value: '/expirationDate',
    word: 'extended',
  },
};

/** What it is told of, as its registration takes it. */
function registrationOf(webhook: JsonValue): string {
  if (!isObject(webhook) || typeof webhook.jqlFilter !== 'string') return '[]';
  const {jqlFilter, events = [], fieldIdsFilter, issuePropertyKeysFilter} = webhook;
  return JSON.stringify([{jqlFilter, events, fieldIdsFilter, issuePropertyKeysFilter}]);
}

const register = 'webhook register-dynamic';

/** What can be done to webhooks, and new ones. */
const webhookVerbs: readonly Verb[] = [
  trackerVerb.many('refresh', 'Refresh', 'webhook refresh', {}, {...refreshing, key: 'R'}),
  trackerVerb.many(
    'refresh-expiring',
    'Refresh all that expire within N days…',
    'webhook refresh',
    {},
    {
      ...refreshing,
      title: 'Refresh {object}',
      key: 'W',
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
      notes: ['It dies 30 days after it was registered or refreshed.'],
    },
  ),
  trackerVerb.one(
    'register-again',
    'Register again with another address…',
    register,
    {},
    {
      title: 'Register {object} again',
      key: 'N',
      asks: {url: '{/url}'},
      made: {webhooks: registrationOf},
      notes: [
        'It gets another id, and dies 30 days from now. The one there is stays until it is deleted.',
      ],
    },
  ),
  trackerVerb.delete(
    'webhook delete-by-id',
    {},
    {
      body: '{"webhookIds":[{/id}]}',
      rowsPerRequest: 100,
      unit: 'id',
      undo: 'Cannot be undone: a webhook that is registered again has another id.',
    },
  ),
];

/** Webhooks the calling app registered, soonest to expire first. */
export const webhooks = list({
  id: 'webhooks',
  page: trackerPages.webhooks,
  title: 'Webhooks',
  noun: 'webhook',
  tells: '/url',
  scope: 'webhooks',
  aliases: ['webhook', 'wh', 'hooks', 'registered'],
  sources: [trackerCall('webhook get-dynamic-webhooks-for-app')],
  name: ['/id'],
  columns: recordColumns('webhook get-dynamic-webhooks-for-app', {
    id: [daysLeft('LEFT', '/expirationDate', {min: 16, worth: 0})],
  }),
  card: webhookCard,
  sort: {column: 'left', reverse: false},
  verbs: webhookVerbs,
  empty: 'This app has registered no webhooks. a registers one.',
  about:
    'A webhook dies 30 days after it was registered or refreshed. jr webhook refresh extends it.',
});
