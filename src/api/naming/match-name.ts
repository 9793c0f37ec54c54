import {nearestNames} from '../../base/nearest.ts';
import type {Naming} from '../field.ts';
import type {NamedEntity} from './name-listing.ts';

/**
 * The things of exactly that name, else those of it in another case or with other apostrophes; never a part of a name, so that
 * what is one is no guess.
 */
export function matchName(things: readonly NamedEntity[], name: string): readonly NamedEntity[] {
  const exact = things.filter(({names}) => names.includes(name));
  if (exact.length > 0) return exact;
  const folded = fold(name);
  return things.filter(({names}) => names.some(one => fold(one) === folded));
}

/** The things a name may go on to, in the order of the list: some name of theirs starts with it. */
export function startingWithName(
  things: readonly NamedEntity[],
  start: string,
): readonly NamedEntity[] {
  const folded = fold(start);
  return things.filter(({names}) => names.some(one => fold(one).startsWith(folded)));
}

/** The things with a text as a part of some name, in the order of the list; those it begins first. */
export function partlyNamed<T extends Pick<NamedEntity, 'names'>>(
  things: readonly T[],
  part: string,
): readonly T[] {
  const folded = fold(part);
  const has = (fits: (name: string) => boolean) => (thing: T) =>
    thing.names.some(name => fits(fold(name)));
  const whole = things.filter(has(name => name === folded));
  const starting = things.filter(has(name => name.startsWith(folded)));
  const within = things.filter(has(name => name.includes(folded)));
  return [...new Set([...whole, ...starting, ...within])];
}

/**
 * The one thing a typed text means: of exactly that name, else the only one a name of which begins with
 * it, else the only one that has it in a name. Undefined where there is none, or several.
 */
export function onlyNamed<T extends Pick<NamedEntity, 'names'>>(
  things: readonly T[],
  text: string,
): T | undefined {
  const folded = fold(text);
  const rules = [
    (name: string) => name === folded,
    (name: string) => name.startsWith(folded),
    (name: string) => name.includes(folded),
  ];
  for (const fits of rules) {
    const found = things.filter(({names}) => names.some(name => fits(fold(name))));
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

/**
 * Names like one that nothing has, nearest first.
 *
 * @param max most names returned; default 3
 */
export function namesLike(things: readonly NamedEntity[], name: string, max = 3): string[] {
  return nearestNames(name, [...new Set(things.flatMap(({names}) => names))], max);
}

/** What of a thing stands in a value that names it; a self address is made from its id. */
export function valueOfEntity(thing: NamedEntity, by: Naming['by'] = 'id'): string {
  switch (by) {
    case 'id':
    case 'address':
      return thing.id;
    case 'key':
    case 'idOrKey':
      return thing.key ?? thing.id;
    case 'name':
      return thing.title;
  }
}

/** In small letters, with the apostrophes and quotes a keyboard has: services write "Won’t Do". */
function fold(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .toLowerCase();
}
