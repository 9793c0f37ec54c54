import {changeViewOfKind} from '../../model/locations.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type AppEvent, afterEveryEvent, type Task} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import {followTail} from './list-update.ts';
import {computeExactRows, computePendingRows, makeTexts, visibleRows} from './rows.ts';
import type {RowQuery} from './state.ts';

/** Start, or restart after a change, filtering or sorting a long list. */
export const startFiltering = afterEveryEvent((before, step, {kind}) => {
  const view = viewOf(step.state, 'list');
  if (view === undefined) return step;
  const {pending} = visibleRows(view);
  const was = viewOf(before, 'list');
  const isUnderWay = (): boolean =>
    kind !== 'filtered' &&
    was?.key === view.key &&
    was.resource === view.resource &&
    was.filter === view.filter &&
    was.sort === view.sort &&
    visibleRows(was).pending !== undefined;
  // Precompute search texts when the filter opens.
  const opens = step.state.prompt?.kind === 'filter' && before.prompt?.kind !== 'filter';
  if (pending === undefined ? !opens : isUnderWay()) return step;
  const run = filterInPieces(view.key, pending ?? view, pending === undefined);
  // A new filter aborts the previous one.
  return {...step, effects: [...step.effects, {kind: 'task', slot: 'sift', run}]};
});

const piecesAtOnce = 20;
/** Half of a frame's time. */
const pausesAfterMs = 8;

/** Filter the rows in chunks, between keys; `isAhead`: precompute for the next filter. */
function filterInPieces(view: number, query: RowQuery, isAhead: boolean): Task {
  return async ({clock, dispatch}, {signal}) => {
    const pieces = isAhead ? makeTexts(query) : computePendingRows(query);
    let at = 0;
    let sinceMs = 0;
    try {
      do {
        // Pause first, so that the effect of the key is rendered.
        if (at++ % piecesAtOnce === 0 || clock.now() - sinceMs >= pausesAfterMs) {
          await clock.sleep(0, signal);
          sinceMs = clock.now();
        }
      } while (pieces.next().done !== true);
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
      return;
    }
    if (!isAhead) dispatch({kind: 'filtered', view});
  };
}

/** The rows are computed: place the cursor among them. */
export function finishFiltering(state: AppState, key: number): AppState {
  return changeViewOfKind(state, 'list', key, view => followTail(view, bodyLines(state)));
}

/** Before an action on rows: finish filtering, so that it applies to the current filter's rows. */
export function withFilteredRows(state: AppState, event: AppEvent): AppState {
  const view = viewOf(state, 'list');
  if (view === undefined || !actsOnRows(state, event)) return state;
  if (visibleRows(view).pending === undefined) return state;
  computeExactRows(view);
  return finishFiltering(state, view.key);
}

function actsOnRows({prompt}: AppState, event: AppEvent): boolean {
  if (event.kind === 'act') return event.anyRows !== true;
  return event.kind === 'prompt' && event.event.kind === 'done' && prompt?.kind !== 'filter';
}
