import {bodies} from './bodies/bodies.ts';
import type {Field, Shape} from './field.ts';
import type {Operation} from './operation.ts';

/** A body of unknown shape. */
const opaque: Shape = {type: 'json', opaque: true};

/**
 * Return the shape of the JSON body of an operation; undefined without such a body. The bodies are
 * loaded on first use (tools/build/parts.mjs), so a GET never loads them.
 */
export function bodyOf(operation: Operation): Shape | undefined {
  const takesJson = operation.inputs.some(
    ({place, type}) => place === 'field' || (place === 'body' && type === 'json'),
  );
  return takesJson ? (bodies[`${operation.group} ${operation.name}`] ?? opaque) : undefined;
}

/** Check whether a body has no public shape. */
export function isOpaque(shape: Shape): boolean {
  return shape.type === 'json' && shape.opaque === true;
}

/** Return the members of an object shape; empty for other shapes. */
export function fieldsOf(shape: Shape | undefined): readonly Field[] {
  return shape?.type === 'object' ? shape.fields : [];
}

/**
 * Return the shape at a path into a body: names of members, and for the items of a list a number or
 * `-`. Undefined for an unknown path.
 */
export function shapeAt(shape: Shape | undefined, steps: readonly string[]): Shape | undefined {
  let found = shape;
  for (const step of steps) {
    switch (found?.type) {
      case 'object':
        found = found.fields.find(field => field.name === step);
        break;
      case 'map':
        found = found.values;
        break;
      case 'list':
        found = /^(?:\d+|-)$/.test(step) ? found.items : undefined;
        break;
      case 'json':
        // An unknown shape accepts any value.
        found = shapeAt(found.as, [step]) ?? found;
        break;
      default:
        return undefined;
    }
  }
  return found;
}
