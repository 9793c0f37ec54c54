import type {Operation} from '../api/operation.ts';

/** Whether an operation lists something and changes nothing. */
export function isWatchable({method, effect, items}: Operation): boolean {
  return method === 'GET' && effect === 'read' && items !== undefined;
}
