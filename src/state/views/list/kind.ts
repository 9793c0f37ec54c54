import {inView} from '../../model/acts.ts';
import {changeView} from '../../model/places.ts';
import {bodyLines} from '../../model/room.ts';
import type {AppState} from '../../model/state.ts';
import {type Effect, type Step, stay, type ViewKind} from '../../model/step.ts';
import {moveCursor, settleCursor} from './list-update.ts';
import {holdStill} from './live.ts';
import {clearMarks} from './marks.ts';
import {describeRow, openRow, rawRow} from './open-row.ts';
import type {ListView} from './state.ts';

/** Lists of rows. */
export const listKind: ViewKind<ListView> = {
  scroll: (state, view, to) =>
    stay(
      changeView(state, view.key, () => ({
        ...moveCursor(holdStill(view), to(view.cursor), bodyLines(state)),
        toEnd: false,
      })),
    ),
  open: openRow,
  describe: describeRow,
  raw: rawRow,
  back(state, view) {
    if (view.filter !== '') {
      const cleared = settleCursor({...view, filter: ''}, bodyLines(state));
      return stay(changeView(state, view.key, () => cleared));
    }
    if (view.marked.size === 0 && view.anchor === undefined) return undefined;
    return stay(changeView(state, view.key, () => clearMarks(view)));
  },
  settle: (view, state) => settleCursor(view, bodyLines(state)),
};

/** Further pages that are read without asking. */
const pagesUnasked = 5;

/**
 * At the end of what is there: a list with more on the server reads the rest.
 *
 * @param isSure it was asked whether so many pages are to be read, and this is the answer
 */
export function readRest(isSure: boolean) {
  return inView('list', (state: AppState, view): Step => {
    if (!view.more) return stay(state);
    const pages = pagesLeft(view);
    if (!isSure && pages > pagesUnasked) {
      const text = `${pages.toLocaleString('en')} more pages on the server: G again reads them all, ctrl+c stops`;
      return stay({...state, notice: {text, tone: 'warn', asks: 'readAll'}});
    }
    const more: Effect = {kind: 'more', view: view.key, wanted: Number.MAX_SAFE_INTEGER};
    return {state: changeView(state, view.key, () => ({...view, toEnd: true})), effects: [more]};
  });
}

/** Further pages that are certain: 0 where the server told no total. */
function pagesLeft({total, rows, pageSize}: ListView): number {
  if (total === undefined || pageSize === 0) return 0;
  return Math.ceil(Math.max(0, total - rows.length) / pageSize);
}
