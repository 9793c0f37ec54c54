import type {Kinds} from '../model/step.ts';
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
