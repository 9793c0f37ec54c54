import type {Column, ColumnKindName} from '../base/column.ts';
import {answerOf, itemOf} from './answer-of.ts';
import {fieldsOf} from './body-of.ts';
import {itemColumns} from './columns/columns.ts';
import type {Field} from './field.ts';
import type {Operation} from './operation.ts';

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
  const shape = operation.items === undefined ? answerOf(operation) : itemOf(operation);
  const [first, ...others] = fieldsOf(shape);
  if (first === undefined) return undefined;
  // An object that holds nothing but a map is a list of what is in it.
  const fields =
    first.type === 'map' && others.length === 0 ? fieldsOf(first.values) : [first, ...others];
  return new Map(fields.map(field => [field.name, kindOf(field)]));
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
