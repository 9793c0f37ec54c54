import {readPointer} from '../../../base/json-value.ts';
import {goTo, openObject} from '../../locations/go-to.ts';
import {ofKind} from '../../model/location.ts';
import {viewsIn} from '../../model/locations.ts';
import type {KeyedRows, Resource} from '../../model/resource.ts';
import {objectParam} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import type {PaletteText, Suggestion} from './suggestion.ts';

const number = /^\d+$/;

/** What an id leads to: `ver 10042` and `perm 10000` to the object, `ACME` alone to the project. */
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
 * A list that belongs to one thing takes the id of that thing, unless people call it by a short name.
 * An id has a digit, a key its pattern; anything else is a name.
 */
export function takesId({needs, aliases, keyed: keys}: Resource, id: string): boolean {
  if (needs.length > 0) return aliases.length > 0 && number.test(id);
  return /\d/.test(id) || keys?.pattern.test(id) === true;
}

/** One that was seen in this session, in whatever case it is typed; else what looks like a key. */
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
    complete: `${screen} ${key}`,
    run: goTo({screen, args: [key]}),
  });
  const seen = keysSeen(state, id, pointer).find(k => k.toLowerCase() === name.toLowerCase());
  if (seen !== undefined) return [suggest(seen, `A ${noun} seen in this session.`)];
  return pattern.test(name) ? [suggest(name, `The ${noun} of that key.`)] : [];
}

function objectSuggestion(resource: Resource, name: string, id: string): Suggestion {
  const label = `${name} ${id}`;
  return {
    label,
    about: `The ${resource.noun} of that id.`,
    effect: `opens the ${resource.noun} ${id}`,
    complete: label,
    run: openObject(resource.id, id),
  };
}

/** Keys that lists on the way have shown. */
function keysSeen(state: AppState, list: string, pointer: string): readonly string[] {
  const shown = viewsIn(state.locations)
    .map(view => ofKind(view, 'list'))
    .find(view => view?.resource.id === list);
  return (shown?.rows ?? []).flatMap(({value}) => {
    const key = readPointer(value, pointer);
    return typeof key === 'string' && key !== '' ? [key] : [];
  });
}
