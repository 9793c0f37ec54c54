import type {Operation} from '../api/operation.ts';
import {toFailure} from '../base/failure.ts';
import {subjectOf, withAudit} from './audited.ts';
import type {CommandContext} from './context.ts';
import {lookUpNames, withNameHint} from './look-up-names.ts';
import {checkInvocation, parseInvocation} from './parse.ts';
import {requestJobOf} from './prepare-request.ts';
import {runRequest} from './run-request.ts';
import type {Scanned} from './scan.ts';

/**
 * Run an operation: parse → check → settings → plan → execute → select → emit.
 *
 * @returns the exit code: 0, or 8 if the response matches --exit-on or --exit-status
 * @throws Failure of any kind
 */
export function runOperation(
  operation: Operation,
  line: Scanned,
  context: CommandContext,
): Promise<number> {
  return withAudit(subjectOf(operation), line, context, async trail => {
    const typed = parseInvocation(context, operation, line);
    const {globals} = typed;
    const invocation = globals.names ? await lookUpNames(typed, line, context) : typed;
    try {
      const checked = await checkInvocation(invocation, context.host);
      const notes = [...deprecation(operation), ...checked.notes];
      const job = requestJobOf(operation, {...checked, notes}, globals, trail);
      return await runRequest(job, context);
    } catch (error) {
      throw withNameHint(toFailure(error), invocation, context);
    }
  });
}

function deprecation({deprecated, group, name}: Operation): readonly string[] {
  return deprecated === undefined ? [] : [`${group} ${name} is deprecated: ${deprecated.note}`];
}
