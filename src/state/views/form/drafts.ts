import {accountOf} from '../../../api/account.ts';
import {operationId} from '../../../api/operation.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {afterEvents} from '../../model/transition.ts';
import type {FormValues, FormView} from './state.ts';

type Opened = Pick<FormView, 'operation' | 'place' | 'opened' | 'use' | 'destination'>;

/**
 * The name a draft is stored under: the account, the operation, the verb with its rows, the
 * location and all values from it, so that a form opened elsewhere never finds it. Undefined for a
 * question, which has no draft, and while the service is not connected.
 */
function draftName(form: Opened, {connection}: Pick<AppState, 'connection'>): string | undefined {
  const {operation, opened, use, destination, place} = form;
  const {service} = operation;
  const identity = connection.status === 'ready' ? connection.identities[service] : undefined;
  if (identity === undefined || destination !== undefined) return undefined;
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

/** Whether an initial value identifies the object, unlike those that the verb asks for. */
function isFromPlace({use}: Pick<FormView, 'use'>, name: string): boolean {
  return use?.verb.asks?.[name] === undefined;
}

/** Find the values typed into this form earlier; undefined if there are none. */
export function restoreDraft(form: Opened, state: AppState): FormValues | undefined {
  const name = draftName(form, state);
  const typed = name === undefined ? undefined : state.drafts[name];
  return typed && {...form.opened, ...typed};
}

/**
 * The values that differ from the initial ones; values of the location are never part of a draft.
 */
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
 * Store the typed values of the form on the screen until they are sent and accepted. Names that a
 * task looked up are not typed.
 */
export const persistDrafts = afterEvents(
  ['act', 'prompt', 'mouse', 'edited', 'response', 'write'],
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

/** Forget the values typed into a form. */
export function withoutDraft(state: AppState, form: FormView): AppState {
  const {[draftName(form, state) ?? '']: _, ...drafts} = state.drafts;
  return {...state, drafts};
}

function isTaken({write}: AppState): boolean {
  return write?.stage === 'report' && write.outcomes.every(({state}) => state === 'done');
}

/** Restore the initial values; pressed again, the typed values return. */
export function startOver(view: FormView): FormView {
  const {values, spare} = view;
  return {...view, values: spare, spare: values, restored: false};
}
