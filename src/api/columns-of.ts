import type {Column, ColumnKindName} from '../base/column.ts';
import {fieldsOf} from './body-of.ts';
import {itemColumns} from './columns/columns.ts';
import type {Field} from './field.ts';
import type {Operation} from './operation.ts';
import {itemOf, responseOf} from './response-of.ts';

/**
 * The columns of what an operation answers, an item of its list or one object, in their order;
 * undefined where none are written down. Loaded when first read, as the bodies are.
 *
 * @param title the operation's `group name`
 */
export function columnsOf(title: string): readonly Column[] | undefined {
  return itemColumns[title];
}

/**
 * The members an item of what an operation answers may have, name → kind of column; undefined where
 * its shape is not public. Objects and lists are among them.
 */
export function membersOf(operation: Operation): ReadonlyMap<string, ColumnKindName> | undefined {
  const shape = operation.items === undefined ? responseOf(operation) : itemOf(operation);
  const [first, ...others] = fieldsOf(shape);
  if (first === undefined) return undefined;
  const isMap = answersMap(operation) && first.type === 'map';
  const fields = isMap ? fieldsOf(first.values) : [first, ...others];
  return new Map(fields.map(field => [field.name, kindOf(field)]));
}

/**
 * Whether the list is all that an operation answers, but for counts and links. In a table with one
 * list of several the others would be missing.
 */
export function answersOneList(operation: Operation): boolean {
  const {items} = operation;
  if (items === undefined || items === '') return items !== undefined;
  const members = fieldsOf(responseOf(operation));
  const others = members.filter(({name}) => name !== '_links' && !items.startsWith(`/${name}`));
  return !others.some(({type}) => type === 'list' || type === 'object' || type === 'map');
}

/** Whether an operation answers an object that holds nothing but a map: the list of its values. */
export function answersMap(operation: Operation): boolean {
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
      return shape.items.type === 'text' ? 'joined' : 'count';
    case 'text':
      return shape.multiline ? 'firstLine' : 'text';
    default:
      return 'text';
  }
}
