import {readBody} from '../body.ts';
import {invalidParameter, notFound} from '../errors.ts';
import {inOrder} from '../paging.ts';
import {readBoolean, readInteger} from '../query.ts';
import {type Call, type Handlers, type JsonObject, ok} from '../route.ts';
import type {ContentItem, ContentKind} from '../world/content-types.ts';
import {canView, readAnyItem, readItem} from './access.ts';
import {readOpenSpace} from './blogposts.ts';
import {addItem} from './changes.ts';
import {cursorPage, firstItems, sorted, titledOrders} from './cursor-page.ts';
import {includedMembers} from './item-lists.ts';
import {isoTime, itemLinks, presentVersion, withBase} from './present.ts';
import {type ItemMembers, requireText} from './write-body.ts';

/** Kinds that stand in the content tree (services C2: descendant and child content types). */
const treeKinds: readonly ContentKind[] = ['database', 'embed', 'folder', 'page', 'whiteboard'];

const childOrders = {
  ...titledOrders,
  // Children nobody has ordered come last; of equal places the id decides.
  'child-position': ({id, position}: ContentItem) =>
    (BigInt(position ?? Number.MAX_SAFE_INTEGER) << 64n) + BigInt(id),
} as const;

/** Ids of items → children the caller may view, current and archived ones, by position. */
function childrenById(call: Call): ReadonlyMap<string, readonly ContentItem[]> {
  const children = new Map<string, ContentItem[]>();
  for (const kind of treeKinds) {
    for (const item of call.content.items[kind].values()) {
      const shown = item.status === 'current' || item.status === 'archived';
      if (item.parent === undefined || !shown || !canView(call, item)) continue;
      const siblings = children.get(item.parent.id);
      if (siblings === undefined) children.set(item.parent.id, [item]);
      else siblings.push(item);
    }
  }
  const inPlace = [...children].map(
    ([id, siblings]) => [id, inOrder(siblings, childOrders['child-position'])] as const,
  );
  return new Map(inPlace);
}

/** Children of an item in the content tree, by position. */
function childrenOf(call: Call, item: ContentItem): readonly ContentItem[] {
  return childrenById(call).get(item.id) ?? [];
}

const childPages = {
  keyOf: (child: ContentItem) => child.id,
  present: ({id, status, title, kind, spaceId, position}: ContentItem) => {
    return {id, status, title, type: kind, spaceId, childPosition: position};
  },
} as const;

export const whiteboardsHandlers: Handlers = {
  /** Answers what is directly below a whiteboard, by position unless `sort` says else. */
  'content/whiteboards/get-direct-children': call => {
    const children = childrenOf(call, readItem(call));
    return cursorPage(call, sorted(call, children, childOrders), childPages);
  },
  /**
   * Answers what is below a whiteboard, level by level with the highest first, `depth` levels deep: 1 to
   * 10, 2 when absent. What is below something the caller may not view is left out with it.
   */
  'content/whiteboards/get-descendants': call => {
    const top = readItem(call);
    const most = readInteger(call, 'depth') ?? 2;
    const children = childrenById(call);
    const found: {readonly item: ContentItem; readonly depth: number}[] = [];
    let level: readonly ContentItem[] = [top];
    for (let depth = 1; depth <= most; depth += 1) {
      level = level.flatMap(item => children.get(item.id) ?? []);
      found.push(...level.map(item => ({item, depth})));
    }
    return cursorPage(call, found, {
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
   * Answers what is above a whiteboard, the highest first, without `_links` (services W5.5). With more
   * than `limit` ancestors the nearest are answered: the rest is above the first of them.
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
   * Answers one whiteboard, also from the trash. The four includes come as `collaborators`,
   * `directChildren`, `operations` and `properties`, at most 50 of each (services C8).
   */
  'content/whiteboards/get-by-id': call => ok(singleWhiteboard(call, readAnyItem(call))),
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

const includes = ['collaborators', 'operations', 'properties'];

const parentKinds: readonly ContentKind[] = ['page', 'folder', 'whiteboard', 'database', 'embed'];

function singleWhiteboard(call: Call, whiteboard: ContentItem): unknown {
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

function childrenMember(call: Call, whiteboard: ContentItem): JsonObject {
  if (!readBoolean(call, 'include-direct-children')) return {};
  const path = `${new URL(call.target, call.origin).pathname}/direct-children`;
  return {directChildren: firstItems(path, childrenOf(call, whiteboard), childPages)};
}

function readParent(call: Call, id: string): ContentItem {
  for (const kind of parentKinds) {
    const item = call.content.items[kind].get(id);
    if (item?.status === 'current' && canView(call, item)) return item;
  }
  throw notFound(`Could not find parent with ID ${id}`);
}
