import type {ComponentType} from 'react';
import type {AppState} from '../../state/model/state.ts';
import type {OpenOverlay, OverlayName} from '../../state/model/transition.ts';
import type {Prompt} from '../../state/overlays/prompt/state.ts';
import {isPopup} from '../../state/overlays/write/popup-lines.ts';
import {ColumnsScreen} from './Columns.tsx';
import {CopyScreen} from './Copy.tsx';
import {HelpScreen} from './Help.tsx';
import {OperationScreen} from './Operation.tsx';
import {PaletteScreen} from './Palette.tsx';
import {PickScreen} from './Pick.tsx';
import {SignInScreen} from './SignIn.tsx';
import {WriteDialog, WriteScreen} from './Write.tsx';

/** How an overlay is rendered. */
interface Drawn<S> {
  /**
   * Replaces the view; undefined if the view stays. Declared as a method so that dispatch needs no
   * cast.
   */
  inPlace?(open: S, state: AppState): ComponentType | undefined;
  /** A box over the screen, unless another overlay is above. */
  readonly box?: ComponentType;
}

/** Components of prompts that replace the view. */
const typed: Readonly<Partial<Record<Prompt['kind'], ComponentType>>> = {
  palette: PaletteScreen,
  run: OperationScreen,
  pick: PickScreen,
  signIn: SignInScreen,
};

const drawnOverlays: {readonly [N in OverlayName]: Drawn<OpenOverlay<N>>} = {
  prompt: {inPlace: ({kind}) => typed[kind]},
  help: {inPlace: () => HelpScreen},
  copyMenu: {inPlace: () => CopyScreen},
  write: {
    inPlace: (open, state) => (isPopup(open, state) ? undefined : WriteScreen),
    box: WriteDialog,
  },
  chooser: {inPlace: () => ColumnsScreen},
};

/** The components of an overlay. */
export function componentsOfOverlay(name: OverlayName): Drawn<OpenOverlay> {
  return drawnOverlays[name];
}
