/** The help overlay: the typed filter, and the selected entry. */
export interface HelpState {
  readonly text: string;
  readonly cursor: number;
}

/** The initial state of the help. */
export const openedHelp: HelpState = {text: '', cursor: 0};
