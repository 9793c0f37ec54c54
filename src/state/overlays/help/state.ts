import {type CaretText, caretAfter} from '../../../base/text-caret.ts';

/** The help overlay: the typed filter, and the selected entry. */
export interface HelpState extends CaretText {
  readonly cursor: number;
}

/** The initial state of the help. */
export const initialHelp: HelpState = {...caretAfter(''), cursor: 0};
