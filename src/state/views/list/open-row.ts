import {opensRow, paramsFromRow} from '../../ask/resolve-call.ts';
import type {Location} from '../../model/location.ts';
import {openLocation} from '../../model/locations.ts';
import type {Row} from '../../model/row.ts';
import {tabsOf} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import {type Parts, type Step, stay} from '../../model/step.ts';
import {cardOf} from './card-of.ts';
import {rowAtCursor} from './list-update.ts';
import type {ListView} from './state.ts';

/** What enter does: what the app does with a row of its own, the screen the row opens, else a description. */
export function openRow(state: AppState, view: ListView, {local}: Parts): Step {
  const row = rowAtCursor(view);
  if (row === undefined) return stay(state);
  const own = local[view.resource.local ?? '']?.open;
  if (own !== undefined) return own(state, row);
  const {opens} = view.resource;
  if (opens === undefined || !opensRow(opens, row)) return describeRow(state, view);
  const params = paramsFromRow(opens.params, row, view.params);
  return openLocation(state, {
    ...tabsOf(state.screens, opens.screen, params),
    of: ofRow(view, row),
  });
}

/** Everything about the row under the cursor, readable. */
export function describeRow(state: AppState, view: ListView): Step {
  const row = rowAtCursor(view);
  if (row === undefined) return stay(state);
  const {describe: how, reader} = view.resource;
  const card = cardOf(view.resource);
  const more = {...(card && {card, unfolded: true as const})};
  const spec = how
    ? ({
        kind: 'describe',
        call: card?.call ?? how.call,
        params: paramsFromRow(how.params, row, view.params),
        ...more,
      } as const)
    : ({
        kind: 'text',
        form: 'describe',
        text: row.text,
        ...(reader && {reader}),
        ...more,
      } as const);
  return openAbout(state, view, row, {title: 'Describe', spec});
}

/** The row under the cursor as the server sent it. */
export function rawRow(state: AppState, view: ListView): Step {
  const row = rowAtCursor(view);
  if (row === undefined) return stay(state);
  const spec = {kind: 'text', form: 'raw', text: row.text} as const;
  return openAbout(state, view, row, {title: 'Raw', spec});
}

type Tab = Location['tabs'][number];

function openAbout(state: AppState, view: ListView, row: Row, tab: Tab): Step {
  const crumb = `${view.resource.noun} ${row.name}`;
  return openLocation(state, {crumb, tabs: [tab], tab: 0, of: ofRow(view, row)});
}

function ofRow({key}: ListView, {id}: Row): {readonly view: number; readonly row: string} {
  return {view: key, row: id};
}
