import type {Location} from '../model/location.ts';
import {cancelWorkOf, navigateTo, noHistory, openLocation} from '../model/locations.ts';
import {showNotice} from '../model/notice.ts';
import {changeListTab, describeTab} from '../model/object-screen.ts';
import type {Params} from '../model/params.ts';
import type {Resource} from '../model/resource.ts';
import {findList, findScreen, objectParam, paramOpenedBy, tabsOf} from '../model/screens.ts';
import type {AppState} from '../model/state.ts';
import {type Action, noEffects, type Transition} from '../model/transition.ts';
import {emptyPreview} from '../overlays/preview/state.ts';

/** A screen with its parameters, in the order it takes them. */
export interface Destination {
  readonly screen: string;
  readonly args: readonly string[];
  readonly filter?: string | undefined;
  /** The profile to switch to first. */
  readonly profile?: string | undefined;
}

/**
 * Open a screen below the home screen, as the palette does; switch to the profile first if one is
 * given.
 */
export function goTo({profile, ...there}: Destination): Action {
  return state => {
    if (profile === undefined || profile === state.session.profile) return arrive(state, there);
    const switched = switchTo(state, profile, state.session.sandbox);
    // The new views load once the connection is established.
    return {state: arrive(switched.state, there).state, effects: switched.effects};
  };
}

function arrive(before: AppState, {screen: name, args, filter = ''}: Destination): Transition {
  const state = leaveWrite(before);
  const screen = findScreen(state.screens, name);
  if (screen === undefined) return noEffects(showNotice(state, `unknown screen ${name}`, 'bad'));
  if (screen.id === 'home') return toHome(state);
  const params = Object.fromEntries(screen.needs.map((need, i) => [need, args[i] ?? '']));
  return openFiltered(state, tabsOf(state.screens, screen.id, params), filter, homeOf(state));
}

/** Open a screen above the current one; back returns here. */
export function openScreen(id: string): Action {
  return state => openLocation(leaveWrite(state), tabsOf(state.screens, id, {}));
}

/** Open a location with a filter on the list it shows. */
export function openFiltered(
  state: AppState,
  made: ReturnType<typeof tabsOf>,
  filter: string,
  under?: readonly Location[],
): Transition {
  return openLocation(state, changeListTab(made, {filter}), under);
}

/** Close the write overlay before navigating; nothing was sent or every request has ended. */
export function leaveWrite(state: AppState): AppState {
  return state.write === undefined ? state : {...state, write: undefined};
}

/** Return to the home screen; the current location stays one step back. */
function toHome(state: AppState): Transition {
  const [first, ...others] = state.locations;
  if (first === undefined || others.length === 0) return noEffects(state);
  return {state: navigateTo(state, [first]), effects: cancelWorkOf(others)};
}

/** Open one object by its id, like enter or describe on its row. */
export function openObject(id: string, given: string): Action {
  return state => {
    const resource = findList(state.screens, id);
    const param = resource && objectParam(state.screens, resource);
    if (resource === undefined || param === undefined) return noEffects(state);
    const {opens, noun} = resource;
    const params: Params = {[param]: given};
    if (opens === undefined || paramOpenedBy(state.screens, resource) !== param) {
      return openDescribed(state, resource, given, params);
    }
    const named = 'crumb' in opens.params ? {...params, crumb: `${noun} ${given}`} : params;
    return openLocation(state, tabsOf(state.screens, opens.screen, named), homeOf(state));
  };
}

/** Open an entity of a list in the list's description; no change if it has none. */
export function openDescribed(
  state: AppState,
  {describe, noun, id: within}: Resource,
  name: string,
  params: Params,
): Transition {
  if (describe === undefined) return noEffects(state);
  const tabs = [describeTab('Describe', describe.call, params)];
  return openLocation(state, {crumb: `${noun} ${name}`, within, tabs, tab: 0}, homeOf(state));
}

/** The home location, below everything opened from home. */
export function homeOf({locations}: AppState): readonly Location[] {
  return locations.slice(0, 1);
}

/**
 * Switch to another profile and drop all open locations, which belong to the previous one.
 *
 * @param isSandbox a caller of the sandbox, which continues, in place of a profile of the user
 */
export function switchTo(state: AppState, profile: string, isSandbox = false): Transition {
  const [first] = state.locations;
  if (first === undefined) return noEffects(state);
  return {
    state: {
      ...state,
      nextKey: state.nextKey + 1,
      locations: [{...first, key: state.nextKey, views: {}, tab: 0}],
      history: noHistory,
      preview: state.preview && {...state.preview, ...emptyPreview},
      connection: {status: 'connecting', text: `Connecting to ${profile}…`},
    },
    effects: [{kind: 'connect', profile, isSandbox}],
  };
}
