import {bodies} from './bodies/bodies.ts';
import type {Field, Shape} from './field.ts';
import type {Operation} from './operation.ts';

/** A body of unknown shape. */
const opaque: Shape = {type: 'json', opaque: true};

/**
 * What the JSON body of an operation is; undefined for one without such a body. The bodies are
 * loaded when one is first read (tools/build/parts.mjs): a GET never does.
 */
export function bodyOf(operation: Operation): Shape | undefined {
  const takesJson = operation.inputs.some(
    ({place, type}) => place === 'field' || (place === 'body' && type === 'json'),
  );
  return takesJson ? (bodies[`${operation.group} ${operation.name}`] ?? opaque) : undefined;
}

/** Whether nothing public is known of a body but that it is JSON. */
export function isOpaque(shape: Shape): boolean {
  return shape.type === 'json' && shape.opaque === true;
}

/** The members of an object; none of any other shape. */
export function fieldsOf(shape: Shape | undefined): readonly Field[] {
  return shape?.type === 'object' ? shape.fields : [];
}

/**
 * The shape at the end of a way into a body: names of members, and for the items of a list a number
 * or `-`. Undefined for an unknown shape.
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
