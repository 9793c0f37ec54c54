import {readBody} from '../body.ts';
import {readBoolean} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {ContentItem, ContentKind} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {canView, readAnyItem} from './access.ts';
import {readOpenSpace} from './blogposts-write.ts';
import {addItem} from './changes.ts';
import {firstItems} from './cursor-page.ts';
import {includedMembers} from './includes.ts';
import {isoTime, itemLinks, presentVersion, withBase} from './present.ts';
import {invalidParameter, notFound} from './problems.ts';
import {childrenOf, presentChild} from './tree.ts';
import {type ItemMembers, requireText} from './write-body.ts';

const includes = ['collaborators', 'operations', 'properties'];

const parentKinds: readonly ContentKind[] = ['page', 'folder', 'whiteboard', 'database', 'embed'];

/** Handlers by operation id. */
export const whiteboardsHandlers: Handlers<World> = {
  /**
   * Answers one whiteboard, also from the trash. The four includes come as `collaborators`,
   * `directChildren`, `operations` and `properties`, at most 50 of each (services C8).
   */
  'content/whiteboards/get-by-id': (request, world) => {
    const whiteboard = readAnyItem(request, world, 'whiteboard');
    return {status: 200, json: singleWhiteboard(request, world, whiteboard)};
  },
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

/** A single whiteboard with what the query includes. */
export function singleWhiteboard(
  request: SandboxRequest,
  world: World,
  whiteboard: ContentItem,
): unknown {
  const {content} = world;
  const {id, status, title, parent, position, authorId, ownerId, spaceId} = whiteboard;
  const {webui, editui} = itemLinks(content, whiteboard);
  return {
    id,
    type: 'whiteboard',
    status,
    title,
    ...(parent ? {parentId: parent.id, parentType: parent.kind} : {}),
    position,
    authorId,
    ownerId,
    createdAt: isoTime(whiteboard.createdAt),
    spaceId,
    version: presentVersion(whiteboard.version),
    ...includedMembers(request, world, whiteboard, includes),
    ...childrenMember(request, world, whiteboard),
    _links: withBase(request, {webui, editui}),
  };
}

function childrenMember(
  request: SandboxRequest,
  world: World,
  whiteboard: ContentItem,
): Readonly<Record<string, unknown>> {
  if (!readBoolean(request, 'include-direct-children')) return {};
  const path = `${new URL(request.target, request.origin).pathname}/direct-children`;
  const directChildren = firstItems(path, childrenOf(request, world, whiteboard), {
    keyOf: child => child.id,
    present: presentChild,
  });
  return {directChildren};
}

function readParent(request: SandboxRequest, world: World, id: string): ContentItem {
  for (const kind of parentKinds) {
    const item = world.content.items[kind].get(id);
    if (item?.status === 'current' && canView(request, world, item)) return item;
  }
  throw notFound(`Could not find parent with ID ${id}`);
}
