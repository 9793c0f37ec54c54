import type {Family} from '../../state/app/family.ts';
import {webhooksHome} from './home.ts';
import {failedRecords, failedTimes, failedUrls, failedWebhooks} from './monitor/lists.ts';
import {monitorKeys} from './monitor/monitor-keys.ts';
import {monitorCommands} from './monitor/monitor-palette.ts';
import {webhooks} from './webhooks.ts';

/** Webhooks that are registered, and the deliveries to them that failed. */
export const webhooksFamily: Family = {
  id: 'webhooks',
  lists: [webhooks, failedUrls, failedRecords, failedTimes],
  objects: [failedWebhooks],
  home: webhooksHome,
  keys: monitorKeys,
  commands: monitorCommands,
};
