import {readChoice} from '../query.ts';
import type {Handlers} from '../route.ts';
import type {ClassificationLevel, ContentItem, ContentWorld} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {readItem} from './access.ts';
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

/** Handlers by operation id. */
export const classificationHandlers: Handlers<World> = {
  /**
   * Answers the classification level of a blog post. `status` says which of its states is meant.
   *
   * @throws SandboxError 404 when the post is in another state or neither it nor its space has a level
   */
  'content/blogposts/get-blog-post-classification-level': (request, world) => {
    const {content} = world;
    const item = readItem(request, world, 'blogpost');
    const status = readChoice(request, 'status', states) ?? 'current';
    if (item.status !== status) throw notFound(`The blog post with ID ${item.id} is not ${status}`);
    return {status: 200, json: levelOf(content, item)};
  },
  'content/whiteboards/get-classification-level': (request, world) => ({
    status: 200,
    json: levelOf(world.content, readItem(request, world, 'whiteboard')),
  }),
  /** Answers the levels of the site as a bare array, lowest first. */
  'content/classification-levels/get-classification-levels': (_request, {content}) => ({
    status: 200,
    json: content.levels,
  }),
};

function levelOf(content: ContentWorld, item: ContentItem): ClassificationLevel {
  const level = findLevel(content, item);
  if (level === undefined) throw notFound(`ID ${item.id} has no classification level`);
  return level;
}
