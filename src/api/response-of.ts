import {pointerSteps} from '../base/json-pointer.ts';
import {shapeAt} from './body-of.ts';
import type {Shape} from './field.ts';
import type {Operation} from './operation.ts';
import {answers} from './responses/responses.ts';

/**
 * What an operation answers, as far as it is public; undefined for one that answers nothing or what
 * is not known. Any member of it may be absent. Loaded when first read, as the bodies are.
 */
export function responseOf({group, name}: Pick<Operation, 'group' | 'name'>): Shape | undefined {
  return answers[`${group} ${name}`];
}

/** Shape of the list items an operation returns; undefined without a list or shape. */
export function itemOf(operation: Operation): Shape | undefined {
  if (operation.items === undefined) return undefined;
  const list = shapeAt(responseOf(operation), pointerSteps(operation.items));
  return list?.type === 'list' ? list.items : undefined;
}
