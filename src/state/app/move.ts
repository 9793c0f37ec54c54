import {scrollPreview} from '../layers/preview/preview.ts';
import type {Effect} from '../model/effect.ts';
import {say} from '../model/notice.ts';
import {changeView} from '../model/places.ts';
import {bodyLines} from '../model/room.ts';
import {type AppState, currentView} from '../model/state.ts';
import {type Step, stay} from '../model/step.ts';
import {moveInForm} from '../views/form/form-actions.ts';
import {homeLines} from '../views/home/home-lines.ts';
import {moveCursor} from '../views/list/list-update.ts';
import {holdStill} from '../views/list/live.ts';
import {scrollColumns} from '../views/list/pick-column.ts';
import {nextProblemRow} from '../views/list/problem-rows.ts';
import type {ListView} from '../views/list/state.ts';
import {moveCell} from '../views/matrix/matrix-move.ts';
import {moveToProblem} from '../views/matrix/matrix-problems.ts';
import {linesOfText} from '../views/text/text-lines.ts';

/** Move in whatever is on the screen: the cursor of a list, the top of a text. */
export function scroll(state: AppState, to: (at: number) => number): Step {
  const view = currentView(state);
  const lines = bodyLines(state);
  const inPreview = scrollPreview(state, to);
  if (inPreview !== undefined) return inPreview;
  switch (view.kind) {
    case 'list':
      return stay(
        changeView(state, view.key, () => ({
          ...moveCursor(holdStill(view), to(view.cursor), lines),
          toEnd: false,
        })),
      );
    case 'matrix':
      return stay(
        changeView(state, view.key, () =>
          moveCell(view, {row: to(view.row), column: view.column}, state),
        ),
      );
    case 'home': {
      const cursor = Math.max(0, Math.min(homeLines(view.entries).length - 1, to(view.cursor)));
      return stay(changeView(state, view.key, () => ({...view, cursor})));
    }
    case 'form':
      return stay(moveInForm(state, view, to(view.cursor)));
    case 'text': {
      const count = linesOfText(view, state).length;
      const top = Math.max(0, Math.min(Math.max(0, count - lines), to(view.top)));
      return stay(changeView(state, view.key, () => ({...view, top})));
    }
  }
}

/** Further pages that are read without asking. */
const pagesUnasked = 5;

/**
 * The end of what is there; a list with more on the server reads the rest.
 *
 * @param isSure it was asked whether so many pages are to be read, and this is the answer
 */
export function toBottom(state: AppState, isSure: boolean): Step {
  const step = scroll(state, () => Number.MAX_SAFE_INTEGER);
  const view = currentView(state);
  if (view.kind !== 'list' || !view.more) return step;
  const pages = pagesLeft(view);
  if (!isSure && pages > pagesUnasked) {
    const text = `${pages.toLocaleString('en')} more pages on the server: G again reads them all, ctrl+c stops`;
    return {...step, state: {...step.state, notice: {text, tone: 'warn', asks: 'readAll'}}};
  }
  const more: Effect = {kind: 'more', view: view.key, wanted: Number.MAX_SAFE_INTEGER};
  const following = changeView(step.state, view.key, v =>
    v.kind === 'list' ? {...v, toEnd: true} : v,
  );
  return {state: following, effects: [...step.effects, more]};
}

/** Another column of the matrix on the screen; the columns of a list are scrolled. */
export function moveColumn(state: AppState, by: number): Step {
  const view = currentView(state);
  if (view.kind === 'list') return scrollColumns(state, view, by);
  if (view.kind !== 'matrix') return stay(state);
  const to = {row: view.row, column: view.column + by};
  return stay(changeView(state, view.key, () => moveCell(view, to, state)));
}

/** The next entry of the matrix that has a problem; after the last it is the first again. */
export function nextProblem(state: AppState, by: number): Step {
  const view = currentView(state);
  if (view.kind === 'list') return nextProblemRow(state, by);
  if (view.kind !== 'matrix') return stay(state);
  const moved = moveToProblem(view, by, state);
  return moved === undefined
    ? stay(say(state, 'no entry has a problem', 'good'))
    : stay(changeView(state, view.key, () => moved));
}

/** Further pages that are certain: 0 where the server told no total. */
function pagesLeft({total, rows, pageSize}: ListView): number {
  if (total === undefined || pageSize === 0) return 0;
  return Math.ceil(Math.max(0, total - rows.length) / pageSize);
}
