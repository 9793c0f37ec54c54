import type {Call, Tone} from './resource.ts';

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
 * projects, webhooks with those about to expire, deliveries that failed with those of the last hour.
 */
export type CountKind = 'total' | 'items' | 'perProject' | 'expiring' | 'failures';

/** What is known of a home entry's count. */
export type Count =
  | {readonly status: 'loading'}
  | {readonly status: 'ready'; readonly text: string; readonly note?: string; readonly tone?: Tone}
  | {readonly status: 'failed'; readonly text: string};
