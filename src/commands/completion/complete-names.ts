import type {EntityKind, Naming} from '../../api/field.ts';
import {filterByPrefix, valueOfEntity} from '../../api/naming/match-name.ts';
import {
  type EntityEntry,
  findNameList,
  type NameFilter,
  type NameList,
} from '../../api/naming/name-listing.ts';
import {isIdOrKey} from '../../api/naming/resolve-name.ts';
import type {Service} from '../../api/operation.ts';
import type {CompletionCandidate} from './completable.ts';

/** An incomplete value that identifies an entity. */
export interface TypedName {
  readonly service: Service;
  readonly kind: EntityKind;
  /** The identifying property; `words`: any of its names, as for `id`. */
  readonly by: NonNullable<Naming['by']> | 'words';
  readonly text: string;
  /** Values on the line that identify such an entity, as typed. */
  readonly given: (kind: EntityKind) => readonly string[];
}

/** The shell's capabilities, and the service, for completing names. */
export interface NameSources {
  /** A candidate may replace the typed text rather than extend it. */
  readonly replaces: boolean;
  /** The shell shows descriptions of candidates. */
  readonly explains: boolean;
  /** The first page of a list: at most one request, none if cached; empty on failure. */
  entities(list: NameList, question: NameFilter): Promise<readonly EntityEntry[]>;
}

/**
 * Complete a value that identifies an entity: values with that prefix, else names; a unique name
 * becomes its value. If the parent is missing on the line, it is completed before a slash:
 * HPAY/2.4.0.
 */
export async function completeName(
  typed: TypedName,
  sources: NameSources,
): Promise<readonly CompletionCandidate[]> {
  const list = findNameList(typed.service, typed.kind);
  if (list === undefined) return [];
  const within = withinOf(list, typed);
  if (within === undefined && list.within?.required) {
    const at = typed.text.indexOf('/');
    if (at < 0) return parents(list, typed, sources);
    const parent = typed.text.slice(0, at);
    const text = typed.text.slice(at + 1);
    if (!isUsableParent(list, parent)) return [];
    const things = await sources.entities(list, questionFor(list, {...typed, text}, parent));
    return candidatesOf(things, {...typed, text}, sources, `${parent}/`);
  }
  const things = await sources.entities(list, questionFor(list, typed, within));
  return candidatesOf(things, typed, sources);
}

/** The parent of the entities, if the line has it in the form that the list takes. */
function withinOf(list: NameList, {given}: TypedName): string | undefined {
  const {within} = list;
  const values = within?.names === undefined ? [] : given(within.names);
  return values.find(value => isUsableParent(list, value));
}

/** Whether a text can be the parent without another request. */
function isUsableParent({service, kind, within}: NameList, text: string): boolean {
  if (within?.names === undefined || within.names === kind) return true;
  const parent = findNameList(service, within.names);
  return parent === undefined || isIdOrKey(parent, within.by, text);
}

function questionFor(
  {source: {narrowedBy}, ...list}: NameList,
  {by, text}: TypedName,
  within: string | undefined,
): NameFilter {
  // Names do not contain the start of an id.
  const isId = by !== 'name' && by !== 'words' && /^\d/.test(text);
  const isNarrowed = narrowedBy?.to === 'like' && text !== '' && (!isId || narrowedBy.required);
  return {
    ...(list.within && within !== undefined && {within}),
    ...(isNarrowed && {like: text}),
  };
}

/** Possible parents, each followed by a slash. */
async function parents(
  {service, within}: NameList,
  typed: TypedName,
  sources: NameSources,
): Promise<readonly CompletionCandidate[]> {
  const isWord = typed.by === 'words' || sources.replaces;
  if (within?.names === undefined || within.names === typed.kind || !isWord) return [];
  const found = await completeName(
    {...typed, service, kind: within.names, by: within.by === 'idOrKey' ? 'key' : 'id'},
    {...sources, explains: true, entities: (...asked) => sources.entities(...asked)},
  );
  return found.map(({value, ...rest}) => ({...rest, value: `${value}/`}));
}

function candidatesOf(
  things: readonly EntityEntry[],
  {by, text}: TypedName,
  {replaces, explains}: Pick<NameSources, 'replaces' | 'explains'>,
  prefix = '',
): readonly CompletionCandidate[] {
  const named = filterByPrefix(things, text);
  if (by === 'name' || by === 'words') {
    const names = named.map(thing => ({
      value: prefix + nameFor(thing, text, by),
      help: about(thing),
    }));
    return unique(names);
  }
  const values = things.map(thing => ({value: valueOfEntity(thing, by), help: about(thing)}));
  const going = values.filter(({value}) => value.startsWith(text));
  // If the shell cannot describe ids, offer names; the next Tab replaces the name by its id.
  if (prefix === '' && going.length > 0 && (text !== '' || explains || !replaces)) return going;
  if (!replaces) return [];
  const names = unique(named.map(thing => ({value: prefix + nameFor(thing, text, 'words')})));
  if (names.length > 1) return names;
  return named.map(thing => ({value: valueOfEntity(thing, by), help: about(thing)}));
}

/** The name of an entity that extends a text: its key, if that does. */
function nameFor(thing: EntityEntry, text: string, by: 'name' | 'words'): string {
  if (by === 'name') return thing.title;
  const all = [...(thing.key === undefined ? [] : [thing.key]), ...thing.names];
  return all.find(name => name.toLowerCase().startsWith(text.toLowerCase())) ?? thing.title;
}

function about({title, details, key}: EntityEntry): string {
  // Show a boolean by its word alone, and only if it is true.
  const texts = Object.entries(details).flatMap(([word, text]) =>
    text === 'true' ? [word] : text === 'false' ? [] : [text],
  );
  return [...new Set([title, ...(key === undefined ? [] : [key]), ...texts])].join(', ');
}

function unique(candidates: readonly CompletionCandidate[]): readonly CompletionCandidate[] {
  return [...new Map(candidates.map(one => [one.value, one])).values()];
}
