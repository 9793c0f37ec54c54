import {quoteWord} from '../../../base/shell-words.ts';
import type {AppState} from '../../../state/model/state.ts';
import type {ListView} from '../../../state/views/list/state.ts';
import {monitorOf, serverNow, windowOf} from './monitor-state.ts';

/**
 * The one-shot command for a list of the monitor: the watch itself, or the listing of records with
 * the URL picked out by jq.
 */
export function monitorCommand(view: ListView, state: AppState): string {
  const flags = state.session.flags.tracker.map(quoteWord);
  if (view.resource.local !== 'failed-records') {
    return ['jr watch webhook get-failed --interval 10s', ...flags].join(' ');
  }
  const {url, from, to} = view.params;
  const after =
    from === undefined ? serverNow(state) - windowOf(monitorOf(state)).ms : Number(from) - 1;
  const picks = [
    ...(to === undefined ? [] : [`.failureTime < ${Number(to)}`]),
    ...(url === undefined ? [] : [`(.url | contains(${JSON.stringify(url)}))`]),
  ];
  const jq =
    picks.length === 0 ? [] : ['--jq', quoteWord(`.values[] | select(${picks.join(' and ')})`)];
  return [`jr webhook get-failed --after ${after} --maxResults 1000`, ...jq, ...flags].join(' ');
}
