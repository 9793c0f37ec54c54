import {changeView, localPage} from '../model/places.ts';
import {bodyLines} from '../model/room.ts';
import type {AppState} from '../model/state.ts';
import type {Reaction} from '../model/step.ts';
import {addPage} from '../views/list/list-page.ts';

/** Lists whose rows the app has itself show those that came since. */
export const localRowsGrow: Reaction = (before, step, event, {local}) => {
  // What an earlier session kept takes the place of all rows.
  if (event.kind === 'recalled') return step;
  let {state} = step;
  for (const [name, {added}] of Object.entries(local)) {
    const items = added?.(before, step.state) ?? [];
    if (items.length > 0) state = withRows(state, name, items);
  }
  return state === step.state ? step : {...step, state};
};

function withRows(state: AppState, local: string, items: readonly string[]): AppState {
  const page = localPage(items, false, state.nowMs);
  const views = state.places.flatMap(place => Object.values(place.views));
  return views.reduce(
    (next, {key}) =>
      changeView(next, key, view =>
        view.kind === 'list' && view.resource.local === local
          ? addPage(view, page, bodyLines(next))
          : view,
      ),
    state,
  );
}
