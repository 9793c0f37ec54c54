import {dayMs} from '../../../base/times.ts';
import {type AppState, slice} from '../../model/state.ts';
import {noEffects, type PersistedState, type Transition} from '../../model/transition.ts';

const name = 'tips';
const {of, with: put} = slice(name, {hidden: false});

const tips = [
  'Y copies the command for the current view',
  ': opens anything: a screen, a project, a version, a user, an operation',
  'x lists the actions for a row, or for all rows selected with space',
  '/ filters as you type: words, !not, a | b, column:word, column>3',
  'n goes to the next item that needs attention, here and in lists',
  'W chooses the columns of a list, s sorts, E exports to a file',
  'p previews the current row beside the list',
  'L lists every request with its command',
  '? lists the keys that work here; type to filter',
  ':dry on previews every change and sends nothing',
] as const;

const tourTip = ':tour shows steward in ten steps, each with the keys to press';

/** The tip of the day, on the sandbox the tour; undefined if tips are off. */
export function tipOf(state: AppState): string | undefined {
  if (of(state).hidden) return undefined;
  if (state.session.sandbox && state.guide === undefined) return tourTip;
  return tips[Math.floor(state.nowMs / dayMs) % tips.length];
}

/** Turn tips off or on. */
export function switchTips(state: AppState): Transition {
  return noEffects(put(state, {hidden: !of(state).hidden}));
}

/** Persist for the user whether tips are shown. */
export const persistedTips: PersistedState = {
  name,
  scope: 'user',
  value: of,
  restore: (state, text) => put(state, {hidden: /"hidden":\s*true/.test(text)}),
};
