import {fillInputs, type OperationRef, sourceOf} from '../api/operation-ref.ts';
import {isArray, isObject, type JsonObject, type JsonValue} from '../base/json-value.ts';
import type {SiteChange} from './diff.ts';
import type {SiteField, SiteKind, WriteCall} from './kind.ts';
import type {ReadObject, SiteObject} from './model.ts';
import type {IdsOfSite} from './parts.ts';
import type {PlanStep} from './plan.ts';
import {variablesIn} from './url-secrets.ts';

/** The members of a body that changes an object: the changed ones, or all if it replaces them. */
export function updateMembers(
  kind: SiteKind,
  {wanted, read}: {readonly wanted: SiteObject; readonly read: ReadObject},
  changes: readonly SiteChange[],
  ids: IdsOfSite,
): JsonObject {
  const {update, key, fields} = kind;
  const changed = new Set(changes.map(({field}) => field));
  const members: Record<string, JsonValue> = {};
  if (update?.isWhole || changed.has(key)) {
    const isSame = wanted.name === read.name && read.siteName !== undefined;
    members[key] = isSame ? read.siteName : wanted.name;
  }
  for (const field of fields) {
    if (field.isFixed || !(update?.isWhole || changed.has(field.name))) continue;
    const value = wanted.values[field.name] ?? field.default;
    members[field.wire ?? field.name] =
      value === undefined ? (field.none ?? null) : wireValue(field, value, ids);
  }
  return members;
}

/** The value of a member of a file in a body. */
export function wireValue(field: SiteField, value: JsonValue, ids: IdsOfSite): JsonValue {
  const {type, of, isNumber, items} = field;
  if (type === 'person') return ids.accountOf(String(value));
  if (type === 'name' && of !== undefined) {
    const id = ids.idOf(of, String(value));
    return isNumber ? numberOf(id) : id;
  }
  if (type === 'url') return variablesIn(String(value)).length > 0 ? {template: value} : value;
  if (type === 'list' && isArray(value) && items !== undefined) {
    return value.map(one => membersOf(items, one, ids));
  }
  return isNumber ? numberOf(value) : value;
}

function membersOf(fields: readonly SiteField[], value: JsonValue, ids: IdsOfSite): JsonObject {
  const own = isObject(value) ? value : {};
  return Object.fromEntries(
    fields.flatMap(field => {
      const member = own[field.name];
      const {wire = field.name} = field;
      return member === undefined ? [] : [[wire, wireValue(field, member, ids)] as const];
    }),
  );
}

/** Ids that bodies have as numbers; a reference to an earlier step stays one. */
export function numberOf(value: JsonValue): JsonValue {
  if (isObject(value)) return {...value, as: 'number'};
  return value === null ? null : Number(value);
}

/** The request that writes an object. */
export function callOf(
  {ref, wrap}: WriteCall,
  params: Readonly<Record<string, JsonValue>>,
  members: JsonObject,
  id: JsonValue,
): Pick<PlanStep, 'operation' | 'inputs' | 'body'> {
  const body = wrap === undefined ? members : wrap(members, id);
  return {operation: ref.operation, inputs: inputsOf(ref, params), body};
}

/** The inputs of a reference; those that consist of an object of `params` are that object. */
export function inputsOf(
  {inputs}: Pick<OperationRef, 'inputs'>,
  params: Readonly<Record<string, JsonValue>>,
): PlanStep['inputs'] {
  const texts = Object.entries(params).filter(([, value]) => typeof value === 'string');
  const found: Record<string, JsonValue> = {};
  for (const [name, template] of Object.entries(inputs)) {
    const param = typeof template === 'string' ? params[template.slice(1, -1)] : undefined;
    if (isObject(param)) found[name] = param;
    else
      Object.assign(
        found,
        fillInputs(
          {inputs: {[name]: template}},
          {place: sourceOf(Object.fromEntries(texts) as Record<string, string>)},
        ).given.inputs,
      );
  }
  return found;
}
