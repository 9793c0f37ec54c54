import {lookUp} from '../../base/look-up.ts';
import {editedBy} from '../../base/text-caret.ts';
import type {Prompt, PromptEvent} from '../layers/prompt/state.ts';
import {ofKind} from '../model/location.ts';
import type {AppState} from '../model/state.ts';
import type {AppEvent} from '../model/step.ts';
import type {KeyBinding, KeyScope} from './binding.ts';
import {isPrintable, typedBehind} from './keypress.ts';
import {bindingsHere, findBinding} from './table.ts';
import {keepKey, waits} from './type-ahead.ts';

/** What a key does: the event it makes, and whether the text field under the cursor takes it instead. */
export type Routed =
  | {readonly kind: 'event'; readonly event: AppEvent}
  /** The focused text field takes it. */
  | {readonly kind: 'field'}
  | {readonly kind: 'nothing'};

const movesInPrompt: Readonly<Record<string, number>> = {
  up: -1,
  down: 1,
  'ctrl+p': -1,
  'ctrl+n': 1,
  'shift+tab': -1,
};

/** Layers from the top: the text being typed, then a write, then the view, then what works everywhere. */
export function routeKey(state: AppState, key: string, table: readonly KeyBinding[]): Routed {
  if (state.prompt !== undefined) return promptKey(state, state.prompt, key, table);
  if (state.help !== undefined) return event({kind: 'helpKey', key});
  if (state.copyMenu !== undefined) return event({kind: 'copyMenuKey', key});
  return menuKey(state, key, table) ?? dialogKey(state, key) ?? viewKey(state, key, table);
}

/**
 * In the menu a letter chooses its entry. `/`, or a character that does nothing there, begins to type
 * what is looked for; from then on all of them are typed.
 */
function menuKey(state: AppState, key: string, table: readonly KeyBinding[]): Routed | undefined {
  const {write} = state;
  if (write?.stage !== 'menu') return undefined;
  const {typed, entries} = write;
  const tell = (text: string) => event({kind: 'write', event: {kind: 'text', text}});
  if (typed === undefined) {
    if (entries.some(entry => entry.key === key)) {
      return event({kind: 'write', event: {kind: 'letter', letter: key}});
    }
    if (key === '/') return tell('');
    const isFree = isPrintable(key) && findBinding(state, key, table) === undefined;
    return isFree ? tell(key) : undefined;
  }
  const text = typedBehind(typed, key);
  return text === undefined ? undefined : tell(text);
}

/** What is typed into a dialog of a write; undefined where it takes no text. */
function dialogKey({write}: AppState, key: string): Routed | undefined {
  const isName = write?.stage === 'confirm' && write.plan.risk === 3;
  if (write?.stage !== 'ask' && !isName) return undefined;
  const text = write.stage === 'ask' ? write.text : write.typed;
  const typed = typedBehind(text, key) ?? text;
  return typed === text ? undefined : event({kind: 'write', event: {kind: 'text', text: typed}});
}

function promptKey(
  state: AppState,
  prompt: Prompt,
  key: string,
  table: readonly KeyBinding[],
): Routed {
  const {text} = prompt;
  const setText = (to: string) => inPrompt({kind: 'changed', text: to, fromField: false});
  if (key === 'esc') return inPrompt({kind: 'left'});
  if (key === 'ctrl+c') return inPrompt({kind: 'left', drops: true});
  const field = ofKind(prompt, 'field');
  const binding = field && findBinding(state, key, table);
  if (binding !== undefined) return event({kind: 'act', act: binding.run});
  if (field?.caret !== undefined) {
    const gives = field.fresh && isPrintable(key);
    const edited = editedBy(key, gives ? {text: '', caret: 0} : {text, caret: field.caret});
    return edited ? inPrompt({kind: 'changed', ...edited, fromField: false}) : {kind: 'nothing'};
  }
  if (key === 'enter') return inPrompt({kind: 'done'});
  if (field?.fresh) {
    // A text that was there: a character takes its place, anything else goes on with it.
    const touched = ['left', 'right', 'home', 'end', 'backspace', 'delete'].includes(key);
    if (touched) return setText(typedBehind(text, key) ?? text);
  }
  if (key === 'ctrl+u') return setText('');
  if (key === 'ctrl+w') return setText(text.replace(/\S*\s*$/, ''));
  if (key === 'tab') return inPrompt({kind: 'tab'});
  const by = lookUp(movesInPrompt, key);
  if (by !== undefined) return inPrompt({kind: 'moved', by});
  if (key === 'backspace' && text === '') return inPrompt({kind: 'left'});
  const edits = isPrintable(key) || ['left', 'right', 'backspace', 'delete'].includes(key);
  return edits ? {kind: 'field'} : {kind: 'nothing'};
}

/** The text of a prompt with a key typed behind it; one that was there before gives way. */
export function typedInto(prompt: Prompt, key: string): string {
  const gives = ofKind(prompt, 'field')?.fresh && isPrintable(key);
  return typedBehind(gives ? '' : prompt.text, key) ?? prompt.text;
}

function viewKey(state: AppState, key: string, table: readonly KeyBinding[]): Routed {
  const binding = findBinding(state, key, table);
  if (waits(state, binding)) return event({kind: 'act', act: keepKey(key, binding), anyRows: true});
  if (binding === undefined) {
    if (!isPrintable(key)) return {kind: 'nothing'};
    const text = unknownKeyText(state, key, table);
    const isPreview = state.write?.stage === 'preview';
    return isPreview ? event({kind: 'write', event: {kind: 'stray', key, text}}) : notice(text);
  }
  const reason = binding.needs?.(state);
  if (reason !== undefined) return notice(reason);
  return event({kind: 'act', act: binding.run, anyRows: binding.anyRows === true});
}

function inPrompt(made: PromptEvent): Routed {
  return event({kind: 'prompt', event: made});
}

function event(made: AppEvent): Routed {
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
function unknownKeyText(state: AppState, key: string, table: readonly KeyBinding[]): string {
  const other = key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase();
  const near = bindingsHere(state, table).find(
    b => b.keys.includes(other) && b.needs?.(state) === undefined,
  );
  if (near !== undefined && other !== key) {
    return `${key} does nothing here; ${other}: ${firstWords(near.label)}; ? lists the keys`;
  }
  const elsewhere = table.find(b => b.keys.includes(key) && b.scopes.some(s => places[s]));
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
  readonly parts: {readonly keys: readonly KeyBinding[]};
  dispatch(event: AppEvent): void;
}

/** Do what a key does now. What a field would take, which is not drawn yet, is put into its text here. */
export function pressKey(app: Pressed, key: string): void {
  const state = app.store.getState();
  const route = routeKey(state, key, app.parts.keys);
  if (route.kind === 'event') app.dispatch(route.event);
  if (route.kind === 'field' && state.prompt) {
    const text = typedInto(state.prompt, key);
    app.dispatch({kind: 'prompt', event: {kind: 'changed', text, fromField: false}});
  }
}

/**
 * Do what keys do that came in one piece. In a menu of letters a word is looked for: its first letter
 * does no verb, and the others nothing to what that would have opened.
 */
export function pressKeys(app: Pressed, keys: readonly string[]): void {
  const {write} = app.store.getState();
  const [first, second = ''] = keys;
  const isWord =
    write?.stage === 'menu' &&
    write.typed === undefined &&
    isPrintable(second) &&
    write.entries.some(({key}) => key !== undefined && key === first);
  for (const key of isWord ? ['/', ...keys] : keys) pressKey(app, key);
}
