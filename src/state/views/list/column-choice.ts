import {findNamed} from '../../../api/catalogue.ts';
import {membersOf} from '../../../api/columns-of.ts';
import {type Column, columnOf} from '../../../base/column.ts';
import {pointerOf, pointerSteps} from '../../../base/json-pointer.ts';
import {columnKinds} from '../../../output/column-kind.ts';
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

/**
 * The choices as they stand, and behind them what else an item of the list may have by the record of
 * its operation: columns to be added.
 */
export function offeredChoices(resource: Resource): readonly ColumnChoice[] {
  const paths = resource.columns.flatMap(({from}) => from);
  const others = [...membersOfRow(resource).keys()].map(name => pointerOf([name]));
  const offered = others.filter(
    pointer => !paths.some(path => path === pointer || path.startsWith(`${pointer}/`)),
  );
  return [
    ...choicesOf(resource),
    ...offered.map(pointer => ({...addedChoice(resource, pointer), shown: false})),
  ];
}

/** The choices without the columns that are offered anyway. */
export function chosenOf(
  resource: Resource,
  choices: readonly ColumnChoice[],
): readonly ColumnChoice[] {
  return choices.filter(
    ({shown, from}) => shown || from === undefined || kindAt(resource, from) === undefined,
  );
}

/** What kind of value a row may have at a pointer, where that is a member of it. */
function kindAt(resource: Resource, from: string): keyof typeof columnKinds | undefined {
  const [name = '', ...deeper] = pointerSteps(from);
  return deeper.length === 0 ? membersOfRow(resource).get(name) : undefined;
}

/** What a row may have, by the record of what lists it; nothing where the rows are made here. */
function membersOfRow(resource: Resource): ReadonlyMap<string, keyof typeof columnKinds> {
  const [source] = resource.sources;
  if (source === undefined || source.derive !== undefined) return new Map();
  const operation = findNamed(source);
  return (operation && membersOf(operation)) ?? new Map();
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
    const column = own.get(choice.id) ?? addedColumn(resource, choice);
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

function addedColumn(resource: Resource, {id, from}: ColumnChoice): Column | undefined {
  if (from === undefined) return undefined;
  const title = pointerSteps(from).at(-1) ?? '';
  const kind = columnKinds[kindAt(resource, from) ?? 'text'];
  return columnOf(kind)(title.replace(/([a-z\d])([A-Z])/g, '$1 $2').toUpperCase() || '/', from, {
    id,
    max: 40,
    worth: 3,
    added: true,
  });
}

/** What is wrong with a pointer typed for a new column; undefined when it can be read (RFC 6901). */
export function pointerProblem(text: string): string | undefined {
  if (text === '') return undefined;
  if (!text.startsWith('/')) return 'a JSON pointer starts with /, as in /lead/displayName';
  if (/~(?![01])/.test(text)) return 'write ~0 for ~ and ~1 for /';
  return undefined;
}

/** The choice for a new column: filters name it by the last step of its pointer where that is free. */
export function addedChoice(resource: Resource, pointer: string): ColumnChoice {
  const last = pointerSteps(pointer).at(-1) ?? '';
  const isFree = /^[A-Za-z]+$/.test(last) && resource.columns.every(({id}) => id !== last);
  return {id: isFree ? last : pointer, shown: true, from: pointer};
}
