import {focusPreview, zoomPreview} from '../layers/preview/preview.ts';
import type {View} from '../model/location.ts';
import {cancelEffect, changeView, closeLocation} from '../model/locations.ts';
import {say} from '../model/notice.ts';
import {type AppState, currentView} from '../model/state.ts';
import {type Act, kindOf, type Step} from '../model/step.ts';

const quitWithinMs = 1500;

/** One layer back: help, search, filter, marks, then the view; never quits. */
export const back: Act = (state, parts) => {
  const view = currentView(state);
  if (state.preview?.focused === true && view.kind === 'list') {
    return state.preview.zoomed ? zoomPreview(state) : focusPreview(state);
  }
  return kindOf(view, parts).back?.(state, view) ?? closeLocation(state);
};

/** Close the view; at home, leave. */
export function close(state: AppState): Step {
  return state.locations.length > 1 ? closeLocation(state) : quit(state);
}

/** Stops what the view waits for; a second time within 1.5 seconds it quits. */
export function interrupt(state: AppState): Step {
  if (state.interrupted) return quit(state);
  const view = currentView(state);
  const waits = view.load.status === 'loading' || view.kind === 'home';
  const stopped = waits ? changeView(state, view.key, v => stoppedView(v, state)) : state;
  const reads = view.kind === 'list' && view.toEnd && view.more;
  const still = reads
    ? changeView(stopped, view.key, v => (v.kind === 'list' ? {...v, toEnd: false} : v))
    : stopped;
  const text = reads ? 'stopped; G goes on. ctrl+c again quits' : 'ctrl+c again quits';
  return {
    state: say({...still, interrupted: true}, text, 'warn'),
    effects: [
      cancelEffect([view]),
      {kind: 'timer', slot: 'interrupted', ms: quitWithinMs, event: {kind: 'calm'}},
    ],
  };
}

/** A view whose reading was stopped: what was read stays; where nothing was, that is said. */
function stoppedView(view: View, {nowMs}: AppState): View {
  const ready = {status: 'ready', atMs: nowMs} as const;
  if (view.kind === 'home') {
    const known = (id: string) => view.counts[id] ?? ({status: 'failed', text: 'stopped'} as const);
    const counts = Object.fromEntries(view.entries.map(({id}) => [id, known(id)]));
    return {...view, counts, load: ready};
  }
  const isEmpty = view.kind === 'list' ? view.rows.length === 0 : !('text' in view && view.text);
  if (!isEmpty) return {...view, load: ready};
  const trouble = {title: 'Stopped', text: 'It was not read.', advice: ['r reads it.']};
  return {...view, load: {status: 'failed', trouble}};
}

/** Leave steward. */
export function quit(state: AppState): Step {
  return {state: {...state, quitting: true}, effects: [{kind: 'quit'}]};
}
