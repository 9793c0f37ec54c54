import {operationNamed} from '../../api/catalogue.ts';
import {findInput} from '../../api/inputs-of.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import type {VerbUse} from '../model/verb.ts';

/** A thing whose numbers a write changes. */
export interface CountedThing {
  readonly id: string;
  readonly label: string;
  /** The read that tells them. */
  readonly by: OperationRef;
  /** Its answer as JSON text, before and after; '' where there was none. */
  readonly before?: string;
  readonly after?: string;
}

/** Numbers that a write changes: those of the first thing go to others, or are cleared. */
export interface WriteCounts {
  readonly things: readonly CountedThing[];
  /** What is counted, and which thing has it afterwards; without one it is cleared. */
  readonly values: readonly {
    readonly label: string;
    readonly pointer: string;
    readonly into: string | undefined;
  }[];
  /** It was said that what nothing takes the place of may be cleared. */
  readonly clears: boolean;
  /** What nothing takes the place of stays where it is. */
  readonly stays: boolean;
}

/**
 * What a verb counts of the one thing it is done to, and of those that take its place.
 *
 * @param given the request's inputs
 * @param called what the things are called that its values name
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
  const things = ids.map(id => ({
    id,
    label: id === source ? row.name : (called[`${kind} ${id}`] ?? id),
    by: {...of, inputs: {[input]: [id]}},
  }));
  return {things, values, clears: false, stays: counts.stays ?? false};
}

/** A number in an answer; undefined where it is not known. */
export function countIn(answer: string | undefined, pointer: string): number | undefined {
  if (answer === undefined || answer === '') return undefined;
  const value = readPointer(parseJsonValue(answer), pointer);
  return typeof value === 'number' ? value : undefined;
}

/** What a thing is to have afterwards; undefined where that is not known, or it is gone then. */
export function countExpected(
  {things, values, stays}: WriteCounts,
  thing: CountedThing,
  index: number,
): number | undefined {
  const [source] = things;
  const value = values[index];
  if (value === undefined || source === undefined) return undefined;
  const own = countIn(thing.before, value.pointer);
  if (thing === source) return stays ? (value.into === undefined ? own : 0) : undefined;
  const added = value.into === thing.id ? countIn(source.before, value.pointer) : 0;
  return own === undefined || added === undefined ? undefined : own + added;
}

/** What nothing takes the place of, in words: `3 affected`; it stays where it is, or is cleared. */
export function goingNowhere({things, values}: WriteCounts): readonly string[] {
  return values.flatMap(({label, pointer, into}) => {
    const count = into === undefined ? countIn(things[0]?.before, pointer) : 0;
    return count === undefined || count === 0 ? [] : [`${count} ${label}`];
  });
}

/** What of it is lost. */
export function clearedBy(counts: WriteCounts): readonly string[] {
  return counts.stays ? [] : goingNowhere(counts);
}
