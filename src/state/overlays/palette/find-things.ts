import type {ClientIdentity} from '../../../api/client.ts';
import {
  type EntityEntry,
  findNameList,
  type NameFilter,
  type NameList,
  readEntities,
} from '../../../api/naming/name-listing.ts';
import {fetchEntities} from '../../ask/ask.ts';
import {ofKind} from '../../model/location.ts';
import {findList, type Screens} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import type {EventOf, Ports, Task} from '../../model/transition.ts';
import {nameListOf, type SearchableList, searchableList, searchableLists} from './found-lists.ts';
import {knownNames} from './name-index.ts';
import type {PaletteCommand} from './palette-command.ts';
import type {SearchScope} from './state.ts';
import {suggestions} from './suggest.ts';
import {namedObject} from './suggest-objects.ts';
import {matchWordStarts, readPaletteText} from './suggestion.ts';

/** A search in several lists. */
interface SearchRequest {
  readonly text: string;
  /**
   * The part of the text that is a name, if it starts with the name of a parent. @default all of it
   */
  readonly like?: string;
  readonly where: readonly SearchScope[];
  readonly screens: Screens;
}

/** Milliseconds without typing before the services are searched. */
const calmMs = 250;
const atOnce = 4;
/** Limit of parents, such as projects with versions, whose lists are searched. */
const placesLookedIn = 8;
const itemsKept = 8;
/** Limit of pages read from a list without a server-side search. */
const pagesLookedIn = 4;
/** The same for a list that the service filters only in part: some ten thousand items. */
const pagesOfWhole = 12;

/** Search the services for the text in the palette, after a pause. */
export function searchRequest(state: AppState): SearchRequest {
  const text = state.prompt?.kind === 'palette' ? state.prompt.text.trim() : '';
  const named = namedObject(readPaletteText(text), state.screens);
  if (named !== undefined) {
    const {resource, name} = named;
    return {text, like: name, where: [{list: resource.id}], screens: state.screens};
  }
  const isCommand = /^(?:jr|cf)(?: |$)|[@/]/.test(text);
  const asks = text.length < 2 || isCommand ? [] : searchableLists(state.screens);
  const unknown = asks.filter(({list}) => !isIndexed(state, list));
  const where = unknown.flatMap(one => placesOf(one, state));
  return {text, where, screens: state.screens};
}

function isIndexed(state: AppState, {service, kind}: NameList): boolean {
  const names = knownNames(state);
  return state.screens.indexed.some(
    ({id, indexed}) =>
      indexed?.service === service && indexed.kind === kind && names[id]?.isWhole === true,
  );
}

/** Where a list is searched: as a whole, or in each known parent. */
function placesOf({resource, list}: SearchableList, state: AppState): readonly SearchScope[] {
  if (list.within?.required !== true) return [{list: resource.id}];
  const {needs} = resource;
  const known = new Set<string>();
  for (const place of state.locations.toReversed()) {
    for (const view of Object.values(place.views)) {
      const shown = ofKind(view, 'list');
      const here = shown?.params[needs[0] ?? ''];
      if (here !== undefined) known.add(here);
      const names = shown === undefined ? undefined : nameListOf(shown.resource);
      if (shown === undefined || names === undefined || names.kind !== list.within.names) continue;
      const things = readEntities(names, `[${shown.rows.map(({text}) => text).join()}]`);
      for (const {id, key} of things.slice(0, placesLookedIn)) known.add(key ?? id);
    }
  }
  if (known.size === 0) return [{list: resource.id, inFirst: true}];
  return [...known].slice(0, placesLookedIn).map(within => ({list: resource.id, within}));
}

/** Number of results to expect. */
export function countExpectedResults({where}: SearchRequest): number {
  return where.reduce((sum, {inFirst}) => sum + (inFirst ? placesLookedIn : 1), 0);
}

/**
 * Search the lists; each result becomes an event. Failures are ignored, since the search was not
 * requested explicitly.
 */
export const runSearch =
  ({text, like = text, where, screens}: SearchRequest): Task =>
  async (ports, {signal}) => {
    if (where.length === 0) return;
    try {
      await ports.clock.sleep(calmMs, signal);
    } catch {
      // The text has changed.
      return;
    }
    const left = [...where];
    const work = async (): Promise<void> => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) {
        const found = searchableList(screens, one.list);
        if (signal.aborted || found === undefined) return;
        if (one.inFirst) {
          // An unavailable service has none.
          const places = await firstPlaces(found, ports, signal).catch(() => []);
          left.push(...places.map(within => ({list: one.list, within})));
          // Report empty results for the missing parents.
          for (let n = places.length; n < placesLookedIn && !signal.aborted; n++) {
            ports.dispatch({kind: 'found', text, list: one.list, items: []});
          }
          continue;
        }
        const question = {like, ...(one.within !== undefined && {within: one.within})};
        const {whole: _, ...source} = found.list.source;
        // For texts that may name anything, the service's own search has to do.
        const list = like === text ? {...found.list, source} : found.list;
        const things = await thingsOf(list, question, ports, signal).catch(() => []);
        const items = things.slice(0, itemsKept).map(({json}) => json);
        if (!signal.aborted) ports.dispatch({kind: 'found', text, ...one, items});
      }
    };
    await Promise.all(Array.from({length: atOnce}, work));
  };

/** Cached per client, which is recreated on each connection. */
const knownPlaces = new WeakMap<ClientIdentity, Map<string, Promise<readonly EntityEntry[]>>>();

/** The first parents of a list's entities, by key or id: read once per session. */
async function firstPlaces(
  {list: {service, within}}: SearchableList,
  ports: Ports,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const holders = within?.names && findNameList(service, within.names);
  if (!holders) return [];
  const {identity} = ports.client(service);
  const known = knownPlaces.get(identity) ?? new Map<string, Promise<readonly EntityEntry[]>>();
  knownPlaces.set(identity, known);
  const reading = known.get(holders.kind) ?? thingsOf(holders, {}, ports, signal);
  known.set(holders.kind, reading);
  try {
    return (await reading).slice(0, placesLookedIn).map(({id, key}) => key ?? id);
  } catch {
    // After a failure or cancellation, read again the next time.
    known.delete(holders.kind);
    return [];
  }
}

/** The first entities of a list that match; filtered here if the service cannot filter. */
async function thingsOf(
  list: NameList,
  question: NameFilter,
  ports: Ports,
  signal: AbortSignal,
): Promise<readonly EntityEntry[]> {
  const {like} = question;
  const isNarrowed = like === undefined || list.source.narrowedBy !== undefined;
  const fits = isNarrowed ? () => true : matchWordStarts(like);
  const most = list.source.whole === undefined ? pagesLookedIn : pagesOfWhole;
  let pages = 0;
  for await (const {things} of fetchEntities(list, question, ports, signal)) {
    const fitting = things.filter(({names}) => fits(names.join(' ')));
    pages += 1;
    if (fitting.length > 0 || pages === most) return fitting;
  }
  return [];
}

/** Add the results of a list while the text is unchanged; the selected line stays selected. */
export function addSearchResults(
  state: AppState,
  {text, list, within, items}: EventOf<'found'>,
  commands: readonly PaletteCommand[],
): AppState {
  const {prompt} = state;
  if (prompt?.kind !== 'palette' || prompt.text.trim() !== text) return state;
  const need = findList(state.screens, list)?.needs[0];
  const params = need === undefined || within === undefined ? {} : {[need]: within};
  const found = [...prompt.found, {list, params, items}];
  const next = {...prompt, found, asking: Math.max(0, prompt.asking - 1)};
  const known = {...state, prompt: next};
  if (prompt.cursor === 0 || items.length === 0) return known;
  const label = suggestions(prompt.text, state, commands)[prompt.cursor]?.label;
  const at = suggestions(prompt.text, known, commands).findIndex(one => one.label === label);
  return at === -1 ? known : {...known, prompt: {...next, cursor: at}};
}
