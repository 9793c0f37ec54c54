import {readBody} from '../body.ts';
import {readChoice} from '../query.ts';
import {type Call, type Handler, type Handlers, noContent, ok} from '../route.ts';
import type {
  ClassificationLevel,
  ContentItem,
  ContentKind,
  ContentWorld,
} from '../world/content-types.ts';
import {checkEditable, readItem} from './access.ts';
import {notFound} from './problems.ts';

const states = ['current', 'draft', 'archived'] as const;

/** The level of an item: its own, else its space's default. */
export function findLevel(
  content: ContentWorld,
  item: ContentItem,
): ClassificationLevel | undefined {
  const id = content.levelId.of(item) ?? content.spaces.get(item.spaceId)?.levelId;
  return content.levels.find(level => level.id === id);
}

export const classificationHandlers: Handlers = {
  /**
   * Answers the classification level of a blog post. `status` says which of its states is meant.
   */
  'content/blogposts/get-blog-post-classification-level': call => {
    const item = readItem(call, 'blogpost');
    const status = readChoice(call, 'status', states) ?? 'current';
    if (item.status !== status) throw notFound(`The blog post with ID ${item.id} is not ${status}`);
    return ok(levelOf(call.content, item));
  },
  'content/whiteboards/get-classification-level': call =>
    ok(levelOf(call.content, readItem(call, 'whiteboard'))),
  'content/classification-levels/get-classification-levels': call => ok(call.content.levels),
};

function levelOf(content: ContentWorld, item: ContentItem): ClassificationLevel {
  const level = findLevel(content, item);
  if (level === undefined) throw notFound(`ID ${item.id} has no classification level`);
  return level;
}

interface LevelMembers {
  readonly id: string;
  readonly status: string;
}

/** Give an item a classification level of its own: 204. The level must be a published one. */
export function putLevel(kind: ContentKind): Handler {
  return call => {
    const item = readItem(call, kind);
    const {id, status} = readBody<LevelMembers>(call);
    checkStatus(status, item);
    checkEditable(call, item);
    const level = call.content.levels.find(one => one.id === id && one.status === 'PUBLISHED');
    if (level === undefined) throw notFound(`Could not find classification level with ID ${id}`);
    call.content.levelId.set(item, level.id);
    return noContent;
  };
}

/**
 * Take an item's own classification level away, so that its space's holds: 204. Viewing the item is
 * enough (services C4.1).
 */
export function resetLevel(kind: ContentKind): Handler {
  return (call: Call) => {
    const item = readItem(call, kind);
    checkStatus(readBody<LevelMembers>(call).status, item);
    call.content.levelId.set(item, undefined);
    return noContent;
  };
}

function checkStatus(status: string | null | undefined, item: ContentItem): void {
  if (status !== item.status) throw notFound(`ID ${item.id} is not ${status}`);
}
