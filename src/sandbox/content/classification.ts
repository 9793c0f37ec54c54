import {readBody} from '../body.ts';
import {readChoice} from '../query.ts';
import type {Handler, Handlers, SandboxRequest} from '../route.ts';
import type {
  ClassificationLevel,
  ContentItem,
  ContentKind,
  ContentWorld,
} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
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
