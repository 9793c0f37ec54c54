import {type CaretText, caretAfter} from '../../../base/text-caret.ts';

/** The help overlay: the typed filter, and the selected entry. */
export interface HelpState extends CaretText {
  readonly cursor: number;
  /** Letters are text from now on, as after `/`. @default once a text is typed */
  readonly searches?: true;
}

/** The initial state of the help. */
export const initialHelp: HelpState = {...caretAfter(''), cursor: 0};
