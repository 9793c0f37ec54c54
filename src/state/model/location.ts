import type {Operation} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import type {FormView} from '../views/form/state.ts';
import type {HomeView} from '../views/home/state.ts';
import type {ListPreference, ListView} from '../views/list/state.ts';
import type {MatrixKind, MatrixView} from '../views/matrix/state.ts';
import type {TextView} from '../views/text/state.ts';
import type {Card} from './card.ts';
import type {Reader} from './line.ts';
import type {OpensView, Params, SentRequest} from './params.ts';
import type {Resource} from './resource.ts';
import type {VerbSource, VerbUse} from './verb.ts';

/** The locations from the first one to the one on the screen: what going back goes through. */
export type Breadcrumbs = readonly Location[];

/** Where one has been. Trails hold their locations as they were left. */
export interface History {
  /** Trails to go back to, the latest last. */
  readonly past: readonly Breadcrumbs[];
  /** Trails to go forward to again, the next one last. */
  readonly future: readonly Breadcrumbs[];
  /** The trail looked at before this one. */
  readonly previous: Breadcrumbs | undefined;
}

export type View = ListView | TextView | HomeView | FormView | MatrixView;

/** The views of one kind. */
export type ViewOf<K extends View['kind']> = Extract<View, {kind: K}>;

/** A view, or what a tab opens, where it is of that kind; undefined where it is of another, or gone. */
export function ofKind<T extends {readonly kind: string}, K extends T['kind']>(
  one: T | undefined,
  kind: K,
): Extract<T, {kind: K}> | undefined {
  return one?.kind === kind ? (one as Extract<T, {kind: K}>) : undefined;
}

/** What a tab opens when it is looked at first. */
export type TabSpec =
  | {readonly kind: 'home'}
  | {
      readonly kind: 'list';
      readonly resource: Resource;
      readonly params: Params;
      /** What it is narrowed to from the start. @default nothing */
      readonly filter?: string;
      /** Id of the row that the cursor begins on. @default as the list says */
      readonly startsOn?: string;
      /** How it looks. @default as its screen was left */
      readonly look?: ListPreference;
    }
  | {
      readonly kind: 'describe';
      readonly call: OperationRef;
      readonly params: Params;
      /** Pointer to a text in storage format that is what the object is about. */
      readonly document?: string;
      /** What enter opens, with parameters read from the answer. */
      readonly opens?: OpensView;
      readonly reader?: Reader;
      /** What is told first; the whole answer is folded under it. */
      readonly card?: Card;
      /** What can be done to what is described. @default as the list that describes it so */
      readonly verbs?: VerbSource;
      /** The whole answer is shown below the card from the start. @default false */
      readonly unfolded?: true;
    }
  | {
      readonly kind: 'text';
      readonly form: 'describe' | 'raw';
      readonly text: string;
      readonly reader?: Reader;
      readonly card?: Card;
      readonly unfolded?: true;
      /** The command that makes the same, where it is known. */
      readonly sent?: readonly SentRequest[];
    }
  | {
      readonly kind: 'form';
      readonly operation: Operation;
      readonly values: Readonly<Record<string, readonly string[]>>;
      /** Parameters of the screen it is opened on. */
      readonly place: Params;
      /** The verb whose form it is. @default the operation itself */
      readonly use?: VerbUse;
      /** The screen that running it opens, with its values as parameters, in place of a request. */
      readonly leads?: string;
    }
  | {
      readonly kind: 'matrix';
      readonly matrix: MatrixKind;
      readonly call: OperationRef;
      readonly params: Params;
      /** What it is narrowed to from the start. @default nothing */
      readonly filter?: string;
    };

/** A place in the app: one or more tabs, of which one is looked at. */
export interface Location {
  readonly key: number;
  readonly crumb: string;
  /** Id of the screen it is, where it has one. */
  readonly screen?: string;
  /** The row of a list that it was opened from: what is looked at. */
  readonly of?: {readonly view: number; readonly row: string};
  /** Id of the list its object belongs to, where it is no screen. */
  readonly within?: string;
  readonly tabs: readonly {readonly title: string; readonly spec: TabSpec}[];
  readonly views: Readonly<Record<number, View>>;
  readonly tab: number;
}
