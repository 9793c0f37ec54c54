import {readInteger} from '../query.ts';
import {type Call, type Handlers, ok} from '../route.ts';
import type {ContentItem, ContentKind} from '../world/content-types.ts';
import {canView, readItem} from './access.ts';
import {cursorPage} from './cursor-page.ts';
import {compareIds, sorted, titledOrders} from './sort.ts';

/** Kinds that stand in the content tree (services C2: descendant and child content types). */
const treeKinds: readonly ContentKind[] = ['database', 'embed', 'folder', 'page', 'whiteboard'];

const childOrders = {
  ...titledOrders,
  'child-position': (one: ContentItem, other: ContentItem) =>
    positionOf(one) - positionOf(other) || compareIds(one.id, other.id),
} as const;

/** Children nobody has ordered come last. */
function positionOf(item: ContentItem): number {
  return item.position ?? Number.MAX_SAFE_INTEGER;
}

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
  for (const siblings of children.values()) siblings.sort(childOrders['child-position']);
  return children;
}

/** Children of an item in the content tree, by position. */
export function childrenOf(call: Call, item: ContentItem): readonly ContentItem[] {
  return childrenById(call).get(item.id) ?? [];
}

export function presentChild(item: ContentItem): unknown {
  const {id, status, title, kind, spaceId, position} = item;
  return {id, status, title, type: kind, spaceId, childPosition: position};
}

export const treeHandlers: Handlers = {
  /** Answers what is directly below a whiteboard, by position unless `sort` says else. */
  'content/whiteboards/get-direct-children': call => {
    const children = childrenOf(call, readItem(call, 'whiteboard'));
    return cursorPage(call, sorted(call, children, childOrders), {
      keyOf: child => child.id,
      present: presentChild,
    });
  },
  /**
   * Answers what is below a whiteboard, level by level with the highest first, `depth` levels deep: 1 to
   * 10, 2 when absent. What is below something the caller may not view is left out with it.
   */
  'content/whiteboards/get-descendants': call => {
    const top = readItem(call, 'whiteboard');
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
    const item = readItem(call, 'whiteboard');
    const most = readInteger(call, 'limit') ?? 25;
    const results: {readonly id: string; readonly type: ContentKind}[] = [];
    let above = item.parent;
    while (above !== undefined && results.length < most) {
      results.unshift({id: above.id, type: above.kind});
      above = call.content.items[above.kind].get(above.id)?.parent;
    }
    return ok({results});
  },
};
