import {readBody} from '../body.ts';
import {readBoolean} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {ContentItem, ContentKind} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {canView} from './access.ts';
import {readOpenSpace} from './blogposts-write.ts';
import {addItem} from './changes.ts';
import {invalidParameter, notFound} from './problems.ts';
import {singleWhiteboard} from './whiteboards.ts';
import {type ItemMembers, requireText} from './write-body.ts';

const parentKinds: readonly ContentKind[] = ['page', 'folder', 'whiteboard', 'database', 'embed'];

/** Handlers by operation id. */
export const whiteboardsWriteHandlers: Handlers<World> = {
  /**
   * Create a whiteboard in a space, under its `parentId` or at the top: 200 with it. `templateKey` and
   * `locale` are taken and change nothing that can be read. With `private` only its creator may view and
   * edit it.
   *
   * @throws SandboxError 400 for a body that cannot be used or a parent in another space, 404 when there
   *   is no such space or parent
   */
  'content/whiteboards/create': (request, world) => {
    const {content} = world;
    const json = readBody<ItemMembers>(request);
    const spaceId = readOpenSpace(content, json.spaceId ?? '');
    const title = json.title ? requireText(json, 'title') : (json.title ?? 'Untitled whiteboard');
    const parent = json.parentId ? readParent(request, world, json.parentId) : undefined;
    if (parent && parent.spaceId !== spaceId) {
      throw invalidParameter(`The parent with ID ${parent.id} is in another space`);
    }
    const whiteboard = addItem(request, content, {
      kind: 'whiteboard',
      title,
      status: 'current',
      spaceId,
      ...(parent ? {parent: {kind: parent.kind, id: parent.id}} : {}),
      ...(readBoolean(request, 'private') ? {private: true} : {}),
    });
    return {status: 200, json: singleWhiteboard(request, world, whiteboard)};
  },
};

function readParent(request: SandboxRequest, world: World, id: string): ContentItem {
  for (const kind of parentKinds) {
    const item = world.content.items[kind].get(id);
    if (item?.status === 'current' && canView(request, world, item)) return item;
  }
  throw notFound(`Could not find parent with ID ${id}`);
}
