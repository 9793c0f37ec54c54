import type {Resource} from '../../state/model/resource.ts';
import type {RowAction} from '../../state/model/verb.ts';

/** Refreshing webhooks, of which one request takes many: unknown ids are ignored silently, so the list is read again. */
const refreshing: Omit<RowAction, 'id' | 'rows'> = {
  label: 'refresh',
  service: 'tracker',
  operation: 'webhook refresh',
  body: '{"webhookIds":[{/id}]}',
  rowsPerRequest: 100,
  unit: 'id',
  check: {
    list: {service: 'tracker', operation: 'webhook get-dynamic-webhooks-for-app', inputs: {}},
    identity: '/id',
    value: '/expirationDate',
    word: 'extended',
  },
};
const refreshChosen: RowAction = {...refreshing, id: 'refresh', rows: 'chosen'};
const refreshExpiring: RowAction = {
  ...refreshing,
  id: 'refresh-expiring',
  rows: {withinDays: 7, pointer: '/expirationDate'},
};

const remove: RowAction = {
  id: 'delete',
  label: 'delete',
  rows: 'chosen',
  service: 'tracker',
  operation: 'webhook delete-by-id',
  body: '{"webhookIds":[{/id}]}',
  rowsPerRequest: 100,
  unit: 'id',
  undo: 'Cannot be undone: a webhook that is registered again has another id.',
};

/** Webhooks the calling app registered, soonest to expire first. */
export const webhooks: Resource = {
  id: 'webhooks',
  title: 'Webhooks',
  noun: 'webhook',
  service: 'tracker',
  aliases: ['webhook', 'wh', 'hooks', 'registered'],
  needs: [],
  sources: [{service: 'tracker', operation: 'webhook get-dynamic-webhooks-for-app', inputs: {}}],
  identity: ['/id'],
  name: ['/id'],
  columns: [
    {id: 'id', title: 'ID', from: ['/id'], kind: 'number', worth: 0, tone: 'title'},
    {id: 'left', title: 'LEFT', from: ['/expirationDate'], kind: 'daysBar', min: 16, worth: 0},
    {id: 'url', title: 'URL', from: ['/url'], kind: 'url', min: 13, max: 48, grows: true, worth: 1},
    {id: 'events', title: 'EVENTS', from: ['/events'], kind: 'joined', min: 14, max: 44, worth: 2},
    {
      id: 'jql',
      title: 'JQL FILTER',
      from: ['/jqlFilter'],
      kind: 'text',
      min: 12,
      max: 40,
      worth: 3,
      tone: 'dim',
    },
    {
      id: 'fields',
      title: 'FIELDS',
      from: ['/fieldIdsFilter'],
      kind: 'joined',
      max: 24,
      worth: 5,
      tone: 'dim',
    },
    {
      id: 'expires',
      title: 'EXPIRES',
      from: ['/expirationDate'],
      kind: 'time',
      worth: 4,
      tone: 'dim',
    },
  ],
  sort: {column: 'left', reverse: false},
  actions: [refreshChosen, refreshExpiring, remove],
  empty:
    'This app has registered no webhooks. Register some: jr webhook register-dynamic --body @webhooks.json',
  about:
    'A webhook dies 30 days after it was registered or refreshed. jr webhook refresh extends it.',
};
