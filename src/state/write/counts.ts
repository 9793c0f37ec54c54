import {operationNamed} from '../../api/catalogue.ts';
import {findInput} from '../../api/inputs-of.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import type {VerbUse} from '../model/verb.ts';

/** An entity whose counts a write changes. */
export interface CountedEntity {
  readonly id: string;
  readonly label: string;
  /** The call that reads the counts. */
  readonly by: OperationRef;
  /** Its response as JSON text, before and after; '' if there was none. */
  readonly before?: string;
  readonly after?: string;
}

/** Counts that a write changes: those of the first entity move to others, or are cleared. */
export interface WriteCounts {
  readonly entities: readonly CountedEntity[];
  /** A count, and the entity it moves to; cleared if there is none. */
  readonly values: readonly {
    readonly label: string;
    readonly pointer: string;
    readonly into: string | undefined;
  }[];
  /** The user agreed to clear counts without a new entity. */
  readonly clears: boolean;
  /** Counts without a new entity stay unchanged. */
  readonly stays: boolean;
}

/**
 * The counts of the entity that a verb acts on, and of its replacements.
 *
 * @param given the request's inputs
 * @param called names of the entities in its values, by id
 */
export function countsOf(
  {verb: {counts}, rows}: VerbUse,
  given: Readonly<Record<string, readonly string[]>>,
  called: Readonly<Record<string, string>>,
): WriteCounts | undefined {
  const [row, ...others] = rows;
  if (counts === undefined || row === undefined || others.length > 0) return undefined;
  const {of} = counts;
  const [input = ''] = Object.keys(of.inputs);
  const kind = findInput(operationNamed(of), input)?.names;
  const source = given[input]?.[0] ?? row.id;
  const values = counts.values.map(({label, pointer, into}) => ({
    label,
    pointer,
    into: given[into ?? '']?.[0] || undefined,
  }));
  const ids = [...new Set([source, ...values.flatMap(({into}) => into ?? [])])];
  const entities = ids.map(id => ({
    id,
    label: id === source ? row.name : (called[`${kind} ${id}`] ?? id),
    by: {...of, inputs: {[input]: [id]}},
  }));
  return {entities, values, clears: false, stays: counts.stays ?? false};
}

/** Read a count from a response; undefined if unknown. */
export function readCount(answer: string | undefined, pointer: string): number | undefined {
  if (answer === undefined || answer === '') return undefined;
  const value = readPointer(parseJsonValue(answer), pointer);
  return typeof value === 'number' ? value : undefined;
}

/** The expected count of an entity afterwards; undefined if unknown or if the entity is deleted. */
export function expectedCount(
  {entities, values, stays}: WriteCounts,
  thing: CountedEntity,
  index: number,
): number | undefined {
  const [source] = entities;
  const value = values[index];
  if (value === undefined || source === undefined) return undefined;
  const own = readCount(thing.before, value.pointer);
  if (thing === source) return stays ? (value.into === undefined ? own : 0) : undefined;
  const added = value.into === thing.id ? readCount(source.before, value.pointer) : 0;
  return own === undefined || added === undefined ? undefined : own + added;
}

/** The counts that do not move, in words: `3 affected`; they stay or are cleared. */
export function unmovedCounts({entities, values}: WriteCounts): readonly string[] {
  return values.flatMap(({label, pointer, into}) => {
    const count = into === undefined ? readCount(entities[0]?.before, pointer) : 0;
    return count === undefined || count === 0 ? [] : [`${count} ${label}`];
  });
}

export function clearedCounts(counts: WriteCounts): readonly string[] {
  return counts.stays ? [] : unmovedCounts(counts);
}
