import type {Operation} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import type {FormView} from '../views/form/state.ts';
import type {HomeView} from '../views/home/state.ts';
import type {ListPreference, ListView} from '../views/list/state.ts';
import type {MatrixKind, MatrixView} from '../views/matrix/state.ts';
import type {TextView} from '../views/text/state.ts';
import type {Card} from './card.ts';
import type {TextReader} from './line.ts';
import type {OpensView, Params, RequestCommand} from './params.ts';
import type {Resource} from './resource.ts';
import type {VerbSource, VerbUse} from './verb.ts';

/** The locations from the first one to the one on the screen; back removes the last one. */
export type Breadcrumbs = readonly Location[];

/** Visited breadcrumbs, with their locations as they were left. */
export interface History {
  /** Breadcrumbs to go back to, the latest last. */
  readonly past: readonly Breadcrumbs[];
  /** Breadcrumbs to go forward to, the next one last. */
  readonly future: readonly Breadcrumbs[];
  /** The breadcrumbs shown before these. */
  readonly previous: Breadcrumbs | undefined;
}

export type View = ListView | TextView | HomeView | FormView | MatrixView;

export type ViewOf<K extends View['kind']> = Extract<View, {kind: K}>;

/** Narrow a view or a tab to one kind; undefined if it is of another kind or missing. */
export function ofKind<T extends {readonly kind: string}, K extends T['kind']>(
  one: T | undefined,
  kind: K,
): Extract<T, {kind: K}> | undefined {
  return one?.kind === kind ? (one as Extract<T, {kind: K}>) : undefined;
}

/** The content of a tab, opened when it is first shown. */
export type TabSpec =
  | {readonly kind: 'home'}
  | {
      readonly kind: 'list';
      readonly resource: Resource;
      readonly params: Params;
      /** The initial filter. @default none */
      readonly filter?: string;
      /** Id of the row selected first. @default as the list defines */
      readonly startsOn?: string;
      /** Its columns and sort order. @default as last used on this screen */
      readonly look?: ListPreference;
    }
  | {
      readonly kind: 'describe';
      readonly call: OperationRef;
      readonly params: Params;
      /** Pointer to the main text of the object, in storage format. */
      readonly document?: string;
      /** What enter opens, with parameters from the response. */
      readonly opens?: OpensView;
      readonly reader?: TextReader;
      /** The facts shown first; the full response is collapsed below. */
      readonly card?: Card;
      /** The verbs of the described object. @default those of the list that describes it */
      readonly verbs?: VerbSource;
      /** Expand the full response below the card. @default false */
      readonly expanded?: true;
    }
  | {
      readonly kind: 'text';
      readonly form: 'describe' | 'raw';
      readonly text: string;
      readonly reader?: TextReader;
      readonly card?: Card;
      readonly expanded?: true;
      /** The equivalent commands, if known. */
      readonly sent?: readonly RequestCommand[];
    }
  | {
      readonly kind: 'form';
      readonly operation: Operation;
      readonly values: Readonly<Record<string, readonly string[]>>;
      /** Parameters of the screen where it was opened. */
      readonly place: Params;
      /** The verb of the form. @default the operation itself */
      readonly use?: VerbUse;
      /**
       * The destination of the values in place of a request: the id of a screen, or a list that
       * takes them (`LocalList.save`).
       */
      readonly destination?: string;
    }
  | {
      readonly kind: 'matrix';
      readonly matrix: MatrixKind;
      readonly call: OperationRef;
      readonly params: Params;
      /** The initial filter. @default none */
      readonly filter?: string;
    };

/** A location in the app: one or more tabs, one of which is shown. */
export interface Location {
  readonly key: number;
  readonly crumb: string;
  /** Id of its screen, if it has one. */
  readonly screen?: string;
  /** The row of a list it was opened from. */
  readonly of?: {readonly view: number; readonly row: string};
  /** Id of the list the object belongs to, if it is not a screen. */
  readonly within?: string;
  readonly tabs: readonly {readonly title: string; readonly spec: TabSpec}[];
  readonly views: Readonly<Record<number, View>>;
  readonly tab: number;
}
