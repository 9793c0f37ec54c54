import {readPointer} from '../../../base/json-value.ts';
import {opensRow, paramsNaming} from '../../ask/resolve-call.ts';
import {homeOf, leaveWrite, openDescribed, openFiltered} from '../../locations/go-to.ts';
import type {Params} from '../../model/call.ts';
import {ofKind} from '../../model/location.ts';
import {viewsIn} from '../../model/locations.ts';
import {say} from '../../model/notice.ts';
import type {Resource} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import {findList, needsOfScreen, tabsOf} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import {type Action, noEffects, type Transition} from '../../model/transition.ts';
import {makeRow} from '../../views/list/rows.ts';
import {type Candidate, matchLevels, matchNames, rankCandidates} from './rank.ts';
import type {Suggestion} from './suggestion.ts';

const rowsLookedAt = 2000;
const offered = 8;

interface Found {
  readonly resource: Resource;
  readonly row: Row;
  readonly params: Params;
}

/** Where a thing is looked at. */
interface HowOpened {
  /** Things of this list alone, by its id. @default of all */
  readonly list?: string;
  /** @default where enter leads on its row */
  readonly screen?: string | undefined;
  /** What its list or matrix is narrowed to there. @default nothing */
  readonly filter?: string | undefined;
}

/**
 * Things of that name, best first: rows of lists that were read in this session at once, and what the
 * services found for the text when it arrives.
 */
export function foundSuggestions(
  text: string,
  state: AppState,
  how: HowOpened = {},
): readonly Suggestion[] {
  return rankCandidates(text, foundCandidates(text, state, how));
}

/** The best of them as something to rank among others. */
export function foundCandidates(
  text: string,
  state: AppState,
  how: HowOpened = {},
): readonly Candidate[] {
  const wanted = text.trim();
  if (wanted.length < 2) return [];
  const found = new Map<string, Candidate>();
  for (const one of [...loaded(state), ...asked(state)]) {
    const {resource, row} = one;
    if (how.list !== undefined && resource.id !== how.list) continue;
    const key = `${resource.noun} ${row.id} ${one.params.project ?? ''}`;
    if (found.has(key)) continue;
    const names = [...namesOf(one), row.id];
    const level = matchNames(wanted, names);
    if (level === undefined || level === 'fuzzy') continue;
    found.set(key, {
      kind: 'object',
      suggestion: suggestionOf(one, how),
      names,
      description: '',
      level,
    });
  }
  const at = ({level = 'words'}: Candidate) => matchLevels.indexOf(level);
  return [...found.values()].toSorted((a, b) => at(a) - at(b)).slice(0, offered);
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

function suggestionOf(found: Found, how: HowOpened): Suggestion {
  const {resource, row, params} = found;
  const [place] = Object.entries(params).filter(([name]) => resource.needs.includes(name));
  const of = place && `of ${place[1]}`;
  const [title = row.name, ...others] = [...new Set(namesOf(found))];
  return {
    label: title,
    about: [resource.noun, of, ...others].filter(Boolean).join(' '),
    effect: ['opens the', resource.noun, title, of].filter(Boolean).join(' '),
    run: openFound(found, how),
    // The list it was found in may not be there the next time.
    forgotten: true,
  };
}

const unnamed = (state: AppState): Transition =>
  noEffects(say(state, 'the server returned no id for this result', 'warn'));

function openFound({resource, row, params}: Found, {screen, filter = ''}: HowOpened): Action {
  return before => {
    const state = leaveWrite(before);
    const {opens, describe} = resource;
    if (opens === undefined || !opensRow(opens, row)) {
      const given = paramsNaming(describe?.params ?? {}, row, params);
      return given === undefined ? unnamed(state) : openDescribed(state, resource, row.name, given);
    }
    const needed = needsOfScreen(state.screens, opens.screen);
    const given = paramsNaming(opens.params, row, params, needed);
    if (given === undefined) return unnamed(state);
    const made = tabsOf(state.screens, screen ?? opens.screen, given);
    return openFiltered(state, made, filter, homeOf(state));
  };
}
