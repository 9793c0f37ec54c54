import {chooserLayer} from '../layers/columns/chooser.ts';
import {copyLayer} from '../layers/copy/copy-menu.ts';
import {helpLayer} from '../layers/help/help.ts';
import {promptLayer} from '../layers/prompt/prompt-layer.ts';
import {writeLayer} from '../layers/write/write-layer.ts';
import type {Kinds, Layers} from '../model/step.ts';
import {formKind} from '../views/form/kind.ts';
import {homeKind} from '../views/home/kind.ts';
import {listKind} from '../views/list/kind.ts';
import {matrixKind} from '../views/matrix/kind.ts';
import {textKind} from '../views/text/kind.ts';

/** Every kind of view; a new one is a folder of `views` and one line here. */
export const kinds: Kinds = {
  list: listKind,
  text: textKind,
  home: homeKind,
  form: formKind,
  matrix: matrixKind,
};

/** What may lie over a view, the topmost first; a new one is a folder of `layers` and one line here. */
export const layers: Layers = {
  prompt: promptLayer,
  help: helpLayer,
  copyMenu: copyLayer,
  write: writeLayer,
  chooser: chooserLayer,
};
