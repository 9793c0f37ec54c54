import {readBody} from '../body.ts';
import {readBoolean} from '../query.ts';
import {type Call, type Handlers, ok} from '../route.ts';
import type {ContentItem, ContentKind} from '../world/content-types.ts';
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

export const whiteboardsHandlers: Handlers = {
  /**
   * Answers one whiteboard, also from the trash. The four includes come as `collaborators`,
   * `directChildren`, `operations` and `properties`, at most 50 of each (services C8).
   */
  'content/whiteboards/get-by-id': call => {
    const whiteboard = readAnyItem(call, 'whiteboard');
    return ok(singleWhiteboard(call, whiteboard));
  },
  /**
   * Create a whiteboard in a space, under its `parentId` or at the top: 200 with it. `templateKey` and
   * `locale` are taken and change nothing that can be read. With `private` only its creator may view and
   * edit it.
   */
  'content/whiteboards/create': call => {
    const json = readBody<ItemMembers>(call);
    const spaceId = readOpenSpace(call.content, json.spaceId ?? '');
    const title = json.title ? requireText(json, 'title') : (json.title ?? 'Untitled whiteboard');
    const parent = json.parentId ? readParent(call, json.parentId) : undefined;
    if (parent && parent.spaceId !== spaceId) {
      throw invalidParameter(`The parent with ID ${parent.id} is in another space`);
    }
    const whiteboard = addItem(call, {
      kind: 'whiteboard',
      title,
      status: 'current',
      spaceId,
      ...(parent ? {parent: {kind: parent.kind, id: parent.id}} : {}),
      ...(readBoolean(call, 'private') ? {private: true} : {}),
    });
    return ok(singleWhiteboard(call, whiteboard));
  },
};

export function singleWhiteboard(call: Call, whiteboard: ContentItem): unknown {
  const {id, status, title, parent, position, authorId, ownerId, spaceId} = whiteboard;
  const {webui, editui} = itemLinks(call.content, whiteboard);
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
    ...includedMembers(call, whiteboard, includes),
    ...childrenMember(call, whiteboard),
    _links: withBase(call, {webui, editui}),
  };
}

function childrenMember(call: Call, whiteboard: ContentItem): Readonly<Record<string, unknown>> {
  if (!readBoolean(call, 'include-direct-children')) return {};
  const path = `${new URL(call.target, call.origin).pathname}/direct-children`;
  const directChildren = firstItems(path, childrenOf(call, whiteboard), {
    keyOf: child => child.id,
    present: presentChild,
  });
  return {directChildren};
}

function readParent(call: Call, id: string): ContentItem {
  for (const kind of parentKinds) {
    const item = call.content.items[kind].get(id);
    if (item?.status === 'current' && canView(call, item)) return item;
  }
  throw notFound(`Could not find parent with ID ${id}`);
}
