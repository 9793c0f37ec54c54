import {makeLookup} from '../../base/json-pointer.ts';
import {itemSpans, kindOf, memberSpans, sliceSpan} from '../../base/json-scan.ts';
import {findNamed} from '../catalogue.ts';
import type {EntityKind} from '../field.ts';
import type {Input, Operation, Service} from '../operation.ts';
import type {InputValues} from '../request-plan.ts';
import {type NameSource, nameSources} from './name-sources.ts';

/** A kind of entity that can be found by name, with the operation that lists it. */
export interface NameList {
  readonly service: Service;
  readonly kind: EntityKind;
  readonly source: NameSource;
  readonly operation: Operation;
  /** The input for the parent of the entities, such as their project. */
  readonly within?: Input;
  /** Inputs of every request. @default none */
  readonly given?: InputValues['inputs'];
}

/** An entity with a name. */
export interface EntityEntry {
  readonly id: string;
  /** Absent if the kind has no keys. */
  readonly key?: string;
  /** Its primary name. */
  readonly title: string;
  readonly names: readonly string[];
  /** Distinguishes entities with the same name: word → text. */
  readonly details: Readonly<Record<string, string>>;
  /** The item as JSON text. */
  readonly json: string;
  /** Sorted last when choosing one. */
  readonly isLast?: true;
  /** Accepts no new content. */
  readonly isClosed?: true;
}

/**
 * Return the listing of a kind; undefined if no operation lists it.
 *
 * @param isEverywhere take the operation that lists the entities of all parents
 */
export function findNameList(
  service: Service,
  kind: EntityKind,
  isEverywhere = false,
): NameList | undefined {
  const source = nameSources[service][kind];
  const name = isEverywhere ? source?.everywhere : source?.list;
  if (source === undefined || name === undefined) return undefined;
  const operation = findNamed({service, operation: name});
  if (operation === undefined) return undefined;
  const within = operation.inputs.find(input => input.name === source.within);
  return {service, kind, source, operation, ...(within && {within})};
}

/** Return the listing that accepts ids. */
export function idList(list: NameList): NameList {
  const {byIdIn} = list.source;
  const operation =
    byIdIn === undefined ? undefined : findNamed({service: list.service, operation: byIdIn});
  return operation === undefined ? list : {...list, operation};
}

/** Return the listing of all entities, if the filtered one of a kind examines only some of them. */
export function wholeList(list: NameList): NameList | undefined {
  const {whole, narrowedBy: _, byId: __, ...source} = list.source;
  const operation = whole && findNamed({service: list.service, operation: whole.list});
  return operation && {...list, operation, source, given: whole.inputs};
}

/** List the kinds that can be found by name, in the order of the table. */
export function namedKinds(service: Service): readonly EntityKind[] {
  // The keys of the record are its kinds.
  return Object.keys(nameSources[service]) as EntityKind[];
}

/**
 * Find a kind by its name in any case, with blanks, dashes or neither: `permission-scheme`. The
 * last word is enough if it is unique: `role`. Undefined if unknown.
 */
export function findKind(service: Service, word: string): EntityKind | undefined {
  const folded = normalizeWord(word);
  const kinds = namedKinds(service);
  const exact = kinds.find(kind => normalizeWord(kind) === folded);
  if (exact !== undefined) return exact;
  const ending = kinds.filter(
    kind =>
      normalizeWord(kind.split(' ').at(-1) ?? '') === folded &&
      !nameSources[service][kind]?.byFullWords,
  );
  return ending.length === 1 ? ending[0] : undefined;
}

/** Convert a kind to one word: `permission-scheme`. */
export function kindWord(kind: EntityKind): string {
  return kind.replaceAll(' ', '-');
}

function normalizeWord(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** The filters of a listing. */
export interface NameFilter {
  /** Value of the input `within`: an id or a key, as its record defines. */
  readonly within?: string;
  /** Only similar names; the whole list when absent. */
  readonly like?: string;
  /** Only the entities with these ids, if the list supports it. */
  readonly ids?: readonly string[];
}

/** Build the inputs of the listing operation. */
export function listingInputs(
  {source: {narrowedBy, byId}, within: withinInput, given}: NameList,
  {within, like, ids}: NameFilter,
): InputValues {
  return {
    inputs: {
      ...given,
      ...(withinInput && within !== undefined && {[withinInput.name]: [within]}),
      ...(narrowedBy && like !== undefined && {[narrowedBy.input]: [like]}),
      ...(byId !== undefined && ids !== undefined && {[byId]: ids}),
    },
  };
}

/**
 * Parse the entities in a response of the listing operation, without duplicates.
 *
 * @param json the response, or all its pages merged; valid JSON
 */
export function readEntities(list: NameList, json: string): readonly EntityEntry[] {
  const {source, operation} = list;
  const span = makeLookup(json).span(source.items ?? operation.items ?? '');
  if (span === undefined) return [];
  const spans =
    kindOf(json, span) === 'object'
      ? memberSpans(json, span).map(({value}) => value)
      : itemSpans(json, span);
  const entities = new Map<string, EntityEntry>();
  for (const one of spans) {
    const entity = readEntity(list, sliceSpan(json, one));
    if (entity !== undefined && !entities.has(entity.id)) entities.set(entity.id, entity);
  }
  return [...entities.values()];
}

/** Parse an item of the list; undefined when it has no id, no name, or is of another kind. */
function readEntity({source}: NameList, json: string): EntityEntry | undefined {
  const lookup = makeLookup(json);
  const textAt = (pointer: string): string | undefined =>
    lookup.string(pointer) ?? lookup.number(pointer) ?? lookup.boolean(pointer)?.toString();
  const {only, last, closed} = source;
  const matches = (
    condition: readonly [string, string] | undefined,
    byDefault: boolean,
  ): boolean => (condition === undefined ? byDefault : textAt(condition[0]) === condition[1]);
  if (!matches(only, true)) return undefined;
  const id = textAt(source.id);
  const names = source.names.map(textAt).filter(name => name !== undefined && name !== '');
  const [title] = names;
  if (id === undefined || title === undefined) return undefined;
  const key = source.key === undefined ? undefined : textAt(source.key);
  const details = Object.entries(source.details ?? {}).flatMap(([word, pointer]) => {
    const text = textAt(pointer);
    return text === undefined || text === '' ? [] : [[word, text]];
  });
  return {
    id,
    ...(key !== undefined && {key}),
    title,
    names: names.filter(name => name !== undefined),
    details: Object.fromEntries(details),
    json,
    ...(matches(last, false) && {isLast: true}),
    ...(matches(closed, false) && {isClosed: true}),
  };
}
