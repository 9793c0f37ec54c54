import {type Kinds, stay} from '../../model/step.ts';
import {moveInForm} from './form-actions.ts';

/** The inputs of an operation, being filled in. */
export const formKind: Kinds['form'] = {
  make: (key, {operation, values}, {nowMs}) => ({
    kind: 'form',
    key,
    load: {status: 'ready', atMs: nowMs},
    sent: [],
    operation,
    values,
    cursor: 0,
    top: 0,
    tried: false,
    picks: undefined,
    asRequest: false,
  }),
  load: () => [],
  scroll: (state, view, to) => stay(moveInForm(state, view, to(view.cursor))),
};
