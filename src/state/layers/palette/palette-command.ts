import type {AppState} from '../../model/state.ts';
import type {Parts, Step} from '../../model/step.ts';

/** A command of the palette: `:name args`. Settings and deeds that are no screen are made of these. */
export interface PaletteCommand {
  /** One lower-case word. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** What may follow, as it is shown: `on|off`, `NAME`; empty when nothing may. */
  readonly args: string;
  /** One sentence: what it is for. */
  readonly about: string;
  /** Words that can come first after the name, each offered as a line of its own. */
  readonly choices?: (state: AppState) => readonly string[];
  /** What enter would do now, in one line. @default about */
  readonly effect?: (state: AppState, args: readonly string[]) => string;
  /** Why these words cannot be run; it is shown under the text, which stays. */
  readonly problem?: (state: AppState, args: readonly string[]) => string | undefined;
  readonly run: (state: AppState, args: readonly string[], parts: Parts) => Step;
  /** A last `@profile` is one of its words; elsewhere it says where to go. @default false */
  readonly takesProfile?: true;
  /** It is not offered again for having been chosen. @default false */
  readonly forgotten?: true;
}

/** The problem of a command that takes `on` or `off`; undefined when it got one of them. */
export function needsOnOff(_: unknown, [word]: readonly string[]): string | undefined {
  return word === 'on' || word === 'off' ? undefined : 'needs on or off';
}
