import type {AppState} from '../../model/state.ts';
import type {Registry, Transition} from '../../model/transition.ts';

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
  readonly run: (state: AppState, args: readonly string[], registry: Registry) => Transition;
  /** A last `@profile` is one of its words; elsewhere it says where to go. @default false */
  readonly takesProfile?: true;
  /** It is not offered again for having been chosen. @default false */
  readonly forgotten?: true;
}

/**
 * Make a command that turns something on or off.
 *
 * @param about what on does, then what off does
 * @param whyNot why it can be neither now
 */
export function switchCommand(
  name: string,
  [about, off]: readonly [on: string, off: string],
  turn: (state: AppState, isOn: boolean, registry: Registry) => Transition,
  aliases: readonly string[] = [],
  whyNot: (state: AppState) => string | undefined = () => undefined,
): PaletteCommand {
  const needsOnOff = (word = '') => (/^(?:on|off)$/.test(word) ? undefined : 'needs on or off');
  return {
    name,
    aliases,
    args: 'on|off',
    about,
    choices: () => ['on', 'off'],
    effect: (_, [word]) => (word === 'off' ? off : about),
    problem: (state, [word]) => whyNot(state) ?? needsOnOff(word),
    run: (state, [word], registry) => turn(state, word === 'on', registry),
  };
}
