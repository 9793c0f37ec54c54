import type {KeyBinding} from '../keys/binding.ts';
import type {HomeEntry} from '../model/count.ts';
import type {Line} from '../model/line.ts';
import type {ObjectScreen} from '../model/object-screen.ts';
import type {Panel} from '../model/panel.ts';
import type {Resource} from '../model/resource.ts';
import {makeScreens, type Screens} from '../model/screens.ts';
import type {AppState} from '../model/state.ts';
import type {LocalList, PersistedState, Reaction} from '../model/transition.ts';
import type {PaletteCommand} from '../overlays/palette/palette-command.ts';

/** Lines around the lists of a feature that are `headed`. */
export interface Heading {
  /** Lines above the column titles. */
  readonly lines: (state: AppState, most: number) => readonly Line[];
  /** A line below the list, when no other note is shown there. */
  readonly note: (state: AppState) => Line | undefined;
  /** The reference time for ages, in epoch milliseconds. */
  readonly nowMs: (state: AppState) => number;
}

/**
 * The screens, state and reactions of one subject area; `screens/features.ts` lists all features.
 */
export interface Feature {
  readonly id: string;
  readonly lists?: readonly Resource[];
  readonly objects?: readonly ObjectScreen[];
  /** Lists whose rows come from the app itself, by the `local` name of their resource. */
  readonly local?: Readonly<Record<string, LocalList>>;
  readonly keys?: readonly KeyBinding[];
  readonly commands?: readonly PaletteCommand[];
  /** State persisted between sessions. */
  readonly persisted?: readonly PersistedState[];
  /** Reactions to events. */
  readonly reactions?: readonly Reaction[];
  /** The feature's status in the header of every screen; empty without one. */
  readonly signs?: (state: AppState) => Line;
  readonly heading?: Heading;
  readonly home?: readonly HomeEntry[];
  /** Its panels on the home screen. */
  readonly panels?: readonly Panel[];
}

/** Collect the screens of all features. */
export function screensOf(features: readonly Feature[]): Screens {
  return makeScreens({
    lists: features.flatMap(feature => feature.lists ?? []),
    objects: features.flatMap(feature => feature.objects ?? []),
    home: features.flatMap(feature => feature.home ?? []),
  });
}
