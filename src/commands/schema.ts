import {bodyOf, isOpaque} from '../api/body-of.ts';
import {permissionOf} from '../api/catalogue/outcomes.ts';
import {groupNames, operationsOf} from '../api/catalogue.ts';
import {exampleOf} from '../api/example.ts';
import {inputsOf} from '../api/inputs-of.ts';
import {jsonSchemaOf} from '../api/json-schema.ts';
import {findNameList, kindWord} from '../api/naming/name-listing.ts';
import type {Input, Operation, Service} from '../api/operation.ts';
import {responseOf} from '../api/response-of.ts';
import {defined} from '../base/defined.ts';
import {Failure} from '../base/failure.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin} from './builtin-line.ts';
import type {CommandContext} from './context.ts';
import {type FlagRow, globalRows} from './flags.ts';
import {exampleLines} from './help/examples.ts';
import {namedOperation} from './invocation.ts';

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
  examples: [
    'schema --list',
    'jr schema version get --pretty',
    'jr schema version create --example',
    'cf schema whiteboards get-by-id --pretty',
    'cf schema whiteboards create --example',
  ],
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

/**
 * An operation as printed by `schema`: first the members read by existing scripts (resource, verb,
 * method, path, summary, has_body, flags), then the rest of the record.
 */
function describeOperation(operation: Operation): Readonly<Record<string, unknown>> {
  const {group, name, method, path, summary, deprecated, paging, readFirst} = operation;
  const inputs = inputsOf(operation);
  const notes = [...(operation.notes ?? []), ...(operation.apiNotes ?? [])];
  return {
    resource: group,
    verb: name,
    method,
    path,
    summary,
    has_body: inputs.some(({place}) => place === 'body' || place === 'field'),
    flags: inputs.map(input => describeInput(input, operation.service)),
    section: operation.section,
    ...defined({permission: permissionOf(operation)}),
    ...(operation.permissionKeys && {permission_keys: operation.permissionKeys}),
    ...(operation.anonymous && {anonymous: true}),
    ...(operation.callers && {callers: operation.callers}),
    ...(operation.notFor && {not_for: operation.notFor}),
    effect: operation.effect,
    ...(operation.itemErrors && {item_errors: operation.itemErrors}),
    ...(operation.irreversible && {irreversible: true}),
    ...(operation.undo && {undo: operation.undo}),
    ...(operation.permanentWhen && {permanent_when: operation.permanentWhen}),
    answer: operation.answer,
    success: operation.success,
    ...(operation.items !== undefined && {items: operation.items}),
    ...(paging && {paging: {kind: paging.kind, items: paging.items, size: paging.size}}),
    ...(readFirst && {reads_first: readFirst.reads.operation}),
    ...(operation.rules && {rules: operation.rules}),
    ...(notes.length > 0 && {notes}),
    ...(operation.limits && {limits: operation.limits}),
    ...(deprecated && {deprecated}),
    ...(operation.experimental && {experimental: true}),
    ...(operation.extra && {extra: true}),
  };
}

/** The body and the response of an operation as JSON Schema; absent if unknown. */
function describeShapes(operation: Operation): Readonly<Record<string, unknown>> {
  const body = bodyOf(operation);
  const answer = responseOf(operation);
  return {
    ...(body !== undefined && {body: isOpaque(body) ? {opaque: true} : jsonSchemaOf(body)}),
    ...(answer !== undefined && {answer_schema: jsonSchemaOf(answer)}),
  };
}

/** A flag row as printed by `schema`. */
function describeFlag(row: FlagRow): Readonly<Record<string, unknown>> {
  const {name, short, type, help: description, values, min, max} = row;
  return {name, short, type, description, default: row.default, values, min, max};
}

/** The kind of entity a value identifies, by which property, and its kind for `id`. */
function namingOf({names, by = 'id'}: Input, service: Service): Readonly<Record<string, unknown>> {
  if (names === undefined) return {};
  const isFound = by !== 'name' && findNameList(service, names) !== undefined;
  return {names, by, ...(isFound && {id_kind: kindWord(names)})};
}

function describeInput(input: Input, service: Service): Readonly<Record<string, unknown>> {
  return {
    name: input.name,
    required: input.required === true,
    type: input.type,
    description: input.help ?? '',
    in: input.place === 'field' ? 'body' : input.place,
    ...(input.wireName !== undefined && {wire_name: input.wireName}),
    ...(input.values?.length && {values: input.values}),
    ...(input.labels && {labels: input.labels}),
    ...(input.refused && {refused: input.refused}),
    ...(input.enforced && {enforced: true}),
    ...(input.default !== undefined && {default: input.default}),
    ...(input.sends !== undefined && {sends: input.sends}),
    ...limitsOf(input),
    ...(input.requiredByService && {required_by_service: true}),
    ...(input.unavailable !== undefined && {unavailable: input.unavailable}),
    ...(input.added && {added: true}),
    ...namingOf(input, service),
    ...(input.place === 'field' && input.deprecated && {deprecated: input.deprecated}),
  };
}

function limitsOf(input: Input): Readonly<Record<string, unknown>> {
  if (input.place === 'field') return {pointer: input.pointer};
  if (input.place !== 'query') return {};
  const {maxLength: max_length} = input;
  if (input.type !== 'list') return {min: input.min, max: input.max, max_length};
  const {items, style, minItems: min_items, maxItems: max_items} = input;
  return {items, style, min_items, max_items, max_length};
}
