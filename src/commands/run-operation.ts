import type {Operation} from '../api/operation.ts';
import type {AuditSubject, AuditTrail} from '../host/audit-trail.ts';
import {titleOf} from '../host/policy.ts';
import {withAudit} from './audited.ts';
import {type CheckedInvocation, checkInvocation} from './check-invocation.ts';
import type {CommandContext} from './context.ts';
import type {GlobalValues} from './flags.ts';
import {parseInvocation} from './parse.ts';
import type {RequestJob} from './prepare-request.ts';
import {runRequest} from './run-request.ts';
import type {Scanned} from './scan.ts';

/**
 * Run an operation: parse → check → settings → plan → execute → select → emit.
 *
 * @returns the exit code: 0, or 8 if the filter of --exit-on found something
 * @throws Failure of any kind
 */
export function runOperation(
  operation: Operation,
  line: Scanned,
  context: CommandContext,
): Promise<number> {
  return withAudit(subjectOf(operation), line, context, async trail => {
    const invocation = parseInvocation(context, operation, line);
    const checked = await checkInvocation(invocation, context.host);
    const notes = [...deprecation(operation), ...checked.notes];
    const job = jobOf(operation, {...checked, notes}, invocation.globals, trail);
    return runRequest(job, context);
  });
}

/** The audit subject of an operation. */
export function subjectOf(operation: Operation): AuditSubject {
  return {title: titleOf(operation), method: operation.method, path: operation.path};
}

/** The request of an operation with its inputs. */
export function jobOf(
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

function deprecation({deprecated, group, name}: Operation): readonly string[] {
  return deprecated === undefined ? [] : [`${group} ${name} is deprecated: ${deprecated.note}`];
}
