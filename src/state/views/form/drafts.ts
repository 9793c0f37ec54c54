import {accountOf} from '../../../api/account.ts';
import {operationId} from '../../../api/operation.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {after} from '../../model/transition.ts';
import type {FormValues, FormView} from './state.ts';

type Opened = Pick<FormView, 'operation' | 'place' | 'opened' | 'use' | 'leads'>;

/**
 * The name a draft is stored under: the account, the operation, the verb with its rows, the place
 * and all values that came from it. A form opened anywhere else never finds it. Undefined for a
 * question, which always starts as it was opened, and while the service is not connected.
 */
function draftName(form: Opened, {connection}: Pick<AppState, 'connection'>): string | undefined {
  const {operation, opened, use, leads, place} = form;
  const {service} = operation;
  const identity = connection.status === 'ready' ? connection.identities[service] : undefined;
  if (identity === undefined || leads !== undefined) return undefined;
  const verb = use && [use.verb.id, use.rows.map(({id}) => id)];
  const given = Object.entries(opened).filter(([name]) => isFromPlace(form, name));
  return JSON.stringify([
    identity.profile,
    accountOf(identity),
    operationId(operation),
    verb,
    place,
    given,
  ]);
}

/** Whether a value that a form was opened with says what it is about: all but what its verb asks. */
function isFromPlace({use}: Pick<FormView, 'use'>, name: string): boolean {
  return use?.verb.asks?.[name] === undefined;
}

/** What was typed into this form before it was left unsent; undefined where nothing was. */
export function restoreDraft(form: Opened, state: AppState): FormValues | undefined {
  const name = draftName(form, state);
  const typed = name === undefined ? undefined : state.drafts[name];
  return typed && {...form.opened, ...typed};
}

/** What a form holds that it was not opened with; values of the place are never part of a draft. */
function typedInto(form: FormView): FormValues {
  const {opened, values} = form;
  const names = new Set([...Object.keys(opened), ...Object.keys(values)]);
  return Object.fromEntries(
    [...names].flatMap(name => {
      const isSame = JSON.stringify(values[name] ?? []) === JSON.stringify(opened[name] ?? []);
      const isGiven = opened[name] !== undefined && isFromPlace(form, name);
      return isSame || isGiven ? [] : [[name, values[name] ?? []]];
    }),
  );
}

/**
 * Store what was typed into the form on the screen until it is sent and accepted. Names that a task
 * looked up are not typed text.
 */
export const persistDrafts = after(
  ['act', 'prompt', 'mouse', 'edited', 'answer', 'write'],
  (before, step, event) => {
    const {state} = step;
    const view = currentView(state);
    if (view.kind !== 'form') return step;
    const name = draftName(view, state);
    if (name === undefined) return step;
    const {[name]: _, ...others} = state.drafts;
    if (event.kind === 'write' && event.event.kind === 'finished' && isTaken(state)) {
      return {...step, state: {...state, drafts: others}};
    }
    const old = currentView(before);
    if (old.key !== view.key || old.kind !== 'form' || old.values === view.values) return step;
    const typed = typedInto(view);
    const drafts = Object.keys(typed).length === 0 ? others : {...others, [name]: typed};
    return {...step, state: {...state, drafts}};
  },
);

function isTaken({write}: AppState): boolean {
  return write?.stage === 'report' && write.outcomes.every(({state}) => state === 'done');
}

/** Start over with what the form was opened with; what was typed comes back by the same. */
export function startOver(view: FormView): FormView {
  const {values, spare} = view;
  return {...view, values: spare, spare: values, restored: false};
}
