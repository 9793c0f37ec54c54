import {counted} from '../../base/counted.ts';
import {focusPreview, zoomPreview} from '../layers/preview/preview.ts';
import {loadLeft} from '../model/load.ts';
import type {View} from '../model/location.ts';
import {cancelEffect, changeOf, closeLocation, withView} from '../model/locations.ts';
import {say} from '../model/notice.ts';
import {type AppState, currentView, viewOf} from '../model/state.ts';
import {type Act, kindOf, type Parts, type Step, stay} from '../model/step.ts';
import {countStaged, stageHere, withStaged} from '../views/matrix/staged.ts';
import {countHere} from '../views/matrix/staging.ts';
import {nothingStaged} from '../views/matrix/state.ts';

const quitWithinMs = 1500;

/** One layer back: keys that wait, help, search, filter, marks, then the view; never quits. */
export const back: Act = (state, parts) => {
  if (state.ahead !== undefined) return stay({...state, ahead: undefined});
  const view = currentView(state);
  if (state.preview?.focused === true && viewOf(state, 'list')) {
    return state.preview.zoomed ? zoomPreview(state) : focusPreview(state);
  }
  const without = kindOf(view, parts).back?.(view, state);
  return without === undefined ? leavePlace(state, 'esc') : stay(withView(state, without));
};

/** Close the view; at home, leave. */
export function close(state: AppState): Step {
  if (state.locations.length > 1) return leavePlace(state, 'q');
  return state.interrupted || unsent(state) === '' ? quit(state) : ask(state, 'q');
}

/** Leave the place on the screen; where changes are staged, the same key again says that they may go. */
function leavePlace(state: AppState, key: string): Step {
  const stage = stageHere(state);
  const count = countHere(state);
  if (stage === undefined || count === 0) return closeLocation(state);
  if (state.notice?.asks === 'leave') {
    return closeLocation(withStaged(state, stage, nothingStaged));
  }
  const text = `${counted(count, 'staged change')} not sent: ctrl+s shows what would be; ${key} again drops`;
  const them = count === 1 ? 'it' : 'them';
  const notice = {text: `${text} ${them}`, tone: 'warn', stays: true, asks: 'leave'} as const;
  return stay({...state, notice});
}

/** What quitting would lose, in words; '' when nothing. */
function unsent(state: AppState): string {
  const forms = Object.keys(state.drafts).length;
  const staged = countStaged(state);
  return [
    ...(forms === 0 ? [] : [`${forms} form${forms === 1 ? ' holds' : 's hold'} what was not sent`]),
    ...(staged === 0 ? [] : [`${counted(staged, 'staged change')} not sent`]),
  ].join(', ');
}

/** Stops what the view waits for; a second time within 1.5 seconds it quits. */
export function interrupt(state: AppState, parts: Parts): Step {
  if (state.interrupted) return quit(state);
  const view = currentView(state);
  const stopped = withView(state, stoppedView(view, state, parts));
  const list = viewOf(state, 'list');
  const reads = list?.toEnd && list.more;
  const still = reads ? changeOf(stopped, 'list', view.key, v => ({...v, toEnd: false})) : stopped;
  const {state: asked, effects} = ask(still, reads ? 'stopped; G goes on. ctrl+c' : 'ctrl+c');
  return {state: asked, effects: [cancelEffect([view]), ...effects]};
}

/** Ask whether to quit: the same key again, within 1.5 seconds, says yes. */
function ask(state: AppState, key: string): Step {
  const lost = unsent(state);
  const text = `${key} again quits${lost === '' ? '' : `; ${lost}`}`;
  return {
    state: say({...state, interrupted: true}, text, 'warn'),
    effects: [{kind: 'timer', slot: 'interrupted', ms: quitWithinMs, event: {kind: 'calm'}}],
  };
}

/** A view whose reading was stopped: what was read stays; where nothing was, that is said. */
function stoppedView(view: View, state: AppState, parts: Parts): View {
  const kind = kindOf(view, parts);
  const own = kind.stopped?.(view, state);
  if (own !== undefined || view.load.status !== 'loading') return own ?? view;
  if (kind.hasContent?.(view)) return {...view, load: loadLeft(view.load, 'stopped', state.nowMs)};
  const trouble = {title: 'Stopped', text: 'It was not read.', advice: ['r reads it.']};
  return {...view, load: {status: 'failed', trouble}};
}

/** Leave steward. */
export function quit(state: AppState): Step {
  return {state: {...state, quitting: true}, effects: [{kind: 'quit'}]};
}
