import {type JsonObject, readJsonObject} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import type {SandboxRequest} from '../route.ts';
import type {TaskWork} from '../world/tasks.ts';
import type {World} from '../world/world.ts';
import {idMember, textMember, textsMember} from './members.ts';

/** Kinds of records whose order administrators choose: for messages. */
export type OrderedKind = 'resolution' | 'priority';

/**
 * Move records to the place a body names: behind another one (`after`, an ID) or to the start or the end
 * (`position`), in the order of `ids` (services W4.11). The map is put in the new order.
 *
 * @throws SandboxError 400 when the body is wrong, 404 when an ID is of no record
 */
export function moveRecords<Item>(
  request: SandboxRequest,
  kind: OrderedKind,
  records: Map<string, Item>,
): void {
  const body = readJsonObject(request);
  const ids = textsMember(body, 'ids') ?? [];
  if (ids.length === 0) throw fieldError({ids: 'At least one ID must be given.'});
  if (new Set(ids).size < ids.length) throw fieldError({ids: 'Each ID can be given once.'});
  for (const id of ids) requireRecord(kind, records, id);
  const others = [...records.keys()].filter(id => !ids.includes(id));
  const order = others.toSpliced(readPlace(body, kind, records, others), 0, ...ids);
  const before = new Map(records);
  records.clear();
  for (const id of order) {
    const record = before.get(id);
    if (record !== undefined) records.set(id, record);
  }
}

/**
 * The record to become the default; undefined clears it: null as ID (services W4.11).
 *
 * @throws SandboxError 400 when no ID is given, 404 when it is of no record
 */
export function readNewDefault(
  request: SandboxRequest,
  kind: OrderedKind,
  records: ReadonlyMap<string, unknown>,
): string | undefined {
  const body = readJsonObject(request);
  if (body.id === null) return undefined;
  const id = idMember(body, 'id');
  if (id === undefined) throw fieldError({id: 'An ID must be given, or null for no default.'});
  requireRecord(kind, records, id);
  return id;
}

/**
 * Refuse IDs of no record.
 *
 * @throws SandboxError 404
 */
export function requireRecord(
  kind: OrderedKind,
  records: ReadonlyMap<string, unknown>,
  id: string,
): void {
  if (!records.has(id)) throw trackerError(404, `The ${kind} with the ID '${id}' does not exist.`);
}

/**
 * Refuse a second delete of a record while a task deletes it.
 *
 * @throws SandboxError 409
 */
export function requireNoDelete(
  world: World,
  work: Extract<TaskWork, {readonly kind: `delete-${OrderedKind}`}>,
): void {
  for (const task of world.tracker.tasks.values()) {
    if (!task.settled && task.work.kind === work.kind && task.work.id === work.id) {
      throw trackerError(409, `Task ${task.id} is deleting it already.`);
    }
  }
}

function readPlace(
  body: JsonObject,
  kind: OrderedKind,
  records: ReadonlyMap<string, unknown>,
  others: readonly string[],
): number {
  const after = textMember(body, 'after');
  const position = textMember(body, 'position');
  if ((after === undefined) === (position === undefined)) {
    throw trackerError(400, 'Exactly one of after and position must be given.');
  }
  if (after !== undefined) {
    requireRecord(kind, records, after);
    const index = others.indexOf(after);
    if (index === -1) throw fieldError({after: 'Must not be one of the moved IDs.'});
    return index + 1;
  }
  if (position === 'First') return 0;
  if (position === 'Last') return others.length;
  throw fieldError({position: `“${position}” is not one of First, Last.`});
}
