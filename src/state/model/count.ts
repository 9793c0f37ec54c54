import type {OperationRef} from '../../api/operation-ref.ts';
import type {Tone} from '../../base/tone.ts';
import type {Line} from './line.ts';
import type {Params} from './params.ts';
import type {ReadPage, Source} from './resource.ts';

/** One line of the home screen. */
export interface HomeEntry {
  readonly id: string;
  /** Entries of one feature are grouped. */
  readonly feature: string;
  readonly title: string;
  /** The screen that enter opens. */
  readonly screen: string;
  /** Its parameters. @default none */
  readonly params?: Params;
  readonly about: string;
  /** The call that counts; absent: nothing is requested. */
  readonly call?: Source;
  /** The server's total, the number of items, or the feature's own count. @default not counted */
  readonly count?: 'total' | 'items' | CountReader;
  /** Include it in "Needs attention" at the top. */
  readonly attention?: AttentionRule;
}

/**
 * Make a line of the home screen that opens a list or the screen of an object and has its title.
 */
export const homeLine = (
  feature: string,
  {id, title}: {readonly id: string; readonly title: string},
  about: string,
  more: Partial<HomeEntry>,
): HomeEntry => ({id, feature, title, screen: id, about, ...more});

/** How an entry appears in "Needs attention". */
export interface AttentionRule {
  /** Shown when nothing needs attention. */
  readonly calm: string;
  /** Its position; 1 is the most urgent. */
  readonly order: number;
  /** Items besides those that were counted, from the state of the feature. @default none */
  readonly more?: (own: Readonly<Record<string, unknown>>) => readonly Attention[];
}

/** Compute the count of an entry; a thrown error is shown as its failure. */
export type CountReader = (entry: HomeEntry, ask: CountPorts) => Promise<Count>;

/** The functions available to a CountReader. */
export interface CountPorts {
  /** Fetch a response as JSON text. */
  readonly text: (call: OperationRef, params?: Params) => Promise<string>;
  /** Read the pages of a list, also of one that is read per parent. */
  readonly pages: (call: Source, params?: Params) => AsyncIterable<ReadPage>;
  /** Report a request besides the entry's own, so that its command is shown too. */
  readonly beside: (call: OperationRef, params?: Params) => void;
  /** Report that the whole list of a source was read, so that name lookups can reuse it. */
  readonly read: (call: Source, items: readonly string[]) => void;
  /** Milliseconds since the UNIX epoch. */
  readonly now: () => number;
}

/** The state of a home entry's count. */
export type Count =
  | {readonly status: 'loading'}
  | {
      readonly status: 'ready';
      readonly text: string;
      readonly note?: string;
      readonly tone?: Tone;
      /** Items that need attention, the most urgent first. @default none */
      readonly looks?: readonly Attention[];
      /** Rows for a panel of the feature. @default none */
      readonly rows?: readonly PanelRow[];
      /** When the counted state ends, in milliseconds since the UNIX epoch. */
      readonly untilMs?: number;
    }
  | {
      readonly status: 'failed';
      readonly text: string;
      /** A shorter text for narrow places. @default the text */
      readonly short?: string;
      /**
       * The credentials were rejected, which the header reports once for all counts. @default false
       */
      readonly isSignIn?: true;
    };

/** A location that enter opens. */
export interface NavigationTarget {
  readonly screen: string;
  readonly params: Params;
  readonly filter: string;
}

/** An item that needs attention, with the location that enter opens. */
export interface Attention extends NavigationTarget {
  /** The name of the object concerned; absent if it concerns several. */
  readonly name?: string;
  readonly text: string;
  readonly tone: Tone;
}

/** A line of a panel: the first cell is cut or padded so that the others align. */
export interface PanelRow {
  readonly cells: Line;
  readonly opens?: NavigationTarget;
}
