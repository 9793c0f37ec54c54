import {type KeptThing, stay} from '../../../state/model/step.ts';
import {monitorOf, withMonitor} from './monitor-state.ts';
import {bellName, startWatch, watchName} from './monitor-update.ts';
import {readKeptWatch} from './watch-news.ts';

/** Where the watch stood; one that was on begins again. */
export const watchKept: KeptThing = {
  name: watchName,
  scope: 'profile',
  recalled(state, text) {
    const kept = readKeptWatch(text);
    const monitor = monitorOf(state);
    if (kept === undefined || monitor.caughtUp) return state;
    const {on, lookedMs} = kept;
    const isOff = monitor.status.kind === 'off' && !on;
    return withMonitor(state, {
      ...monitor,
      ...(isOff && {status: {kind: 'off', stays: true}}),
      ...(lookedMs !== undefined && {lookedMs}),
    });
  },
  begins(state, text) {
    const isOff = monitorOf(state).status.kind === 'off';
    return isOff && readKeptWatch(text)?.on ? startWatch(state) : stay(state);
  },
};

/** Whether a new URL rings; kept for the user. */
export const bellKept: KeptThing = {
  name: bellName,
  scope: 'user',
  recalled: (state, text) => withMonitor(state, {...monitorOf(state), bell: text === 'true'}),
};
