import type {Screens} from './screens.ts';

/** One list of the app to be looked in for a text. */
export interface FindIn {
  /** Its id. */
  readonly list: string;
  /** What its things lie in, where they must. */
  readonly within?: string;
}

/** What is looked for, and where. */
export interface FindThings {
  readonly text: string;
  readonly where: readonly FindIn[];
  readonly screens: Screens;
}
