import {readBoolean} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {ContentItem} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {readAnyItem} from './access.ts';
import {firstItems} from './cursor-page.ts';
import {includedMembers} from './includes.ts';
import {isoTime, itemLinks, presentVersion, withBase} from './present.ts';
import {childrenOf, presentChild} from './tree.ts';

const includes = ['collaborators', 'operations', 'properties'];

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
