import {parseJsonValue} from '../../base/json-value.ts';
import {openExchange} from '../../screens/site/exchange.ts';
import {opensRow, paramsFromRow} from '../ask/call.ts';
import {withFilter} from '../locations/go-to.ts';
import {switchTo} from '../locations/switch-profile.ts';
import {openPlace} from '../model/places.ts';
import {tabsOf} from '../model/screens.ts';
import {type AppState, currentView} from '../model/state.ts';
import {type Step, stay} from '../model/step.ts';
import {openForm} from '../views/form/open-form.ts';
import {homeTarget} from '../views/home/home-lines.ts';
import {rowAtCursor} from '../views/list/list-update.ts';
import {cellAtCursor, explainCell, rawCell} from '../views/matrix/matrix-explain.ts';
import type {MatrixView} from '../views/matrix/state.ts';
import type {TextView} from '../views/text/state.ts';
import {nextRawForm, showForm} from '../views/text/text-actions.ts';

/** Open what the cursor is on. */
export function open(state: AppState): Step {
  const view = currentView(state);
  if (view.kind === 'home') {
    const target = homeTarget(view);
    if (target === undefined) return stay(state);
    return withFilter(
      openPlace(state, tabsOf(state.screens, target.screen, target.params)),
      target.filter,
    );
  }
  if (view.kind === 'matrix') return describe(state);
  if (view.kind === 'text') return openFromText(state, view);
  if (view.kind !== 'list') return stay(state);
  const row = rowAtCursor(view);
  if (row === undefined) return stay(state);
  if (view.resource.local === 'profiles') return switchTo(state, row.id);
  if (view.resource.local === 'log') return openExchange(state, row);
  if (view.resource.local === 'operations') return openForm(state, row.id);
  const {opens} = view.resource;
  if (opens === undefined || !opensRow(opens, row)) return describe(state);
  return openPlace(
    state,
    tabsOf(state.screens, opens.screen, paramsFromRow(opens.params, row, view.params)),
  );
}

/** What a described object leads to: the scheme of a project, for one. */
function openFromText(state: AppState, {opens, text, params}: TextView): Step {
  if (opens === undefined || text === '') return stay(state);
  const found = paramsFromRow(opens.params, {value: parseJsonValue(text)}, params);
  return openPlace(state, tabsOf(state.screens, opens.screen, found));
}

/** Everything about the row under the cursor, readable. */
export function describe(state: AppState): Step {
  const view = currentView(state);
  if (view.kind === 'matrix') return openCell(state, view, 'describe');
  if (view.kind === 'text') return showForm(state, {...view, selected: undefined}, 'describe');
  if (view.kind !== 'list') return stay(state);
  const row = rowAtCursor(view);
  if (row === undefined) return stay(state);
  const {describe: how, noun} = view.resource;
  const crumb = `${noun} ${row.name}`;
  const spec = how
    ? ({
        kind: 'describe',
        call: how.call,
        params: paramsFromRow(how.params, row, view.params),
      } as const)
    : ({
        kind: 'text',
        form: 'describe',
        text: row.text,
        ...(view.resource.local === 'failed-records' && {delivery: true as const}),
      } as const);
  return openPlace(state, {crumb, tabs: [{title: 'Describe', spec}], tab: 0});
}

/** What stands where a row and a column of the matrix meet: explained, or as the service sent it. */
function openCell(state: AppState, view: MatrixView, form: 'describe' | 'raw'): Step {
  const at = cellAtCursor(view);
  if (at === undefined) return stay(state);
  const text = form === 'raw' ? rawCell(view) : explainCell(view, state);
  const crumb = `${at.row.name} × ${at.column.label}`;
  const title = form === 'raw' ? 'Raw' : 'Describe';
  return openPlace(state, {crumb, tabs: [{title, spec: {kind: 'text', form, text}}], tab: 0});
}

/** The raw form of the row, or of what is being described; pressed again, the next raw form. */
export function raw(state: AppState): Step {
  const view = currentView(state);
  if (view.kind === 'text') {
    return nextRawForm(state, view);
  }
  if (view.kind === 'matrix') return openCell(state, view, 'raw');
  if (view.kind !== 'list') return stay(state);
  const row = rowAtCursor(view);
  if (row === undefined) return stay(state);
  const spec = {kind: 'text', form: 'raw', text: row.text} as const;
  return openPlace(state, {
    crumb: `${view.resource.noun} ${row.name}`,
    tabs: [{title: 'Raw', spec}],
    tab: 0,
  });
}
