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

/** What goes with the lists of a family that are `headed`. */
export interface Heading {
  /** Stands over their titles. */
  readonly lines: (state: AppState, most: number) => readonly Line[];
  /** Stands below them while nothing else does. */
  readonly note: (state: AppState) => Line | undefined;
  /** The time their ages are told by, epoch milliseconds. */
  readonly nowMs: (state: AppState) => number;
}

/** All that the app knows of one kind of thing; `screens/features.ts` lists them. */
export interface Feature {
  readonly id: string;
  readonly lists?: readonly Resource[];
  readonly objects?: readonly ObjectScreen[];
  /** Lists whose rows the app has itself, by what their resource calls `local`. */
  readonly local?: Readonly<Record<string, LocalList>>;
  readonly keys?: readonly KeyBinding[];
  readonly commands?: readonly PaletteCommand[];
  /** What it remembers from one session to the next. */
  readonly persisted?: readonly PersistedState[];
  /** What it does after events. */
  readonly reactions?: readonly Reaction[];
  /** What the line at the top says of it on every screen; nothing while there is nothing to say. */
  readonly signs?: (state: AppState) => Line;
  readonly heading?: Heading;
  /** Its lines on the home screen. */
  readonly home?: readonly HomeEntry[];
  /** What it shows beside them. */
  readonly panels?: readonly Panel[];
}

/** What the families can show. */
export function screensOf(families: readonly Feature[]): Screens {
  return makeScreens({
    lists: families.flatMap(family => family.lists ?? []),
    objects: families.flatMap(family => family.objects ?? []),
    home: families.flatMap(family => family.home ?? []),
  });
}
