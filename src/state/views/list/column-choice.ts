import {findNamed} from '../../../api/catalogue.ts';
import {membersOf} from '../../../api/columns-of.ts';
import {type Column, columnOf} from '../../../base/column.ts';
import {pointerOf, pointerSteps} from '../../../base/json-pointer.ts';
import {columnKinds} from '../../../output/column-kind.ts';
import type {Resource} from '../../model/resource.ts';
import type {ColumnChoice} from './state.ts';

/** Limits of a column's width. */
export const columnWidths = {least: 3, most: 120} as const;

const plains = new WeakMap<Resource, Resource>();

/** A list with its default columns. */
export function plainResource(resource: Resource): Resource {
  return plains.get(resource) ?? resource;
}

/** The current column settings: one for each column, in order. */
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
 * The current column settings, followed by other members that an item may have by its record, which
 * can be added.
 */
export function availableChoices(resource: Resource): readonly ColumnChoice[] {
  const paths = resource.columns.flatMap(({from}) => from);
  const others = [...membersOfRow(resource).keys()].map(name => pointerOf([name]));
  const offered = others.filter(
    pointer => !paths.some(path => path === pointer || path.startsWith(`${pointer}/`)),
  );
  return [
    ...choicesOf(resource),
    ...offered.map(pointer => ({...choiceOfPointer(resource, pointer), shown: false})),
  ];
}

/** The settings without default ones. */
export function changedChoices(
  resource: Resource,
  choices: readonly ColumnChoice[],
): readonly ColumnChoice[] {
  return choices.filter(
    ({shown, from}) => shown || from === undefined || kindAt(resource, from) === undefined,
  );
}

/** The kind of value at a pointer, if it is a member of the rows. */
function kindAt(resource: Resource, from: string): keyof typeof columnKinds | undefined {
  const [name = '', ...deeper] = pointerSteps(from);
  return deeper.length === 0 ? membersOfRow(resource).get(name) : undefined;
}

/** The members of a row by the record of its list; none if the rows are derived. */
function membersOfRow(resource: Resource): ReadonlyMap<string, keyof typeof columnKinds> {
  const [source] = resource.sources;
  if (source === undefined || source.derive !== undefined) return new Map();
  const operation = findNamed(source);
  return (operation && membersOf(operation)) ?? new Map();
}

/** Apply column settings to a list; columns without settings follow unchanged. */
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
    dropPriority: 3,
    added: true,
  });
}

/** The problem with a pointer for a new column; undefined if it is valid (RFC 6901). */
export function pointerProblem(text: string): string | undefined {
  if (text === '') return undefined;
  if (!text.startsWith('/')) return 'a JSON pointer starts with /, as in /lead/displayName';
  if (/~(?![01])/.test(text)) return 'write ~0 for ~ and ~1 for /';
  return undefined;
}

/**
 * The settings of a new column; filters refer to it by the last step of its pointer if that is
 * unique.
 */
export function choiceOfPointer(resource: Resource, pointer: string): ColumnChoice {
  const last = pointerSteps(pointer).at(-1) ?? '';
  const isFree = /^[A-Za-z]+$/.test(last) && resource.columns.every(({id}) => id !== last);
  return {id: isFree ? last : pointer, shown: true, from: pointer};
}
