import type {Operation} from '../api/operation.ts';
import {planRequest} from '../api/plan.ts';
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
  const invocation = parseInvocation(context, operation, argv);
  const {given, filter, notes} = await checkInvocation(invocation, context.host);
  await runRequest(
    {
      title: `${operation.group} ${operation.name}`,
      operation,
      globals: invocation.globals,
      ...(filter && {filter}),
      notes: [...deprecation(operation), ...notes],
      plan: (baseUrl, options) => planRequest(operation, given, {baseUrl}, options),
    },
    context,
  );
}

function deprecation({deprecated, group, name}: Operation): readonly string[] {
  return deprecated === undefined ? [] : [`${group} ${name} is deprecated: ${deprecated.note}`];
}
