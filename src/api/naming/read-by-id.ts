import {allOperations} from '../catalogue.ts';
import type {Operation} from '../operation.ts';
import type {ResolvedCall} from '../request-plan.ts';
import {
  type EntityEntry,
  idList,
  listingInputs,
  type NameList,
  readEntities,
} from './name-listing.ts';

/** A request for the one entity with an id. */
export interface IdRequest extends ResolvedCall {
  /** Parse the entity in the response; undefined without such an entity. */
  readonly read: (json: string) => EntityEntry | undefined;
}

/**
 * Build the request that reads an entity by its id: the list, if it can be filtered by ids,
 * otherwise the operation that takes only this id. Undefined if there is none.
 */
export function readById(list: NameList, id: string): IdRequest | undefined {
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
