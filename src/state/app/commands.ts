import {viewCommands} from '../layers/columns/saved-view-commands.ts';
import {openHelp} from '../layers/help/help.ts';
import {needsOnOff, type PaletteCommand} from '../layers/palette/palette-command.ts';
import {writeCommands} from '../layers/write/write-commands.ts';
import {refresh, toggleAuto} from '../locations/refresh.ts';
import {lookCommands} from '../look/look-commands.ts';
import {viewOf} from '../model/state.ts';
import {type Act, stay} from '../model/step.ts';
import {compareCommand} from '../views/list/compare-elsewhere.ts';
import type {Family} from './family.ts';
import {quit} from './leave.ts';

/** Every command of the palette: the app's own and those of the families. */
export function commandsOf(families: readonly Family[]): readonly PaletteCommand[] {
  return [
    plain('refresh', ['reload'], 'Read the view again.', refresh),
    plain('help', ['keys'], 'Every key that works here.', openHelp),
    {...plain('quit', ['exit', 'q'], 'Leave steward.', quit), forgotten: true},
    autoRefresh,
    ...lookCommands,
    ...viewCommands,
    compareCommand,
    ...families.flatMap(family => family.commands ?? []),
    ...writeCommands,
  ];
}

const autoRefresh: PaletteCommand = {
  name: 'auto-refresh',
  aliases: ['auto'],
  args: 'on|off',
  about: 'Read the list again every ten seconds.',
  choices: () => ['on', 'off'],
  problem: (state, args) =>
    viewOf(state, 'list') ? needsOnOff(state, args) : 'only a list is read by itself',
  run(state, [word], parts) {
    const isOn = viewOf(state, 'list')?.auto === true;
    return isOn === (word === 'on') ? stay(state) : toggleAuto(state, parts);
  },
};

function plain(name: string, aliases: readonly string[], about: string, run: Act): PaletteCommand {
  return {name, aliases, args: '', about, run: (state, _, parts) => run(state, parts)};
}
