import {ofKind, type View} from '../../model/location.ts';
import {say} from '../../model/notice.ts';
import type {AppState} from '../../model/state.ts';
import {counted} from '../../show/counted.ts';
import type {ListView} from '../../views/list/state.ts';
import type {RunStage} from '../../write/state.ts';

/**
 * The lists a write was begun on when it has ended: marks go from the rows of which every request was
 * carried out, the others keep them; and where something was made, the cursor waits for its row.
 */
export function withRowsWritten(state: AppState, {plan, outcomes}: RunStage): AppState {
  const isDone = (i: number): boolean => outcomes[i]?.state === 'done';
  const rowsOf = (wanted: boolean): readonly string[] =>
    plan.requests.flatMap(({rows = []}, i) => (isDone(i) === wanted ? rows : []));
  const left = new Set(rowsOf(false));
  const done = new Set(rowsOf(true).filter(id => !left.has(id)));
  const makes = plan.requests.some(({call}, i) => isDone(i) && call.operation.effect === 'create');
  let staying = 0;
  const written = (view: View): View => {
    const list = ofKind(view, 'list');
    if (list === undefined || list.resource.noun !== plan.noun) return view;
    staying += [...list.marked].filter(id => left.has(id)).length;
    const marked = new Set([...list.marked].filter(id => !done.has(id)));
    const next: ListView = {...list, marked};
    return makes ? {...next, awaits: list.cursorId ?? ''} : next;
  };
  const locations = state.locations.map(place => {
    const views = Object.entries(place.views).map(([tab, view]) => [tab, written(view)]);
    return {...place, views: Object.fromEntries(views)};
  });
  const next = {...state, locations};
  if (staying === 0) return next;
  return say(next, `${counted(staying, plan.noun ?? 'row')} not done: still marked`, 'warn');
}
