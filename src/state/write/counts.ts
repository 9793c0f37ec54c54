import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import type {ResolvedCall} from '../model/call.ts';
import type {Verb} from '../model/verb.ts';

/** A thing whose numbers a write changes. */
export interface CountedThing {
  readonly id: string;
  readonly label: string;
  /** The read that tells them. */
  readonly by: ResolvedCall;
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
 * What a verb counts of the thing it is done to and of those that take its place.
 *
 * @param given the request's inputs
 * @param nameOf what the thing of an id is called
 */
export function countsOf(
  {values, stays}: NonNullable<Verb['counts']>,
  source: string,
  given: Readonly<Record<string, readonly string[]>>,
  nameOf: (id: string) => string,
  read: (id: string) => ResolvedCall,
): WriteCounts {
  const intoOf = (input: string | undefined): string | undefined =>
    input === undefined ? undefined : given[input]?.[0] || undefined;
  const ids = [...new Set([source, ...values.flatMap(({into}) => intoOf(into) ?? [])])];
  return {
    things: ids.map(id => ({id, label: nameOf(id), by: read(id)})),
    values: values.map(({label, pointer, into}) => ({label, pointer, into: intoOf(into)})),
    clears: false,
    stays: stays ?? false,
  };
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
