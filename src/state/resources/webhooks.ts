import type {Resource} from '../resource.ts';

/** Webhooks the calling app registered, soonest to expire first. */
export const webhooks: Resource = {
  id: 'webhooks',
  title: 'Webhooks',
  noun: 'webhook',
  service: 'tracker',
  aliases: ['webhook', 'wh', 'hooks'],
  needs: [],
  sources: [{service: 'tracker', operation: 'webhook get-dynamic-webhooks-for-app', inputs: {}}],
  identity: ['/id'],
  name: ['/id'],
  columns: [
    {id: 'id', title: 'ID', from: ['/id'], kind: 'number', worth: 0, tone: 'title'},
    {id: 'left', title: 'LEFT', from: ['/expirationDate'], kind: 'daysLeft', worth: 0},
    {id: 'url', title: 'URL', from: ['/url'], kind: 'url', min: 16, max: 48, grows: true, worth: 1},
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
  empty:
    'This app has registered no webhooks. Register some: jr webhook register-dynamic --body @webhooks.json',
  about:
    'A webhook dies 30 days after it was registered or refreshed. jr webhook refresh extends it.',
};

/** Deliveries that failed for good, newest first, over the 72 hours the service keeps them. */
export const failedWebhooks: Resource = {
  id: 'failed-webhooks',
  title: 'Failed webhooks',
  noun: 'failed delivery',
  service: 'tracker',
  aliases: ['failed', 'failures', 'wh-failed', 'deliveries'],
  needs: [],
  sources: [
    {
      service: 'tracker',
      operation: 'webhook get-failed',
      inputs: {after: '{hoursAgo:72}', maxResults: '1000'},
    },
  ],
  identity: ['/id', '/failureTime'],
  name: ['/id'],
  columns: [
    {
      id: 'time',
      title: 'FAILED AT',
      from: ['/failureTime'],
      kind: 'instant',
      worth: 0,
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
  empty: 'No delivery has failed in the last 72 hours.',
  about: 'The service lists a failed delivery for about 72 hours. Only add-on apps may read them.',
};
