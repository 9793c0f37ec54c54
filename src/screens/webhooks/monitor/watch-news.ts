import {findJson, isObject} from '../../../base/json-value.ts';
import type {Gap, ToldFailure, WatchStatus} from './monitor-state.ts';

/** What the watch tells the state, besides records: why it paused, what was lost, where it stands. */
export type WatchNews =
  | {readonly kind: 'records'; readonly records: readonly ToldFailure[]}
  | {
      readonly kind: 'polled';
      readonly records: readonly ToldFailure[];
      readonly lagMs?: number;
      /** What the server's clock is ahead of ours. */
      readonly skewMs?: number;
      readonly nextAtMs: number;
    }
  | {readonly kind: 'gap'; readonly gap: Gap}
  | Extract<WatchStatus, {kind: 'waiting' | 'ended'}>;

/** Where an earlier session stood, as it is kept. Times are epoch milliseconds. */
export interface KeptWatch {
  readonly on: boolean;
  /** The last poll, by the server's clock. */
  readonly polledMs?: number;
  /** The latest failure time that was looked at. */
  readonly lookedMs?: number;
}

/** What an earlier session kept about its watch; undefined when it makes no sense. */
export function readKeptWatch(text: string | undefined): KeptWatch | undefined {
  const value = findJson(text);
  // Not written by us, or cut off: the watch begins as on the first day.
  if (!isObject(value)) return undefined;
  const {on, polledMs, lookedMs} = value;
  return {
    on: on === true,
    ...(typeof polledMs === 'number' && {polledMs}),
    ...(typeof lookedMs === 'number' && {lookedMs}),
  };
}
