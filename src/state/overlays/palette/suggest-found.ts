import {readPointer} from '../../../base/json-value.ts';
import {hasValue, paramsIdentifying} from '../../ask/row-params.ts';
import {homeOf, leaveWrite, openDescribed, openFiltered} from '../../locations/go-to.ts';
import {ofKind} from '../../model/location.ts';
import {openLocation, viewsIn} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import {changeListTab} from '../../model/object-screen.ts';
import type {Params} from '../../model/params.ts';
import type {Resource} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import {findList, needsOfScreen, tabsOf} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import {type Action, noEffects, type Transition} from '../../model/transition.ts';
import {makeRow} from '../../views/list/rows.ts';
import {knownNames} from './name-index.ts';
import {findNames, itemIn, namesIn} from './name-table.ts';
import {
  compareRanks,
  type MatchLevel,
  matchLevels,
  matchNames,
  rankCandidates,
  type SearchCandidate,
} from './rank.ts';
import type {Suggestion} from './suggestion.ts';

const maxRows = 2000;
const offered = 8;

interface Found {
  readonly resource: Resource;
  readonly row: Row;
  readonly params: Params;
  /** How well its name matches, if known. */
  readonly level?: MatchLevel;
  /** Its names, if its row does not contain them all. */
  readonly names?: readonly string[];
}

interface HowOpened {
  /** Only entities of this list, by its id. @default all */
  readonly list?: string;
  /** The screen to open. @default as enter on its row */
  readonly screen?: string | undefined;
  /** The filter of its list or matrix. @default none */
  readonly filter?: string | undefined;
}

/**
 * Entities with that name, best first: rows of lists read in this session at once, results of the
 * services when they arrive.
 */
export function foundSuggestions(
  text: string,
  state: AppState,
  how: HowOpened = {},
): readonly Suggestion[] {
  return rankCandidates(text, foundCandidates(text, state, how));
}

/** The best of them as candidates to rank among others. */
export function foundCandidates(
  text: string,
  state: AppState,
  how: HowOpened = {},
): readonly SearchCandidate[] {
  const wanted = text.trim();
  if (wanted.length < 2) return [];
  const found = new Map<string, SearchCandidate>();
  for (const one of [...loaded(state), ...asked(state), ...indexed(wanted, state)]) {
    const {resource, row} = one;
    if (how.list !== undefined && resource.id !== how.list) continue;
    const key = `${resource.noun} ${row.id} ${placeOf(one) ?? ''}`;
    if (found.has(key)) continue;
    const names = [...namesOf(one), row.id];
    const level = one.level ?? matchNames(wanted, names);
    // The index finds similar names itself, the most similar first.
    if (level === undefined || (level === 'fuzzy' && one.level === undefined)) continue;
    const suggestion = suggestionOf(one, how, state);
    found.set(key, {kind: 'object', suggestion, names, description: '', level});
  }
  const first = wanted.toLowerCase().split(/\s/)[0] ?? '';
  const ranked = [...found.values()].map(one => ({one, rank: rankOf(one, first, state)}));
  const sorted = ranked.toSorted((a, b) => compareRanks(a.rank, b.rank));
  return sorted.slice(0, offered).map(({one}, order) => ({...one, order}));
}

/** Sort by level, recent use, prefix of the first word, and length of the name. */
function rankOf(
  {level = 'words', suggestion: {key, label}}: SearchCandidate,
  first: string,
  {recent}: AppState,
): readonly number[] {
  const age = recent.indexOf(key ?? label);
  const begins = label.toLowerCase().startsWith(first) ? 0 : 1;
  return [matchLevels.indexOf(level), age === -1 ? recent.length : age, begins, label.length];
}

/** Marks an opened object among the recent choices: the list and the id of its row follow. */
export const objectMark = '=';

/** An object that was opened before; undefined if its name is no longer known. */
export function recentObject(key: string, state: AppState): Suggestion | undefined {
  const id = key.slice(key.indexOf(' ') + 1);
  const all = [...indexed(id.split(' ').at(-1) ?? '', state)].map(one =>
    suggestionOf(one, {}, state),
  );
  return all.find(one => one.key === key);
}

/** Limit of hits per level and list. */
const maxHits = 40;

/** Matches in the index. */
function* indexed(wanted: string, state: AppState): Generator<Found> {
  const names = knownNames(state);
  for (const resource of state.screens.indexed) {
    for (const {line, level} of findNames(wanted, names[resource.id]?.lines ?? [], maxHits)) {
      const row = makeRow(resource, itemIn(line));
      yield {resource, row, params: {}, level, names: namesIn(line)};
    }
  }
}

/** The parent of an object, such as the project of a version. */
function placeOf({resource, row, params}: Found): string | undefined {
  const own = Object.entries(params).find(([name]) => resource.needs.includes(name))?.[1];
  if (own !== undefined) return own;
  const [parent] = Object.keys(resource.sources[0]?.per?.params ?? {});
  const value = parent === undefined ? undefined : readPointer(row.value, `/${parent}`);
  return typeof value === 'string' ? value : undefined;
}

function* loaded({locations, history}: AppState): Generator<Found> {
  const places = [locations, ...history.past.toReversed(), ...history.future].flat();
  for (const view of viewsIn(places)) {
    const list = ofKind(view, 'list');
    if (list === undefined || !opensScreen(list.resource)) continue;
    const {resource, params} = list;
    for (const row of list.rows.slice(0, maxRows)) yield {resource, row, params};
  }
}

function* asked({prompt, screens}: AppState): Generator<Found> {
  for (const {list, items} of ofKind(prompt, 'palette')?.found ?? []) {
    const resource = findList(screens, list);
    if (resource === undefined) continue;
    for (const item of items) yield {resource, row: makeRow(resource, item), params: {}};
  }
}

/** Rows of the app itself are opened in other ways. */
function opensScreen({local, opens, describe}: Resource): boolean {
  return local === undefined && (opens ?? describe) !== undefined;
}

function namesOf({resource, row, names}: Found): readonly string[] {
  if (names !== undefined) return names;
  return [...resource.name, '/name', '/key', '/displayName', '/emailAddress', '/title'].flatMap(
    pointer => {
      const name = readPointer(row.value, pointer);
      return typeof name === 'string' ? name : [];
    },
  );
}

function suggestionOf(found: Found, how: HowOpened, {screens}: AppState): Suggestion {
  const {resource, row} = found;
  const place = placeOf(found);
  const of = place && `of ${place}`;
  const [title = row.name, ...others] = [...new Set(namesOf(found))];
  const inIndex = screens.indexed.find(({noun}) => noun === resource.noun);
  return {
    label: title,
    about: [resource.noun, of, ...others].filter(Boolean).join(' '),
    effect: ['opens the', resource.noun, title, of].filter(Boolean).join(' '),
    run: openFound(found, how),
    // The list may not be loaded the next time, but the index has it.
    ...(inIndex === undefined ? {forgotten: true} : {key: `${objectMark}${inIndex.id} ${row.id}`}),
  };
}

const unnamed = (state: AppState): Transition =>
  noEffects(showNotice(state, 'the server returned no id for this result', 'warn'));

function openFound({resource, row, params}: Found, {screen, filter = ''}: HowOpened): Action {
  return before => {
    const state = leaveWrite(before);
    const {opens, describe} = resource;
    if (opens === undefined && describe === undefined) {
      const made = tabsOf(state.screens, resource.id, params);
      return openLocation(state, changeListTab(made, {startsOn: row.id}), homeOf(state));
    }
    if (opens === undefined || !hasValue(opens.only, row)) {
      const given = paramsIdentifying(describe?.params ?? {}, row, params);
      return given === undefined ? unnamed(state) : openDescribed(state, resource, row.name, given);
    }
    const needed = needsOfScreen(state.screens, opens.screen);
    const given = paramsIdentifying(opens.params, row, params, needed);
    if (given === undefined) {
      // Entities of the whole site, such as roles, are used in many places, which their list shows.
      if (resource.needs.length > 0) return unnamed(state);
      return openFiltered(
        state,
        tabsOf(state.screens, resource.id, {}),
        `"${row.name}"`,
        homeOf(state),
      );
    }
    const made = tabsOf(state.screens, screen ?? opens.screen, given);
    return openFiltered(state, made, filter, homeOf(state));
  };
}
