import {viewCommands} from '../layers/columns/saved-views.ts';
import {openHelp} from '../layers/help/help.ts';
import {type PaletteCommand, switchCommand} from '../layers/palette/palette-command.ts';
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

const autoRefresh = switchCommand(
  'auto-refresh',
  'Read the list again every ten seconds.',
  (state, isOn, parts) =>
    (viewOf(state, 'list')?.auto === true) === isOn ? stay(state) : toggleAuto(state, parts),
  ['auto'],
  state => (viewOf(state, 'list') ? undefined : 'only a list is read by itself'),
);

function plain(name: string, aliases: readonly string[], about: string, run: Act): PaletteCommand {
  return {name, aliases, args: '', about, run: (state, _, parts) => run(state, parts)};
}
