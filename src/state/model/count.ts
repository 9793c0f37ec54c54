import type {OperationRef} from '../../api/operation-ref.ts';
import type {Tone} from '../../base/tone.ts';
import type {Line} from './line.ts';
import type {Params} from './params.ts';
import type {ReadPage, Source} from './resource.ts';

/** One line of the home screen. */
export interface HomeEntry {
  readonly id: string;
  /** Those of one family stand together. */
  readonly family: string;
  readonly title: string;
  /** What enter opens. */
  readonly screen: string;
  /** What that is opened with. @default nothing */
  readonly params?: Params;
  readonly about: string;
  /** Absent where nothing is asked for it. */
  readonly call?: Source;
  /** The server's total, the number of items read, or what its family makes of what it reads. @default nothing is counted */
  readonly count?: 'total' | 'items' | CountReader;
  /** A line at the top too, where what needs a look stands. */
  readonly attention?: AttentionRule;
}

/** The line of the home screen that leads to a list or the screen of an object, and is called as that is. */
export const homeLine = (
  family: string,
  {id, title}: {readonly id: string; readonly title: string},
  about: string,
  more: Partial<HomeEntry>,
): HomeEntry => ({id, family, title, screen: id, about, ...more});

/** How an entry stands among what may need a look. */
export interface AttentionRule {
  /** Said when nothing needs a look. */
  readonly calm: string;
  /** The most pressing is 1. */
  readonly order: number;
}

/** Makes the count of an entry; what it throws is shown as its failure. */
export type CountReader = (entry: HomeEntry, ask: CountAsk) => Promise<Count>;

/** What a count can be made with. */
export interface CountAsk {
  /** JSON text of the answer. */
  readonly text: (call: OperationRef, params?: Params) => Promise<string>;
  /** The pages of a list, also of one that is read per parent. */
  readonly pages: (call: Source, params?: Params) => AsyncIterable<ReadPage>;
  /** A request beside the entry's own is made: its command is shown too. */
  readonly beside: (call: OperationRef, params?: Params) => void;
  /** The whole list of a source was read: what is found by name need not ask for it again. */
  readonly read: (call: Source, items: readonly string[]) => void;
  /** Milliseconds since the UNIX epoch. */
  readonly now: () => number;
}

/** What is known of a home entry's count. */
export type Count =
  | {readonly status: 'loading'}
  | {
      readonly status: 'ready';
      readonly text: string;
      readonly note?: string;
      readonly tone?: Tone;
      /** What of it needs a look, the most pressing first. @default nothing */
      readonly looks?: readonly Attention[];
      /** What was learned on the way and a panel of its family shows. @default nothing */
      readonly rows?: readonly PanelRow[];
      /** When what was counted ends, in milliseconds since the UNIX epoch. */
      readonly untilMs?: number;
    }
  | {
      readonly status: 'failed';
      readonly text: string;
      /** Said where the text has no room. @default the text */
      readonly short?: string;
      /** The credentials were refused, which the top of the screen says once for all counts. @default false */
      readonly isSignIn?: true;
    };

/** A place that enter leads to. */
export interface Target {
  readonly screen: string;
  readonly params: Params;
  readonly filter: string;
}

/** Something that needs a look, with where enter leads. */
export interface Attention extends Target {
  /** What it is about, by name; absent where it is about many. */
  readonly name?: string;
  readonly text: string;
  readonly tone: Tone;
}

/** A line of a panel: the first cell is cut and filled so that the others stand below each other. */
export interface PanelRow {
  readonly cells: Line;
  readonly opens?: Target;
}
