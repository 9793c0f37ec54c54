import {whyNotCaller} from '../../api/callers.ts';
import {findOperation} from '../../api/catalogue.ts';
import type {Call} from '../model/call.ts';
import type {AppState} from '../model/state.ts';

/**
 * Say why the credentials of this session cannot call an operation, for menus: a sentence fragment.
 * Undefined when they may, or nothing is connected.
 */
export function whyNotCallable(
  {connection}: AppState,
  {service, operation: title}: Pick<Call, 'service' | 'operation'>,
): string | undefined {
  const identity = connection.status === 'ready' ? connection.identities[service] : undefined;
  const [group = '', name = ''] = title.split(' ');
  const operation = findOperation(service, group, name);
  return identity && operation && whyNotCaller(operation, identity);
}
