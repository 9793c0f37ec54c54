import {operationId} from '../../../api/operation.ts';
import {type AppState, currentView} from '../../model/state.ts';
import type {Reaction} from '../../model/step.ts';
import type {FormView} from './state.ts';

/**
 * Under which name what is typed into a form is kept: the profile, its operation, the verb and its
 * rows, and what its path was opened with.
 */
export function draftOf(
  {operation, values, use}: Pick<FormView, 'operation' | 'values' | 'use'>,
  {session}: Pick<AppState, 'session'>,
): string {
  const path = operation.inputs.filter(({place}) => place === 'path').map(({name}) => values[name]);
  const verb = use && [use.verb.id, ...use.rows.map(({id}) => id)];
  return [session.profile, operationId(operation), JSON.stringify([...path, verb])].join(' ');
}

/** What was typed into the form on the screen is kept for the session, until it was sent and taken. */
export const keepDrafts: Reaction = (before, step, event) => {
  const {state} = step;
  const view = currentView(state);
  if (view.kind !== 'form') return step;
  if (event.kind === 'write' && event.event.kind === 'finished' && isTaken(state)) {
    const {[view.draft]: _, ...drafts} = state.drafts;
    return {...step, state: {...state, drafts}};
  }
  // What is looked up was not typed.
  if (event.kind === 'news') return step;
  const old = currentView(before);
  if (old.key !== view.key || old.kind !== 'form' || old.values === view.values) return step;
  return {...step, state: {...state, drafts: {...state.drafts, [view.draft]: view.values}}};
};

function isTaken({write}: AppState): boolean {
  return write?.stage === 'report' && write.outcomes.every(({state}) => state === 'done');
}

/** Begin the form anew; what was typed comes back by the same. */
export function beginAnew(view: FormView): FormView {
  const {values, spare} = view;
  return {...view, values: spare, spare: values, restored: false};
}
