import {findJson, isArray, isObject, type JsonValue, readFirstOf} from '../../base/json-value.ts';
import {safeText} from '../../base/safe-text.ts';
import {type Operation, placeholders} from '../operation.ts';
import type {ResolvedCall} from '../request-plan.ts';
import {findReadOperation} from '../uncertain-write.ts';

/** The object that a write changes or deletes, as far as the call tells. */
export interface WriteObject {
  /** Ids or names of each object, as given; at least one. */
  readonly ids: readonly string[];
  /** Its parents, outermost first. */
  readonly owners: readonly string[];
  /** The call that reads it, if it is a single readable object. */
  readonly reader: ResolvedCall | undefined;
}

/**
 * Find the object that a call changes or deletes, from its record: in the path, the last part that
 * can be read separately or is deleted (in `version/{id}/mergeto/{other}` the version that is
 * deleted), else ids in the query, else the names in the body, else its group.
 */
export function objectOf({operation, given}: ResolvedCall): WriteObject {
  const {service, path, group} = operation;
  const at = objectPath(operation);
  const inPath = placeholders(at).flatMap(name => textsAt(operation, given.inputs, name));
  const id = inPath.at(-1);
  if (id !== undefined) {
    const inputs = Object.fromEntries(
      placeholders(at).map(name => [name, textsAt(operation, given.inputs, name)]),
    );
    return {ids: [id], owners: inPath.slice(0, -1), reader: findReadOperation(service, at, inputs)};
  }
  const asked = operation.inputs.filter(({place, type}) => place === 'query' && type === 'list');
  const inQuery = asked.flatMap(({name}) => given.inputs[name] ?? []);
  if (inQuery.length > 0) {
    const reader =
      inQuery.length === 1 ? findReadOperation(service, path, given.inputs) : undefined;
    return {ids: inQuery, owners: [], reader};
  }
  const named = given.inputs.title ?? namesInBody(given.body);
  return {ids: named.length > 0 ? named : [group], owners: [], reader: undefined};
}

/** The part of the path that identifies the object; '' if it has no placeholder. */
function objectPath({path, service, method}: Operation): string {
  const parts = [...path.matchAll(/\}/g)].map(({index}) => path.slice(0, index + 1)).reverse();
  const anything = Object.fromEntries(placeholders(path).map(name => [name, ['1']]));
  const own = parts.find(
    part =>
      (part === path && method === 'DELETE') ||
      findReadOperation(service, part, anything) !== undefined,
  );
  return own ?? parts[0] ?? '';
}

/** The value of a placeholder; an input may have a different name than on the wire. */
function textsAt(
  {inputs}: Operation,
  given: ResolvedCall['given']['inputs'],
  placeholder: string,
): readonly string[] {
  const input = inputs.find(({name, wireName}) => (wireName ?? name) === placeholder);
  return given[input?.name ?? placeholder] ?? [];
}

const nameMembers = ['/key', '/name', '/title', '/displayName'];

/** The objects named in a body: those of its first list, else the body itself. */
function namesInBody(body: string | Uint8Array | undefined): readonly string[] {
  const value = typeof body === 'string' ? findJson(body) : undefined;
  if (value === undefined) return [];
  const list = isObject(value) ? Object.values(value).find(isArray) : undefined;
  return (list ?? [value]).flatMap(item => {
    const found = isObject(item) ? readFirstOf(item, ['/id', ...nameMembers]) : item;
    return typeof found === 'string' || typeof found === 'number' ? [String(found)] : [];
  });
}

const longestName = 60;

/**
 * The name of the object in a response; undefined if it cannot be typed: too long, or shown
 * differently.
 */
export function nameIn(answer: JsonValue): string | undefined {
  const name = readFirstOf(isArray(answer) ? answer[0] : answer, nameMembers);
  if (typeof name !== 'string' || name.trim() !== name || name === '') return undefined;
  return name.length <= longestName && safeText(name) === name ? name : undefined;
}
