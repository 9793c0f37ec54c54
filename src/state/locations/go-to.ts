import type {Params} from '../model/call.ts';
import type {Command} from '../model/event.ts';
import {goOn} from '../model/history.ts';
import {say} from '../model/notice.ts';
import {changeView, leaveEffects, openPlace} from '../model/places.ts';
import {findList, findScreen, objectParam, openedBy, tabsOf} from '../model/screens.ts';
import {type AppState, currentView} from '../model/state.ts';
import {type Step, stay} from '../model/step.ts';
import {switchTo} from './switch-profile.ts';

/** Go to a screen from the home screen, as the palette does; through another profile when one is named. */
export function goTo(state: AppState, command: Extract<Command, {kind: 'goto'}>): Step {
  const {profile, filter} = command;
  const screen = findScreen(state.screens, command.screen);
  if (screen === undefined) return stay(say(state, `no screen ${command.screen}`, 'bad'));
  if (profile !== undefined && profile !== state.session.profile) {
    const {profile: _, ...there} = command;
    const switched = switchTo(state, profile);
    // What opens now is read when the connection is there.
    return {state: goTo(switched.state, there).state, effects: switched.effects};
  }
  const params = Object.fromEntries(screen.needs.map((name, i) => [name, command.args[i] ?? '']));
  const step =
    screen.id === 'home'
      ? toHome(state)
      : openPlace(state, tabsOf(state.screens, screen.id, params), state.places.slice(0, 1));
  return filter === undefined ? step : withFilter(step, filter);
}

/** The step with a filter on the list it leads to; on anything else it is as it was. */
export function withFilter(step: Step, filter: string): Step {
  const view = currentView(step.state);
  if (filter === '' || view.kind !== 'list') return step;
  return {...step, state: changeView(step.state, view.key, () => ({...view, filter}))};
}

/** The first place; where one was is one back. */
function toHome(state: AppState): Step {
  const [first, ...others] = state.places;
  if (first === undefined || others.length === 0) return stay(state);
  return {state: goOn(state, [first]), effects: leaveEffects(others)};
}

/** Open one object by its id, as enter or describe does on its row. */
export function openObject(state: AppState, id: string, given: string): Step {
  const resource = findList(state.screens, id);
  const param = resource && objectParam(state.screens, resource);
  if (resource === undefined || param === undefined) return stay(state);
  const {opens, describe, noun} = resource;
  const home = state.places.slice(0, 1);
  const crumb = `${noun} ${given}`;
  if (opens !== undefined && openedBy(state.screens, resource) === param) {
    const params: Params = 'crumb' in opens.params ? {[param]: given, crumb} : {[param]: given};
    return openPlace(state, tabsOf(state.screens, opens.screen, params), home);
  }
  if (describe === undefined) return stay(state);
  const spec = {kind: 'describe', call: describe.call, params: {[param]: given}} as const;
  return openPlace(state, {crumb, tabs: [{title: 'Describe', spec}], tab: 0}, home);
}
