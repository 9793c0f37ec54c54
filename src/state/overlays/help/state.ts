/** The help over the screen: what was typed to narrow it, and which entry is selected. */
export interface HelpState {
  readonly text: string;
  readonly cursor: number;
}

/** The help as it opens. */
export const openedHelp: HelpState = {text: '', cursor: 0};
