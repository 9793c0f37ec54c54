import {findOperation} from '../api/catalogue.ts';
import type {OperationRef} from '../api/operation-ref.ts';
import {type JsonValue, listAt, parseJsonValue, readPointer} from '../base/json-value.ts';
import type {SiteField, SiteKind} from './kind.ts';
import {groupParts, partKey, type ReadObject, sortValues, textAt} from './model.ts';
import type {NamesOfSite} from './parts.ts';
import {hideInUrl} from './url-secrets.ts';

/** The items of a response, at the place that the operation's record names. */
export function itemsOf({operation}: OperationRef, text: string): readonly JsonValue[] {
  const [group = '', name = ''] = operation.split(' ');
  const items = findOperation('tracker', group, name)?.items ?? '';
  return listAt(parseJsonValue(text), items);
}

/** Convert an item of the service to an object of the configuration. */
export function objectOf(kind: SiteKind, item: JsonValue, names: NamesOfSite): ReadObject {
  const values = valuesOf(kind.fields, item, names);
  const {parts} = kind;
  const read = parts?.read(item, names) ?? [];
  const grouped = groupParts(read.map(({group, entry}) => [group, entry]));
  if (parts !== undefined && grouped !== undefined) values[parts.member] = grouped;
  const partIds = new Map<string, string[]>();
  for (const {group, entry, id} of read) {
    const key = partKey(group, entry);
    partIds.set(key, [...(partIds.get(key) ?? []), id]);
  }
  return {
    kind: kind.id,
    name: kind.nameOf?.(values) ?? textAt(item, `/${kind.key}`) ?? '',
    id: idIn(item, kind.idAt),
    values,
    ...(parts !== undefined && {partIds}),
  };
}

/** The values of fields in files, from an item of the service. */
export function valuesOf(
  fields: readonly SiteField[],
  item: JsonValue,
  names: NamesOfSite,
): Record<string, JsonValue> {
  const values: Record<string, JsonValue> = {};
  for (const field of fields) {
    const value = fieldOf(field, item, names);
    if (value !== undefined) values[field.name] = value;
  }
  return values;
}

/** The value of a field in files; undefined for none and for the default. */
function fieldOf(field: SiteField, item: JsonValue, names: NamesOfSite): JsonValue | undefined {
  const {wire = field.name, at = `/${wire}`, type, of, items} = field;
  const found = readPointer(item, at);
  if (found === undefined || found === null) return undefined;
  if (type === 'person') {
    const parent = at.slice(0, at.lastIndexOf('/'));
    const name = textAt(item, `${parent}/displayName`);
    return names.aliasOf(String(found), name, textAt(item, `${parent}/emailAddress`));
  }
  if (type === 'name' && of !== undefined) return names.nameOf(of, String(found));
  if (type === 'list') {
    const list = listAt(item, at).map(one => (items ? valuesOf(items, one, names) : String(one)));
    return list.length === 0 ? undefined : sortValues(list);
  }
  if (type === 'url') return hideInUrl(String(found));
  const value = type === 'boolean' ? found === true : String(found);
  return value === field.default ? undefined : value;
}

/** The id of an item, as text. */
export function idIn(item: JsonValue, at = '/id'): string {
  return textAt(item, at) ?? '';
}
