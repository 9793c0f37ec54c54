import type {Prompt} from '../layers/prompt/state.ts';
import {ofKind} from '../model/location.ts';
import type {AppState} from '../model/state.ts';
import {type AppEvent, layersOver, type Routed} from '../model/step.ts';
import type {KeyScope} from './binding.ts';
import {isPrintable, typedBehind} from './keypress.ts';
import {bindingsHere, findBinding, type KeyParts} from './table.ts';
import {keepKey, waits} from './type-ahead.ts';

/** What a key does: in what lies over the view first, then as the key table says. */
export function routeKey(state: AppState, key: string, parts: KeyParts): Routed {
  const [top] = layersOver(state, parts);
  const own = top?.layer.key?.(state, top.open, key, parts);
  if (own !== undefined) return own;
  const binding = findBinding(state, key, parts);
  if (top === undefined && waits(state, binding)) {
    return event({kind: 'act', act: keepKey(key, binding), anyRows: true});
  }
  if (binding === undefined) {
    return isPrintable(key) ? notice(unknownKeyText(state, key, parts)) : {kind: 'nothing'};
  }
  const reason = binding.needs?.(state);
  if (reason !== undefined) return notice(reason);
  return event({kind: 'act', act: binding.run, anyRows: binding.anyRows === true});
}

/** That a key makes an event. */
export function event(made: AppEvent): Routed {
  return {kind: 'event', event: made};
}

function notice(text: string): Routed {
  return event({kind: 'notice', notice: {text, tone: 'warn'}});
}

const places: Readonly<Partial<Record<KeyScope, string>>> = {
  list: 'in lists',
  text: 'in texts',
  form: 'in forms',
  matrix: 'in a matrix',
};

/** What is said when a key does nothing: the nearest key that does something, and where all are listed. */
export function unknownKeyText(state: AppState, key: string, parts: KeyParts): string {
  const other = key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase();
  const near = bindingsHere(state, parts).find(
    b => b.keys.includes(other) && b.needs?.(state) === undefined,
  );
  if (near !== undefined && other !== key) {
    return `${key} does nothing here; ${other}: ${firstWords(near.label)}; ? lists the keys`;
  }
  const elsewhere = parts.keys.find(b => b.keys.includes(key) && b.scopes.some(s => places[s]));
  const where = elsewhere?.scopes.flatMap(scope => places[scope] ?? [])[0];
  if (elsewhere === undefined || where === undefined) {
    return `${key} does nothing here: ? lists the keys`;
  }
  return `${key} does nothing here (${where}: ${firstWords(elsewhere.label)}); ? lists the keys`;
}

function firstWords(label: string): string {
  return label.split(/[:;,(]/)[0]?.trim() ?? label;
}

/** Where keys are pressed: the store of the app. */
interface Pressed {
  readonly store: {getState(): AppState};
  readonly parts: KeyParts;
  dispatch(event: AppEvent): void;
}

/** Do what a key does now. What a field would take, which is not drawn yet, is put into its text here. */
export function pressKey(app: Pressed, key: string): void {
  const state = app.store.getState();
  const route = routeKey(state, key, app.parts);
  if (route.kind === 'event') app.dispatch(route.event);
  if (route.kind === 'field' && state.prompt) {
    const text = typedInto(state.prompt, key);
    app.dispatch({kind: 'prompt', event: {kind: 'changed', text, fromField: false}});
  }
}

/** Do what keys do that came in one piece. */
export function pressKeys(app: Pressed, keys: readonly string[]): void {
  const [top] = layersOver(app.store.getState(), app.parts);
  for (const key of top?.layer.together?.(top.open, keys) ?? keys) pressKey(app, key);
}

/** The text of a prompt with a key typed behind it; one that was there before gives way. */
export function typedInto(prompt: Prompt, key: string): string {
  const gives = ofKind(prompt, 'field')?.fresh && isPrintable(key);
  return typedBehind(gives ? '' : prompt.text, key) ?? prompt.text;
}
