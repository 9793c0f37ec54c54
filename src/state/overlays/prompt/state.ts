import type {Params} from '../../model/params.ts';

/** How every line begins that is typed at the bottom of the screen. */
export const atFirst = {revision: 0, cursor: 0, problem: undefined} as const;

/** What every line has that is being typed. */
interface Typed {
  readonly text: string;
  /** The text before the prompt was opened; esc brings it back. */
  readonly before: string;
  /** Counts up when the text is set from outside the field, so that the field starts afresh. */
  readonly revision: number;
  /** Which of what is offered is selected; in a field 0 is the text itself. */
  readonly cursor: number;
  readonly problem: string | undefined;
  /** The text is a secret and shown as dots. @default false */
  readonly isSecret?: boolean;
}

/** A line and nothing else. */
export interface LinePrompt extends Typed {
  readonly kind: 'filter' | 'search' | 'run' | 'jq' | 'column' | 'export' | 'pick';
}

/** The palette, with what the services find. */
export interface PalettePrompt extends Typed {
  readonly kind: 'palette';
  /** Items of lists that they found for a text; they stay until the next one is answered. */
  readonly found: readonly {
    readonly list: string;
    readonly params: Params;
    readonly items: readonly string[];
  }[];
  /** How many lists are still being asked. */
  readonly asking: number;
  /** Enter was pressed while the services were asked; it counts when they have answered. */
  readonly goes: boolean;
}

/** A field of a form. */
export interface FieldPrompt extends Typed {
  readonly kind: 'field';
  /** The text was there before and nothing was done to it yet: what is typed takes its place. */
  readonly fresh: boolean;
  /** Where one is in a text of several lines, an index; undefined in one line, whose field knows. */
  readonly caret: number | undefined;
  /** It is the whole body as JSON, not the field under the cursor. */
  readonly whole: boolean;
  /** Which candidates are listed below it; while none are, the arrows move between fields. */
  readonly listed: 'none' | 'fitting' | 'all';
}

/** A field of the sign-in card. */
export type SignInField = 'site' | 'username' | 'token';

/** The sign-in card; `text` is the value of its current field. */
export interface SignInPrompt extends Typed {
  readonly kind: 'signIn';
  readonly field: SignInField;
  /** The values of the other fields. */
  readonly values: Readonly<Record<SignInField, string>>;
  /** The profile to save; by default its name is chosen from the site. */
  readonly profile?: string;
  readonly isTesting: boolean;
  /** Results of the last test, one for each service. */
  readonly results: readonly SignInResult[];
}

/** A line being typed at the bottom of the screen. */
export type Prompt = LinePrompt | PalettePrompt | FieldPrompt | SignInPrompt;

/** What is done in the line being typed. */
export type PromptEvent =
  | {
      readonly kind: 'changed';
      readonly text: string;
      readonly fromField: boolean;
      /** Of a text of several lines: where in it one is. */
      readonly caret?: number;
    }
  | {readonly kind: 'moved'; readonly by: number}
  | {readonly kind: 'done'}
  /** The text becomes that of the selected suggestion; where none is taken so, the next one is selected. */
  | {readonly kind: 'tab'}
  /** Leave it; a field of a form keeps what was typed unless it `drops` that. */
  | {readonly kind: 'left'; readonly drops?: true};

/** A site and the credentials of a user, as typed. */
export interface SignInRequest {
  readonly site: string;
  readonly username: string;
  readonly token: string;
  /** Name of the profile. @default chosen from the site */
  readonly profile?: string;
}

/** Whether a service accepts the credentials. */
export interface SignInResult {
  readonly isAccepted: boolean;
  /** The service and the user, or why it does not accept them. */
  readonly text: string;
}

/** The saved profile, or the field at fault. */
export type SignInOutcome = {readonly services: readonly SignInResult[]} & (
  | {readonly profile: string}
  | {readonly field: 'site' | 'username' | 'token'; readonly problem: string}
);
