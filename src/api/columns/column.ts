import {columnId, type ItemColumn, type MoreOfColumn, type State} from '../../base/item-column.ts';

/** Columns by the `group name` of the operation that answers such items. */
export type ColumnsOfLists = Readonly<Record<string, readonly ItemColumn[]>>;

/**
 * Makes the columns of a kind in one line: the title, the pointers, what else is special. The id is
 * the title in small letters with dashes; scripts, kept views and filters name it, so a title that
 * is changed keeps its `id`. @default worth 1
 */
function columnOf(kind: ItemColumn['kind']) {
  return (
    title: string,
    from: string | readonly string[],
    more: MoreOfColumn = {},
  ): ItemColumn => ({
    id: columnId(title),
    title,
    from: typeof from === 'string' ? [from] : from,
    kind,
    worth: 1,
    ...more,
  });
}

export const text = columnOf('text');
export const number = columnOf('number');
export const date = columnOf('date');
export const time = columnOf('time');
export const instant = columnOf('instant');
export const age = columnOf('age');
export const count = columnOf('count');
export const joined = columnOf('joined');
export const firstLine = columnOf('firstLine');
export const url = columnOf('url');
export const bytes = columnOf('bytes');

/** A column of flags, most telling first: the word of the first that is true. */
export function state(
  title: string,
  states: readonly State[],
  more: MoreOfColumn = {},
): ItemColumn {
  return columnOf(states)(
    title,
    states.flatMap(([flag]) => flag ?? []),
    more,
  );
}

/** The name of a thing: first to be seen, last to go. */
export function nameColumn(min: number, max: number, title = 'NAME'): ItemColumn {
  return text(title, '/name', {id: 'name', min, max, worth: 0, tone: 'title'});
}

/** The id, for those who need it in a command. */
export function idColumn(worth: number): ItemColumn {
  return number('ID', '/id', {worth, tone: 'dim'});
}

/** The first line of the description; takes what is left over. */
export function descriptionColumn(worth: number, max = 80): ItemColumn {
  return firstLine('DESCRIPTION', '/description', {min: 14, max, grows: true, worth, tone: 'dim'});
}

/** Which one is the default: some lists call it `isDefault`, others `default`. */
export const defaultColumn = state('DEFAULT', [
  ['/isDefault', 'default', 'good'],
  ['/default', 'default', 'good'],
]);
