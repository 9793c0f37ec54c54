import type {Operation} from '../api/operation.ts';
import type {AuditSubject, AuditTrail} from '../host/audit-trail.ts';
import {titleOf} from '../host/policy.ts';
import type {CheckedInvocation} from './check-invocation.ts';
import type {GlobalValues} from './flags.ts';
import type {RequestJob} from './prepare-request.ts';

export function subjectOf(operation: Operation): AuditSubject {
  return {title: titleOf(operation), method: operation.method, path: operation.path};
}

/** The request of an operation with its inputs. */
export function requestJobOf(
  operation: Operation,
  {given, ...checked}: Pick<CheckedInvocation, 'given'> & Partial<CheckedInvocation>,
  globals: GlobalValues,
  trail: AuditTrail,
): RequestJob {
  return {
    ...checked,
    operation,
    globals,
    trail,
    plan: (client, options) => client.plan(operation, given, options),
  };
}
