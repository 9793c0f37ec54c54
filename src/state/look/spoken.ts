import {safeText} from '../../base/safe-text.ts';
import {spokenWrite} from '../layers/write/spoken-write.ts';
import type {Count} from '../model/count.ts';
import type {Load} from '../model/row.ts';
import {type AppState, currentLocation, currentView} from '../model/state.ts';
import {spokenLine} from '../views/form/form-lines.ts';
import {type HomeLine, homeLines} from '../views/home/home-lines.ts';
import {cellOf} from '../views/list/cells.ts';
import {countText} from '../views/list/count-text.ts';
import {visibleRows} from '../views/list/rows.ts';
import type {ListView} from '../views/list/state.ts';
import {linesOfText} from '../views/text/text-lines.ts';

const cellColumns = 200;

/**
 * What a screen reader is to say about the screen: where one is, what the cursor is on in full,
 * what went wrong. One line each; the same as before is not said again.
 */
export function spokenLines(state: AppState): readonly string[] {
  const place = currentLocation(state);
  const tab = place.tabs.length > 1 ? `, tab ${place.tabs[place.tab]?.title ?? ''}` : '';
  return [
    `${safeText(place.crumb)}${tab}${state.help ? ', help' : ''}`,
    ...whatIsHere(state),
    ...(state.notice === undefined ? [] : [safeText(state.notice.text)]),
    ...(state.prompt?.problem === undefined ? [] : [safeText(state.prompt.problem)]),
  ];
}

function whatIsHere(state: AppState): readonly string[] {
  if (state.write !== undefined) return spokenWrite(state);
  const view = currentView(state);
  if (view.load.status === 'failed') {
    const {title, text, advice} = view.load.trouble;
    return [title, text, ...advice].map(safeText);
  }
  switch (view.kind) {
    case 'list':
      return listHere(view, state);
    case 'home': {
      const line = homeLines(view.entries)[view.cursor];
      return line === undefined ? [] : [homeLine(line, view.counts[line.entry.id])];
    }
    case 'text': {
      if (view.text === '') return [waiting(view.load)];
      const line = linesOfText(view, state)[view.top] ?? [];
      return [
        line
          .map(span => span.text)
          .join('')
          .trim(),
      ];
    }
    case 'form':
      return [spokenLine(view)];
    default:
      return [];
  }
}

function listHere(view: ListView, state: AppState): readonly string[] {
  const {rows} = visibleRows(view);
  const row = rows[view.cursor];
  if (row === undefined) {
    return [view.load.status === 'loading' ? waiting(view.load) : `none. ${view.resource.empty}`];
  }
  const cells = view.resource.columns.flatMap(column => {
    const text = cellOf(column, row, state.nowMs, cellColumns).text.trim();
    return text === '' ? [] : [`${column.title.toLowerCase()} ${text}`];
  });
  const marked = view.marked.has(row.id) ? ', marked' : '';
  return [countText(view), `${view.cursor + 1} of ${rows.length}${marked}: ${cells.join(', ')}`];
}

function homeLine(line: HomeLine, count: Count | undefined): string {
  const {title} = line.entry;
  if (count === undefined || count.status === 'loading') return `${title}: counting`;
  if (line.kind === 'attention' && count.status === 'ready')
    return count.attention?.text ?? line.calm;
  const note = count.status === 'ready' && count.note !== undefined ? `, ${count.note}` : '';
  return `${title}: ${count.text}${note}`;
}

function waiting(load: Load): string {
  return load.status === 'loading' ? 'loading' : 'empty';
}
