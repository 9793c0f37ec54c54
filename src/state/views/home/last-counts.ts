import {findJson, isObject, textMembers} from '../../../base/json-value.ts';
import {findView} from '../../model/locations.ts';
import {afterEvents, type PersistedState} from '../../model/transition.ts';

/**
 * The last counts of the home screen, stored for each account as a JSON object, entry to text:
 * shown dimmed at startup until new ones arrive, and never used as counts.
 */
export const persistedHomeCounts: PersistedState = {
  name: 'counts',
  scope: 'account',
  value: ({lastCounts}) => lastCounts,
  restore(state, text) {
    const value = findJson(text);
    return isObject(value) ? {...state, lastCounts: textMembers(value)} : state;
  },
};

/** Remember the counts once all are known. */
export const rememberHomeCounts = afterEvents(['count'], (_, step, event) => {
  const view = findView(step.state, event.view);
  if (view?.kind !== 'home') return step;
  const known = view.entries.map(({id}) => [id, view.counts[id]] as const);
  if (known.some(([, count]) => count === undefined || count.status === 'loading')) return step;
  const lastCounts = Object.fromEntries(
    known.flatMap(([id, count]) => (count?.status === 'ready' ? [[id, count.text]] : [])),
  );
  return {...step, state: {...step.state, lastCounts}};
});
