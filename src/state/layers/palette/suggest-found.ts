import {readPointer} from '../../../base/json-value.ts';
import {opensRow, paramsFromRow} from '../../ask/resolve-call.ts';
import {leaveWrite, openFiltered} from '../../locations/go-to.ts';
import type {Params} from '../../model/call.ts';
import {ofKind} from '../../model/location.ts';
import {openLocation, viewsIn} from '../../model/locations.ts';
import type {Resource} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import {findList, tabsOf} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import {type Act, stay} from '../../model/step.ts';
import {makeRow} from '../../views/list/rows.ts';
import {startsInOrder} from './starts-in-order.ts';
import type {Suggestion} from './suggestion.ts';

const rowsLookedAt = 2000;
const offered = 8;

interface Found {
  readonly resource: Resource;
  readonly row: Row;
  readonly params: Params;
}

/** Where a thing is looked at, and what its list or matrix is narrowed to there. */
interface HowOpened {
  readonly screen?: string;
  readonly filter?: string;
}

/**
 * Things of that name: rows of lists that were read in this session, at once, and what the services
 * found for the text, when it is there.
 */
export function foundSuggestions(text: string, state: AppState): readonly Suggestion[] {
  return foundOf(text, state, () => true).map(one => suggestionOf(one));
}

/** The same of one list alone, looked at elsewhere than where enter leads, or narrowed. */
export function foundIn(
  {id}: Resource,
  text: string,
  state: AppState,
  how: HowOpened,
): readonly Suggestion[] {
  const found = foundOf(text, state, ({resource}) => resource.id === id);
  return found.map(one => suggestionOf(one, how));
}

function foundOf(text: string, state: AppState, passes: (one: Found) => boolean): readonly Found[] {
  const wanted = text.trim();
  if (wanted.length < 2) return [];
  const fits = startsInOrder(wanted);
  const found = new Map<string, Found>();
  for (const one of [...loaded(state), ...asked(state)]) {
    if (!passes(one)) continue;
    const {resource, row} = one;
    const key = `${resource.noun} ${row.id} ${one.params.project ?? ''}`;
    if (!found.has(key) && fits(namesOf(one).join(' '))) found.set(key, one);
    if (found.size === offered) break;
  }
  return [...found.values()];
}

function* loaded({locations, history}: AppState): Generator<Found> {
  const places = [locations, ...history.past.toReversed(), ...history.future].flat();
  for (const view of viewsIn(places)) {
    const list = ofKind(view, 'list');
    if (list === undefined || !leadsOn(list.resource)) continue;
    const {resource, params} = list;
    for (const row of list.rows.slice(0, rowsLookedAt)) yield {resource, row, params};
  }
}

function* asked({prompt, screens}: AppState): Generator<Found> {
  for (const {list, params, items} of ofKind(prompt, 'palette')?.found ?? []) {
    const resource = findList(screens, list);
    if (resource === undefined) continue;
    for (const item of items) yield {resource, row: makeRow(resource, item), params};
  }
}

/** Rows the app has itself have their own ways. */
function leadsOn({local, opens, describe}: Resource): boolean {
  return local === undefined && (opens ?? describe) !== undefined;
}

function namesOf({resource, row}: Found): readonly string[] {
  return [...resource.name, '/name', '/key', '/displayName', '/emailAddress', '/title'].flatMap(
    pointer => {
      const name = readPointer(row.value, pointer);
      return typeof name === 'string' ? name : [];
    },
  );
}

function suggestionOf(found: Found, how: HowOpened = {}): Suggestion {
  const {resource, row, params} = found;
  const [place] = Object.entries(params).filter(([name]) => resource.needs.includes(name));
  const [title = row.name, ...others] = [...new Set(namesOf(found))];
  const about = [resource.noun, place && `of ${place[1]}`, ...others].filter(Boolean).join(' ');
  return {
    label: title,
    about,
    effect: `opens the ${resource.noun} ${[title, place && `of ${place[1]}`].filter(Boolean).join(' ')}`,
    complete: title,
    run: openFound(found, how),
    // The list it was found in may not be there the next time.
    forgotten: true,
  };
}

function openFound({resource, row, params}: Found, {screen, filter}: HowOpened): Act {
  return before => {
    const state = leaveWrite(before);
    const home = state.locations.slice(0, 1);
    const {opens, describe, noun} = resource;
    if (opens !== undefined && opensRow(opens, row)) {
      const given = paramsFromRow(opens.params, row, params);
      const made = tabsOf(state.screens, screen ?? opens.screen, given);
      return openFiltered(state, made, filter ?? '', home);
    }
    if (describe === undefined) return stay(state);
    const given = paramsFromRow(describe.params, row, params);
    const spec = {kind: 'describe', call: describe.call, params: given} as const;
    const tabs = [{title: 'Describe', spec}];
    const crumb = `${noun} ${row.name}`;
    return openLocation(state, {crumb, within: resource.id, tabs, tab: 0}, home);
  };
}
