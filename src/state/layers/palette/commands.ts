import {userCommands} from '../../../screens/people/user-commands.ts';
import {adminKeyCommands} from '../../../screens/site/admin-key-commands.ts';
import {monitorCommands} from '../../../screens/webhooks/monitor/monitor-palette.ts';
import {quit} from '../../app/leave.ts';
import {refresh, toggleAuto} from '../../locations/refresh.ts';
import {lookCommands} from '../../look/look-commands.ts';
import {type AppState, currentView} from '../../model/model.ts';
import {type Step, stay} from '../../model/places.ts';
import {viewCommands} from '../columns/saved-view-commands.ts';
import {openedHelp} from '../help/help.ts';
import {writeCommands} from '../write/write-commands.ts';

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
  readonly run: (state: AppState, args: readonly string[]) => Step;
}

/** Every command of the palette. One line here makes it offered, ranked, remembered and run. */
export const paletteCommands: readonly PaletteCommand[] = [
  plain('refresh', ['reload'], 'Read the view again.', refresh),
  plain('help', ['keys'], 'Every key that works here.', state =>
    stay({...state, help: openedHelp}),
  ),
  plain('quit', ['exit', 'q'], 'Leave steward.', quit),
  {
    name: 'auto-refresh',
    aliases: ['auto'],
    args: 'on|off',
    about: 'Read the list again every ten seconds.',
    choices: () => ['on', 'off'],
    problem: (state, args) =>
      currentView(state).kind === 'list' ? needsOnOff(args) : 'only a list is read by itself',
    run(state, [word]) {
      const view = currentView(state);
      const isOn = view.kind === 'list' && view.auto;
      return isOn === (word === 'on') ? stay(state) : toggleAuto(state);
    },
  },
  ...lookCommands,
  ...viewCommands,
  ...monitorCommands,
  ...adminKeyCommands,
  ...userCommands,
  ...writeCommands,
];

function plain(
  name: string,
  aliases: readonly string[],
  about: string,
  run: (state: AppState) => Step,
): PaletteCommand {
  return {name, aliases, args: '', about, run: state => run(state)};
}

/** The problem of a command that takes `on` or `off`; undefined when it got one of them. */
export function needsOnOff([word]: readonly string[]): string | undefined {
  return word === 'on' || word === 'off' ? undefined : 'needs on or off';
}

/** The command of that name or alias; undefined when there is none. */
export function findPaletteCommand(name: string): PaletteCommand | undefined {
  return paletteCommands.find(c => c.name === name || c.aliases.includes(name));
}
