import {type Column, text} from '../../model/column.ts';
import type {Resource} from '../../model/resource.ts';
import type {ColumnChoice} from './state.ts';

/** Widths a column can be given. */
export const columnWidths = {least: 3, most: 120} as const;

const plains = new WeakMap<Resource, Resource>();

/** A list with its own columns, without what was chosen. */
export function plainResource(resource: Resource): Resource {
  return plains.get(resource) ?? resource;
}

/** The choices as they stand: one for each column, in order. */
export function choicesOf(resource: Resource): readonly ColumnChoice[] {
  const own = new Set(plainResource(resource).columns.map(column => column.id));
  return resource.columns.map(({id, hidden, width, from}) => ({
    id,
    shown: hidden !== true,
    ...(width !== undefined && {width}),
    ...(!own.has(id) && {from: from[0] ?? ''}),
  }));
}

/** The list with its columns as chosen; columns that the choices do not know follow as they are. */
export function withChoices(
  resource: Resource,
  choices: readonly ColumnChoice[] | undefined,
): Resource {
  const plain = plainResource(resource);
  if (choices === undefined) return plain;
  const own = new Map(plain.columns.map(column => [column.id, column]));
  const chosen = choices.flatMap((choice): Column[] => {
    const column = own.get(choice.id) ?? addedColumn(choice);
    own.delete(choice.id);
    return column === undefined ? [] : [dressed(column, choice)];
  });
  const columns = [...chosen, ...own.values()];
  if (columns.every(column => column.hidden)) return plain;
  const made = {...plain, columns};
  plains.set(made, plain);
  return made;
}

function dressed(column: Column, {shown, width}: ColumnChoice): Column {
  return {
    ...column,
    ...(shown ? {} : {hidden: true as const}),
    ...(width !== undefined && {width}),
  };
}

function addedColumn({id, from}: ColumnChoice): Column | undefined {
  if (from === undefined) return undefined;
  const title = (from.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
  return text(title.toUpperCase() || '/', from, {id, max: 40, worth: 3, added: true});
}

/** What is wrong with a pointer typed for a new column; undefined when it can be read (RFC 6901). */
export function pointerProblem(text: string): string | undefined {
  if (text === '') return undefined;
  if (!text.startsWith('/')) return 'a pointer begins with /, as in /lead/displayName';
  if (/~(?![01])/.test(text)) return 'after ~ comes 0 (for ~) or 1 (for /)';
  return undefined;
}

/** The choice for a new column: filters name it by the last step of its pointer where that is free. */
export function addedChoice(resource: Resource, pointer: string): ColumnChoice {
  const last = pointer.split('/').at(-1) ?? '';
  const isFree = /^[A-Za-z]+$/.test(last) && resource.columns.every(({id}) => id !== last);
  return {id: isFree ? last : pointer, shown: true, from: pointer};
}
