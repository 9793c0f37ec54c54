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
import type {ChooserIntent} from './state.ts';

/** What a intent makes of the chooser: choices to keep, where the cursor goes, why nothing happened. */
export interface Chosen {
  readonly choices?: readonly ColumnChoice[] | undefined;
  readonly cursor: number;
  readonly problem?: string;
}

const widthOfNew = 20;
const widthStep = 2;

/**
 * Do something in the chooser. The first column always stays on the screen.
 *
 * @param cursor index of the column under the cursor
 */
export function choose(resource: Resource, cursor: number, intent: ChooserIntent): Chosen {
  const choices = offeredChoices(resource);
  const choice = choices[cursor];
  if (choice === undefined) return {cursor: 0};
  const keep = (all: readonly ColumnChoice[]): Chosen => kept(resource, all, choice.id);
  const changed = (one: ColumnChoice): Chosen => keep(choices.with(cursor, one));
  switch (intent) {
    case 'up':
    case 'down': {
      const to = cursor + (intent === 'up' ? -1 : 1);
      return {cursor: Math.max(0, Math.min(choices.length - 1, to))};
    }
    case 'toggle': {
      const others = choices.filter(one => one.shown && one.id !== choice.id);
      if (choice.shown && others.length === 0) {
        return {cursor, problem: 'one column stays'};
      }
      return changed({...choice, shown: !choice.shown});
    }
    case 'earlier':
    case 'later': {
      const to = cursor + (intent === 'earlier' ? -1 : 1);
      const other = choices[to];
      if (other === undefined) return {cursor};
      return keep(choices.with(cursor, other).with(to, choice));
    }
    case 'wider':
    case 'narrower': {
      const by = intent === 'wider' ? widthStep : -widthStep;
      const {least, most} = columnWidths;
      const width = Math.max(least, Math.min(most, (choice.width ?? widthOfNew) + by));
      return changed({...choice, width});
    }
    case 'auto': {
      const {width: _, ...rest} = choice;
      return changed(rest);
    }
    case 'remove': {
      if (choicesOf(resource).every(({id, from}) => id !== choice.id || from === undefined)) {
        return {cursor, problem: 'only a column that was added goes; space hides this one'};
      }
      return {...keep(choices.toSpliced(cursor, 1)), cursor: Math.max(0, cursor - 1)};
    }
    case 'reset':
      return {choices: choicesOf(plainResource(resource)), cursor: 0};
    case 'open':
    case 'close':
    case 'add':
      return {cursor};
  }
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
