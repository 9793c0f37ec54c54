import {hasValue, paramsIdentifying} from '../../ask/row-params.ts';
import {needIn} from '../../keys/binding.ts';
import type {Location} from '../../model/location.ts';
import {openLocation} from '../../model/locations.ts';
import type {Row} from '../../model/row.ts';
import {needsOfScreen, tabsOf} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import {noEffects, type Registry, type Transition} from '../../model/transition.ts';
import {cardOf} from './card-of.ts';
import {rowAtCursor} from './list-update.ts';
import type {ListView} from './state.ts';

/** Enter: the local list's own action, the screen of the row, or its description. */
export function openRow(
  state: AppState,
  view: ListView,
  {localLists: local}: Registry,
): Transition {
  const row = rowAtCursor(view);
  if (row === undefined) return noEffects(state);
  const own = local[view.resource.local ?? '']?.open;
  if (own !== undefined) return own(state, row);
  const {opens} = view.resource;
  if (opens === undefined || !hasValue(opens.only, row)) return describeRow(state, view);
  const needed = needsOfScreen(state.screens, opens.screen);
  const params = paramsIdentifying(opens.params, row, view.params, needed);
  if (params === undefined) return describeRow(state, view);
  return openLocation(state, {
    ...tabsOf(state.screens, opens.screen, params),
    of: ofRow(view, row),
  });
}

/** Describe the row under the cursor. */
export function describeRow(state: AppState, view: ListView): Transition {
  const row = rowAtCursor(view);
  if (row === undefined) return noEffects(state);
  const {describe: how, reader} = view.resource;
  const card = cardOf(view.resource);
  const more = {...(card && {card, expanded: true as const})};
  const params = how && paramsIdentifying(how.params, row, view.params);
  const spec =
    how && params
      ? ({
          kind: 'describe',
          call: card?.call ?? how.call,
          params,
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

/** Return the reason if there is neither a row nor an unreadable response to show. */
export const needsRaw = needIn('list', view =>
  answerInPlace(view) === undefined && rowAtCursor(view) === undefined
    ? 'nothing is selected'
    : undefined,
);

/** The response received in place of a list, as JSON text. */
function answerInPlace({load}: ListView): string | undefined {
  return load.status === 'failed' ? load.trouble.answer : undefined;
}

/** Show the row under the cursor as raw JSON, or the response received in place of the list. */
export function rawRow(state: AppState, view: ListView): Transition {
  const answer = answerInPlace(view);
  if (answer !== undefined) {
    const spec = {kind: 'text', form: 'raw', text: answer, sent: view.sent} as const;
    return openLocation(state, {crumb: 'Answer', tabs: [{title: 'Raw', spec}], tab: 0});
  }
  const row = rowAtCursor(view);
  if (row === undefined) return noEffects(state);
  const spec = {kind: 'text', form: 'raw', text: row.text} as const;
  return openAbout(state, view, row, {title: 'Raw', spec});
}

type Tab = Location['tabs'][number];

function openAbout(state: AppState, view: ListView, row: Row, tab: Tab): Transition {
  const crumb = `${view.resource.noun} ${row.name}`;
  return openLocation(state, {crumb, tabs: [tab], tab: 0, of: ofRow(view, row)});
}

function ofRow({key}: ListView, {id}: Row): {readonly view: number; readonly row: string} {
  return {view: key, row: id};
}
