import {clamp} from '../../../base/clamp.ts';
import {applyKey} from '../../../base/text-caret.ts';
import {hintOf, type KeyBinding, key} from '../../keys/binding.ts';
import {activeBindings, type KeyRegistry, keyName} from '../../keys/route-key.ts';
import {showNotice} from '../../model/notice.ts';
import {chooseHint} from '../../model/prompt-kind.ts';
import type {AppState} from '../../model/state.ts';
import {type Action, noEffects, type Overlay, type Transition} from '../../model/transition.ts';
import {visibleLineCount} from '../../model/viewport.ts';
import {type HelpState, initialHelp} from './state.ts';

/** Show the keys that work on this screen. */
export function openHelp(state: AppState): Transition {
  return noEffects({...state, help: initialHelp});
}

/** The key that opens the help. */
export const helpBinding = key('? f1', 'help: list the keys that work here', openHelp, {
  scopes: ['everywhere'],
  hint: 'help',
  always: true,
  over: ['field', 'columns', 'menu', 'preview', 'running', 'report'],
});

/** A key that works on the screen, and the reason if it is unavailable now. */
export interface HelpEntry {
  readonly binding: KeyBinding;
  readonly keys: string;
  /** Its description on this screen. */
  readonly label: string;
  readonly reason: string | undefined;
}

/** The entries whose keys or labels contain every typed word. */
export function helpEntries(state: AppState, registry: KeyRegistry): readonly HelpEntry[] {
  const words = (state.help?.text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return activeBindings(state, registry)
    .map(binding => ({
      binding,
      keys: binding.keys.map(keyName).join(' '),
      label: binding.currentLabel?.(state) ?? binding.label,
      reason: binding.needs?.(state),
    }))
    .filter(({binding, reason}) => reason === undefined || !binding.quiet)
    .filter(({binding, keys, label}) => {
      const text = `${keys} ${label} ${hintOf(binding, state) ?? ''}`.toLowerCase();
      return words.every(word => text.includes(word));
    });
}

export const helpOverlay: Overlay<HelpState> = {
  key: (state, help, key, registry: KeyRegistry) => ({
    kind: 'act',
    act: helpKey(state, help, key, registry),
  }),
  hints: ({text}) => [
    {keyName: 'enter', word: 'run it'},
    {keyName: 'esc', word: text === '' ? 'close' : 'all keys'},
    chooseHint,
  ],
  word: 'help',
  announcement({cursor}, state, registry: KeyRegistry) {
    const {keys, label, reason} = helpEntries(state, registry)[cursor] ?? {};
    if (keys === undefined) return ['no key'];
    return [`${keys}: ${label}${reason === undefined ? '' : `, ${reason}`}`];
  },
};

const closed = (state: AppState): AppState => ({...state, help: undefined, notice: undefined});
const close: Action = state => noEffects(closed(state));

function helpKey(
  before: AppState,
  help: HelpState,
  pressed: string,
  registry: KeyRegistry,
): Action {
  const isEmpty = help.text === '' && !help.searches;
  if (['ctrl+c', 'f1', ...(isEmpty ? ['?', 'q', 'esc'] : [])].includes(pressed)) return close;
  if (pressed === 'esc') return withHelp(initialHelp);
  const entries = helpEntries(before, registry);
  if (pressed === 'enter') return chosen(entries[help.cursor]);
  const to = target(pressed, help, isEmpty, visibleLineCount(before), entries.length);
  if (to !== undefined) return withHelp({...help, cursor: clamp(to, 0, entries.length - 1)});
  if (isEmpty && pressed === '/') return withHelp({...help, searches: true});
  const edited = applyKey(pressed, help);
  return edited === undefined ? noEffects : withHelp({...help, ...edited, cursor: 0});
}

/** Enter runs the selected entry on the screen below the help, or shows why it is unavailable. */
function chosen(entry: HelpEntry | undefined): Action {
  const reason = entry === undefined ? 'No match' : entry.reason;
  if (entry === undefined || reason !== undefined) {
    return state => noEffects(showNotice(state, reason ?? '', 'warn'));
  }
  const {run} = entry.binding;
  return run === openHelp ? close : (state, registry) => run(closed(state), registry);
}

const withHelp =
  (help: HelpState): Action =>
  state =>
    noEffects({...state, help, notice: undefined});

/** The target of a movement key; letters move only while nothing is typed. */
function target(
  key: string,
  {cursor}: HelpState,
  isEmpty: boolean,
  page: number,
  count: number,
): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    up: cursor - 1,
    down: cursor + 1,
    'ctrl+p': cursor - 1,
    'ctrl+n': cursor + 1,
    pgup: cursor - page,
    pgdn: cursor + page,
    home: 0,
    end: count - 1,
    ...(isEmpty ? {k: cursor - 1, j: cursor + 1, g: 0, G: count - 1} : {}),
  };
  return moves[key];
}
