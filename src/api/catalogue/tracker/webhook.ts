import type {Operation} from '../../operation.ts';
import {inQuery, jsonBody, maxResults, offsetPages, startAt} from '../inputs.ts';
import {creation, deletes, lists, updates} from '../outcomes.ts';

const webhook = {
  service: 'tracker',
  group: 'webhook',
  root: 'tracker',
  section: 'services T4.8',
  permission: 'Add-on apps and OAuth 2.0 apps only',
  callers: ['add-on app', 'OAuth app'],
} as const;
const webhookIds = jsonBody();
const life = 'A webhook expires 30 days after registration or the last refresh.';

/** The 5 operations on the webhooks of the calling app (services T4.8). */
export const webhookOperations = (): readonly Operation[] => [
  {
    ...webhook,
    ...creation,
    name: 'register-dynamic',
    summary: 'Register webhooks for the calling app',
    path: '/rest/api/3/webhook',
    inputs: [jsonBody()],
    notes: [life, 'A non-public OAuth app gets deliveries only for webhooks its owner registered.'],
    items: '/webhookRegistrationResult',
    itemErrors: {pointer: '/errors', of: 'webhooks'},
    success: [200],
  },
  {
    ...webhook,
    ...lists(offsetPages(100)),
    name: 'get-dynamic-webhooks-for-app',
    summary: 'List the webhooks of the calling app',
    path: '/rest/api/3/webhook',
    inputs: [maxResults(100), startAt],
    notes: [life],
  },
  {
    ...webhook,
    ...deletes,
    name: 'delete-by-id',
    summary: 'Delete webhooks of the calling app',
    path: '/rest/api/3/webhook',
    inputs: [webhookIds],
    notes: ['Webhooks of other apps are ignored.'],
    irreversible: true,
    success: [202],
    removes: ['webhookIds'],
  },
  {
    ...webhook,
    ...updates,
    name: 'refresh',
    summary: 'Extend the expiry of webhooks of the calling app',
    path: '/rest/api/3/webhook/refresh',
    inputs: [webhookIds],
    notes: ['Unknown ids and webhooks of other apps are ignored.'],
    apiNotes: ['The response has one expirationDate for all webhooks.'],
    expiring: {
      flag: 'expiring',
      help: 'list and refresh the webhooks that expire within this time, such as 7d; retries for seven minutes',
      list: 'webhook get-dynamic-webhooks-for-app',
      time: '/expirationDate',
      ids: 'webhookIds',
      atOnce: 100,
    },
  },
  {
    ...webhook,
    ...lists({kind: 'after', items: '/values', size: 'maxResults'}),
    name: 'get-failed',
    summary: 'List permanently failed webhook deliveries, oldest first',
    path: '/rest/api/3/webhook/failed',
    permission: 'Add-on apps only',
    callers: ['add-on app'],
    inputs: [
      inQuery('after', 'integer', {
        time: 'ms',
        help: 'only failures after this time, in milliseconds since the UNIX epoch',
      }),
      maxResults(),
    ],
    notes: [
      'A failure is listed for about 72 hours.',
      'Failures with the same time are never split: a page can be longer than maxResults.',
    ],
    experimental: true,
  },
];
