import {clamp} from '../../../base/clamp.ts';
import type {Resource} from '../../model/resource.ts';
import {
  addedChoice,
  choicesOf,
  chosenOf,
  columnWidths,
  offeredChoices,
  plainResource,
  withChoices,
} from '../../views/list/column-choice.ts';
import type {ColumnChoice} from '../../views/list/state.ts';

/** What a key makes of the chooser: choices to keep, where the cursor goes, why nothing happened. */
export interface Chosen {
  readonly choices?: readonly ColumnChoice[] | undefined;
  readonly cursor: number;
  readonly problem?: string;
}

/** What a key does in the chooser; `cursor` is the index of the column under the cursor. */
export type Choose = (resource: Resource, cursor: number) => Chosen;

const widthOfNew = 20;
const widthStep = 2;

/** What is around the column under the cursor. */
interface AtColumn {
  readonly resource: Resource;
  readonly choices: readonly ColumnChoice[];
  readonly cursor: number;
}

/** Something done to the column under the cursor; without one nothing is. */
function onColumn(change: (choice: ColumnChoice, at: AtColumn) => Chosen): Choose {
  return (resource, cursor) => {
    const choices = offeredChoices(resource);
    const choice = choices[cursor];
    return choice === undefined ? {cursor: 0} : change(choice, {resource, choices, cursor});
  };
}

/** The cursor goes to another column. */
export const toColumn = (by: number): Choose =>
  onColumn((_, {choices, cursor}) => ({
    cursor: clamp(cursor + by, 0, choices.length - 1),
  }));

/** Show the column, or hide it; one always stays on the screen. */
export const toggleColumn = onColumn((choice, at) => {
  const others = at.choices.filter(one => one.shown && one.id !== choice.id);
  if (choice.shown && others.length === 0) return {cursor: at.cursor, problem: 'one column stays'};
  return changed({...choice, shown: !choice.shown}, at);
});

/** Move the column among the others. */
export const moveColumn = (by: number): Choose =>
  onColumn((choice, {resource, choices, cursor}) => {
    const other = choices[cursor + by];
    if (other === undefined) return {cursor};
    return kept(resource, choices.with(cursor, other).with(cursor + by, choice), choice.id);
  });

/** Make the column wider by so many steps. */
export const widenColumn = (steps: number): Choose =>
  onColumn((choice, at) => {
    const {least, most} = columnWidths;
    const wanted = (choice.width ?? widthOfNew) + steps * widthStep;
    return changed({...choice, width: clamp(wanted, least, most)}, at);
  });

/** The column is as wide as it fits. */
export const fitColumn = onColumn(({width: _, ...choice}, at) => changed(choice, at));

/** Take a column away that was added. */
export const removeColumn = onColumn(({id}, {resource, choices, cursor}) => {
  if (choicesOf(resource).every(one => one.id !== id || one.from === undefined)) {
    return {cursor, problem: 'only a column that was added goes; space hides this one'};
  }
  const left = kept(resource, choices.toSpliced(cursor, 1), id);
  return {...left, cursor: Math.max(0, cursor - 1)};
});

/** The columns as they were at first. */
export const resetColumns = onColumn((_, {resource}) => ({
  choices: choicesOf(plainResource(resource)),
  cursor: 0,
}));

function changed(choice: ColumnChoice, {resource, choices, cursor}: AtColumn): Chosen {
  return kept(resource, choices.with(cursor, choice), choice.id);
}

/** What is to be kept of the choices, and where the cursor stays on its column. */
function kept(resource: Resource, choices: readonly ColumnChoice[], id: string): Chosen {
  const chosen = chosenOf(resource, choices);
  const at = offeredChoices(withChoices(resource, chosen)).findIndex(one => one.id === id);
  return {choices: chosen, cursor: Math.max(0, at)};
}

/** The choices with a column added behind the one under the cursor. */
export function withAdded(resource: Resource, cursor: number, pointer: string): Chosen {
  const choices = choicesOf(resource);
  const added = addedChoice(resource, pointer);
  return {choices: choices.toSpliced(cursor + 1, 0, added), cursor: cursor + 1};
}

/** One line of the chooser, as texts: shown or hidden, title, width, where the value comes from. */
export interface ChooserLine {
  readonly isShown: boolean;
  readonly title: string;
  readonly width: string;
  readonly from: string;
}

/** The lines of the chooser. */
export function chooserLines(resource: Resource): readonly ChooserLine[] {
  return withChoices(resource, offeredChoices(resource)).columns.map(column => ({
    isShown: column.hidden !== true,
    title: column.title,
    width: column.width === undefined ? 'fits' : String(column.width),
    from: column.from.join(' '),
  }));
}
