import {whyNotCaller} from '../../api/callers.ts';
import {findNamed} from '../../api/catalogue.ts';
import type {Operation} from '../../api/operation.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import {type Gate, whyReadOnly} from './risk.ts';

/**
 * Say why this session cannot call an operation: its credentials cannot, the profile denies it, or
 * the profile is read-only now. A sentence fragment; undefined when the call is possible, or nothing
 * is connected.
 */
export function whyNotCallable(state: Gate, operation: Operation): string | undefined {
  const {connection} = state;
  if (connection.status !== 'ready') return undefined;
  const identity = connection.identities[operation.service];
  return (identity && whyNotCaller(operation, identity)) ?? whyForbidden(state, operation);
}

/** Say the same of an operation named by its title, such as that of a verb. */
export function whyNotCallableByName(
  state: Gate,
  ref: Pick<OperationRef, 'service' | 'operation'>,
): string | undefined {
  const operation = findNamed(ref);
  return operation && whyNotCallable(state, operation);
}

/**
 * Say why the profile forbids an operation now, whatever its credentials can do: its policy denies
 * the operation, or the operation writes and the profile is read-only.
 */
export function whyForbidden(state: Gate, operation: Operation): string | undefined {
  return (
    whyDenied(state, operation) ?? (operation.effect === 'read' ? undefined : whyReadOnly(state))
  );
}

/** Say why the policy of the profile denies an operation; `:write on` cannot allow it. */
export function whyDenied(
  {connection}: Pick<Gate, 'connection'>,
  operation: Operation,
): string | undefined {
  return connection.status === 'ready' ? connection.whyDenied?.(operation) : undefined;
}
