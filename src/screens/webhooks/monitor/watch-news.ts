import type {Trouble} from '../../../state/model/row.ts';
import type {Gap, Refusal, ToldFailure} from './monitor-state.ts';

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
  | {
      readonly kind: 'waiting';
      readonly reason: string;
      readonly nextAtMs: number;
      /** The same to be shown in place of a list while nothing was read yet. */
      readonly trouble: Trouble;
      readonly refusal?: Refusal;
    }
  | {readonly kind: 'ended'; readonly trouble: Trouble};

/** Where an earlier session stood, as it is kept. Times are epoch milliseconds. */
export interface KeptWatch {
  readonly on: boolean;
  /** The last poll, by the server's clock. */
  readonly polledMs?: number;
  /** The latest failure time that was looked at. */
  readonly lookedMs?: number;
}
