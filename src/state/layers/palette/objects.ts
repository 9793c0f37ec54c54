import {goTo, openObject} from '../../locations/go-to.ts';
import type {Resource} from '../../model/resource.ts';
import {objectParam} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import type {PaletteText, Suggestion} from './suggestion.ts';

const projectKey = /^[A-Z][A-Z0-9_]+$/;
const number = /^\d+$/;

/** What an id leads to: `ver 10042` and `perm 10000` to the object, `ACME` alone to the project. */
export function objectSuggestions(text: PaletteText, state: AppState): readonly Suggestion[] {
  const {name, args} = text;
  const [id] = args;
  if (name === '') return [];
  if (id === undefined) {
    const key = knownProjects(state).find(k => k.toLowerCase() === name.toLowerCase());
    if (key !== undefined) return [projectSuggestion(key, 'A project seen in this session.')];
    return projectKey.test(name) ? [projectSuggestion(name, 'The project of that key.')] : [];
  }
  if (args.length !== 1) return [];
  const wanted = name.toLowerCase();
  return state.screens.lists
    .filter(r => r.id === wanted || r.aliases.includes(wanted))
    .filter(r => objectParam(state.screens, r) !== undefined && takesId(r, id))
    .map(r => objectSuggestion(r, name, id));
}

/** A list that belongs to one thing takes the id of that thing, unless people call it by a short name. */
function takesId({needs, aliases}: Resource, id: string): boolean {
  return needs.length === 0 || (aliases.length > 0 && number.test(id));
}

function projectSuggestion(key: string, about: string): Suggestion {
  return {
    label: `project ${key}`,
    about,
    effect: `opens the project ${key}`,
    complete: `project ${key}`,
    run: goTo({screen: 'project', args: [key]}),
  };
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

/** Keys of the projects that lists on the way have shown. */
function knownProjects(state: AppState): readonly string[] {
  for (const place of state.places) {
    for (const view of Object.values(place.views)) {
      if (view.kind !== 'list' || view.resource.id !== 'projects') continue;
      return view.rows.flatMap(row => {
        const {value} = row;
        const key = value !== null && typeof value === 'object' && 'key' in value ? value.key : '';
        return typeof key === 'string' && key !== '' ? [key] : [];
      });
    }
  }
  return [];
}
