import {findOperation, groupNames} from '../api/catalogue.ts';
import type {Operation} from '../api/operation.ts';
import type {CommandContext} from './context.ts';
import {missingOperation, unknownCommand, unknownOperation} from './unknown-command.ts';

/**
 * The operation with a group and a name.
 *
 * @param others other possible first words
 * @throws Failure 'command_error' with the nearest names
 */
export function namedOperation(
  group: string,
  name: string | undefined,
  where: Pick<CommandContext, 'program' | 'service'>,
  others: readonly string[] = [],
): Operation {
  const {service} = where;
  if (!groupNames(service, {extras: true}).includes(group)) {
    throw unknownCommand(group, others, where, name);
  }
  if (name === undefined) throw missingOperation(group, where);
  const operation = findOperation(service, group, name);
  if (operation === undefined) throw unknownOperation(group, name, where);
  return operation;
}
