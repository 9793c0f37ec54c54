import {clamp} from '../../../base/clamp.ts';
import {type KeyBinding, key, type Need} from '../../keys/binding.ts';
import {findBinding, type KeyParts} from '../../keys/route-key.ts';
import {isPrintable, typedBehind} from '../../keys/terminal-input.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import {describeHere, rawHere} from '../../model/acts.ts';
import {say} from '../../model/notice.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type Act, further, type Parts, type Step, stay} from '../../model/step.ts';
import type {VerbUse} from '../../model/verb.ts';
import {openForm, openQuestion, openVerbForm} from '../../views/form/open-form.ts';
import {prefilled} from '../../views/form/prefill.ts';
import {carry, liftRows, whereCarried} from '../../views/list/lift.ts';
import {planOfRows, planOfVerb, wordsAlone} from '../../write/make-plan.ts';
import {startWrite} from '../../write/start-write.ts';
import type {AskStage, MenuEntry, MenuStage} from '../../write/state.ts';
import {askLines, menuLines} from './dialog-lines.ts';
import {inStage, type Stage, told, typeInto} from './stage.ts';
import {menuOf, noAction, shownOf, typedInMenu, whyNoMenu} from './verb-menu.ts';
import {rowsWithin, type VerbHere, verbsHere} from './verbs-here.ts';

const openMenu: Act = (state, parts) => {
  const reason = whyNoMenu(state);
  if (reason !== undefined) return stay(say(state, reason, 'warn'));
  const menu = menuOf(state, parts);
  if (menu.entries.length === 0) return stay(say(state, noAction, 'warn'));
  return stay({...state, help: undefined, write: menu});
};

/** What was typed goes first, then the operations, then the menu. */
const menuBack = inStage('menu', (state, menu, parts) => {
  if (menu.typed !== undefined) return stay({...state, write: typedInMenu(menu, undefined)});
  const write = menuOf(state, parts);
  return stay(menu.all && !write.all ? {...state, write} : leaveWrite(state));
});

function choose(state: AppState, menu: MenuStage, parts: Parts): Step {
  const entry = menu.entries[menu.cursor];
  if (entry === undefined) return stay(state);
  if (entry.reason !== undefined) return stay(say(state, entry.reason, 'warn'));
  return (choices[entry.kind] as Choice<MenuEntry>)(state, entry, menu, parts);
}

type Choice<E> = (state: AppState, entry: E, menu: MenuStage, parts: Parts) => Step;

/** What choosing an entry of each kind does. */
const choices: {readonly [K in MenuEntry['kind']]: Choice<Extract<MenuEntry, {kind: K}>>} = {
  all(state, _, menu) {
    const all = {...menu, all: true, typed: undefined, cursor: 0};
    return stay({...state, write: {...all, entries: shownOf(all)}});
  },
  look: (state, {look}, _, parts) =>
    (look === 'raw' ? rawHere : describeHere)(leaveWrite(state), parts),
  key(state, {text}, _, parts) {
    const found = parts.rowKeys(state).find(one => one.text === text);
    return found === undefined ? stay(state) : found.run(leaveWrite(state), parts);
  },
  // An object that is looked at has verbs as its row has.
  verb: (state, {use}, menu) => runVerb(state, use, () => menu),
  question: (state, {question}, {rows}) => openQuestion(leaveWrite(state), question, rows),
  operation(state, {operation, text}, {rows}) {
    const view = viewOf(state, 'list');
    if (view === undefined || rows.length < 2) return openForm(leaveWrite(state), text, rows[0]);
    const given = (row: Row) => ({inputs: prefilled(operation, state, row)});
    return startWrite(state, planOfRows(operation, view.resource.noun, rows, given, state));
  },
};

/**
 * Do a verb: ask for days, open its form, or show its preview.
 *
 * @param menu what a question goes back to
 */
function runVerb(state: AppState, use: VerbUse, menu: () => MenuStage): Step {
  const {verb} = use;
  if (typeof verb.rows === 'object') {
    const typed = String(verb.rows.withinDays);
    return stay({...state, write: {stage: 'ask', menu: menu(), use, typed, problem: undefined}});
  }
  const carried = whereCarried(leaveWrite(state), use);
  if (carried !== undefined) return further(carried, there => liftRows(there, use));
  if (verb.asks !== undefined) return openVerbForm(leaveWrite(state), use);
  return startWrite(state, planOfVerb(use, state));
}

/** Do the verb that claims a letter; where none does, or it cannot be done now, that is said. */
function doVerbOfKey(letter: string): Act {
  return (state, parts) => {
    const found = verbOfKey(state, letter);
    if (typeof found === 'string') return stay(say(state, found, 'warn'));
    return runVerb(state, found.use, () => menuOf(state, parts));
  };
}

/** Lift the row under the cursor, or the marked ones, and carry it so many places. */
function carryRow(by: number): Act {
  const on = carry(at => at + by);
  return (state, parts) => further(doVerbOfKey('m')(state, parts), lifted => on(lifted, parts));
}

/** The verb here that claims a letter, or why none can be done by it. */
function verbOfKey(state: AppState, letter: string): VerbHere | string {
  const found = verbsHere(state).find(({use}) => use.verb.key === letter);
  if (found === undefined) return 'there is no such verb here: x lists them';
  return found.reason === undefined ? found : `${wordsAlone(found.use.verb)}: ${found.reason}`;
}

/** Plan the verb for the rows that the number typed leaves. */
function answer(state: AppState, ask: AskStage): Step {
  const view = viewOf(state, 'list');
  const {use} = ask;
  const {rows} = use.verb;
  if (view === undefined || typeof rows !== 'object') return stay(state);
  const wrong = (problem: string) => stay({...state, write: {...ask, problem}});
  if (!/^\d{1,4}$/.test(ask.typed.trim())) return wrong('a number of days');
  const days = Number(ask.typed);
  const found = rowsWithin(view.rows, rows.pointer, days, state.nowMs);
  if (found.length === 0) return wrong(`none expires within ${days} days`);
  return startWrite(state, planOfVerb({...use, rows: found}, state));
}

const goOn: Act = (state, parts) => {
  const {write} = state;
  if (write?.stage === 'menu') return choose(state, write, parts);
  return write?.stage === 'ask' ? answer(state, write) : stay(state);
};

/** A letter chooses an entry; what chooses none is typed to find one, behind `/` a letter too. */
function typedIn(state: AppState, menu: MenuStage, key: string, parts: KeyParts): Act | undefined {
  const {typed, entries} = menu;
  const find =
    (text: string): Act =>
    now =>
      stay({...now, write: typedInMenu(menu, text)});
  if (typed !== undefined) {
    const text = typedBehind(typed, key);
    return text === undefined ? undefined : find(text);
  }
  const cursor = entries.findIndex(entry => entry.key === key);
  if (cursor !== -1) return (now, all) => choose(now, {...menu, cursor}, all);
  if (key === '/') return find('');
  return isPrintable(key) && !findBinding(state, key, parts) ? find(key) : undefined;
}

const page = 8;

const needsVerb =
  (letter: string): Need =>
  state => {
    const found = verbOfKey(state, letter);
    return typeof found === 'string' ? found : undefined;
  };

/** A letter of the key table that a verb claims; disabled, with the reason, where none does. */
const verbKey = (keys: string, label: string, scopes = ['list', 'text', 'matrix']): KeyBinding => {
  const [letter = ''] = keys.split(' ');
  return key(keys, label, doVerbOfKey(letter), {
    scopes,
    needs: needsVerb(letter),
    quiet: true,
  });
};

const carryKey = (keys: string, label: string, by: number): KeyBinding =>
  key(keys, label, carryRow(by), {scopes: ['list'], needs: needsVerb('m'), quiet: true});

/** What can be done here. Its keys are also those of verbs, and that of the question one asks. */
export const menuStage: Stage<MenuStage> = {
  back: menuBack,
  typed: typedIn,
  dialog: menuLines,
  spoken(menu, state) {
    const {title, lines, selected = 0} = menuLines(menu, state);
    const chosen = told(lines.slice(selected, selected + 1)).join(' ');
    return [title, `${menu.cursor + 1} of ${menu.entries.length}: ${chosen}`];
  },
  moved: (menu, to) => ({
    ...menu,
    cursor: clamp(to(menu.cursor, page), 0, menu.entries.length - 1),
  }),
  keys: [
    // In a matrix it adds a holder.
    verbKey('a', 'add, create', ['list', 'text']),
    verbKey('e', 'edit'),
    verbKey('D delete', 'delete'),
    verbKey('m', 'move in the order'),
    carryKey('alt+up', 'lift the row, and carry it up', -1),
    carryKey('alt+down', 'lift the row, and carry it down', 1),
    verbKey('M', 'merge, or replace'),
    verbKey('A', 'archive'),
    verbKey('F', 'make it the default'),
    verbKey('#', 'add labels'),
    key('x', 'what can be done to this object, or to the marked ones', openMenu, {
      scopes: ['list', 'text', 'matrix'],
      hint: 'actions',
      always: true,
      early: true,
      needs: whyNoMenu,
    }),
    key('enter', 'go on: what it would send is shown first', goOn, {
      scopes: ['menu', 'ask'],
      hint: 'choose',
      always: true,
    }),
  ],
};

/** The number that a verb wants. */
export const askStage: Stage<AskStage> = {
  back: inStage('ask', (state, {menu}) => stay({...state, write: menu})),
  typed: (_, ask, key) => typeInto(ask, key),
  dialog: askLines,
  spoken(ask, state) {
    const {title, lines} = askLines(ask, state);
    return [title, ...told(lines)];
  },
};
