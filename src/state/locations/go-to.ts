import type {Params} from '../model/call.ts';
import {goOn} from '../model/history.ts';
import type {Location} from '../model/location.ts';
import {leaveEffects, openLocation} from '../model/locations.ts';
import {say} from '../model/notice.ts';
import {findList, findScreen, objectParam, openedBy, tabsOf} from '../model/screens.ts';
import type {AppState} from '../model/state.ts';
import {type Act, type Step, stay} from '../model/step.ts';
import {asList} from '../model/tabs.ts';
import {switchTo} from './switch-profile.ts';

/** Where to go: a screen with its parameters in the order it takes them. */
export interface Target {
  readonly screen: string;
  readonly args: readonly string[];
  readonly filter?: string;
  /** Through this profile. */
  readonly profile?: string;
}

/** Go to a screen from the home screen, as the palette does; through another profile when one is named. */
export function goTo({profile, ...there}: Target): Act {
  return state => {
    if (profile === undefined || profile === state.session.profile) return arrive(state, there);
    const switched = switchTo(state, profile);
    // What opens now is read when the connection is there.
    return {state: arrive(switched.state, there).state, effects: switched.effects};
  };
}

function arrive(before: AppState, {screen: name, args, filter = ''}: Target): Step {
  const state = leaveWrite(before);
  const screen = findScreen(state.screens, name);
  if (screen === undefined) return stay(say(state, `no screen ${name}`, 'bad'));
  if (screen.id === 'home') return toHome(state);
  const params = Object.fromEntries(screen.needs.map((need, i) => [need, args[i] ?? '']));
  const home = state.locations.slice(0, 1);
  return openFiltered(state, tabsOf(state.screens, screen.id, params), filter, home);
}

/** Open a screen on top of where one is; back leads back. */
export function openScreen(id: string): Act {
  return state => openLocation(leaveWrite(state), tabsOf(state.screens, id, {}));
}

/** Open a location with a filter on the list it shows. */
export function openFiltered(
  state: AppState,
  made: ReturnType<typeof tabsOf>,
  filter: string,
  under?: readonly Location[],
): Step {
  return openLocation(state, asList(made, {filter}), under);
}

/** Going somewhere else leaves a write, of which nothing was sent or all has ended. */
export function leaveWrite(state: AppState): AppState {
  return state.write === undefined ? state : {...state, write: undefined};
}

/** The first location; where one was is one back. */
function toHome(state: AppState): Step {
  const [first, ...others] = state.locations;
  if (first === undefined || others.length === 0) return stay(state);
  return {state: goOn(state, [first]), effects: leaveEffects(others)};
}

/** Open one object by its id, as enter or describe does on its row. */
export function openObject(id: string, given: string): Act {
  return state => openedObject(state, id, given);
}

function openedObject(state: AppState, id: string, given: string): Step {
  const resource = findList(state.screens, id);
  const param = resource && objectParam(state.screens, resource);
  if (resource === undefined || param === undefined) return stay(state);
  const {opens, describe, noun} = resource;
  const home = state.locations.slice(0, 1);
  const crumb = `${noun} ${given}`;
  if (opens !== undefined && openedBy(state.screens, resource) === param) {
    const params: Params = 'crumb' in opens.params ? {[param]: given, crumb} : {[param]: given};
    return openLocation(state, tabsOf(state.screens, opens.screen, params), home);
  }
  if (describe === undefined) return stay(state);
  const spec = {kind: 'describe', call: describe.call, params: {[param]: given}} as const;
  const tabs = [{title: 'Describe', spec}];
  return openLocation(state, {crumb, within: resource.id, tabs, tab: 0}, home);
}
