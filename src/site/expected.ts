import type {JsonObject, JsonValue} from '../base/json-value.ts';
import type {SiteChange} from './diff.ts';
import {kindOf} from './kinds.ts';
import {canonicalJson, groupParts, partKey, partsIn, type ReadObject} from './model.ts';
import {detailMembers, type TouchedMembers} from './read-details.ts';

/** The values of an object after changes; its name is among them. */
export function applySiteChanges(values: JsonObject, changes: readonly SiteChange[]): JsonObject {
  const next: Record<string, JsonValue> = {...values};
  for (const {field, group, old, new: value} of changes) {
    if (group === undefined) {
      if (value === undefined) delete next[field];
      else next[field] = value;
      continue;
    }
    const parts = [...partsIn(next[field])];
    if (value !== undefined) parts.push([group, value]);
    else {
      const key = partKey(group, old ?? null);
      const at = parts.findIndex(([one, entry]) => partKey(one, entry) === key);
      if (at >= 0) parts.splice(at, 1);
    }
    const grouped = groupParts(parts);
    if (grouped === undefined) delete next[field];
    else next[field] = grouped;
  }
  return next;
}

/** The values that a step expects to find before it changes an object. */
export function expectedOf({kind, values, name, siteName}: ReadObject): JsonObject {
  return {...values, [kindOf(kind).key]: siteName ?? name};
}

/** The members that changes touch. */
export function membersTouched(changes: readonly SiteChange[]): TouchedMembers {
  return {
    fields: new Set(changes.map(({field}) => field)),
    groups: new Set(changes.flatMap(({group}) => (group === undefined ? [] : [group]))),
  };
}

/**
 * Whether an object has the values that a step expects.
 *
 * @param touched of the details, compare only these. @default all
 */
export function isAsExpected(
  object: ReadObject,
  expected: JsonObject,
  touched?: TouchedMembers,
): boolean {
  return (
    canonicalJson(compared(expectedOf(object), touched)) ===
    canonicalJson(compared(expected, touched))
  );
}

function compared(values: JsonObject, touched: TouchedMembers | undefined): JsonObject {
  const found: Record<string, JsonValue> = {};
  for (const [member, value] of Object.entries(values)) {
    if (touched === undefined || !detailMembers.has(member)) found[member] = value;
    else if (member === 'roles') {
      const parts = groupParts(partsIn(value).filter(([group]) => touched.groups.has(group)));
      if (parts !== undefined) found[member] = parts;
    } else if (touched.fields.has(member) && (member !== 'members' || touched.members)) {
      found[member] = value;
    }
  }
  return found;
}
