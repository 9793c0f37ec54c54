import {clamp} from '../../../base/clamp.ts';
import {hintOf, type KeyBinding, key} from '../../keys/binding.ts';
import {typedBehind} from '../../keys/keypress.ts';
import {bindingsHere, keyName} from '../../keys/table.ts';
import {say} from '../../model/notice.ts';
import {roomLines} from '../../model/room.ts';
import type {AppState} from '../../model/state.ts';
import {type Act, type Step, stay} from '../../model/step.ts';
import {type HelpState, openedHelp} from './state.ts';

/** Show the keys that work here. */
export function openHelp(state: AppState): Step {
  return stay({...state, help: openedHelp});
}

/** The key that opens the help. */
export const helpBinding = key('? f1', 'help: the keys that work here', openHelp, {
  scopes: ['everywhere'],
  hint: 'help',
  always: true,
  over: ['columns', 'menu', 'preview', 'running', 'report'],
});

/** A key that works on the screen, with why it does nothing now. */
export interface HelpEntry {
  readonly binding: KeyBinding;
  readonly keys: string;
  /** What it does here. */
  readonly label: string;
  readonly reason: string | undefined;
}

/** The entries the help shows: those whose keys or label hold every word typed. */
export function helpEntries(state: AppState, table: readonly KeyBinding[]): readonly HelpEntry[] {
  const words = (state.help?.text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return bindingsHere(state, table)
    .map(binding => ({
      binding,
      keys: binding.keys.map(keyName).join(' '),
      label: binding.says?.(state) ?? binding.label,
      reason: binding.needs?.(state),
    }))
    .filter(({binding, reason}) => reason === undefined || !binding.quiet)
    .filter(({binding, keys, label}) => {
      const text = `${keys} ${label} ${hintOf(binding, state) ?? ''}`.toLowerCase();
      return words.every(word => text.includes(word));
    });
}

/** What the help makes of a key; `run` is what the chosen entry does, over the view below. */
export function helpKey(
  state: AppState,
  pressed: string,
  table: readonly KeyBinding[],
): {readonly state: AppState; readonly run?: Act} {
  const {help} = state;
  if (help === undefined) return {state};
  const closed = {...state, help: undefined, notice: undefined};
  if (
    pressed === 'ctrl+c' ||
    pressed === 'f1' ||
    (help.text === '' && (pressed === '?' || pressed === 'q'))
  ) {
    return {state: closed};
  }
  if (pressed === 'esc') {
    return {state: help.text === '' ? closed : withHelp(state, {text: '', cursor: 0})};
  }
  if (pressed === 'enter') return chosen(state, closed, table);
  const count = helpEntries(state, table).length;
  const to = target(pressed, help, roomLines(state), count);
  if (to !== undefined) {
    return {state: withHelp(state, {...help, cursor: clamp(to, 0, count - 1)})};
  }
  const isSlash = pressed === '/' && help.text === '';
  const text = isSlash ? undefined : typedBehind(help.text, pressed);
  return {state: text === undefined ? state : withHelp(state, {text, cursor: 0})};
}

/** Enter runs the selected entry, or says why it does nothing. */
function chosen(state: AppState, closed: AppState, table: readonly KeyBinding[]) {
  const entry = helpEntries(state, table)[state.help?.cursor ?? 0];
  if (entry === undefined) return {state: say(state, 'no key does that here', 'warn')};
  if (entry.reason !== undefined) return {state: say(state, entry.reason, 'warn')};
  const {run} = entry.binding;
  return run === openHelp ? {state: closed} : {state: closed, run};
}

function withHelp(state: AppState, help: HelpState): AppState {
  return {...state, help, notice: undefined};
}

/** Where a key that moves goes; letters move only while nothing is typed. */
function target(key: string, help: HelpState, page: number, count: number): number | undefined {
  const {cursor, text} = help;
  const moves: Readonly<Record<string, number>> = {
    up: cursor - 1,
    down: cursor + 1,
    'ctrl+p': cursor - 1,
    'ctrl+n': cursor + 1,
    pgup: cursor - page,
    pgdn: cursor + page,
    home: 0,
    end: count - 1,
    ...(text === '' ? {k: cursor - 1, j: cursor + 1, g: 0, G: count - 1} : {}),
  };
  return moves[key];
}
