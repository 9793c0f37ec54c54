import type {Command} from '../model/event.ts';
import type {AppState} from '../model/state.ts';
import type {WriteStage} from '../write/state.ts';

/**
 * Where a key works: `monitor` on the lists of failed webhooks; the stages of a write, which lies
 * over the view; `everywhere` comes after the others.
 */
export type KeyScope =
  | 'list'
  | 'monitor'
  | 'log'
  | 'tree'
  | 'pane'
  | 'text'
  | 'home'
  | 'form'
  | 'matrix'
  | WriteStage['stage']
  /** The column chooser, which lies over a list. */
  | 'columns'
  | 'everywhere';

/** One row of the key table: dispatch, footer, help and docs are made from it. */
export interface KeyBinding {
  /** Names as `keysOf` gives them; the first is shown. */
  readonly keys: readonly string[];
  readonly scopes: readonly KeyScope[];
  /** What it does, for the help. */
  readonly label: string;
  /** Short word for the footer; absent: not shown there. */
  readonly hint?: string;
  /** Its hint is shown even where it is tight. @default false */
  readonly always?: true;
  readonly command: Command;
  /** Why it does nothing now; undefined when it works. */
  readonly disabled?: (state: AppState) => string | undefined;
}
