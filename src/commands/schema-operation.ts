import {bodyOf, isOpaque} from '../api/body-of.ts';
import {permissionOf} from '../api/catalogue/outcomes.ts';
import {inputsOf} from '../api/inputs-of.ts';
import {jsonSchemaOf} from '../api/json-schema.ts';
import {findNameList, kindWord} from '../api/naming/name-listing.ts';
import type {Input, Operation, Service} from '../api/operation.ts';
import {responseOf} from '../api/response-of.ts';
import {defined} from '../base/defined.ts';
import type {FlagRow} from './flags.ts';

/**
 * An operation as printed by `schema`: first the members read by existing scripts (resource, verb,
 * method, path, summary, has_body, flags), then the rest of the record.
 */
export function describeOperation(operation: Operation): Readonly<Record<string, unknown>> {
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
export function describeShapes(operation: Operation): Readonly<Record<string, unknown>> {
  const body = bodyOf(operation);
  const answer = responseOf(operation);
  return {
    ...(body !== undefined && {body: isOpaque(body) ? {opaque: true} : jsonSchemaOf(body)}),
    ...(answer !== undefined && {answer_schema: jsonSchemaOf(answer)}),
  };
}

/** A flag row as printed by `schema`. */
export function describeFlag(row: FlagRow): Readonly<Record<string, unknown>> {
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
