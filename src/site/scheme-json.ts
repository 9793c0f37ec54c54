import {isArray, isObject, type JsonObject, type JsonValue} from '../base/json-value.ts';
import type {WantedObject} from './diff.ts';
import type {Comparison} from './engine.ts';
import {kindOf} from './kinds.ts';
import {partsIn} from './model.ts';
import type {IdsOfSite, NameKind} from './parts.ts';
import {valueText} from './value-text.ts';

/** An entry of a scheme: the permission or the event, and who has it. */
type Entry = readonly [group: string, entry: JsonValue];

/** A scheme of the files as the service returns it: ids of the site, and their names. */
export interface SchemeJson {
  readonly value: JsonObject;
  /** Entries whose role, event or person the site does not have. */
  readonly leftOut: readonly string[];
}

/**
 * Convert a scheme of the files to the form of the service.
 *
 * @param entries the entries to convert. @default all
 */
export function schemeJson(
  {kind, name, values}: WantedObject,
  {state: {tables}, people}: Pick<Comparison, 'state' | 'people'>,
  entries: readonly Entry[] = partsIn(values[kindOf(kind).parts?.member ?? '']),
): SchemeJson {
  const {parts} = kindOf(kind);
  const idIn = (of: NameKind, wanted: string): string | undefined =>
    [...(tables.get(of) ?? [])].find(([, one]) => one === wanted)?.[0];
  const ids: IdsOfSite = {
    idOf: (of, wanted) => idIn(of, wanted) ?? null,
    accountOf: alias => people.accountOf(alias) ?? null,
  };
  const isKnown = ([group, entry]: Entry): boolean => {
    if (kind === 'notification-schemes' && idIn('events', group) === undefined) return false;
    if (!isObject(entry)) return true;
    if (entry.role !== undefined) return idIn('roles', String(entry.role)) !== undefined;
    return entry.user === undefined || people.accountOf(String(entry.user)) !== undefined;
  };
  const roleNames = tables.get('roles') ?? new Map<string, string>();
  const aliases = new Map(Object.entries(people.accounts()).map(([alias, id]) => [id, alias]));
  const named = (value: JsonValue): JsonValue => {
    if (isArray(value)) return value.map(named);
    if (!isObject(value)) return value;
    const members = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, named(one)]),
    );
    const {type, notificationType, parameter, value: id = parameter, event} = members;
    const holder = String(type ?? notificationType ?? '').toLowerCase();
    if (isObject(event)) {
      members.event = {...event, name: tables.get('events')?.get(String(event.id)) ?? null};
    } else if (holder === 'projectrole') {
      members.projectRole = {id: id ?? null, name: roleNames.get(String(id)) ?? null};
    } else if (holder === 'user') {
      const alias = aliases.get(String(id)) ?? String(id);
      members.user = {accountId: id ?? null, displayName: people.find(alias)?.name ?? alias};
    }
    return members;
  };
  const body = parts?.inCreate?.(entries.filter(isKnown), ids) ?? {};
  return {
    value: {name, ...(named(body) as JsonObject)},
    leftOut: entries
      .filter(one => !isKnown(one))
      .map(([group, entry]) => `${group} ${valueText(entry)}`),
  };
}
