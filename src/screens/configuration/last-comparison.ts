import {counted} from '../../base/counted.ts';
import {localDay} from '../../base/day-words.ts';
import {findJson, readPointer} from '../../base/json-value.ts';
import {dayText} from '../../base/times.ts';
import type {Panel} from '../../state/model/panel.ts';
import {type AppState, slice} from '../../state/model/state.ts';
import type {PersistedState} from '../../state/model/transition.ts';

/** The result of the last comparison with this profile. */
export interface LastComparison {
  readonly from: string;
  readonly count: number;
  /** In milliseconds since the UNIX epoch. */
  readonly atMs: number;
}

export const lastComparison = slice<LastComparison | undefined>('last-comparison', undefined);

/** The folder that the profile names, or what this site was compared with last. */
export function otherSideOf(state: AppState): string | undefined {
  return folderOfProfile(state) ?? lastComparison.of(state)?.from;
}

/** The folder that the profile names. */
export function folderOfProfile({connection}: AppState): string | undefined {
  return connection.status === 'ready' ? connection.identities.tracker?.siteFiles : undefined;
}

export const persistedComparison: PersistedState = {
  name: 'last-comparison',
  scope: 'account',
  value: lastComparison.of,
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
    const from = last?.from ?? folderOfProfile(state);
    if (from === undefined) return {rows: [], empty, isHidden: true};
    const row = {
      cells: [
        {text: last === undefined ? 'not compared yet' : differencesText(last)},
        {text: `to ${from}`},
        {text: last === undefined ? '' : dayText(localDay(last.atMs), state.nowMs), tone: 'dim'},
      ] as const,
      opens: {screen: 'site-differences', params: {from}, filter: ''},
    };
    return {rows: [row], empty};
  },
};

function differencesText({count}: LastComparison): string {
  return count === 0 ? 'no differences' : counted(count, 'difference');
}
