import type {AppState} from './state.ts';

/** What the terminal app remembers from one session to the next; each name is a file of its own. */
export interface KeptThing {
  readonly name: string;
  /** One for every profile, or one for all of them. */
  readonly scope: 'profile' | 'user';
  /** What a text of an earlier session makes of the state; a text that makes no sense changes nothing. */
  readonly recalled: (state: AppState, text: string) => AppState;
}
