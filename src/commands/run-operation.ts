import type {Operation} from '../api/operation.ts';
import {planRequest} from '../api/plan.ts';
import {withAudit} from './audited.ts';
import {checkInvocation} from './check-invocation.ts';
import type {CommandContext} from './context.ts';
import {parseInvocation} from './parse.ts';
import {runRequest} from './run-request.ts';

/**
 * Run one operation: parse → check → settings → plan → execute → select → emit.
 *
 * @param argv the whole command line, group and operation included
 * @throws Failure of any kind
 */
export async function runOperation(
  operation: Operation,
  argv: readonly string[],
  context: CommandContext,
): Promise<void> {
  const {group, name, method, path} = operation;
  const title = `${group} ${name}`;
  await withAudit({title, method, path}, argv, context, async trail => {
    const invocation = parseInvocation(context, operation, argv);
    const {given, filter, notes, warnings} = await checkInvocation(invocation, context.host);
    await runRequest(
      {
        title,
        operation,
        globals: invocation.globals,
        ...(filter && {filter}),
        notes: [...deprecation(operation), ...notes],
        warnings,
        trail,
        plan: (baseUrl, options) => planRequest(operation, given, {baseUrl}, options),
      },
      context,
    );
  });
}

function deprecation({deprecated, group, name}: Operation): readonly string[] {
  return deprecated === undefined ? [] : [`${group} ${name} is deprecated: ${deprecated.note}`];
}
