import {type KeyParts, rowKeysOf} from '../keys/table.ts';
import {savedViewsKept} from '../layers/columns/saved-views.ts';
import type {PaletteCommand} from '../layers/palette/palette-command.ts';
import {paletteKept} from '../layers/palette/recent.ts';
import {previewKept} from '../layers/preview/preview.ts';
import {confirmKept} from '../layers/write/write-commands.ts';
import type {Line} from '../model/line.ts';
import {ofKind} from '../model/location.ts';
import {isHeaded} from '../model/room.ts';
import type {AppState} from '../model/state.ts';
import {currentLocation} from '../model/state.ts';
import type {KeptThing, Reaction} from '../model/step.ts';
import {looksPanel} from '../views/home/home-lines.ts';
import {countsKept} from '../views/home/last-counts.ts';
import {tipsKept} from '../views/home/tips.ts';
import {rowsKept} from '../views/list/last-rows.ts';
import {preferencesName, recallPreferences} from '../views/list/preferences.ts';
import {journalKept} from '../write/journal.ts';
import {commandsOf} from './commands.ts';
import type {Family, Heading} from './family.ts';
import {keyTableOf} from './key-table.ts';
import {kinds, layers} from './kinds.ts';
import {reactionsOf} from './reactions.ts';

const ownKept: readonly KeptThing[] = [
  paletteKept,
  journalKept,
  confirmKept,
  previewKept,
  tipsKept,
  countsKept,
  rowsKept,
  savedViewsKept,
  {name: preferencesName, scope: 'profile', recalled: recallPreferences},
];

/** What the app is made of: its own and that of its families. Made once. */
export interface AppParts extends KeyParts {
  readonly commands: readonly PaletteCommand[];
  /** What is remembered from one session to the next. */
  readonly kept: readonly KeptThing[];
  readonly reactions: readonly Reaction[];
  /** What the families say in the line at the top. */
  readonly signs: (state: AppState) => Line;
  /** What goes with the lists that are looked at; undefined where they have none. */
  readonly heading: (state: AppState) => Heading | undefined;
}

/**
 * What the app is made of.
 *
 * @param keys the key table with the user's own keys. @default as it is
 */
export function partsOf(families: readonly Family[], keys = keyTableOf(families)): AppParts {
  const local = Object.fromEntries(families.flatMap(family => Object.entries(family.local ?? {})));
  return {
    kinds,
    layers,
    local,
    panels: [looksPanel, ...families.flatMap(family => family.panels ?? [])].sort(
      (one, other) => one.order - other.order,
    ),
    rowKeys: state => rowKeysOf(state, {keys, layers}),
    keys,
    commands: commandsOf(families),
    kept: [...ownKept, ...families.flatMap(family => family.kept ?? [])],
    reactions: reactionsOf(families),
    signs: state => families.flatMap(family => family.signs?.(state) ?? []),
    heading: state => headingOf(state, families),
  };
}

function headingOf(state: AppState, families: readonly Family[]): Heading | undefined {
  const location = currentLocation(state);
  if (!isHeaded(location)) return undefined;
  const ids = new Set(location.tabs.flatMap(({spec}) => ofKind(spec, 'list')?.resource.id ?? []));
  return families.find(({lists = []}) => lists.some(list => list.headed && ids.has(list.id)))
    ?.heading;
}
