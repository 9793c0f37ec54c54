import {readBody} from '../body.ts';
import {invalidParameter, notFound} from '../errors.ts';
import {sortBy} from '../paging.ts';
import {readBoolean, readInteger} from '../query.ts';
import {type Handlers, type JsonMembers, ok, type SandboxCall} from '../route.ts';
import type {ContentItem, ContentKind} from '../world/content-types.ts';
import {canView, readAnyItem, readItem} from './access.ts';
import {readOpenSpace} from './blogposts.ts';
import {addItem} from './changes.ts';
import {cursorPage, firstItems, ordersWithTitle, sortByQuery} from './cursor-page.ts';
import {includedMembers} from './item-lists.ts';
import {isoTime, itemLinks, presentVersion, withBase} from './present.ts';
import {type ItemMembers, requireText} from './write-body.ts';

/** Kinds in the content tree (services C2: descendant and child content types). */
const treeKinds: readonly ContentKind[] = ['database', 'embed', 'folder', 'page', 'whiteboard'];

const childOrders = {
  ...ordersWithTitle,
  // Children without a position come last; the id breaks ties.
  'child-position': ({id, position}: ContentItem) =>
    (BigInt(position ?? Number.MAX_SAFE_INTEGER) << 64n) + BigInt(id),
} as const;

/** Map ids of items to the children the caller may view, current and archived ones, by position. */
function childrenById(call: SandboxCall): ReadonlyMap<string, readonly ContentItem[]> {
  const children = new Map<string, ContentItem[]>();
  for (const kind of treeKinds) {
    for (const item of call.content.items[kind].values()) {
      const isListed = item.status === 'current' || item.status === 'archived';
      if (item.parent === undefined || !isListed || !canView(call, item)) continue;
      const siblings = children.get(item.parent.id);
      if (siblings === undefined) children.set(item.parent.id, [item]);
      else siblings.push(item);
    }
  }
  const sortedChildren = [...children].map(
    ([id, siblings]) => [id, sortBy(siblings, childOrders['child-position'])] as const,
  );
  return new Map(sortedChildren);
}

/** List the children of an item in the content tree, by position. */
function childrenOf(call: SandboxCall, item: ContentItem): readonly ContentItem[] {
  return childrenById(call).get(item.id) ?? [];
}

const childPages = {
  keyOf: (child: ContentItem) => child.id,
  present: ({id, status, title, kind, spaceId, position}: ContentItem) => {
    return {id, status, title, type: kind, spaceId, childPosition: position};
  },
} as const;

export const whiteboardsHandlers: Handlers = {
  /** List the direct children of a whiteboard, by position unless `sort` is set. */
  'content/whiteboards/get-direct-children': call => {
    const children = childrenOf(call, readItem(call));
    return cursorPage(call, sortByQuery(call, children, childOrders), childPages);
  },
  /**
   * List the descendants of a whiteboard, level by level from the top, `depth` levels deep: 1 to
   * 10, by default 2. Descendants of an item the caller may not view are omitted with it.
   */
  'content/whiteboards/get-descendants': call => {
    const top = readItem(call);
    const most = readInteger(call, 'depth') ?? 2;
    const children = childrenById(call);
    const descendants: {readonly item: ContentItem; readonly depth: number}[] = [];
    let level: readonly ContentItem[] = [top];
    for (let depth = 1; depth <= most; depth += 1) {
      level = level.flatMap(item => children.get(item.id) ?? []);
      descendants.push(...level.map(item => ({item, depth})));
    }
    return cursorPage(call, descendants, {
      keyOf: ({item}) => item.id,
      present: ({item, depth}) => ({
        id: item.id,
        status: item.status,
        title: item.title,
        type: item.kind,
        parentId: item.parent?.id,
        depth,
        childPosition: item.position,
      }),
    });
  },
  /**
   * List the ancestors of a whiteboard from the top, without `_links` (services W5.5). If there are
   * more than `limit`, the nearest ones are returned.
   */
  'content/whiteboards/get-ancestors': call => {
    const item = readItem(call);
    const most = readInteger(call, 'limit') ?? 25;
    const results: {readonly id: string; readonly type: ContentKind}[] = [];
    let above = item.parent;
    while (above !== undefined && results.length < most) {
      results.unshift({id: above.id, type: above.kind});
      above = call.content.items[above.kind].get(above.id)?.parent;
    }
    return ok({results});
  },
  /**
   * Return one whiteboard, also from the trash. The four includes are returned as `collaborators`,
   * `directChildren`, `operations` and `properties`, at most 50 of each (services C8).
   */
  'content/whiteboards/get-by-id': call => ok(singleWhiteboard(call, readAnyItem(call))),
  /**
   * Create a whiteboard in a space, under its `parentId` or at the top level: returns 200 with it.
   * `templateKey` and `locale` are accepted and ignored. With `private`, only its creator may view
   * and edit it.
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

const includes = ['collaborators', 'operations', 'properties'];

const parentKinds: readonly ContentKind[] = ['page', 'folder', 'whiteboard', 'database', 'embed'];

function singleWhiteboard(call: SandboxCall, whiteboard: ContentItem): unknown {
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

function childrenMember(call: SandboxCall, whiteboard: ContentItem): JsonMembers {
  if (!readBoolean(call, 'include-direct-children')) return {};
  const path = `${new URL(call.target, call.origin).pathname}/direct-children`;
  return {directChildren: firstItems(path, childrenOf(call, whiteboard), childPages)};
}

function readParent(call: SandboxCall, id: string): ContentItem {
  for (const kind of parentKinds) {
    const item = call.content.items[kind].get(id);
    if (item?.status === 'current' && canView(call, item)) return item;
  }
  throw notFound(`Could not find parent with ID ${id}`);
}
