import type {Call, Params} from './call.ts';
import type {Tone} from './line.ts';

/** One line of the home screen. */
export interface HomeEntry {
  readonly id: string;
  /** Heading of its family; shown at the family's first entry. */
  readonly family: string;
  readonly title: string;
  /** What enter opens. */
  readonly screen: string;
  readonly about: string;
  readonly call: Call;
  readonly count: CountKind;
}

/**
 * How a home entry is counted: the server's total, the number of items read, versions summed over
 * projects with those overdue, webhooks with those about to expire, deliveries that failed with those of
 * the last hour, the admin key of this user.
 */
export type CountKind = 'total' | 'items' | 'perProject' | 'expiring' | 'failures' | 'adminKey';

/** What is known of a home entry's count. */
export type Count =
  | {readonly status: 'loading'}
  | {
      readonly status: 'ready';
      readonly text: string;
      readonly note?: string;
      readonly tone?: Tone;
      /** What of it needs a look; absent when nothing does. */
      readonly look?: NeedsLook;
      /** When the admin key ends, in milliseconds since the UNIX epoch. */
      readonly untilMs?: number;
    }
  | {readonly status: 'failed'; readonly text: string};

/** Something that needs a look, with where enter leads. */
export interface NeedsLook {
  readonly text: string;
  readonly tone: Tone;
  readonly screen: string;
  readonly params: Params;
  readonly filter: string;
}
