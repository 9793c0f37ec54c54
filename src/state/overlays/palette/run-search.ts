import type {EntityEntry, NameList} from '../../../api/naming/name-listing.ts';
import {fetchEntities} from '../../ask/ask.ts';
import type {Screens} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import type {EventOf, Ports, Task} from '../../model/transition.ts';
import {nameListOf, searchableList, searchableLists} from './found-lists.ts';
import {knownNames} from './name-index.ts';
import type {PaletteCommand} from './palette-command.ts';
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
  /** Ids of lists. */
  readonly where: readonly string[];
  readonly screens: Screens;
}

/** Milliseconds without typing before the services are searched. */
const calmMs = 250;
const atOnce = 4;
const maxItems = 8;
/** Limit of pages read from a list without a server-side search. */
const maxPages = 4;
/** The same for a list that the service filters only in part: some ten thousand items. */
const maxPagesOfWhole = 12;

/**
 * Search the services for the text in the palette, after a pause. The names of lists that need a
 * parent, such as versions, come from the index alone.
 */
export function searchRequest({prompt, screens, own}: AppState): SearchRequest {
  const text = prompt?.kind === 'palette' ? prompt.text.trim() : '';
  const named = namedObject(readPaletteText(text), screens);
  const isCommand = /^(?:jr|cf)(?: |$)|[@/]/.test(text);
  const lists =
    named !== undefined
      ? [named.resource]
      : text.length < 2 || isCommand
        ? []
        : searchableLists(screens)
            .filter(({list}) => !isIndexed({screens, own}, list))
            .map(({resource}) => resource);
  const where = lists.filter(one => nameListOf(one)?.within?.required !== true);
  return {text, ...(named && {like: named.name}), where: where.map(({id}) => id), screens};
}

function isIndexed(state: Pick<AppState, 'own' | 'screens'>, {service, kind}: NameList): boolean {
  const names = knownNames(state);
  return state.screens.indexed.some(
    ({id, indexed}) =>
      indexed?.service === service && indexed.kind === kind && names[id]?.isWhole === true,
  );
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
      for (let id = left.shift(); id !== undefined; id = left.shift()) {
        const found = searchableList(screens, id);
        if (signal.aborted || found === undefined) return;
        const {whole: _, ...source} = found.list.source;
        // For texts that may name anything, the service's own search has to do.
        const list = like === text ? {...found.list, source} : found.list;
        const entities = await entitiesOf(list, like, ports, signal).catch(() => []);
        const items = entities.slice(0, maxItems).map(({json}) => json);
        if (!signal.aborted) ports.dispatch({kind: 'found', text, list: id, items});
      }
    };
    await Promise.all(Array.from({length: atOnce}, work));
  };

/** The first entities of a list that match; filtered here if the service cannot filter. */
async function entitiesOf(
  list: NameList,
  like: string,
  ports: Ports,
  signal: AbortSignal,
): Promise<readonly EntityEntry[]> {
  const fits = list.source.narrowedBy === undefined ? matchWordStarts(like) : () => true;
  const most = list.source.whole === undefined ? maxPages : maxPagesOfWhole;
  let pages = 0;
  for await (const {entities} of fetchEntities(list, {like}, ports, signal)) {
    const fitting = entities.filter(({names}) => fits(names.join(' ')));
    pages += 1;
    if (fitting.length > 0 || pages === most) return fitting;
  }
  return [];
}

/** Add the results of a list while the text is unchanged; the selected line stays selected. */
export function addSearchResults(
  state: AppState,
  {text, list, items}: EventOf<'found'>,
  commands: readonly PaletteCommand[],
): AppState {
  const {prompt} = state;
  if (prompt?.kind !== 'palette' || prompt.text.trim() !== text) return state;
  const found = [...prompt.found, {list, items}];
  const next = {...prompt, found, asking: Math.max(0, prompt.asking - 1)};
  const known = {...state, prompt: next};
  if (prompt.cursor === 0 || items.length === 0) return known;
  const label = suggestions(prompt.text, state, commands)[prompt.cursor]?.label;
  const at = suggestions(prompt.text, known, commands).findIndex(one => one.label === label);
  return at === -1 ? known : {...known, prompt: {...next, cursor: at}};
}
