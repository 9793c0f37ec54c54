import {pointerSteps} from '../base/json-pointer.ts';
import {shapeAt} from './body-of.ts';
import type {Shape} from './field.ts';
import type {Operation} from './operation.ts';
import {responses} from './responses/responses.ts';

/**
 * Return the public shape of an operation's response; undefined for an empty or undocumented one.
 * Any member may be absent. Loaded on first use, as the bodies are.
 */
export function responseOf({group, name}: Pick<Operation, 'group' | 'name'>): Shape | undefined {
  return responses[`${group} ${name}`];
}

/** Shape of the list items an operation returns; undefined without a list or shape. */
export function itemOf(operation: Operation): Shape | undefined {
  if (operation.items === undefined) return undefined;
  const list = shapeAt(responseOf(operation), pointerSteps(operation.items));
  return list?.type === 'list' ? list.items : undefined;
}
