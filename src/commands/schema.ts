import {findOperation, groupNames, operationsOf} from '../api/catalogue.ts';
import type {Builtin} from './builtin.ts';
import {parseBuiltin} from './builtin-line.ts';
import type {CommandContext} from './context.ts';
import {emitLocal} from './emit-local.ts';
import {globalRows} from './flags.ts';
import {describeFlag, describeOperation} from './schema-operation.ts';
import {unknownCommand, unknownOperation} from './unknown-command.ts';

/** `schema`: the catalogue as JSON; needs no configuration (contract 1). */
export const schema: Builtin = {
  name: 'schema',
  summary: 'the operations and their flags as JSON',
  usage: ['schema [group] [operation] [--list] [--compact] [--all]'],
  words: 'operations',
  flags: [
    {name: 'list', type: 'boolean', help: 'the names of the groups'},
    {name: 'compact', type: 'boolean', help: 'names only: group to operations'},
    {name: 'all', type: 'boolean', help: 'the extra operations too'},
  ],
  takesGlobals: true,
  notes: [
    'Without words: group to operation names. With a group: its operations with all they know. With an operation: that one, and the global flags.',
  ],
  examples: ['schema --list', 'schema version get --pretty'],
  async run(argv, context) {
    const line = parseBuiltin(schema, argv, context, 2);
    const {list = false, compact = false, all = false} = line.own;
    const [group, name] = line.words;
    const extras = all === true;
    const found = list
      ? groupNames(context.service, {extras})
      : describe(group, name, {compact: compact === true, extras}, context);
    await emitLocal(JSON.stringify(found), line, context.host);
    return 0;
  },
};

interface Depth {
  readonly compact: boolean;
  readonly extras: boolean;
}

function describe(
  group: string | undefined,
  name: string | undefined,
  {compact, extras}: Depth,
  context: CommandContext,
): unknown {
  const {service} = context;
  const namesOf = (of: string) => operationsOf(service, of, {extras}).map(one => one.name);
  if (group === undefined) {
    return Object.fromEntries(groupNames(service, {extras}).map(of => [of, namesOf(of)]));
  }
  if (!groupNames(service, {extras: true}).includes(group)) {
    throw unknownCommand(group, [], context);
  }
  if (name === undefined) {
    // A group that has only extras is meant when it is named.
    const hasOwn = namesOf(group).length > 0;
    const operations = operationsOf(service, group, {extras: extras || !hasOwn});
    return compact ? {[group]: operations.map(one => one.name)} : operations.map(describeOperation);
  }
  const operation = findOperation(service, group, name);
  if (operation === undefined) throw unknownOperation(group, name, context);
  const {flags: _, ...names} = describeOperation(operation);
  if (compact) return names;
  return {...describeOperation(operation), global_flags: globalRows.map(describeFlag)};
}
