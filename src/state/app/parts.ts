import type {KeyBinding} from '../keys/binding.ts';
import type {PaletteCommand} from '../layers/palette/palette-command.ts';
import type {Parts} from '../model/step.ts';
import {commandsOf} from './commands.ts';
import type {Family} from './family.ts';
import {keyTableOf} from './key-table.ts';
import {kinds} from './kinds.ts';

/** What the app is made of: its own and that of its families. Made once. */
export interface AppParts extends Parts {
  readonly keys: readonly KeyBinding[];
  readonly commands: readonly PaletteCommand[];
}

/**
 * What the app is made of.
 *
 * @param keys the key table with the user's own keys. @default as it is
 */
export function partsOf(families: readonly Family[], keys = keyTableOf(families)): AppParts {
  const local = Object.fromEntries(families.flatMap(family => Object.entries(family.local ?? {})));
  return {kinds, local, keys, commands: commandsOf(families)};
}
