import {userCommands} from '../../../screens/people/user-commands.ts';
import {adminKeyCommands} from '../../../screens/site/admin-key-commands.ts';
import {monitorCommands} from '../../../screens/webhooks/monitor/monitor-palette.ts';
import {quit} from '../../app/leave.ts';
import {refresh, toggleAuto} from '../../locations/refresh.ts';
import {lookCommands} from '../../look/look-commands.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {type Step, stay} from '../../model/step.ts';
import {viewCommands} from '../columns/saved-view-commands.ts';
import {openedHelp} from '../help/state.ts';
import {writeCommands} from '../write/write-commands.ts';
import {needsOnOff, type PaletteCommand} from './palette-command.ts';

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

/** The command of that name or alias; undefined when there is none. */
export function findPaletteCommand(name: string): PaletteCommand | undefined {
  return paletteCommands.find(c => c.name === name || c.aliases.includes(name));
}
