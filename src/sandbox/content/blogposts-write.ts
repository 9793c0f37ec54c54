import type {Handler} from '../route.ts';
import type {ContentWorld} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {checkEditable, readItem} from './access.ts';
import {singlePost} from './blogposts.ts';
import {addItem, replaceItem, updateItem} from './changes.ts';
import {invalidParameter, notFound} from './problems.ts';
import {readBoolean} from './query.ts';
import {
  findBodyMember,
  findChoice,
  findMember,
  type JsonObject,
  readMember,
  readObject,
  readVersionMember,
} from './write-body.ts';

const states = ['current', 'draft'] as const;

/**
 * Create a blog post: 200 with the post (services W4.17). A draft may be without a title. With
 * `private` only its creator may view and edit it.
 *
 * @throws SandboxError 400 for a body that cannot be used, 404 when there is no such space
 */
export const createBlogPost: Handler<World> = (request, world) => {
  const {content} = world;
  const json = readObject(request);
  const spaceId = readOpenSpace(content, readMember(json, 'spaceId'));
  const status = findChoice(json, 'status', states) ?? 'current';
  const title = status === 'draft' ? (findMember(json, 'title') ?? '') : readMember(json, 'title');
  const body = findBodyMember(json, ['storage']) ?? {representation: 'storage', value: ''};
  const isPrivate = readBoolean(request, 'private');
  const fields = {kind: 'blogpost', title, status, spaceId} as const;
  const post = addItem(request, content, isPrivate ? {...fields, private: true} : fields, body);
  const createdAt = findTime(json);
  const dated = createdAt === undefined ? post : {...post, createdAt};
  replaceItem(content, dated);
  return {status: 200, json: singlePost(request, world, dated)};
};

/**
 * Update a blog post, or publish a draft: 200 with the new version.
 *
 * @throws SandboxError 400 for a body that cannot be used, 403 for a caller who may not edit it, 409
 *   when the version number is not the next one
 */
export const updateBlogPost: Handler<World> = (request, world) => {
  const {content} = world;
  const post = readItem(request, world, 'blogpost');
  const json = readObject(request);
  checkSameId(json, post.id);
  const status = findChoice(json, 'status', states);
  if (status === undefined) throw invalidParameter("'status' is required");
  if (status === 'draft' && post.status !== 'draft') {
    throw invalidParameter('A published blog post cannot become a draft');
  }
  const spaceId = findMember(json, 'spaceId');
  const change = {
    title: readMember(json, 'title'),
    status,
    spaceId: spaceId === undefined ? undefined : readOpenSpace(content, spaceId),
    body: findBodyMember(json, ['storage']),
    version: readVersionMember(json),
  };
  if (change.body === undefined) throw invalidParameter("'body' is required");
  checkEditable(request, world, post);
  const updated = updateItem(request, content, post, change);
  return {status: 200, json: singlePost(request, world, updated)};
};

/**
 * The id of a space that takes new content.
 *
 * @throws SandboxError 404 when there is none of that id
 */
export function readOpenSpace(content: ContentWorld, id: string): string {
  if (!content.spaces.has(id)) throw notFound(`Could not find space with ID ${id}`);
  return id;
}

/**
 * Refuse a body whose id is not that of the path.
 *
 * @throws SandboxError 400
 */
export function checkSameId(json: JsonObject, id: string): void {
  if (readMember(json, 'id') !== id) throw invalidParameter("'id' must be the ID of the path");
}

function findTime(json: JsonObject): number | undefined {
  const text = findMember(json, 'createdAt');
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidParameter("'createdAt' must be a time in ISO 8601");
  return time;
}
