import {Failure, isFailure} from '../../base/failure.ts';
import type {Reply} from '../client.ts';
import type {EntityKind, Naming} from '../field.ts';
import type {Operation, Service} from '../operation.ts';
import type {InputValues} from '../request-plan.ts';
import {matchName, namesLike, valueOfEntity} from './match-name.ts';
import {
  findNameList,
  givenFor,
  type NamedEntity,
  type NameList,
  namedKinds,
  readEntities,
} from './name-listing.ts';

/** A thing as it is named: `HPAY/2.4.0`, or `2.4.0` in `HPAY`. */
export interface NameToResolve {
  readonly kind: EntityKind;
  readonly name: string;
  /** What it lies in, by id, key or name. */
  readonly within?: string;
}

/**
 * Sends a listing operation and gives the whole list: of a client,
 * `(operation, given) => client.request(client.plan(operation, given))`.
 */
export type AskOperation = (
  operation: Operation,
  given: InputValues,
) => Promise<Pick<Reply, 'text' | 'failure'>>;

/** Candidates a failure names at most. */
const mostCandidates = 20;

/**
 * The one thing of a name: exactly that name, else that name in another case.
 *
 * @throws Failure 'not_found' with the nearest names, 'conflict' with the candidates when several
 * have it, 'command_error' for a kind no operation lists, 'validation_error' where it is not said
 * what it lies in, and those of the requests
 */
export async function resolveName(
  ask: AskOperation,
  service: Service,
  given: NameToResolve,
): Promise<NamedEntity> {
  const {list, name, within} = splitName(service, given);
  const isInNone = within !== undefined && within === list.source.inNone?.word;
  const inside =
    within === undefined || isInNone ? undefined : await resolveWithin(ask, list, within);
  const question = inside === undefined ? {} : {within: inside};
  const {narrowedBy} = list.source;
  const read = async (like?: string): Promise<readonly NamedEntity[]> => {
    const asked = givenFor(list, {...question, ...(like !== undefined && {like})});
    const reply = await ask(list.operation, asked);
    // A part of a list cannot show that a name is one thing's alone.
    if (reply.failure !== undefined) throw reply.failure;
    const {source} = list;
    const only = isInNone ? source.inNone?.holds : source.only;
    return readEntities({...list, source: {...source, ...(only && {only})}}, reply.text);
  };
  let things = await read(narrowedBy && name);
  let found = matchName(things, name);
  if (found.length === 0 && narrowedBy && narrowedBy.required !== true) {
    things = await read();
    found = matchName(things, name);
  }
  // An id stands for itself where nothing is named like it.
  if (found.length === 0) found = things.filter(({id}) => id === name);
  const [one, another] = found;
  if (one === undefined) {
    const none = noneNamed(list, name, within, things);
    const parted = within === undefined ? partsOfName(list, name) : undefined;
    if (parted === undefined) throw none;
    if (parted.within === list.source.inNone?.word) {
      return resolveName(ask, service, {kind: given.kind, ...parted});
    }
    const into = await resolveWithin(ask, list, parted.within).catch((error: unknown) => {
      throw isFailure(error) && error.kind === 'not_found' ? none : error;
    });
    return resolveName(ask, service, {kind: given.kind, name: parted.name, within: into});
  }
  if (another !== undefined) throw severalNamed(list, name, found);
  return one;
}

/**
 * The request that looking a name up begins with; nothing is sent.
 *
 * @throws Failure 'command_error' and 'validation_error' as `resolveName`
 */
export function firstListing(
  service: Service,
  given: NameToResolve,
): {readonly operation: Operation; readonly given: InputValues} {
  const {list, name, within} = splitName(service, given);
  const isInNone = within === list.source.inNone?.word;
  const parent = within === undefined || isInNone ? undefined : parentOf(list, within);
  if (parent !== undefined) return firstListing(service, parent);
  const question = {like: name, ...(within !== undefined && !isInNone && {within})};
  return {operation: list.operation, given: givenFor(list, question)};
}

/** A name with the list it is looked up in, and what it lies in. */
interface SplitName {
  readonly list: NameList;
  readonly name: string;
  readonly within?: string;
}

function splitName(service: Service, {kind, name, within}: NameToResolve): SplitName {
  const list = findNameList(service, kind);
  if (list === undefined) {
    throw new Failure('command_error', `No operation lists ${kind} by name.`, {
      hint: `Kinds that have names: ${namedKinds(service).join(', ')}.`,
      attempts: 0,
    });
  }
  const {within: inside} = list;
  if (within !== undefined) {
    if (inside !== undefined) return {list, name, within: checkWithin(list, within)};
    throw refused('in', `--in does not apply to ${kind}: omit it`);
  }
  if (inside?.required !== true) return {list, name};
  const parted = partsOfName(list, name);
  if (parted !== undefined) {
    return {list, name: parted.name, within: checkWithin(list, parted.within)};
  }
  const what = inside.names ?? inside.name;
  throw refused(
    'in',
    `${kind} is looked up through a ${what}: add --in <${what}> or write <${what}>/${name}`,
  );
}

/**
 * Refuse a name for what a thing lies in where that is of the same kind and needs its id.
 *
 * @throws Failure 'validation_error'
 */
function checkWithin({kind, within}: NameList, text: string): string {
  if (within?.names !== kind || within.type !== 'id' || /^\d+$/.test(text)) return text;
  throw refused('in', `"${text}" is not the id of a ${kind}; use --in <id>, or write <id>/<name>`);
}

/** `SPACE/Title` as what it lies in and its name; of what need not lie in anything the whole may be the name. */
function partsOfName(
  {within}: NameList,
  name: string,
): {readonly within: string; readonly name: string} | undefined {
  const at = name.indexOf('/');
  if (within === undefined || at <= 0 || at === name.length - 1) return undefined;
  return {within: name.slice(0, at), name: name.slice(at + 1)};
}

function refused(input: string, message: string): Failure {
  return new Failure('validation_error', message, {errors: {[input]: message}, attempts: 0});
}

/** What `--in` names, where it must be looked up; undefined where it is taken as it is. */
function parentOf({service, kind, within}: NameList, text: string): NameToResolve | undefined {
  if (within?.names === undefined || within.names === kind) return undefined;
  const list = findNameList(service, within.names);
  if (list === undefined || isIdOrKey(list, within.by, text)) return undefined;
  return {kind: within.names, name: text};
}

async function resolveWithin(ask: AskOperation, list: NameList, text: string): Promise<string> {
  const parent = parentOf(list, text);
  if (parent === undefined) return text;
  return valueOfEntity(await resolveName(ask, list.service, parent), list.within?.by);
}

/** Whether a text is an id or a key by its look, where such a one is asked for. */
export function isIdOrKey({source}: NameList, by: Naming['by'] = 'id', text: string): boolean {
  const {id = '\\d+', key} = source.looks ?? {};
  const isWhole = (pattern: string | undefined): boolean =>
    pattern !== undefined && new RegExp(`^(?:${pattern})$`).test(text);
  switch (by) {
    case 'id':
    case 'address':
      return isWhole(id);
    case 'key':
      return isWhole(key);
    case 'idOrKey':
      return isWhole(id) || isWhole(key);
    case 'name':
      return true;
  }
}

function noneNamed(
  {kind}: NameList,
  name: string,
  within: string | undefined,
  things: readonly NamedEntity[],
): Failure {
  const near = namesLike(things, name);
  const where = within === undefined ? '' : ` in "${within}"`;
  return new Failure('not_found', `No ${kind} is named "${name}"${where}.`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.map(one => `"${one}"`).join(' or ')}?`
        : `Names must match exactly. Things you cannot view are not searched.`,
  });
}

function severalNamed(
  {kind, within, source}: NameList,
  name: string,
  found: readonly NamedEntity[],
): Failure {
  const candidates = found
    .slice(0, mostCandidates)
    .map(({id, title, tells}) => ({id, name: title, ...tells}));
  const inside =
    within === undefined
      ? ''
      : `, or give the ${within.names ?? within.name}${source.inNone ? ` or "${source.inNone.word}"` : ''} with --in`;
  return new Failure('conflict', `${found.length} matches for ${kind} "${name}".`, {
    hint: `Use an id${inside}: ${candidates.map(({id}) => id).join(', ')}.`,
    candidates,
  });
}
