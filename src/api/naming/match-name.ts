import {nearestNames} from '../../base/nearest.ts';
import type {Naming} from '../field.ts';
import type {EntityEntry} from './name-listing.ts';

/**
 * Find the entities with exactly this name, otherwise those whose name differs in case or
 * apostrophes only. Never matches part of a name, so that a single match is unambiguous.
 */
export function matchName(entities: readonly EntityEntry[], name: string): readonly EntityEntry[] {
  const exact = entities.filter(({names}) => names.includes(name));
  if (exact.length > 0) return exact;
  const folded = normalizeName(name);
  return entities.filter(({names}) => names.some(one => normalizeName(one) === folded));
}

/** Filter entities with a name that starts with a text, in the order of the list. */
export function filterByPrefix(
  entities: readonly EntityEntry[],
  start: string,
): readonly EntityEntry[] {
  const folded = normalizeName(start);
  return entities.filter(({names}) => names.some(one => normalizeName(one).startsWith(folded)));
}

/**
 * Filter entities with a name that contains a text: equal names first, then names that start with
 * it, otherwise in the order of the list.
 */
export function filterByName<T extends Pick<EntityEntry, 'names'>>(
  entities: readonly T[],
  part: string,
): readonly T[] {
  const folded = normalizeName(part);
  const matches = (isMatch: (name: string) => boolean) => (thing: T) =>
    thing.names.some(name => isMatch(normalizeName(name)));
  const whole = entities.filter(matches(name => name === folded));
  const starting = entities.filter(matches(name => name.startsWith(folded)));
  const within = entities.filter(matches(name => name.includes(folded)));
  return [...new Set([...whole, ...starting, ...within])];
}

/**
 * Find the one entity that a typed text identifies: by its whole name, otherwise the only one with
 * a name that starts with the text, otherwise the only one with a name that contains it. Undefined
 * without a match or with several.
 */
export function findOnlyNamed<T extends Pick<EntityEntry, 'names'>>(
  entities: readonly T[],
  text: string,
): T | undefined {
  const folded = normalizeName(text);
  const rules = [
    (name: string) => name === folded,
    (name: string) => name.startsWith(folded),
    (name: string) => name.includes(folded),
  ];
  for (const isMatch of rules) {
    const matching = entities.filter(({names}) => names.some(name => isMatch(normalizeName(name))));
    if (matching.length > 0) return matching.length === 1 ? matching[0] : undefined;
  }
  return undefined;
}

/** List up to three names nearest to one that matches nothing, nearest first. */
export function nearestEntityNames(entities: readonly EntityEntry[], name: string): string[] {
  return nearestNames(name, [...new Set(entities.flatMap(({names}) => names))], 3);
}

/** Return the part of an entity that identifies it in a value; self URLs are built from its id. */
export function valueOfEntity(entity: EntityEntry, by: Naming['by'] = 'id'): string {
  switch (by) {
    case 'id':
    case 'address':
      return entity.id;
    case 'key':
    case 'idOrKey':
      return entity.key ?? entity.id;
    case 'name':
      return entity.title;
  }
}

/**
 * Normalize for comparison: lower case, with the apostrophes and quotes of keyboards, because the
 * services use typographic ones ("Won’t Do").
 */
function normalizeName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .toLowerCase();
}
