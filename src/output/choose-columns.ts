import type {Column} from '../base/column.ts';
import {pointerOf} from '../base/json-pointer.ts';
import {nearestNames} from '../base/nearest.ts';
import {guessColumn, type MemberKinds} from './guess-columns.ts';

/** The known columns and members of a list's items, before it is read. */
export interface KnownColumns {
  /** The columns shown by default. */
  readonly columns: readonly Column[];
  /** All members of an item; undefined if unknown. */
  readonly members?: MemberKinds | undefined;
}

/**
 * Choose columns by a comma-separated text: each by id, title, member name, dotted path of members,
 * or JSON pointer. Unknown paths yield empty cells (contract 12.2), but a name similar to a known
 * one is reported as a typing error.
 */
export function chooseColumns(
  text: string,
  {columns, members}: KnownColumns,
): {readonly columns: readonly Column[]; readonly problems: readonly string[]} {
  const chosen: Column[] = [];
  const problems: string[] = [];
  for (const typed of text.split(',').map(part => part.trim())) {
    const found = findColumn(typed, columns, members);
    if (typeof found === 'string') problems.push(found);
    // Chosen columns are never dropped.
    else chosen.push({...found, dropPriority: 0});
  }
  return {columns: chosen, problems};
}

function findColumn(
  typed: string,
  columns: readonly Column[],
  members: MemberKinds | undefined,
): Column | string {
  if (typed === '') return 'a column name is empty; separate names with single commas';
  const lowerName = typed.toLowerCase();
  const known =
    columns.find(({id}) => id === typed) ??
    columns.find(
      ({id, title}) => id.toLowerCase() === lowerName || title.toLowerCase() === lowerName,
    );
  if (known !== undefined) return known;
  if (typed.startsWith('/')) return columnAt(typed, typed, columns);
  const [first = '', ...deeper] = typed.split('.');
  if (members !== undefined && !members.has(first)) {
    const names = [...columns.map(({id}) => id), ...members.keys()];
    const near = nearestNames(first, [...new Set(names)]);
    if (near.length > 0) {
      return `unknown column ${JSON.stringify(typed)}: did you mean ${near.join(' or ')}? To use the name unchanged, write a JSON pointer such as /${first}`;
    }
  }
  const kind = members?.get(first) ?? 'joinedList';
  if (deeper.length === 0) return {...guessColumn(first, kind, 0), title: typed};
  return columnAt(typed, pointerOf([first, ...deeper]), columns);
}

function columnAt(typed: string, pointer: string, columns: readonly Column[]): Column {
  const known = columns.find(({from}) => from.length === 1 && from[0] === pointer);
  return known ?? {id: typed, title: typed, from: [pointer], kind: 'joinedList', dropPriority: 0};
}
