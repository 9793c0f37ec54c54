import {whyNotCaller} from '../../api/callers.ts';
import type {Operation} from '../../api/operation.ts';
import type {AppState} from '../model/state.ts';
import {whyNotPermitted} from './permissions.ts';
import {type Gate, whyReadOnly} from './risk.ts';

/**
 * Say why this session cannot call an operation: it has no credentials or the wrong ones, the
 * profile denies it, the profile is read-only now, or the account lacks the permission. A sentence
 * fragment; undefined when the call is possible, or nothing is connected.
 *
 * @param findProject as for `whyNotPermitted`
 */
export function whyNotCallable(
  state: Gate & Pick<AppState, 'own'>,
  operation: Operation,
  findProject?: () => string | undefined,
): string | undefined {
  const {connection} = state;
  if (connection.status !== 'ready') return undefined;
  const identity = connection.identities[operation.service];
  if (identity?.authType === 'none' && !operation.anonymous) return 'needs a sign-in';
  return (
    (identity && whyNotCaller(operation, identity)) ??
    whyForbidden(state, operation) ??
    whyNotPermitted(state, operation, findProject)
  );
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
