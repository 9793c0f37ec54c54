import type {SignInField, SignInKind, SignInResult} from '../../../api/sign-in-outcome.ts';
import type {CaretText} from '../../../base/text-caret.ts';

/** The initial state of every prompt. */
export const initialPrompt = {cursor: 0, problem: undefined} as const;

/** Members of every prompt. */
interface Typed extends CaretText {
  /** The text when the prompt was opened, restored by esc. */
  readonly before: string;
  /** The text is preset and unedited: typing replaces it. @default false */
  readonly fresh?: boolean;
  /** The text may have several lines. @default false */
  readonly hasLines?: boolean;
  /** Index of the selected suggestion; in a field, 0 is the text itself. */
  readonly cursor: number;
  readonly problem: string | undefined;
  /** The text is a secret and shown as dots. @default false */
  readonly isSecret?: boolean;
}

/** A prompt of a single line without suggestions. */
export interface LinePrompt extends Typed {
  readonly kind: 'filter' | 'search' | 'run' | 'jq' | 'column' | 'export' | 'pick';
}

/** The palette, with search results of the services. */
export interface PalettePrompt extends Typed {
  readonly kind: 'palette';
  /** Items that lists returned for a text; they stay until the next results arrive. */
  readonly found: readonly {readonly list: string; readonly items: readonly string[]}[];
  /** Number of lists still being searched. */
  readonly asking: number;
  /** Enter was pressed during the search; it applies once the results have arrived. */
  readonly goes: boolean;
}

/** A field of a form. */
export interface FieldPrompt extends Typed {
  readonly kind: 'field';
  /** The text was edited or cleared, so an empty text is a value. */
  readonly isEdited: boolean;
  /** It is the whole body as JSON, rather than the field under the cursor. */
  readonly whole: boolean;
  /** The suggestions listed below; with `none`, the arrows move between fields. */
  readonly listed: 'none' | 'fitting' | 'all';
}

/** The sign-in card; `text` is the value of its current field. */
export interface SignInPrompt extends Typed {
  readonly kind: 'signIn';
  readonly credentials: SignInKind;
  readonly field: SignInField;
  /** The values of the other fields. */
  readonly values: Readonly<Record<SignInField, string>>;
  /** The profile to save; by default its name is chosen from the site. */
  readonly profile?: string;
  readonly isTesting: boolean;
  /** The URL to open, while a sign-in through a browser waits for it. */
  readonly url?: string | undefined;
  /** Results of the last test, one for each service. */
  readonly results: readonly SignInResult[];
}

/** An open prompt. */
export type Prompt = LinePrompt | PalettePrompt | FieldPrompt | SignInPrompt;

/** An input event of a prompt. */
export type PromptEvent =
  | ({readonly kind: 'changed'} & CaretText)
  | {readonly kind: 'moved'; readonly by: number}
  | {readonly kind: 'done'}
  /** Replace the text by the selected suggestion, or select the next one. */
  | {readonly kind: 'tab'}
  /** Leave the prompt; a form field keeps its text unless `drops` is set. */
  | {readonly kind: 'left'; readonly drops?: true};
