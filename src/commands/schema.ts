import {bodyOf, isOpaque} from '../api/body-of.ts';
import {groupNames, operationsOf} from '../api/catalogue.ts';
import {exampleOf} from '../api/example.ts';
import {Failure} from '../base/failure.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin} from './builtin-line.ts';
import type {CommandContext} from './context.ts';
import {type FlagRow, globalRows} from './flags.ts';
import {exampleLines} from './help/examples.ts';
import {namedOperation} from './named-operation.ts';
import {describeFlag, describeOperation, describeShapes} from './schema-operation.ts';

const flags = [
  {name: 'list', type: 'boolean', help: 'print the group names'},
  {name: 'compact', type: 'boolean', help: 'print only the names: {group: [operations]}'},
  {name: 'all', type: 'boolean', help: 'include operations that are not in the API description'},
  {name: 'example', type: 'boolean', help: 'print a small valid body for the operation'},
] as const satisfies readonly FlagRow[];

/** `schema`: print the catalogue as JSON; needs no configuration (contract 1). */
export const schema: Builtin<typeof flags> = {
  name: 'schema',
  summary: 'print the operations and their flags as JSON',
  usage: [
    'schema [group] [operation] [--list] [--compact] [--all]',
    'schema <group> <operation> --example',
  ],
  words: 'operations',
  flags,
  takesGlobals: true,
  isPaged: true,
  notes: [
    'Without arguments, prints the operation names of each group. With a group, prints its operations in full. With an operation, prints the operation, the JSON Schema of its body and response where published, and the global flags.',
  ],
  examples: ['schema --list', 'schema version get --pretty', 'schema version create --example'],
  async run(scanned, context) {
    const line = parseBuiltin(schema, scanned, context, 2);
    const {list = false, compact = false, all = false, example = false} = line.own;
    const [group, name] = line.words;
    const print = await openPrinter(line, context.host);
    if (example) return print(bodyExample(group, name, context));
    const found = list
      ? groupNames(context.service, {extras: all})
      : describe(group, name, {compact, extras: all}, context);
    return print(JSON.stringify(found));
  },
};

/** A small valid body of an operation, as JSON text. */
function bodyExample(
  group: string | undefined,
  name: string | undefined,
  context: CommandContext,
): string {
  if (group === undefined || name === undefined) {
    throw new Failure('validation_error', '--example requires a group and an operation.', {
      hint: `${context.program} schema version create --example`,
      attempts: 0,
    });
  }
  const operation = namedOperation(group, name, context);
  const shape = bodyOf(operation);
  if (shape !== undefined && !operation.inputs.some(({place}) => place === 'body')) {
    const [line = ''] = exampleLines(operation);
    const text = `${group} ${name} takes no JSON body; its flags make this one: ${line}`;
    context.host.reporter.warn(text);
  }
  if (shape !== undefined && !isOpaque(shape)) return exampleOf(shape);
  const why =
    shape === undefined ? 'takes no JSON body' : 'takes a body without a published schema';
  throw new Failure('validation_error', `${group} ${name} ${why}.`, {attempts: 0});
}

function describe(
  group: string | undefined,
  name: string | undefined,
  {compact, extras}: {readonly compact: boolean; readonly extras: boolean},
  context: CommandContext,
): unknown {
  const {service} = context;
  const namesOf = (of: string) => operationsOf(service, of, {extras}).map(one => one.name);
  if (group === undefined) {
    return Object.fromEntries(groupNames(service, {extras}).map(of => [of, namesOf(of)]));
  }
  if (name === undefined && groupNames(service, {extras: true}).includes(group)) {
    // A group that consists only of extras is listed if it is named.
    const hasOwn = namesOf(group).length > 0;
    const operations = operationsOf(service, group, {extras: extras || !hasOwn});
    return compact ? {[group]: operations.map(one => one.name)} : operations.map(describeOperation);
  }
  const operation = namedOperation(group, name, context);
  const {flags: _, ...names} = describeOperation(operation);
  if (compact) return names;
  const global_flags = globalRows.map(describeFlag);
  return {...describeOperation(operation), ...describeShapes(operation), global_flags};
}
