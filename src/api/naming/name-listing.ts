import {makeLookup} from '../../base/json-pointer.ts';
import {itemSpans, kindOf, memberSpans, sliceSpan} from '../../base/json-scan.ts';
import {findNamed} from '../catalogue.ts';
import type {EntityKind} from '../field.ts';
import type {Input, Operation, Service} from '../operation.ts';
import type {InputValues} from '../request-plan.ts';
import {type NameSource, nameSources} from './name-sources.ts';

/** A kind of thing that can be found by name, with the operation that lists it. */
export interface NameList {
  readonly service: Service;
  readonly kind: EntityKind;
  readonly source: NameSource;
  readonly operation: Operation;
  /** The input that says what the things lie in, as its record has it. */
  readonly within?: Input;
}

/** One thing that has a name. */
export interface NamedEntity {
  readonly id: string;
  /** Absent where the kind has none. */
  readonly key?: string;
  /** What it is called first. */
  readonly title: string;
  /** All it is called. */
  readonly names: readonly string[];
  /** What distinguishes it from another of the same name: word → text. */
  readonly tells: Readonly<Record<string, string>>;
  /** The item as JSON text. */
  readonly json: string;
  /** It comes last where one is picked. */
  readonly isLast?: true;
  /** It takes nothing new. */
  readonly isClosed?: true;
}

/** How the things of a kind are listed; undefined where no operation does. */
export function findNameList(service: Service, kind: EntityKind): NameList | undefined {
  const source = nameSources[service][kind];
  if (source === undefined) return undefined;
  const operation = findNamed({service, operation: source.list});
  if (operation === undefined) return undefined;
  const within = operation.inputs.find(input => input.name === source.within);
  return {service, kind, source, operation, ...(within && {within})};
}

/** The kinds of things that can be found by name, in the order of the table. */
export function namedKinds(service: Service): readonly EntityKind[] {
  // The members of a record are its kinds.
  return Object.keys(nameSources[service]) as EntityKind[];
}

/**
 * The kind a word means, in any case, with blanks, dashes or neither: `permission-scheme`. The last
 * word alone does where it is the only kind that ends so: `role`. Undefined for none.
 */
export function findKind(service: Service, word: string): EntityKind | undefined {
  const wanted = fold(word);
  const kinds = namedKinds(service);
  const exact = kinds.find(kind => fold(kind) === wanted);
  if (exact !== undefined) return exact;
  const ending = kinds.filter(kind => fold(kind.split(' ').at(-1) ?? '') === wanted);
  return ending.length === 1 ? ending[0] : undefined;
}

/** A kind as one word: `permission-scheme`. */
export function kindWord(kind: EntityKind): string {
  return kind.replaceAll(' ', '-');
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** What the listing operation is asked for. */
export interface NameQuestion {
  /** Value of the input `within`: an id or a key, as its record says. */
  readonly within?: string;
  /** Only names like this one; the whole list when absent. */
  readonly like?: string;
  /** Only the thing of this id, where the list can be asked so. */
  readonly id?: string;
}

/** What to give the listing operation. */
export function givenFor(
  {source: {narrowedBy, byId}, within: inside}: NameList,
  {within, like, id}: NameQuestion,
): InputValues {
  return {
    inputs: {
      ...(inside && within !== undefined && {[inside.name]: [within]}),
      ...(narrowedBy && like !== undefined && {[narrowedBy.input]: [like]}),
      ...(byId !== undefined && id !== undefined && {[byId]: [id]}),
    },
  };
}

/**
 * The things in an answer of the listing operation, each once.
 *
 * @param json the answer, or all pages of it merged; JSON that was checked
 */
export function readEntities(list: NameList, json: string): readonly NamedEntity[] {
  const {source, operation} = list;
  const span = makeLookup(json).span(source.items ?? operation.items ?? '');
  if (span === undefined) return [];
  const spans =
    kindOf(json, span) === 'object'
      ? memberSpans(json, span).map(({value}) => value)
      : itemSpans(json, span);
  const things = new Map<string, NamedEntity>();
  for (const one of spans) {
    const thing = readThing(list, sliceSpan(json, one));
    if (thing !== undefined && !things.has(thing.id)) things.set(thing.id, thing);
  }
  return [...things.values()];
}

/** What an item of the list is called; undefined when it has no id, no name, or is no such thing. */
function readThing({source}: NameList, json: string): NamedEntity | undefined {
  const lookup = makeLookup(json);
  const textAt = (pointer: string): string | undefined =>
    lookup.string(pointer) ?? lookup.number(pointer) ?? lookup.boolean(pointer)?.toString();
  const {only, last, closed, tells = {}} = source;
  const holds = (what: readonly [string, string] | undefined, byItself: boolean): boolean =>
    what === undefined ? byItself : textAt(what[0]) === what[1];
  if (!holds(only, true)) return undefined;
  const id = textAt(source.id);
  const names = source.names.map(textAt).filter(name => name !== undefined && name !== '');
  const [title] = names;
  if (id === undefined || title === undefined) return undefined;
  const key = source.key === undefined ? undefined : textAt(source.key);
  const told = Object.entries(tells).flatMap(([word, pointer]) => {
    const text = textAt(pointer);
    return text === undefined || text === '' ? [] : [[word, text]];
  });
  return {
    id,
    ...(key !== undefined && {key}),
    title,
    names: names.filter(name => name !== undefined),
    tells: Object.fromEntries(told),
    json,
    ...(holds(last, false) && {isLast: true}),
    ...(holds(closed, false) && {isClosed: true}),
  };
}
