import type {AppState} from '../../../state/model/state.ts';
import type {Step, Task} from '../../../state/model/step.ts';
import {readKeptWatch} from './kept-watch.ts';
import {watchDeliveries} from './watch-deliveries.ts';
import type {WatchNews} from './watch-news.ts';
import {makeWatchPacer, type Pace} from './watch-pacer.ts';

type TakeNews = (state: AppState, news: WatchNews, atMs: number) => Step;

/**
 * The watch of failed deliveries, from where an earlier session stood.
 *
 * @param intervalMs milliseconds between polls while something happens or someone looks
 * @param looked someone looks at it
 * @param take what is made of what it learns
 */
export function watchTask(intervalMs: number, looked: boolean, take: TakeNews): Task {
  return async (ports, {signal, hear}) => {
    const pacer = makeWatchPacer(looked);
    hear(said => {
      const {looked: isLooked, now} = said as Pace;
      pacer.pace(isLooked, now);
    });
    const kept = readKeptWatch(await ports.kept.read('monitor', 'profile'));
    await watchDeliveries(intervalMs, kept, ports, pacer, signal, news => {
      const atMs = ports.clock.now();
      ports.dispatch({kind: 'news', take: state => take(state, news, atMs)});
    });
  };
}
