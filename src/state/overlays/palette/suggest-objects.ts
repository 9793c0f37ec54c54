import {readPointer} from '../../../base/json-value.ts';
import {goTo, openObject} from '../../locations/go-to.ts';
import {ofKind} from '../../model/location.ts';
import {viewsIn} from '../../model/locations.ts';
import type {ObjectScreen} from '../../model/object-screen.ts';
import type {KeyedRows, Resource} from '../../model/resource.ts';
import {objectParam, type Screens} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import {nameListOf} from './found-lists.ts';
import {foundSuggestions} from './suggest-found.ts';
import type {PaletteText, Suggestion} from './suggestion.ts';

const number = /^\d+$/;

/** Objects by id: `ver 10042` and `perm 10000` for the object, `ACME` alone for the project. */
export function objectSuggestions(text: PaletteText, state: AppState): readonly Suggestion[] {
  const {name, args} = text;
  const [id] = args;
  if (name === '') return [];
  if (id === undefined) {
    return state.screens.lists.flatMap(list =>
      list.keyed ? keyed(list, list.keyed, name, state) : [],
    );
  }
  if (args.length !== 1) return [];
  const wanted = name.toLowerCase();
  return state.screens.lists
    .filter(r => r.id === wanted || r.aliases.includes(wanted))
    .filter(r => objectParam(state.screens, r) !== undefined && takesId(r, id))
    .map(r => objectSuggestion(r, name, id));
}

/**
 * A list that belongs to one object takes the id of that object, unless it has a short key. An id
 * contains a digit, a key has its pattern; other texts are names.
 */
function takesId({needs, aliases, keyed: keys}: Resource, id: string): boolean {
  if (needs.length > 0) return aliases.length > 0 && number.test(id);
  return /\d/.test(id) || keys?.pattern.test(id) === true;
}

/** A key seen in this session, in any case; else a text that has the pattern of a key. */
function keyed(
  {id, noun}: Resource,
  {pattern, pointer, screen}: KeyedRows,
  name: string,
  state: AppState,
): readonly Suggestion[] {
  const suggest = (key: string, about: string): Suggestion => ({
    label: `${screen} ${key}`,
    about,
    effect: `opens the ${noun} ${key}`,
    run: goTo({screen, args: [key]}),
  });
  const seen = keysSeen(state, id, pointer).find(k => k.toLowerCase() === name.toLowerCase());
  if (seen !== undefined) return [suggest(seen, `A ${noun} seen in this session.`)];
  return pattern.test(name) ? [suggest(name, `The ${noun} with this key.`)] : [];
}

function objectSuggestion(resource: Resource, name: string, id: string): Suggestion {
  return {
    label: `${name} ${id}`,
    about: `The ${resource.noun} with this id.`,
    effect: `opens the ${resource.noun} ${id}`,
    run: openObject(resource.id, id),
  };
}

/** Keys in the lists that lead to the screen. */
function keysSeen(state: AppState, list: string, pointer: string): readonly string[] {
  const shown = viewsIn(state.locations)
    .map(view => ofKind(view, 'list'))
    .find(view => view?.resource.id === list);
  return (shown?.rows ?? []).flatMap(({value}) => {
    const key = readPointer(value, pointer);
    return typeof key === 'string' && key !== '' ? [key] : [];
  });
}

/** A name after the name of its list: `perm open`, `permission-matrix open /delete`. */
interface NamedObject {
  readonly resource: Resource;
  readonly name: string;
  /** The screen to open. @default as enter on its row */
  readonly screen?: string;
}

/** The list, and the screen, with a name of the palette. */
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

/**
 * The list, screen and name in a text of the palette; undefined if it contains an id, or no such
 * list.
 */
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

/**
 * The entities with that name, or a line which says that they are still being searched or that none
 * exists.
 */
export function namedSuggestions(text: PaletteText, state: AppState): readonly Suggestion[] {
  const named = namedObject(text, state.screens);
  if (named === undefined || text.profile !== undefined) return [];
  const {resource, name, screen} = named;
  const {filter} = text;
  const narrowed = filter === undefined ? '' : ` /${filter}`;
  const found = foundSuggestions(name, state, {list: resource.id, screen, filter});
  if (found.length > 0) {
    return found.map(one => ({...one, complete: `${text.name} ${one.label}${narrowed}`}));
  }
  const what = state.screens.objects.find(({id}) => id === screen)?.title.toLowerCase();
  const noun = what ?? resource.noun;
  const line = [text.name, name].join(' ') + narrowed;
  const sought = {label: line, run: undefined, forgotten: true} as const;
  if ((ofKind(state.prompt, 'palette')?.asking ?? 0) === 0) {
    const none = `no ${resource.noun} named ${name}`;
    return [{...sought, about: none, effect: none}];
  }
  const about = `The ${noun} with this name.`;
  return [{...sought, about, effect: `opens the ${noun} ${name}`, waits: true}];
}
