import {readBody} from '../body.ts';
import type {Handler, SandboxRequest} from '../route.ts';
import type {ContentItem, ContentKind} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {checkEditable, readItem} from './access.ts';
import {notFound} from './problems.ts';

interface LevelMembers {
  readonly id: string;
  readonly status: string;
}

/**
 * Give an item a classification level of its own: 204. The level must be a published one.
 *
 * @throws SandboxError 400 for a body that cannot be used, 403, 404 when there is no such level
 */
export function putLevel(kind: ContentKind): Handler<World> {
  return (request, world) => {
    const item = readItem(request, world, kind);
    const {id, status} = readBody<LevelMembers>(request);
    checkStatus(status, item);
    checkEditable(request, world, item);
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
 * @throws SandboxError 400 for a body that cannot be used
 */
export function resetLevel(kind: ContentKind): Handler<World> {
  return (request: SandboxRequest, world) => {
    const item = readItem(request, world, kind);
    checkStatus(readBody<LevelMembers>(request).status, item);
    world.content.levelId.set(item, undefined);
    return {status: 204};
  };
}

function checkStatus(status: string | null | undefined, item: ContentItem): void {
  if (status !== item.status) throw notFound(`ID ${item.id} is not ${status}`);
}
