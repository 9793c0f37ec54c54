import {clamp} from '../../../base/clamp.ts';
import {safeText} from '../../../base/safe-text.ts';
import {type KeyBinding, keysIn} from '../../keys/binding.ts';
import {actionForView} from '../../model/actions.ts';
import {withView} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import {openPrompt} from '../../model/open-prompt.ts';
import {
  keepOpenOnProblem,
  lineHints,
  type PromptKind,
  withProblem,
} from '../../model/prompt-kind.ts';
import type {Resource} from '../../model/resource.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {
  type Action,
  noEffects,
  type OpenOverlay,
  type Overlay,
  type Transition,
} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import {
  availableChoices,
  changedChoices,
  choiceOfPointer,
  choicesOf,
  columnWidths,
  plainResource,
  pointerProblem,
  withChoices,
} from '../../views/list/column-choice.ts';
import {clampCursor} from '../../views/list/list-update.ts';
import {storePreference} from '../../views/list/preferences.ts';
import type {ColumnChoice} from '../../views/list/state.ts';

/** The result of a key in the chooser: new settings, the cursor, or a problem. */
interface Chosen {
  readonly choices?: readonly ColumnChoice[] | undefined;
  readonly cursor: number;
  readonly problem?: string;
}

const widthOfNew = 20;
const widthStep = 2;

/** The column under the cursor with its context. */
interface AtColumn {
  readonly resource: Resource;
  readonly choices: readonly ColumnChoice[];
  readonly cursor: number;
}

/** Make an action on the column under the cursor; without one it does nothing. */
function onColumn(change: (choice: ColumnChoice, at: AtColumn) => Chosen): Action {
  return actionForView('list', (state, {resource}) => {
    if (state.chooser === undefined) return noEffects(state);
    const {cursor} = state.chooser;
    const choices = availableChoices(resource);
    const choice = choices[cursor];
    const chosen = choice && change(choice, {resource, choices, cursor});
    return taken(state, chosen ?? {cursor: 0});
  });
}

/** Move the cursor to another column. */
const toColumn = (by: number): Action =>
  onColumn((_, {choices, cursor}) => ({
    cursor: clamp(cursor + by, 0, choices.length - 1),
  }));

/** Show or hide the column; at least one stays visible. */
const toggleColumn = onColumn((choice, at) => {
  const others = at.choices.filter(one => one.shown && one.id !== choice.id);
  if (choice.shown && others.length === 0)
    return {cursor: at.cursor, problem: 'at least one column must be shown'};
  return changed({...choice, shown: !choice.shown}, at);
});

/** Move the column among the others. */
const moveColumn = (by: number): Action =>
  onColumn((choice, {resource, choices, cursor}) => {
    const other = choices[cursor + by];
    if (other === undefined) return {cursor};
    return storeChoices(resource, choices.with(cursor, other).with(cursor + by, choice), choice.id);
  });

/** Change the width of the column by so many steps. */
const widenColumn = (steps: number): Action =>
  onColumn((choice, at) => {
    const {least, most} = columnWidths;
    const wanted = (choice.width ?? widthOfNew) + steps * widthStep;
    return changed({...choice, width: clamp(wanted, least, most)}, at);
  });

/** Reset the column to its automatic width. */
const fitColumn = onColumn(({width: _, ...choice}, at) => changed(choice, at));

/** Remove a column that was added. */
const removeColumn = onColumn(({id}, {resource, choices, cursor}) => {
  if (choicesOf(resource).every(one => one.id !== id || one.from === undefined)) {
    return {cursor, problem: 'only added columns can be removed; space hides this one'};
  }
  const left = storeChoices(resource, choices.toSpliced(cursor, 1), id);
  return {...left, cursor: Math.max(0, cursor - 1)};
});

const resetColumns = onColumn((_, {resource}) => ({
  choices: choicesOf(plainResource(resource)),
  cursor: 0,
}));

function changed(choice: ColumnChoice, {resource, choices, cursor}: AtColumn): Chosen {
  return storeChoices(resource, choices.with(cursor, choice), choice.id);
}

/** Store the settings, with the cursor on the same column. */
function storeChoices(resource: Resource, choices: readonly ColumnChoice[], id: string): Chosen {
  const chosen = changedChoices(resource, choices);
  const at = availableChoices(withChoices(resource, chosen)).findIndex(one => one.id === id);
  return {choices: chosen, cursor: Math.max(0, at)};
}

/** A line of the chooser: visible or not, title, width, source of the value. */
export interface ChooserLine {
  readonly isShown: boolean;
  readonly title: string;
  readonly width: string;
  readonly from: string;
}

export function chooserLines(resource: Resource): readonly ChooserLine[] {
  return withChoices(resource, availableChoices(resource)).columns.map(column => ({
    isShown: column.hidden !== true,
    title: column.title,
    width: column.width === undefined ? 'fits' : String(column.width),
    from: column.from.join(' '),
  }));
}

/** The column chooser over its list. */
export const chooserOverlay: Overlay<OpenOverlay<'chooser'>> = {
  scope: () => 'columns',
  closesWithView: () => true,
  announcement({cursor}, state) {
    const list = viewOf(state, 'list');
    const line = list && chooserLines(list.resource)[cursor];
    return line && [`column ${safeText(line.title)}, ${line.isShown ? 'shown' : 'hidden'}`];
  },
};

const openChooser = actionForView('list', (state, view) =>
  view.resource.columns.length === 0
    ? noEffects(showNotice(state, 'no columns', 'warn'))
    : noEffects({...state, chooser: {cursor: 0}}),
);

const closeChooser: Action = state => noEffects({...state, chooser: undefined});

const askPointer: Action = state => openPrompt(state, 'column', '/');

/** Add a column for a pointer after the one under the cursor. */
function addColumn(pointer: string): Action {
  return actionForView('list', (state, {resource}) => {
    if (pointer === '' || state.chooser === undefined) return noEffects(state);
    const cursor = state.chooser.cursor + 1;
    const added = choiceOfPointer(resource, pointer);
    return taken(state, {choices: choicesOf(resource).toSpliced(cursor, 0, added), cursor});
  });
}

/** The prompt for the pointer of a new column. */
export const columnPrompt: PromptKind = {
  sign: 'column ',
  placeholder: () => 'JSON pointer into an item, such as /lead/displayName',
  hints: () => lineHints('add'),
  onTextChange: (state, prompt) => withProblem(state, prompt, pointerProblem(prompt.text)),
  submit: keepOpenOnProblem((state, {text}) => ({state, run: addColumn(text.trim())})),
};

function taken(state: AppState, {choices, cursor, problem}: Chosen): Transition {
  const view = viewOf(state, 'list');
  const at = {...state, chooser: {cursor}};
  if (problem !== undefined) return noEffects(showNotice(at, problem, 'warn'));
  if (choices === undefined || view === undefined) return noEffects(at);
  const resource = withChoices(view.resource, choices);
  const changed = withView(at, clampCursor({...view, resource, left: 0}, bodyLines(state)));
  return storePreference(changed, view.resource.id, {columns: choices});
}

export const chooserKey = keysIn('list')(
  'W',
  'choose columns: visibility, order, width; add one by its JSON pointer',
  openChooser,
);

const row = keysIn('columns');

export const chooserKeys: readonly KeyBinding[] = [
  row('j down', 'down', toColumn(1)),
  row('k up', 'up', toColumn(-1)),
  row('space enter', 'show or hide the column', toggleColumn, {hint: 'show, hide'}),
  row('J shift+down', 'move the column down', moveColumn(1), {hint: 'move down'}),
  row('K shift+up', 'move the column up', moveColumn(-1), {hint: 'up'}),
  row('+ right', 'wider', widenColumn(1), {hint: 'wider'}),
  row('- left', 'narrower', widenColumn(-1), {hint: 'narrower'}),
  row('0', 'automatic width', fitColumn),
  row('a /', 'add a column by its JSON pointer, such as /lead/displayName', askPointer, {
    hint: 'add',
  }),
  row('D delete', 'remove an added column', removeColumn),
  row('r', 'restore the default columns', resetColumns, {hint: 'reset'}),
  row('esc q W', 'close; the choice is saved', closeChooser, {hint: 'close', always: true}),
];
