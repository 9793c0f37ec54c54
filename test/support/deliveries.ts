import {receiveDeliveries} from '../../src/screens/webhooks/monitor/monitor-update.ts';
import type {WatchMessage} from '../../src/screens/webhooks/monitor/watch-deliveries.ts';
import type {AppEvent} from '../../src/state/model/transition.ts';
import {nowMs} from './app-world.ts';

/** What the watch of failed deliveries learned now, as its task tells it. */
export function deliveries(news: WatchMessage): AppEvent {
  return {kind: 'taskResult', take: state => receiveDeliveries(state, news, nowMs)};
}

/** A poll now brought these records. */
export function polled(records: WatchMessage['records']) {
  const {length} = records;
  const counts = {pages: 1, listed: length, delivered: length, storedKeys: length};
  return deliveries({records, event: {type: 'poll', nextAtMs: nowMs + 10_000, ...counts}});
}
