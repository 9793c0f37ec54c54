import type {Feature} from '../../state/app/feature.ts';
import type {LocalList} from '../../state/model/transition.ts';
import {persistedAutoRefresh, runAutoRefresh, webhookCommands} from './auto-refresh.ts';
import {webhookExpiry} from './expiry.ts';
import {webhooksHome} from './home.ts';
import {alertCommands} from './monitor/alert-actions.ts';
import {persistedAlerts} from './monitor/alert-state.ts';
import {forwardCommands, forwardKeys, forwardNewFailures} from './monitor/forward-actions.ts';
import {persistedForwardUrls} from './monitor/forwarding.ts';
import {failedHours} from './monitor/heat-map.ts';
import {failedRecords, failedTimes, failedUrls, failedWebhooks} from './monitor/lists.ts';
import {failuresPanel} from './monitor/monitor-home.ts';
import {monitorCommands, monitorKeys, pollNow} from './monitor/monitor-keys.ts';
import {monitorLine, monitorNote, watchStatusLine} from './monitor/monitor-line.ts';
import {monitorChart} from './monitor/monitor-rate.ts';
import {serverNow} from './monitor/monitor-state.ts';
import {persistedBell, persistedWatch, updateMonitor} from './monitor/monitor-update.ts';
import {registrationKeys} from './monitor/registration.ts';
import {webhooks} from './webhooks.ts';

const polled: LocalList = {again: pollNow, isBackground: true};

/** Registered webhooks and failed deliveries. */
export const webhooksFeature: Feature = {
  id: 'webhooks',
  lists: [webhooks, webhookExpiry, failedUrls, failedRecords, failedTimes, failedHours],
  objects: [failedWebhooks],
  home: webhooksHome,
  keys: [...monitorKeys, ...forwardKeys, ...registrationKeys],
  commands: [...monitorCommands, ...forwardCommands, ...alertCommands, ...webhookCommands],
  persisted: [
    persistedAutoRefresh,
    persistedBell,
    persistedAlerts,
    persistedWatch,
    persistedForwardUrls,
  ],
  local: {
    'failed-urls': polled,
    'failed-records': polled,
    'failed-times': polled,
    'failed-hours': polled,
  },
  panels: [failuresPanel],
  signs: watchStatusLine,
  heading: {
    lines: (state, most) => [monitorLine(state), ...(most > 1 ? monitorChart(state) : [])],
    note: monitorNote,
    nowMs: serverNow,
  },
  reactions: [forwardNewFailures, updateMonitor, runAutoRefresh],
};
