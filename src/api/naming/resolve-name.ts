import {Failure, isFailure} from '../../base/failure.ts';
import {allOperations} from '../catalogue.ts';
import type {Reply} from '../client.ts';
import type {EntityKind, Naming} from '../field.ts';
import type {Operation, Service} from '../operation.ts';
import type {InputValues, ResolvedCall} from '../request-plan.ts';
import {matchName, nearestEntityNames, valueOfEntity} from './match-name.ts';
import {
  type EntityEntry,
  findNameList,
  idList,
  listingInputs,
  type NameList,
  namedKinds,
  readEntities,
  wholeList,
} from './name-listing.ts';

/** A name to resolve: `HPAY/2.4.0`, or `2.4.0` in `HPAY`. */
export interface NameToResolve {
  readonly kind: EntityKind;
  readonly name: string;
  /** Id, key or name of its parent. */
  readonly within?: string;
}

/**
 * Sends a listing operation and returns the whole list; with a client: `(operation, given) =>
 * client.request(client.plan(operation, given))`.
 */
export type SendListing = (
  operation: Operation,
  given: InputValues,
) => Promise<Pick<Reply, 'text' | 'failure'>>;

/** Most candidates in a failure. */
const maxCandidates = 20;

/**
 * Find the one entity with a name: exactly this name, otherwise in another case.
 *
 * @throws Failure 'not_found' with the nearest names, 'conflict' with the candidates if several
 * match, 'command_error' for a kind that no operation lists, 'validation_error' if the parent is
 * missing, and those of the requests
 */
export async function resolveName(
  send: SendListing,
  service: Service,
  given: NameToResolve,
): Promise<EntityEntry> {
  const known = await resolveId(send, service, given, true);
  if (known !== undefined) return known;
  const {list, name, within} = splitName(service, given);
  const isWithoutParent = within !== undefined && within === list.source.inNone?.word;
  const parentValue =
    within === undefined || isWithoutParent ? undefined : await resolveWithin(send, list, within);
  const filter = parentValue === undefined ? {} : {within: parentValue};
  const {narrowedBy} = list.source;
  const read = async (from: NameList, like?: string): Promise<readonly EntityEntry[]> => {
    const values = listingInputs(from, {...filter, ...(like !== undefined && {like})});
    const reply = await send(from.operation, values);
    // A partial list cannot prove that a name is unique.
    if (reply.failure !== undefined) throw reply.failure;
    const {source} = from;
    const only = isWithoutParent ? source.inNone?.holds : source.only;
    return readEntities({...from, source: {...source, ...(only && {only})}}, reply.text);
  };
  let entities = await read(list, narrowedBy && name);
  let matching = matchName(entities, name);
  const whole = narrowedBy && narrowedBy.required !== true ? list : wholeList(list);
  if (matching.length === 0 && whole !== undefined) {
    entities = await read(whole);
    matching = matchName(entities, name);
  }
  // Try the text as an id if no name matches.
  if (matching.length === 0) matching = entities.filter(({id}) => id === name);
  const [one, another] = matching;
  if (one === undefined) {
    const own = within === undefined && (await resolveId(send, service, given, false));
    if (own) return own;
    const notFound = notFoundError(list, name, within, entities);
    const parts = within === undefined ? partsOfName(list, name) : undefined;
    if (parts === undefined) throw notFound;
    if (parts.within === list.source.inNone?.word) {
      return resolveName(send, service, {kind: given.kind, ...parts});
    }
    const parent = await resolveWithin(send, list, parts.within).catch((error: unknown) => {
      throw isFailure(error) && error.kind === 'not_found' ? notFound : error;
    });
    return resolveName(send, service, {kind: given.kind, name: parts.name, within: parent});
  }
  if (another !== undefined) throw ambiguousError(list, name, matching);
  return one;
}

/**
 * Read the entity whose id is the text.
 *
 * @param isFirst whether no name was tried before. Account ids differ from names; other kinds are
 * tried first if their list needs a parent that is not given.
 */
async function resolveId(
  send: SendListing,
  service: Service,
  {kind, name, within}: NameToResolve,
  isFirst: boolean,
): Promise<EntityEntry | undefined> {
  const list = findNameList(service, kind);
  if (list === undefined || within !== undefined || !isIdOrKey(list, 'id', name)) return undefined;
  const {looks = {}} = list.source;
  const isDistinct = looks.id !== undefined && looks.id !== '\\d+';
  if (isFirst !== (isDistinct || list.within?.required === true)) return undefined;
  const request = readById(list, name);
  if (request === undefined) return undefined;
  const reply = await send(request.operation, request.given).catch((error: unknown) => {
    if (isFailure(error) && (error.kind === 'not_found' || error.kind === 'validation_error')) {
      return undefined;
    }
    throw error;
  });
  return reply === undefined ? undefined : request.read(reply.text);
}

/**
 * Build the first request of a lookup by name; sends nothing.
 *
 * @throws Failure 'command_error' and 'validation_error' as `resolveName`
 */
export function firstListing(service: Service, given: NameToResolve): ResolvedCall {
  const own = findNameList(service, given.kind);
  const isId = own !== undefined && given.within === undefined && isIdOrKey(own, 'id', given.name);
  const byId = isId && own.within?.required === true ? readById(own, given.name) : undefined;
  if (byId !== undefined) return byId;
  const {list, name, within} = splitName(service, given);
  const isWithoutParent = within === list.source.inNone?.word;
  const parent = within === undefined || isWithoutParent ? undefined : parentOf(list, within);
  if (parent !== undefined) return firstListing(service, parent);
  const filter = {like: name, ...(within !== undefined && !isWithoutParent && {within})};
  return {operation: list.operation, given: listingInputs(list, filter)};
}

/** A name, the list to look it up in, and its parent. */
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
  const {within: withinInput} = list;
  if (within !== undefined) {
    if (withinInput !== undefined) return {list, name, within: checkWithin(list, within)};
    throw inputError('in', `--in does not apply to ${kind}: omit it`);
  }
  if (withinInput?.required !== true) return {list, name};
  const parts = partsOfName(list, name);
  if (parts !== undefined) {
    return {list, name: parts.name, within: checkWithin(list, parts.within)};
  }
  const everywhere = findNameList(service, kind, true);
  if (everywhere !== undefined) return {list: everywhere, name};
  const parentName = withinInput.names ?? withinInput.name;
  throw inputError(
    'in',
    `${kind} is looked up through a ${parentName}: add --in <${parentName}> or write <${parentName}>/${name}`,
  );
}

/**
 * Refuse a name for a parent of the same kind, which requires its id.
 *
 * @throws Failure 'validation_error'
 */
function checkWithin({kind, within}: NameList, text: string): string {
  if (within?.names !== kind || within.type !== 'id' || /^\d+$/.test(text)) return text;
  throw inputError(
    'in',
    `"${text}" is not the id of a ${kind}; use --in <id>, or write <id>/<name>`,
  );
}

/**
 * Split `SPACE/Title` into parent and name; if the parent is optional, the whole text may be the
 * name.
 */
function partsOfName(
  {within}: NameList,
  name: string,
): {readonly within: string; readonly name: string} | undefined {
  const at = name.indexOf('/');
  if (within === undefined || at <= 0 || at === name.length - 1) return undefined;
  return {within: name.slice(0, at), name: name.slice(at + 1)};
}

function inputError(input: string, message: string): Failure {
  return new Failure('validation_error', message, {errors: {[input]: message}, attempts: 0});
}

/** Return the parent of `--in` to look up; undefined if the text is its id or key. */
function parentOf({service, kind, within}: NameList, text: string): NameToResolve | undefined {
  if (within?.names === undefined || within.names === kind) return undefined;
  const list = findNameList(service, within.names);
  if (list === undefined || isIdOrKey(list, within.by, text)) return undefined;
  return {kind: within.names, name: text};
}

async function resolveWithin(send: SendListing, list: NameList, text: string): Promise<string> {
  const parent = parentOf(list, text);
  if (parent === undefined) return text;
  return valueOfEntity(await resolveName(send, list.service, parent), list.within?.by);
}

/** Check whether a text has the format of an id or a key, whichever is accepted. */
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

function notFoundError(
  {kind}: NameList,
  name: string,
  within: string | undefined,
  entities: readonly EntityEntry[],
): Failure {
  const nearest = nearestEntityNames(entities, name);
  const inParent = within === undefined ? '' : ` in "${within}"`;
  return new Failure('not_found', `No ${kind} is named "${name}"${inParent}.`, {
    hint:
      nearest.length > 0
        ? `Did you mean ${nearest.map(one => `"${one}"`).join(' or ')}?`
        : `Names must match exactly. Things you cannot view are not searched.`,
  });
}

function ambiguousError(
  {kind, within, source}: NameList,
  name: string,
  matching: readonly EntityEntry[],
): Failure {
  const candidates = matching
    .slice(0, maxCandidates)
    .map(({id, title, details}) => ({id, name: title, ...details}));
  const differing = Object.keys(matching[0]?.details ?? {}).find(
    word => new Set(matching.map(({details}) => details[word])).size === matching.length,
  );
  const choices = matching.slice(0, maxCandidates).map(({id, details}) => {
    const tell = differing === undefined ? undefined : details[differing];
    return tell === undefined || tell === id ? id : `${id} (${differing} ${tell})`;
  });
  const parentHint =
    within === undefined
      ? ''
      : `, or give the ${within.names ?? within.name}${source.inNone ? ` or "${source.inNone.word}"` : ''} with --in or before the name (${within.names ?? within.name}/${name})`;
  return new Failure('conflict', `${matching.length} matches for ${kind} "${name}".`, {
    hint: `Use an id${parentHint}: ${choices.join(', ')}.`,
    candidates,
  });
}

/** A request for the one entity with an id. */
interface IdRequest extends ResolvedCall {
  /** Parse the entity in the response; undefined without such an entity. */
  readonly read: (json: string) => EntityEntry | undefined;
}

/**
 * Build the request that reads an entity by its id: the list, if it can be filtered by ids,
 * otherwise the operation that takes only this id. Undefined if there is none.
 */
function readById(list: NameList, id: string): IdRequest | undefined {
  const {source} = list;
  const only = (entities: readonly EntityEntry[]) => entities.find(one => one.id === id);
  if (source.byId !== undefined) {
    const from = idList(list);
    const read = (json: string) => only(readEntities(from, json));
    return {operation: from.operation, given: listingInputs(from, {ids: [id]}), read};
  }
  const reader = allOperations().find(one => readsOne(one, list));
  const input = reader?.inputs.find(({required}) => required);
  if (reader === undefined || input === undefined) return undefined;
  // Of a single entity, the service omits the members that tell kinds apart in a list.
  const {only: _, ...own} = source;
  const whole = {...list, source: {...own, items: ''}};
  const read = (json: string) => only(readEntities(whole, `[${json}]`));
  return {operation: reader, given: {inputs: {[input.name]: [id]}}, read};
}

/** Check whether an operation reads one entity of the kind by its id alone. */
function readsOne(one: Operation, {service, kind}: NameList): boolean {
  if (one.service !== service || one.method !== 'GET' || one.effect !== 'read') return false;
  const [input, ...more] = one.inputs.filter(({required}) => required);
  if (input === undefined || more.length > 0 || one.deprecated !== undefined) return false;
  return (
    input.names === kind &&
    (input.by === undefined || input.by === 'id' || input.by === 'idOrKey') &&
    one.path.endsWith(`{${input.name}}`)
  );
}
