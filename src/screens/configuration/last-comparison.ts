import {counted} from '../../base/counted.ts';
import {localDay} from '../../base/day-words.ts';
import {findJson, readPointer} from '../../base/json-value.ts';
import {dayText} from '../../base/times.ts';
import type {Panel} from '../../state/model/panel.ts';
import {slice} from '../../state/model/state.ts';
import type {PersistedState} from '../../state/model/transition.ts';

/** The result of the last comparison with this profile. */
export interface LastComparison {
  readonly from: string;
  readonly count: number;
  /** In milliseconds since the UNIX epoch. */
  readonly atMs: number;
}

export const lastComparison = slice<LastComparison | undefined>('last-comparison', undefined);

export const persistedComparison: PersistedState = {
  name: 'last-comparison',
  scope: 'account',
  restore(state, text) {
    const value = findJson(text);
    const [from, count, atMs] = ['/from', '/count', '/atMs'].map(at => readPointer(value, at));
    if (typeof from !== 'string' || typeof count !== 'number' || typeof atMs !== 'number')
      return state;
    return lastComparison.with(state, {from, count, atMs});
  },
};

/** Panel of the home screen: how this site differed when it was last compared. */
export const configurationPanel: Panel = {
  id: 'configuration',
  title: 'Configuration',
  order: 5,
  body(state) {
    const last = lastComparison.of(state);
    const empty = {text: '', tone: 'dim'} as const;
    if (last === undefined) return {rows: [], empty, isHidden: true};
    const {from, count, atMs} = last;
    const row = {
      cells: [
        {text: count === 0 ? 'no differences' : counted(count, 'difference')},
        {text: `to ${from}`},
        {text: dayText(localDay(atMs), state.nowMs), tone: 'dim'},
      ] as const,
      opens: {screen: 'site-differences', params: {from}, filter: ''},
    };
    return {rows: [row], empty};
  },
};
