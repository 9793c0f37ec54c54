import {type KeyParts, rowKeysOf} from '../keys/route-key.ts';
import {chooserLayer} from '../layers/columns/chooser.ts';
import {savedViewsKept, viewCommands} from '../layers/columns/saved-views.ts';
import {copyLayer} from '../layers/copy/copy.ts';
import {helpLayer, openHelp} from '../layers/help/help.ts';
import {paletteKept} from '../layers/palette/palette.ts';
import {type PaletteCommand, switchCommand} from '../layers/palette/palette-command.ts';
import {previewKept} from '../layers/preview/preview.ts';
import {promptLayer} from '../layers/prompt/prompt.ts';
import {confirmKept, writeCommands} from '../layers/write/write-commands.ts';
import {writeLayer} from '../layers/write/write-layer.ts';
import {refresh, toggleAuto} from '../locations/refresh.ts';
import {lookCommands} from '../look/look.ts';
import type {Line} from '../model/line.ts';
import {ofKind} from '../model/location.ts';
import {isHeaded} from '../model/room.ts';
import {type AppState, currentLocation, viewOf} from '../model/state.ts';
import {
  type Act,
  type KeptThing,
  type Kinds,
  type Layers,
  type Reaction,
  stay,
} from '../model/step.ts';
import {formKind} from '../views/form/kind.ts';
import {looksPanel} from '../views/home/home-lines.ts';
import {homeKind} from '../views/home/kind.ts';
import {countsKept} from '../views/home/last-counts.ts';
import {tipsKept} from '../views/home/tips.ts';
import {compareCommand} from '../views/list/compare-elsewhere.ts';
import {listKind} from '../views/list/kind.ts';
import {rowsKept} from '../views/list/last-rows.ts';
import {preferencesName, recallPreferences} from '../views/list/preferences.ts';
import {matrixKind} from '../views/matrix/kind.ts';
import {textKind} from '../views/text/kind.ts';
import {journalKept} from '../write/journal.ts';
import type {Family, Heading} from './family.ts';
import {keyTableOf} from './key-table.ts';
import {quit} from './leave.ts';
import {reactionsOf} from './reactions.ts';

/** Every kind of view; a new one is a folder of `views` and one line here. */
const kinds: Kinds = {
  list: listKind,
  text: textKind,
  home: homeKind,
  form: formKind,
  matrix: matrixKind,
};

/** What may lie over a view, the topmost first; a new one is a folder of `layers` and one line here. */
const layers: Layers = {
  prompt: promptLayer,
  help: helpLayer,
  copyMenu: copyLayer,
  write: writeLayer,
  chooser: chooserLayer,
};

/** Every command of the palette: the app's own and those of the families. */
function commandsOf(families: readonly Family[]): readonly PaletteCommand[] {
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
  ['Refresh the list every ten seconds.', 'Stop refreshing the list every ten seconds.'],
  (state, isOn, parts) =>
    (viewOf(state, 'list')?.auto === true) === isOn ? stay(state) : toggleAuto(state, parts),
  ['auto'],
  state => (viewOf(state, 'list') ? undefined : 'only a list is read by itself'),
);

function plain(name: string, aliases: readonly string[], about: string, run: Act): PaletteCommand {
  return {name, aliases, args: '', about, run: (state, _, parts) => run(state, parts)};
}

const ownKept: readonly KeptThing[] = [
  paletteKept,
  journalKept,
  confirmKept,
  previewKept,
  tipsKept,
  countsKept,
  rowsKept,
  savedViewsKept,
  {name: preferencesName, scope: 'account', recalled: recallPreferences},
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
    rowKeys: state => rowKeysOf(state, {keys, kinds, layers}),
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
