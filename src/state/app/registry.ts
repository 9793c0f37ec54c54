import {type KeyRegistry, rowKeysOf} from '../keys/route-key.ts';
import {refresh, toggleAutoRefresh} from '../locations/refresh.ts';
import {appearanceCommands} from '../look/appearance.ts';
import type {Line} from '../model/line.ts';
import {ofKind} from '../model/location.ts';
import {type AppState, currentLocation, viewOf} from '../model/state.ts';
import {
  type Action,
  type Kinds,
  noEffects,
  type Overlays,
  type PersistedState,
  type Reaction,
} from '../model/transition.ts';
import {isHeaded} from '../model/viewport.ts';
import {chooserOverlay} from '../overlays/columns/chooser.ts';
import {persistedSavedViews, viewCommands} from '../overlays/columns/saved-views.ts';
import {copyOverlay} from '../overlays/copy/copy.ts';
import {helpOverlay, openHelp} from '../overlays/help/help.ts';
import {persistedNames} from '../overlays/palette/name-index.ts';
import {persistedRecent} from '../overlays/palette/palette.ts';
import {type PaletteCommand, switchCommand} from '../overlays/palette/palette-command.ts';
import {persistedPreview} from '../overlays/preview/preview.ts';
import {promptOverlay} from '../overlays/prompt/prompt.ts';
import {signInCommand} from '../overlays/prompt/sign-in.ts';
import {persistedConfirmation, writeCommands} from '../overlays/write/write-commands.ts';
import {writeOverlay} from '../overlays/write/write-layer.ts';
import {formKind} from '../views/form/kind.ts';
import {attentionPanel} from '../views/home/home-lines.ts';
import {homeKind} from '../views/home/kind.ts';
import {persistedHomeCounts} from '../views/home/last-counts.ts';
import {persistedTips} from '../views/home/tips.ts';
import {compareCommand} from '../views/list/compare-elsewhere.ts';
import {listKind} from '../views/list/kind.ts';
import {persistedRows} from '../views/list/last-rows.ts';
import {persistedPreferences} from '../views/list/preferences.ts';
import {matrixKind} from '../views/matrix/kind.ts';
import {textKind} from '../views/text/kind.ts';
import {persistedJournal} from '../write/journal.ts';
import type {Feature, Heading} from './feature.ts';
import {keyTableOf} from './key-table.ts';
import {quit} from './leave.ts';
import {reactionsOf} from './reactions.ts';

/** Every kind of view. A new one is a folder of `views` and a line here. */
const kinds: Kinds = {
  list: listKind,
  text: textKind,
  home: homeKind,
  form: formKind,
  matrix: matrixKind,
};

/** Overlays, the topmost first. A new one is a folder of `overlays` and a line here. */
const overlays: Overlays = {
  prompt: promptOverlay,
  help: helpOverlay,
  copyMenu: copyOverlay,
  write: writeOverlay,
  chooser: chooserOverlay,
};

/** Commands of the palette: those of the app and of the features. */
function commandsOf(features: readonly Feature[]): readonly PaletteCommand[] {
  return [
    plain('refresh', ['reload'], 'Refresh the view.', refresh),
    plain('help', ['keys'], 'List the keys that work here.', openHelp),
    {...plain('quit', ['exit', 'q'], 'Quit steward.', quit), forgotten: true},
    autoRefresh,
    ...appearanceCommands,
    ...viewCommands,
    compareCommand,
    signInCommand,
    ...features.flatMap(feature => feature.commands ?? []),
    ...writeCommands,
  ];
}

const autoRefresh = switchCommand(
  'auto-refresh',
  ['Refresh the list every ten seconds.', 'Stop refreshing the list every ten seconds.'],
  (state, isOn, registry) =>
    (viewOf(state, 'list')?.auto === true) === isOn
      ? noEffects(state)
      : toggleAutoRefresh(state, registry),
  ['auto'],
  state => (viewOf(state, 'list') ? undefined : 'only lists can refresh automatically'),
);

function plain(
  name: string,
  aliases: readonly string[],
  about: string,
  run: Action,
): PaletteCommand {
  return {name, aliases, args: '', about, run: (state, _, registry) => run(state, registry)};
}

const ownPersisted: readonly PersistedState[] = [
  persistedRecent,
  persistedNames,
  persistedJournal,
  persistedConfirmation,
  persistedPreview,
  persistedTips,
  persistedHomeCounts,
  persistedRows,
  persistedSavedViews,
  persistedPreferences,
];

/** Everything the app consists of: its own parts and those of the features. Built once. */
export interface AppRegistry extends KeyRegistry {
  readonly commands: readonly PaletteCommand[];
  /** State persisted between sessions. */
  readonly persisted: readonly PersistedState[];
  readonly reactions: readonly Reaction[];
  /** The features' part of the header. */
  readonly signs: (state: AppState) => Line;
  /** The heading of the lists on the screen; undefined if they have none. */
  readonly heading: (state: AppState) => Heading | undefined;
}

/**
 * Build the registry of the app.
 *
 * @param keys the key table including the user's key bindings. @default the built-in table
 */
export function makeRegistry(
  features: readonly Feature[],
  keys = keyTableOf(features),
): AppRegistry {
  const commands = commandsOf(features);
  const persisted = [...ownPersisted, ...features.flatMap(feature => feature.persisted ?? [])];
  const local = Object.fromEntries(
    features.flatMap(feature => Object.entries(feature.local ?? {})),
  );
  return {
    kinds,
    overlays,
    localLists: local,
    panels: [attentionPanel, ...features.flatMap(feature => feature.panels ?? [])].sort(
      (one, other) => one.order - other.order,
    ),
    rowKeys: state => rowKeysOf(state, {keys, kinds, overlays}),
    keys,
    commands,
    persisted,
    reactions: reactionsOf(features, commands, persisted),
    signs: state => features.flatMap(feature => feature.signs?.(state) ?? []),
    heading: state => headingOf(state, features),
  };
}

function headingOf(state: AppState, features: readonly Feature[]): Heading | undefined {
  const location = currentLocation(state);
  if (!isHeaded(location)) return undefined;
  const ids = new Set(location.tabs.flatMap(({spec}) => ofKind(spec, 'list')?.resource.id ?? []));
  return features.find(({lists = []}) => lists.some(list => list.headed && ids.has(list.id)))
    ?.heading;
}
