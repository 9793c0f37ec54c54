import type {KeyBinding} from '../../keys/binding.ts';
import {isPrintable} from '../../keys/keypress.ts';
import {bindingsHere, keyName} from '../../keys/table.ts';
import type {Command} from '../../model/event.ts';
import {say} from '../../model/notice.ts';
import {roomLines} from '../../model/room.ts';
import type {AppState} from '../../model/state.ts';
import type {HelpState} from './state.ts';

/** A key that works on the screen, with why it does nothing now. */
export interface HelpEntry {
  readonly binding: KeyBinding;
  readonly keys: string;
  readonly reason: string | undefined;
}

/** The entries the help shows: those whose keys or label hold every word typed. */
export function helpEntries(state: AppState): readonly HelpEntry[] {
  const words = (state.help?.text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return bindingsHere(state)
    .map(binding => ({
      binding,
      keys: binding.keys.map(keyName).join(' '),
      reason: binding.disabled?.(state),
    }))
    .filter(({binding, reason}) => reason === undefined || binding.command.kind !== 'tab')
    .filter(({binding, keys}) => {
      const text = `${keys} ${binding.label} ${binding.hint ?? ''}`.toLowerCase();
      return words.every(word => text.includes(word));
    });
}

/** What the help makes of a key; `command` is what the chosen entry does, over the view below. */
export function helpKey(
  state: AppState,
  key: string,
): {readonly state: AppState; readonly command?: Command} {
  const {help} = state;
  if (help === undefined) return {state};
  const closed = {...state, help: undefined, notice: undefined};
  if (key === 'ctrl+c' || key === 'f1' || (help.text === '' && (key === '?' || key === 'q'))) {
    return {state: closed};
  }
  if (key === 'esc') {
    return {state: help.text === '' ? closed : withHelp(state, {text: '', cursor: 0})};
  }
  if (key === 'enter') return chosen(state, closed);
  const count = helpEntries(state).length;
  const to = target(key, help, roomLines(state), count);
  if (to !== undefined) {
    return {state: withHelp(state, {...help, cursor: Math.max(0, Math.min(count - 1, to))})};
  }
  const text = typed(help.text, key);
  return {state: text === undefined ? state : withHelp(state, {text, cursor: 0})};
}

/** Enter runs the selected entry, or says why it does nothing. */
function chosen(state: AppState, closed: AppState) {
  const entry = helpEntries(state)[state.help?.cursor ?? 0];
  if (entry === undefined) return {state: say(state, 'no key does that here', 'warn')};
  if (entry.reason !== undefined) return {state: say(state, entry.reason, 'warn')};
  return entry.binding.command.kind === 'help'
    ? {state: closed}
    : {state: closed, command: entry.binding.command};
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

function typed(text: string, key: string): string | undefined {
  if (key === 'backspace') return [...text].slice(0, -1).join('');
  if (key === 'ctrl+u') return '';
  if (key === '/' && text === '') return undefined;
  if (!isPrintable(key)) return undefined;
  return text + (key === 'space' ? ' ' : key);
}
