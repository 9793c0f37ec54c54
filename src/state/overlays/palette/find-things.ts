import type {ClientIdentity} from '../../../api/client.ts';
import {
  findNameList,
  type NamedEntity,
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
import {readPaletteText, startsInOrder} from './suggestion.ts';

/** What is looked for, and where. */
interface SearchRequest {
  readonly text: string;
  /** The part of it that is a name, where it begins with what has one. @default all of it */
  readonly like?: string;
  readonly where: readonly SearchScope[];
  readonly screens: Screens;
}

/** Milliseconds nothing is typed before the services are asked. */
const calmMs = 250;
const atOnce = 4;
/** Things that others lie in, such as projects with versions, in which is looked. */
const placesLookedIn = 8;
const itemsKept = 8;
/** Pages of a list read for a name that the service does not look for itself. */
const pagesLookedIn = 4;

/** Ask the services for what is called like the text in the palette, once it rests. */
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

/** Whether the names of a kind were all read. */
function isIndexed(state: AppState, {service, kind}: NameList): boolean {
  const names = knownNames(state);
  return state.screens.indexed.some(
    ({id, indexed}) =>
      indexed?.service === service && indexed.kind === kind && names[id]?.isWhole === true,
  );
}

/** Where a list is asked: as it is, or in each thing known that its things can lie in. */
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

/** How many answers there will be. */
export function countExpectedResults({where}: SearchRequest): number {
  return where.reduce((sum, {inFirst}) => sum + (inFirst ? placesLookedIn : 1), 0);
}

/** Asks them; what each list found becomes an event. What cannot be read is left out: nobody asked for it. */
export const runSearch =
  ({text, like = text, where, screens}: SearchRequest): Task =>
  async (ports, {signal}) => {
    if (where.length === 0) return;
    try {
      await ports.clock.sleep(calmMs, signal);
    } catch {
      // Something else is typed.
      return;
    }
    const left = [...where];
    const work = async (): Promise<void> => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) {
        const found = searchableList(screens, one.list);
        if (signal.aborted || found === undefined) return;
        if (one.inFirst) {
          // A service that is not there has none.
          const places = await firstPlaces(found, ports, signal).catch(() => []);
          left.push(...places.map(within => ({list: one.list, within})));
          // Where there are fewer, nothing was found in the others.
          for (let n = places.length; n < placesLookedIn && !signal.aborted; n++) {
            ports.dispatch({kind: 'found', text, list: one.list, items: []});
          }
          continue;
        }
        const question = {like, ...(one.within !== undefined && {within: one.within})};
        const things = await thingsOf(found.list, question, ports, signal).catch(() => []);
        const items = things.slice(0, itemsKept).map(({json}) => json);
        if (!signal.aborted) ports.dispatch({kind: 'found', text, ...one, items});
      }
    };
    await Promise.all(Array.from({length: atOnce}, work));
  };

/** By who is signed in where: each client is made anew. */
const knownPlaces = new WeakMap<ClientIdentity, Map<string, Promise<readonly NamedEntity[]>>>();

/** The first things in which things of a list lie, by key or id: read once in a session. */
async function firstPlaces(
  {list: {service, within}}: SearchableList,
  ports: Ports,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const holders = within?.names && findNameList(service, within.names);
  if (!holders) return [];
  const {identity} = ports.client(service);
  const known = knownPlaces.get(identity) ?? new Map<string, Promise<readonly NamedEntity[]>>();
  knownPlaces.set(identity, known);
  const reading = known.get(holders.kind) ?? thingsOf(holders, {}, ports, signal);
  known.set(holders.kind, reading);
  try {
    return (await reading).slice(0, placesLookedIn).map(({id, key}) => key ?? id);
  } catch {
    // What failed, or was stopped since another text was typed, is read again the next time.
    known.delete(holders.kind);
    return [];
  }
}

/** The first things of a list that fit a question; what the service does not narrow is looked through here. */
async function thingsOf(
  list: NameList,
  question: NameFilter,
  ports: Ports,
  signal: AbortSignal,
): Promise<readonly NamedEntity[]> {
  const {like} = question;
  const isNarrowed = like === undefined || list.source.narrowedBy !== undefined;
  const fits = isNarrowed ? () => true : startsInOrder(like);
  let pages = 0;
  for await (const {things} of fetchEntities(list, question, ports, signal)) {
    const fitting = things.filter(({names}) => fits(names.join(' ')));
    pages += 1;
    if (fitting.length > 0 || pages === pagesLookedIn) return fitting;
  }
  return [];
}

/** What a list found, offered while the text is the same; the line under the cursor stays that line. */
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
