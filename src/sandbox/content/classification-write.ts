import type {Handler, SandboxRequest} from '../route.ts';
import type {ContentItem, ContentKind} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {checkEditable, readItem} from './access.ts';
import {invalidParameter, notFound} from './problems.ts';
import {findChoice, type JsonObject, readMember, readObject} from './write-body.ts';

type Status = 'current' | 'draft';

/**
 * Give an item a classification level of its own: 204. The level must be a published one.
 *
 * @param statuses which `status` the body may name
 * @throws SandboxError 400 for a body that cannot be used, 403, 404 when there is no such level
 */
export function putLevel(kind: ContentKind, statuses: readonly Status[]): Handler<World> {
  return (request, world) => {
    const item = readItem(request, world, kind);
    const json = readObject(request);
    checkStatus(json, item, statuses);
    checkEditable(request, world, item);
    const id = readMember(json, 'id');
    const level = world.content.levels.find(one => one.id === id && one.status === 'PUBLISHED');
    if (level === undefined) throw notFound(`Could not find classification level with ID ${id}`);
    world.content.levelId.set(item, level.id);
    return {status: 204};
  };
}

/**
 * Take an item's own classification level away, so that its space's holds: 204. Viewing the item is
 * enough (services C4.1).
 *
 * @param statuses which `status` the body may name
 * @throws SandboxError 400 for a body that cannot be used
 */
export function resetLevel(kind: ContentKind, statuses: readonly Status[]): Handler<World> {
  return (request: SandboxRequest, world) => {
    const item = readItem(request, world, kind);
    checkStatus(readObject(request), item, statuses);
    world.content.levelId.set(item, undefined);
    return {status: 204};
  };
}

function checkStatus(json: JsonObject, item: ContentItem, statuses: readonly Status[]): void {
  const status = findChoice(json, 'status', statuses);
  if (status === undefined) throw invalidParameter("'status' is required");
  if (status !== item.status) throw notFound(`ID ${item.id} is not ${status}`);
}
