import {takeDeliveries} from '../../src/screens/webhooks/monitor/monitor-update.ts';
import type {WatchNews} from '../../src/screens/webhooks/monitor/watch-deliveries.ts';
import type {AppEvent} from '../../src/state/model/step.ts';

/** What the watch of failed deliveries learned, as its task tells it. */
export function deliveries(news: WatchNews, atMs: number): AppEvent {
  return {kind: 'news', take: state => takeDeliveries(state, news, atMs)};
}
