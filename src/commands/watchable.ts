import type {Operation} from '../api/operation.ts';

/** Whether an operation lists something without side effects. */
export function isWatchable({method, effect, items}: Operation): boolean {
  return method === 'GET' && effect === 'read' && items !== undefined;
}
