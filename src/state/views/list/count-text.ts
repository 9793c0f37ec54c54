import {counted, countedAtLeast} from '../../../base/counted.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {ageText} from '../../../base/times.ts';
import type {Line, Span} from '../../model/line.ts';
import type {Row} from '../../model/row.ts';
import type {AppState} from '../../model/state.ts';
import {lastRowsOf} from './last-rows.ts';
import {isReadingRest} from './list-update.ts';
import {selectionText} from './marks.ts';
import {isCounted, visibleRows} from './rows.ts';
import type {ListView} from './state.ts';

/**
 * The number of rows shown and loaded; always shows whether the server has more.
 *
 * @param isTight use a short form
 */
export function countText(view: ListView, isTight = false): string {
  const have = countRows(view.rows, view);
  const {more, isPartial = false} = view;
  // A total that is reached while there are more pages is wrong.
  const total = view.total !== undefined && view.total > have ? view.total : undefined;
  const {pending} = visibleRows(view);
  if (pending !== undefined) {
    const what = counted(have, view.resource.noun);
    return pending.filter === '' ? `sorting ${what}…` : `searching ${what}…`;
  }
  if (view.filter !== '') {
    const shown = countRows(visibleRows(view).rows, view);
    const least = isPartial ? '+' : '';
    const text = `${groupedNumber(shown)}${least} of ${groupedNumber(have)}${least} shown`;
    if (!more) return text;
    const rest = total === undefined ? 'more' : `${groupedNumber(total - have)} more`;
    if (isReadingRest(view))
      return `${text} · searching ${rest}${isTight ? '' : ' (ctrl+c stops)'}`;
    return `${text} · ${rest} ${isTight ? '(G loads)' : 'on the server (G loads, ctrl+c stops)'}`;
  }
  if (view.note !== undefined) {
    return `${countedAtLeast(have, view.resource.noun, isPartial)} · ${view.note}${more ? ' (G: all)' : ''}`;
  }
  const isPart = isPartial || (more && total === undefined);
  const text = countedAtLeast(have, view.resource.noun, isPart);
  if (!more) return text;
  if (total === undefined)
    return `${text} · ${isTight ? 'G: all' : 'more on the server (G loads)'}`;
  return `${counted(total, view.resource.noun)} · ${have} loaded`;
}

/** Count rows, excluding headings. */
function countRows(rows: readonly Row[], {resource}: ListView): number {
  if (resource.counted === undefined) return rows.length;
  return rows.filter(row => isCounted(row, resource)).length;
}

/** From this width, counts are written in full. */
const roomyColumns = 110;

/** The counts of a list, its selection, and automatic changes. */
export function countsOfList(view: ListView, state: AppState): Line {
  const {load, rows, filter, auto, fresh, resource} = view;
  const {columns, nowMs} = state;
  const old = lastRowsOf(state, view);
  if (old !== undefined) {
    const age = ageText(old.atMs, nowMs);
    const text = `${counted(old.rows.length, resource.noun)} from before, ${age === 'now' ? 'just now' : `${age} old`}`;
    return [{text, tone: 'warn'}];
  }
  const spans: Span[] = [];
  const waits = load.status === 'loading' && rows.length === 0;
  if (load.status !== 'failed' && !waits) {
    const marks = selectionText(view);
    if (marks !== '') spans.push({text: `${marks}  `, tone: 'accent'});
    const text = countText(view, columns < roomyColumns);
    spans.push({text, tone: filter === '' ? 'plain' : 'accent'});
  }
  if (!auto) return spans;
  const news = fresh.size > 0 ? `  ${fresh.size} new` : '';
  return [...spans, {text: `${news}  Refreshing every 10 s`, tone: news === '' ? 'dim' : 'warn'}];
}
