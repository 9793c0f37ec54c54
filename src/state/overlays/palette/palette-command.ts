import type {AppState} from '../../model/state.ts';
import type {Registry, Transition} from '../../model/transition.ts';

/** A command of the palette, `:name args`, for settings and actions that are not screens. */
export interface PaletteCommand {
  /** One lower-case word. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** Its arguments as shown: `on|off`, `NAME`; may be empty. */
  readonly args: string;
  /** Its description, one sentence. */
  readonly about: string;
  /** Possible first arguments, each offered as a line of its own. */
  readonly choices?: (state: AppState) => readonly string[];
  /** The effect of enter, in one line. @default about */
  readonly effect?: (state: AppState, args: readonly string[]) => string;
  /** Return why the arguments are invalid; shown below the text, which stays. */
  readonly problem?: (state: AppState, args: readonly string[]) => string | undefined;
  readonly run: (state: AppState, args: readonly string[], registry: Registry) => Transition;
  /**
   * A trailing `@profile` is an argument; for other commands it selects the profile. @default false
   */
  readonly takesProfile?: true;
  /** It is not listed among recent choices. @default false */
  readonly forgotten?: true;
}

/**
 * Make a command that turns something on or off.
 *
 * @param about the effects of on and of off
 * @param whyNot returns why neither is possible now
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
