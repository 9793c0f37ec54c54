import type {Family} from '../../state/app/family.ts';
import {webhooksHome} from './home.ts';
import {failedRecords, failedTimes, failedUrls, failedWebhooks} from './monitor/lists.ts';
import {webhooks} from './webhooks.ts';

/** Webhooks that are registered, and the deliveries to them that failed. */
export const webhooksFamily: Family = {
  id: 'webhooks',
  lists: [webhooks, failedUrls, failedRecords, failedTimes],
  objects: [failedWebhooks],
  home: webhooksHome,
};
