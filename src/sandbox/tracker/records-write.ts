import {isJsonObject, type JsonObject} from '../body.ts';
import {fieldError} from '../errors.ts';
import type {World} from '../world/world.ts';
import {textMember} from './members.ts';
import {folded} from './query.ts';

/** A number no record of the tracker has or had. */
export function nextRecord(world: World): number {
  const {next} = world.tracker;
  const number = next.record;
  next.record += 1;
  return number;
}

/** What holds for the name of a record. */
export interface NameRule {
  /** Characters allowed. */
  readonly most: number;
  /** The name until now, kept when the body has none; a new record has none. */
  readonly before?: string;
  /** The other records of its kind: their names are taken, whatever the case. */
  readonly others: Iterable<{readonly name: string}>;
}

/**
 * The name a body gives a record, or the one it had.
 *
 * @throws SandboxError 400 about `name` when there is none, it is too long, or taken
 */
export function readRecordName(body: JsonObject, rule: NameRule): string {
  const {most, before, others} = rule;
  const name = (textMember(body, 'name', {most}) ?? before ?? '').trim();
  if (name === '') throw fieldError({name: 'The name must be given.'});
  const wanted = folded(name);
  for (const other of others) {
    if (folded(other.name) === wanted) {
      throw fieldError({name: `The name “${name}” is used already.`});
    }
  }
  return name;
}

/** All records of a kind but one. */
export function othersThan<Id, Item extends {readonly id: Id}>(
  items: ReadonlyMap<Id, Item>,
  id: Id,
): readonly Item[] {
  return [...items.values()].filter(item => item.id !== id);
}

/**
 * A list of objects of a request body; undefined when absent or null.
 *
 * @throws SandboxError 400 about the member when it is something else
 */
export function objectsMember(body: JsonObject, name: string): readonly JsonObject[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw fieldError({[name]: `${name} must be a list.`});
  return value.map(item => {
    if (!isJsonObject(item)) throw fieldError({[name]: `${name} must be a list of objects.`});
    return item;
  });
}
