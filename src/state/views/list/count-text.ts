import {counted} from '../../show/count-text.ts';
import {visibleRows} from './rows.ts';
import type {ListView} from './state.ts';

/**
 * How many rows a list shows and has; never hides what was not read from the server.
 *
 * @param isTight said in few words
 */
export function countText(view: ListView, isTight = false): string {
  const have = view.rows.length;
  const {total, more} = view;
  if (view.filter !== '') {
    const shown = visibleRows(view).rows.length;
    const text = `${shown.toLocaleString('en')} of ${have.toLocaleString('en')} shown`;
    if (!more) return text;
    const rest = total === undefined ? 'more' : `${(total - have).toLocaleString('en')} more`;
    return `${text} · ${rest} ${isTight ? '(G loads)' : 'on the server (G loads, ctrl+c stops)'}`;
  }
  if (view.note !== undefined) {
    return `${counted(have, view.resource.noun)} · ${view.note}${more ? ' (G: all)' : ''}`;
  }
  if (!more) return counted(have, view.resource.noun);
  if (total === undefined) return `${counted(have, view.resource.noun)} read, more on the server`;
  return `${counted(total, view.resource.noun)} · ${have} read`;
}
