import type {Column, ColumnKindName} from '../base/column.ts';
import {fieldsOf} from './body-of.ts';
import {itemColumns} from './columns/columns.ts';
import type {Field} from './field.ts';
import type {Operation} from './operation.ts';
import {itemOf, responseOf} from './response-of.ts';

/**
 * Return the predefined columns of an operation's response, for an item of its list or for one
 * object; undefined without any. Loaded on first use, as the bodies are.
 *
 * @param title the operation's `group name`
 */
export function columnsOf(title: string): readonly Column[] | undefined {
  return itemColumns[title];
}

/**
 * List the members of an item in an operation's response, name → kind of column; undefined if its
 * shape is not public. Objects and lists are included.
 */
export function membersOf(operation: Operation): ReadonlyMap<string, ColumnKindName> | undefined {
  const shape = operation.items === undefined ? responseOf(operation) : itemOf(operation);
  const [first, ...others] = fieldsOf(shape);
  if (first === undefined) return undefined;
  const isMap = returnsMap(operation) && first.type === 'map';
  const fields = isMap ? fieldsOf(first.values) : [first, ...others];
  return new Map(fields.map(field => [field.name, kindOf(field)]));
}

/**
 * Check whether a response contains only one list, besides counts and links. A table of one of
 * several lists would omit the others.
 */
export function returnsOneList(operation: Operation): boolean {
  const {items} = operation;
  if (items === undefined || items === '') return items !== undefined;
  const members = fieldsOf(responseOf(operation));
  const others = members.filter(({name}) => name !== '_links' && !items.startsWith(`/${name}`));
  return !others.some(({type}) => type === 'list' || type === 'object' || type === 'map');
}

/** Check whether the response is an object that contains only a map, whose values are the list. */
export function returnsMap(operation: Operation): boolean {
  if (operation.items !== undefined) return false;
  const [first, ...others] = fieldsOf(responseOf(operation));
  return first?.type === 'map' && others.length === 0;
}

function kindOf(shape: Field): ColumnKindName {
  switch (shape.type) {
    case 'integer':
      return /(?:Time|Date)$/.test(shape.name) ? 'time' : 'number';
    case 'date':
    case 'time':
      return shape.type;
    case 'list':
      return shape.items.type === 'text' ? 'joinedList' : 'count';
    case 'text':
      return shape.multiline ? 'firstLine' : 'text';
    default:
      return 'text';
  }
}
