import {stay, type ViewKind} from '../../model/step.ts';
import {moveInForm} from './form-actions.ts';
import type {FormView} from './state.ts';

/** The inputs of an operation, being filled in. */
export const formKind: ViewKind<FormView> = {
  scroll: (state, view, to) => stay(moveInForm(state, view, to(view.cursor))),
};
