import type {ClientIdentity} from '../../api/client.ts';
import {commandFor} from '../../api/command-for.ts';
import {describePlan} from '../../api/describe-plan.ts';
import {planRequest} from '../../api/plan.ts';
import {hiddenValue} from '../../base/hide-secrets.ts';
import {summarizeError} from '../ask/error-summary.ts';
import type {ErrorSummary} from '../model/load.ts';
import type {AppState} from '../model/state.ts';
import {withAwaitedNames} from './fill-awaited.ts';
import type {PlannedRequest, WriteRequest} from './state.ts';

const notConnected: ErrorSummary = {
  title: 'Not connected yet',
  text: 'Requests can be planned once the service is connected.',
  advice: [],
};

/**
 * Plan those requests of a write that are not planned yet.
 *
 * @returns `trouble` explains why one of them cannot be planned
 */
export function planRequests(
  requests: readonly WriteRequest[],
  {connection, session}: Pick<AppState, 'connection' | 'session'>,
): {readonly requests: readonly WriteRequest[]; readonly trouble: ErrorSummary | undefined} {
  const {identities = {}, troubles = {}} = connection.status === 'ready' ? connection : {};
  let trouble: ErrorSummary | undefined;
  const planned = requests.map(one => {
    const {service} = one.call.operation;
    const identity = identities[service];
    if (identity === undefined) trouble ??= troubles[service] ?? notConnected;
    if (identity === undefined || one.planned !== undefined) return one;
    try {
      return {...one, planned: planOne(one, identity, session.flags[service])};
    } catch (thrown) {
      trouble ??= summarizeError(thrown);
      return one;
    }
  });
  return {requests: planned, trouble};
}

/**
 * Plan one request.
 *
 * @param flags flags that select the session, for the command shown
 * @throws Failure 'validation_error'
 */
export function planOne(
  request: WriteRequest,
  identity: ClientIdentity,
  flags: readonly string[],
): PlannedRequest {
  const {operation, given} = request.call;
  const plan = planRequest(operation, given, identity);
  const text = describePlan(plan, identity.authType === 'none' ? {} : {Authorization: hiddenValue});
  const command = commandFor({operation, given}, flags);
  return {
    plan,
    text: withAwaitedNames(text, request),
    command: withAwaitedNames(command, request),
  };
}
