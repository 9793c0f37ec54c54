import type {PaletteCommand} from '../../../state/layers/palette/palette-command.ts';
import {openPlace} from '../../../state/model/places.ts';
import {tabsOf} from '../../../state/model/screens.ts';
import {monitorOff, setBell} from './actions.ts';

/** `:bell on|off` and `:monitor on|off`. */
export const monitorCommands: readonly PaletteCommand[] = [
  {
    name: 'bell',
    aliases: ['notify', 'ring'],
    args: 'on|off',
    about: 'Ring, and notify on the desktop, when deliveries to a URL begin to fail.',
    choices: () => ['on', 'off'],
    problem: needsOnOff,
    run: (state, [word]) => setBell(state, word === 'on'),
  },
  {
    name: 'monitor',
    aliases: ['watch'],
    args: 'on|off',
    about: 'Watch failed deliveries, in this session and the next ones.',
    choices: () => ['on', 'off'],
    problem: needsOnOff,
    run: (state, [word]) =>
      word === 'on'
        ? openPlace(state, tabsOf(state.screens, 'failed-webhooks', {}))
        : monitorOff(state),
  },
];

function needsOnOff(_: unknown, [word]: readonly string[]): string | undefined {
  return word === 'on' || word === 'off' ? undefined : 'needs on or off';
}
