import type {Screens} from './screens.ts';

/** One list of the app to be looked in for a text. */
export interface FindIn {
  /** Its id. */
  readonly list: string;
  /** What its things lie in, where they must. */
  readonly within?: string;
  /** Nothing is known in which its things lie: in the first of what there is. @default false */
  readonly inFirst?: true;
}

/** What is looked for, and where. */
export interface FindThings {
  readonly text: string;
  /** The part of it that is a name, where it begins with what has one. @default all of it */
  readonly like?: string;
  readonly where: readonly FindIn[];
  readonly screens: Screens;
}
