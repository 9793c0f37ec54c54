import {currentFieldValues} from '../../../api/journal/field-values.ts';
import {readOfUpdate} from '../../../api/journal/refetch.ts';
import {elementsOfUpdate} from '../../../api/known-elements.ts';
import {fetchResponse} from '../../ask/ask.ts';
import {withView} from '../../model/locations.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {type Effect, noEffects, type Transition} from '../../model/transition.ts';
import {textsOf} from './form-fields.ts';
import type {FormView} from './state.ts';

/**
 * The read that gives the values before an update; undefined if there is none, or its path has a
 * missing value.
 */
export function currentValuesRead(
  view: Pick<FormView, 'operation' | 'values' | 'before' | 'use'>,
): FormView['reads'] {
  const {operation, use, values} = view;
  // Several rows have different values.
  if (use !== undefined && use.rows.length > 1) return undefined;
  if (operation.effect !== 'update' && operation.effect !== 'replaceAll') return undefined;
  const ways = operation.inputs.filter(({place}) => place === 'path');
  const paths = ways.map(({name}) => [name, textsOf(view, name)] as const);
  if (paths.some(([, [text = '']]) => text === '')) return undefined;
  const inputs = elementsOfUpdate(operation) ? values : Object.fromEntries(paths);
  return readOfUpdate({operation, given: {inputs}});
}

/** Read the current values of the form's object if it is not the one already read. */
export function readCurrentValues(state: AppState): Transition {
  const view = currentView(state);
  if (view.kind !== 'form') return noEffects(state);
  const reads = currentValuesRead(view);
  if (JSON.stringify(reads) === JSON.stringify(view.reads)) return noEffects(state);
  const load = reads ? ({status: 'loading', shown: false} as const) : view.load;
  const next = withView(state, {...view, reads, before: {}, load});
  return {state: next, effects: loadForm({...view, reads})};
}

/** Effects that read the object's current values; none if no operation reads it. */
export function loadForm({key, reads}: FormView): readonly Effect[] {
  return reads === undefined ? [] : fetchResponse(key, reads, {});
}

/** Set the current values of a form. */
export function withCurrentValues(view: FormView, answer: string): FormView {
  return {...view, before: currentFieldValues(view.operation, answer, {inputs: view.values})};
}
