import {
  findJson,
  isArray,
  isObject,
  type JsonValue,
  textMembers,
} from '../../../base/json-value.ts';
import {openLocation} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import {changeListTab} from '../../model/object-screen.ts';
import {findList, tabsOf} from '../../model/screens.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {noEffects, type PersistedState, type Transition} from '../../model/transition.ts';
import {choicesOf} from '../../views/list/column-choice.ts';
import {readPreference} from '../../views/list/preferences.ts';
import type {ListView} from '../../views/list/state.ts';
import type {PaletteCommand} from '../palette/palette-command.ts';
import type {SavedView} from './state.ts';

/** Saved views, stored for each account; invalid stored ones are ignored. */
export const persistedSavedViews: PersistedState = {
  name: 'views',
  scope: 'account',
  value: ({savedViews}) => savedViews,
  restore(state, text) {
    const value = findJson(text);
    return isArray(value) ? {...state, savedViews: value.flatMap(readView)} : state;
  },
};

function readView(value: JsonValue): SavedView[] {
  if (!isObject(value)) return [];
  const {name, screen, params, filter, look} = value;
  if (typeof name !== 'string' || typeof screen !== 'string') return [];
  return [
    {
      name,
      screen,
      params: textMembers(params),
      filter: typeof filter === 'string' ? filter : '',
      look: readPreference(look),
    },
  ];
}

/** `:view NAME`, `:view save NAME`, `:view delete NAME`. */
export const viewCommands: readonly PaletteCommand[] = [
  {
    name: 'view',
    aliases: ['views'],
    args: 'NAME, save NAME, delete NAME',
    about: 'Open a saved view: a list with its filter, order and columns.',
    choices: state => [...state.savedViews.map(({name}) => name), 'save', 'delete'],
    effect: effectOf,
    problem: problemOf,
    run(state, [word = '', name = '']) {
      if (word === 'save') return saveView(state, name);
      if (word === 'delete') return deleteView(state, name);
      return openView(state, word);
    },
  },
];

function effectOf(state: AppState, [word = '', name = '']: readonly string[]): string {
  if (word === 'save') return `Save this list as a view${name === '' ? '' : ` named ${name}`}.`;
  if (word === 'delete') return `Delete a saved view${name === '' ? '' : `: ${name}`}.`;
  const found = state.savedViews.find(one => one.name === word);
  if (found === undefined) return 'Open a saved view: a list with its filter, order and columns.';
  const title = findList(state.screens, found.screen)?.title ?? found.screen;
  return `${title}${found.filter === '' ? '' : `, filter ${found.filter}`}.`;
}

function problemOf(
  state: AppState,
  [word = '', name = '', ...more]: readonly string[],
): string | undefined {
  const names = state.savedViews.map(one => one.name);
  if (word === 'save') {
    if (findListShown(state) === undefined)
      return 'only a list with its own screen can be saved as a view';
    if (name === '' || more.length > 0) return 'needs a one-word name, as in :view save expiring';
    return name === 'save' || name === 'delete'
      ? `${name} is reserved; choose another name`
      : undefined;
  }
  const wanted = word === 'delete' ? name : word;
  if (wanted === '') return 'needs the name of a saved view, or: save NAME';
  return names.includes(wanted) ? undefined : `no saved view named ${wanted}`;
}

function findListShown(state: AppState): ListView | undefined {
  const view = viewOf(state, 'list');
  return view && findList(state.screens, view.resource.id) ? view : undefined;
}

function saveView(state: AppState, name: string): Transition {
  const view = findListShown(state);
  if (view === undefined) return noEffects(state);
  const {resource, params, filter, sort, wide} = view;
  const look = {columns: choicesOf(resource), sort: sort ?? null, wide};
  const saved: SavedView = {name, screen: resource.id, params, filter, look};
  const others = state.savedViews.filter(one => one.name !== name);
  const was = others.length < state.savedViews.length ? ' again' : '';
  const next = showNotice(state, `saved${was}: :view ${name} opens it`, 'good');
  return noEffects({...next, savedViews: [...others, saved]});
}

function deleteView(state: AppState, name: string): Transition {
  const savedViews = state.savedViews.filter(one => one.name !== name);
  return noEffects({...showNotice(state, `deleted view ${name}`, 'good'), savedViews});
}

/** Open a saved view on top of the current location; the settings of its screen are unchanged. */
function openView(state: AppState, name: string): Transition {
  const saved = state.savedViews.find(one => one.name === name);
  if (saved === undefined) return noEffects(state);
  const {screen, params, filter, look} = saved;
  const made = tabsOf(state.screens, screen, params);
  return openLocation(state, {
    ...changeListTab(made, {filter, look}),
    crumb: `${made.crumb}: ${name}`,
  });
}
