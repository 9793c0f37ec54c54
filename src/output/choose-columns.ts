import type {Column} from '../base/column.ts';
import {pointerOf} from '../base/json-pointer.ts';
import {nearestNames} from '../base/nearest.ts';
import {guessedColumn, type Members} from './guess-columns.ts';

/** What is known of the items of a list before it is read. */
export interface KnownColumns {
  /** Those that are shown when none are chosen. */
  readonly columns: readonly Column[];
  /** Every member an item may have; undefined where that is not known. */
  readonly members?: Members | undefined;
}

/**
 * The columns a text names, separated by commas, in its order: each by id, title, the name of a
 * member, dots from member to member, or a JSON pointer. One that leads nowhere is no problem, its
 * cells are empty (contract 12.2); but a name that is near a known one is a typing error.
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
    // One that is chosen is shown, whatever it is worth.
    else chosen.push({...found, worth: 0});
  }
  return {columns: chosen, problems};
}

function findColumn(
  typed: string,
  columns: readonly Column[],
  members: Members | undefined,
): Column | string {
  if (typed === '') return 'a column name is empty; separate names with single commas';
  const lower = typed.toLowerCase();
  const known =
    columns.find(({id}) => id === typed) ??
    columns.find(({id, title}) => id.toLowerCase() === lower || title.toLowerCase() === lower);
  if (known !== undefined) return known;
  if (typed.startsWith('/')) return pointed(typed, typed, columns);
  const [first = '', ...deeper] = typed.split('.');
  if (members !== undefined && !members.has(first)) {
    const names = [...columns.map(({id}) => id), ...members.keys()];
    const near = nearestNames(first, [...new Set(names)]);
    if (near.length > 0) {
      return `unknown column ${JSON.stringify(typed)}: did you mean ${near.join(' or ')}? To use the name unchanged, write a JSON pointer such as /${first}`;
    }
  }
  const kind = members?.get(first) ?? 'joined';
  if (deeper.length === 0) return {...guessedColumn(first, kind, 0), title: typed};
  return pointed(typed, pointerOf([first, ...deeper]), columns);
}

function pointed(typed: string, pointer: string, columns: readonly Column[]): Column {
  const known = columns.find(({from}) => from.length === 1 && from[0] === pointer);
  return known ?? {id: typed, title: typed, from: [pointer], kind: 'joined', worth: 0};
}
