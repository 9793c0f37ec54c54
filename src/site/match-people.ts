import {
  findJson,
  isArray,
  isObject,
  type JsonValue,
  listAt,
  readPointer,
} from '../base/json-value.ts';
import type {WantedObject} from './diff.ts';
import {kindOf} from './kinds.ts';
import {groupParts, labelOf, partsIn, type ReadObject, type SiteObject} from './model.ts';
import type {People} from './people.ts';
import type {SendCall} from './read-site.ts';

/** Find the accounts of people with an e-mail address and no account on this site. */
export async function matchPeople(
  read: SendCall,
  people: People,
  objects: readonly SiteObject[],
): Promise<void> {
  const aliases = new Set(objects.flatMap(({values}) => aliasesIn(values)));
  for (const alias of aliases) {
    const email = people.find(alias)?.email;
    if (email === undefined || people.accountOf(alias) !== undefined) continue;
    const ref = {service: 'tracker', operation: 'user find', inputs: {query: [email]}} as const;
    const users = listAt(findJson(await read(ref)), '');
    const found = users.filter(user => readPointer(user, '/emailAddress') === email);
    const account = readPointer(found[0], '/accountId');
    if (found.length === 1 && typeof account === 'string') people.match(alias, account);
  }
}

function aliasesIn(value: JsonValue): readonly string[] {
  if (isArray(value)) return value.flatMap(aliasesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    (name === 'lead' || name === 'user') && typeof one === 'string' ? [one] : aliasesIn(one),
  );
}

/**
 * Omit the people of `dropPeople`. A member that names one keeps the value of the site.
 *
 * @returns the objects, and a sentence for each person left out
 */
export function withoutPeople(
  objects: readonly WantedObject[],
  read: readonly ReadObject[],
  isDropped: (alias: string) => boolean,
): {readonly objects: readonly WantedObject[]; readonly dropped: readonly string[]} {
  const dropped: string[] = [];
  const onSite = new Map(read.map(one => [labelOf(one), one]));
  const kept = objects.map(object => {
    const {fields, parts} = kindOf(object.kind);
    const values: Record<string, JsonValue> = {...object.values};
    const drop = (alias: string, where: string): void => {
      dropped.push(`${labelOf(object)}: ${where} leaves out ${alias}, who has no account.`);
    };
    for (const {name, type} of fields) {
      const alias = values[name];
      if (type !== 'person' || typeof alias !== 'string' || !isDropped(alias)) continue;
      drop(alias, name);
      const present = onSite.get(labelOf(object))?.values[name];
      delete values[name];
      if (present !== undefined) values[name] = present;
    }
    if (parts === undefined) return {...object, values};
    const entries = partsIn(values[parts.member]).filter(([group, entry]) => {
      const alias = isObject(entry) ? entry.user : undefined;
      if (typeof alias !== 'string' || !isDropped(alias)) return true;
      drop(alias, `${parts.member} ${group}`.trim());
      return false;
    });
    delete values[parts.member];
    const grouped = groupParts(entries);
    return {...object, values: grouped ? {...values, [parts.member]: grouped} : values};
  });
  return {objects: kept, dropped};
}
