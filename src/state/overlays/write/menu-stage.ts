import {clamp} from '../../../base/clamp.ts';
import {applyKey, type CaretText, caretAfter, insertsText} from '../../../base/text-caret.ts';
import {type KeyBinding, key, type Need} from '../../keys/binding.ts';
import {findBinding, type KeyRegistry} from '../../keys/route-key.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import {describeAtCursor, showRawAtCursor} from '../../model/actions.ts';
import {showNotice} from '../../model/notice.ts';
import type {RowQuestion} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {
  type Action,
  andThen,
  noEffects,
  type Registry,
  type Transition,
} from '../../model/transition.ts';
import type {VerbUse} from '../../model/verb.ts';
import {openForm, openQuestion, openVerbForm} from '../../views/form/open-form.ts';
import {prefillValues} from '../../views/form/prefill.ts';
import {isWholeList, targetRows} from '../../views/list/marks.ts';
import {moveRows, reorderTarget, startReorder} from '../../views/list/reorder.ts';
import {labelWithoutEllipsis, planOfRows, planOfVerb} from '../../write/make-plan.ts';
import {startWrite} from '../../write/start-write.ts';
import type {AskStage, MenuEntry, MenuStage} from '../../write/state.ts';
import {askLines, menuLines} from './dialog-lines.ts';
import {actionForStage, announcedTexts, editLine, type WriteStageKind} from './stage.ts';
import {menuOf, noActionText, searchMenu, visibleEntries, whyNoMenu} from './verb-menu.ts';
import {
  type AvailableVerb,
  actionTarget,
  availableVerbs,
  hasLetter,
  rowsWithinDays,
} from './verbs-here.ts';

const openMenu: Action = (state, registry) => {
  const reason = whyNoMenu(state);
  if (reason !== undefined) return noEffects(showNotice(state, reason, 'warn'));
  const menu = menuOf(state, registry);
  if (menu.entries.length === 0) return noEffects(showNotice(state, noActionText, 'warn'));
  return noEffects({...state, help: undefined, write: menu});
};

/** Clear the typed text first, then leave the operations, then the menu. */
const menuBack = actionForStage('menu', (state, menu, registry) => {
  if (menu.typed !== undefined) return noEffects({...state, write: searchMenu(menu, undefined)});
  const write = menuOf(state, registry);
  return noEffects(menu.all && !write.all ? {...state, write} : leaveWrite(state));
});

function choose(state: AppState, menu: MenuStage, registry: Registry): Transition {
  const entry = menu.entries[menu.cursor];
  if (entry === undefined) return noEffects(state);
  if (entry.reason !== undefined) return noEffects(showNotice(state, entry.reason, 'warn'));
  return (choices[entry.kind] as Choice<MenuEntry>)(state, entry, menu, registry);
}

type Choice<E> = (state: AppState, entry: E, menu: MenuStage, registry: Registry) => Transition;

const choices: {readonly [K in MenuEntry['kind']]: Choice<Extract<MenuEntry, {kind: K}>>} = {
  all(state, _, menu) {
    const all = {...menu, all: true, typed: undefined, cursor: 0};
    return noEffects({...state, write: {...all, entries: visibleEntries(all)}});
  },
  look: (state, {look}, _, registry) =>
    (look === 'raw' ? showRawAtCursor : describeAtCursor)(leaveWrite(state), registry),
  key(state, {text}, _, registry) {
    const found = registry.rowKeys(state).find(one => one.text === text);
    return found === undefined ? noEffects(state) : found.run(leaveWrite(state), registry);
  },
  // A described object has the verbs of its row.
  verb: (state, {use}, menu) => runVerb(state, use, () => menu),
  question: (state, {question}, {rows}) => openQuestion(leaveWrite(state), question, rows),
  operation(state, {operation, text}, {rows}) {
    const view = viewOf(state, 'list');
    if (view === undefined || rows.length < 2) return openForm(leaveWrite(state), text, rows[0]);
    const given = (row: Row) => ({inputs: prefillValues(operation, state, row)});
    return startWrite(
      state,
      planOfRows(operation, view.resource.noun, rows, given, state, isWholeList(view)),
    );
  },
};

/**
 * Run a verb: ask for days, open its form, or show its preview.
 *
 * @param menu the menu to return to from a question
 */
function runVerb(state: AppState, use: VerbUse, menu: () => MenuStage): Transition {
  const {verb} = use;
  if (typeof verb.rows === 'object') {
    const typed = caretAfter(String(verb.rows.withinDays));
    return noEffects({
      ...state,
      write: {stage: 'ask', menu: menu(), use, typed, problem: undefined},
    });
  }
  const carried = reorderTarget(leaveWrite(state), use);
  if (carried !== undefined) return andThen(carried, there => startReorder(there, use));
  if (verb.asks !== undefined) return openVerbForm(leaveWrite(state), use);
  return startWrite(state, planOfVerb(use, state));
}

/** Run the verb with a letter; if there is none or it is unavailable, show why. */
function doVerbOfKey(letter: string): Action {
  return (state, registry) => {
    const question = questionOfKey(state, letter);
    if (question !== undefined)
      return openQuestion(leaveWrite(state), question, targetRowsHere(state));
    const found = verbOfKey(state, letter);
    if (typeof found === 'string') return noEffects(showNotice(state, found, 'warn'));
    return runVerb(state, found.use, () => menuOf(state, registry));
  };
}

/** Move the row under the cursor, or the selected ones, by so many positions. */
function moveRow(by: number): Action {
  const on = moveRows(at => at + by);
  return (state, registry) =>
    andThen(doVerbOfKey('m')(state, registry), lifted => on(lifted, registry));
}

/** The verb with a letter on this screen, or why there is none. */
function verbOfKey(state: AppState, letter: string): AvailableVerb | string {
  const found = availableVerbs(state).find(({use}) => use.verb.key === letter);
  if (found === undefined) return 'no such action here: x lists the actions';
  return found.reason === undefined
    ? found
    : `${labelWithoutEllipsis(found.use.verb)}: ${found.reason}`;
}

/** The rows that actions on this screen apply to. */
function targetRowsHere(state: AppState): readonly Row[] {
  const view = viewOf(state, 'list');
  return view === undefined ? (actionTarget(state)?.rows ?? []) : targetRows(view);
}

/** The question with a letter on this screen; undefined if there is none. */
function questionOfKey(state: AppState, letter: string): RowQuestion | undefined {
  if (targetRowsHere(state).length === 0) return undefined;
  return actionTarget(state)?.resource.asks?.find(({key}) => key === letter);
}

/** Plan the verb for the rows within the typed number of days. */
function planWithinDays(state: AppState, ask: AskStage): Transition {
  const view = viewOf(state, 'list');
  const {use} = ask;
  const {rows} = use.verb;
  if (view === undefined || typeof rows !== 'object') return noEffects(state);
  const wrong = (problem: string) => noEffects({...state, write: {...ask, problem}});
  if (!/^\d{1,4}$/.test(ask.typed.text.trim())) return wrong('a number of days');
  const days = Number(ask.typed.text);
  const found = rowsWithinDays(view.rows, rows.pointer, days, state.nowMs);
  if (found.length === 0) return wrong(`no row expires within ${days} days`);
  return startWrite(state, planOfVerb({...use, rows: found}, state));
}

const continueWithDays: Action = (state, registry) => {
  const {write} = state;
  if (write?.stage === 'menu') return choose(state, write, registry);
  return write?.stage === 'ask' ? planWithinDays(state, write) : noEffects(state);
};

/** A letter runs its entry; other characters, and all characters after `/`, search. */
function typedIn(
  state: AppState,
  menu: MenuStage,
  key: string,
  registry: KeyRegistry,
): Action | undefined {
  const {typed, entries} = menu;
  const find =
    (text: CaretText): Action =>
    now =>
      noEffects({...now, write: searchMenu(menu, text)});
  if (typed !== undefined) {
    const text = applyKey(key, typed);
    return text === undefined ? undefined : find(text);
  }
  const cursor = entries.findIndex(entry => entry.key === key);
  if (cursor !== -1) return (now, all) => choose(now, {...menu, cursor}, all);
  if (key === '/') return find(caretAfter(''));
  const begins = insertsText(key) && !findBinding(state, key, registry);
  return begins ? find(applyKey(key, caretAfter('')) ?? caretAfter('')) : undefined;
}

const page = 8;

const needsVerb =
  (letter: string): Need =>
  state => {
    const found = verbOfKey(state, letter);
    const isQuestion = questionOfKey(state, letter) !== undefined;
    return typeof found === 'string' && !isQuestion ? found : undefined;
  };

/**
 * Bind a letter of the key table to the verb with that letter; disabled with the reason if there is
 * none.
 */
const verbKey = (keys: string, label: string, scopes = ['list', 'text', 'matrix']): KeyBinding => {
  const [letter = ''] = keys.split(' ');
  return key(keys, label, doVerbOfKey(letter), {
    scopes,
    needs: needsVerb(letter),
    quiet: true,
  });
};

/** Bind a letter that verbs of some lists have in the menu. */
export const actionKey = (letter: string, label: string): KeyBinding => ({
  ...verbKey(letter, label),
  only: state => hasLetter(state, letter),
});

const moveRowKey = (keys: string, label: string, by: number): KeyBinding =>
  key(keys, label, moveRow(by), {scopes: ['list'], needs: needsVerb('m'), quiet: true});

/** The menu of actions. Its keys are those of verbs and questions. */
export const menuStage: WriteStageKind<MenuStage> = {
  back: menuBack,
  typed: typedIn,
  dialog: menuLines,
  announcement(menu, state) {
    const {title, lines, selected = 0} = menuLines(menu, state);
    const chosen = announcedTexts(lines.slice(selected, selected + 1)).join(' ');
    return [title, `${menu.cursor + 1} of ${menu.entries.length}: ${chosen}`];
  },
  moved: (menu, to) => ({
    ...menu,
    cursor: clamp(to(menu.cursor, page), 0, menu.entries.length - 1),
  }),
  keys: [
    // In a matrix, `a` adds a holder.
    verbKey('a', 'add, create', ['list', 'text']),
    verbKey('e', 'edit'),
    verbKey('D delete', 'delete'),
    verbKey('m', 'move within the order'),
    moveRowKey('alt+up', 'pick up the row and move it up', -1),
    moveRowKey('alt+down', 'pick up the row and move it down', 1),
    verbKey('M', 'merge, or replace'),
    verbKey('A', 'archive'),
    verbKey('F', 'make default'),
    verbKey('#', 'add labels'),
    key('x', 'list the actions for this object, or for the selected rows', openMenu, {
      scopes: ['list', 'text', 'matrix'],
      hint: 'actions',
      always: true,
      early: true,
      needs: whyNoMenu,
    }),
    key('enter', 'continue: a preview opens before anything is sent', continueWithDays, {
      scopes: ['menu', 'ask'],
      hint: 'choose',
      always: true,
    }),
  ],
};

/** The prompt for a verb's number. */
export const askStage: WriteStageKind<AskStage> = {
  back: actionForStage('ask', (state, {menu}) => noEffects({...state, write: menu})),
  typed: (_, ask, key) => editLine(ask, key),
  dialog: askLines,
  announcement(ask, state) {
    const {title, lines} = askLines(ask, state);
    return [title, ...announcedTexts(lines)];
  },
};
