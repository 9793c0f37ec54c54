import {ofKind} from '../../model/location.ts';
import type {ObjectScreen} from '../../model/object-screen.ts';
import type {Resource} from '../../model/resource.ts';
import {objectParam, type Screens} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import {nameListOf} from './found-lists.ts';
import {takesId} from './suggest-by-id.ts';
import {foundSuggestions} from './suggest-found.ts';
import type {PaletteText, Suggestion} from './suggestion.ts';

/** A name behind the name of what has it: `perm open`, `permission-matrix open /delete`. */
export interface NamedObject {
  readonly resource: Resource;
  readonly name: string;
  /** Where it is looked at. @default where enter leads on its row */
  readonly screen?: string;
}

/** The list, and the screen, that a word of the palette names. */
function listNamed(word: string, {lists, objects}: Screens) {
  const wanted = word.toLowerCase();
  const isIt = ({id, aliases = []}: Pick<ObjectScreen, 'id' | 'aliases'>): boolean =>
    id === wanted || aliases.includes(wanted);
  const resource = lists.find(one => isIt(one) && one.needs.length === 0);
  if (resource !== undefined) return {resource};
  const screen = objects.find(one => one.at !== undefined && isIt(one));
  const of = screen?.at && lists.find(({id}) => id === screen.at?.list);
  return of && screen && {resource: of, screen: screen.id};
}

/** What a text of the palette names so; undefined where it has an id, or names nothing of that kind. */
export function namedObject(
  {name: word, args}: Pick<PaletteText, 'name' | 'args'>,
  screens: Screens,
): NamedObject | undefined {
  const name = args.join(' ');
  if (name.length < 2) return undefined;
  const list = listNamed(word, screens);
  if (list === undefined || objectParam(screens, list.resource) === undefined) return undefined;
  if (args.length === 1 && takesId(list.resource, name)) return undefined;
  return nameListOf(list.resource) === undefined ? undefined : {...list, name};
}

/** The things of that name; while the service is still asked, that they are looked for; else that there is none. */
export function namedSuggestions(text: PaletteText, state: AppState): readonly Suggestion[] {
  const named = namedObject(text, state.screens);
  if (named === undefined || text.profile !== undefined) return [];
  const {resource, name, screen} = named;
  const {filter} = text;
  const narrowed = filter === undefined ? '' : ` /${filter}`;
  const found = foundSuggestions(name, state, {list: resource.id, screen, filter});
  if (found.length > 0) {
    return found.map(one => ({...one, complete: `${text.name} ${one.complete}${narrowed}`}));
  }
  const what = state.screens.objects.find(({id}) => id === screen)?.title.toLowerCase();
  const noun = what ?? resource.noun;
  const line = [text.name, name].join(' ') + narrowed;
  const sought = {label: line, complete: line, run: undefined, forgotten: true} as const;
  if ((ofKind(state.prompt, 'palette')?.asking ?? 0) === 0) {
    const none = `no ${resource.noun} is called ${name}`;
    return [{...sought, about: none, effect: none}];
  }
  const about = `The ${noun} of that name.`;
  return [{...sought, about, effect: `opens the ${noun} ${name}`, waits: true}];
}
