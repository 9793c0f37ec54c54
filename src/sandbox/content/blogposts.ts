import {type BodyValues, readBody} from '../body.ts';
import {invalidParameter, notFound} from '../errors.ts';
import {findText, readBoolean, readChoices, readIds, readInteger} from '../query.ts';
import {type Handlers, ok, type SandboxCall, type SandboxReply} from '../route.ts';
import type {ContentWorld} from '../world/content.ts';
import type {ContentItem} from '../world/content-types.ts';
import {checkEditable, readAnyItem, readItem, viewableItems} from './access.ts';
import {listFormats} from './body-format.ts';
import {addItem, replaceItem, updateItem} from './changes.ts';
import {itemOrders} from './cursor-page.ts';
import {itemPage, singleItem} from './items.ts';
import {readSpace} from './spaces.ts';
import {readVersion} from './versions.ts';
import {findItemBody, type ItemMembers, requireText, requireVersion} from './write-body.ts';

const listStates = ['current', 'deleted', 'trashed'] as const;
const singleStates = ['current', 'trashed', 'deleted', 'historical', 'draft'] as const;

export const blogpostsHandlers: Handlers = {
  'content/blogposts/get-blog-posts': call => {
    const spaceIds = readIds(call, 'space-id');
    const ids = readIds(call, 'id');
    const posts = postsByState(call).filter(
      post => (spaceIds?.has(post.spaceId) ?? true) && (ids?.has(post.id) ?? true),
    );
    return postPage(call, posts);
  },
  'content/spaces/get-blog-posts-in': call => {
    const space = readSpace(call);
    return postPage(
      call,
      postsByState(call).filter(post => post.spaceId === space.id),
    );
  },
  /**
   * Return one blog post: a current one unless `status` lists others; with `get-draft` its draft,
   * or the post itself if it is published and has none; with `version` an older version, with the
   * status historical. `include-webresources` adds nothing.
   */
  'content/blogposts/get-blog-post-by-id': call => {
    const post = readAnyItem(call);
    const number = readInteger(call, 'version', {min: 1});
    const asDraft = readBoolean(call, 'get-draft');
    const states: readonly string[] = readChoices(call, 'status', singleStates) ?? ['current'];
    const version = number === undefined ? post.version : readVersion(call.content, post, number);
    const status = asDraft && post.status === 'current' ? 'draft' : post.status;
    if (!asDraft && !states.includes(status) && !(states.includes('historical') && number)) {
      throw notFound(`Could not find blog post with ID ${post.id} that is ${states.join(' or ')}`);
    }
    const presentedStatus = version.number < post.version.number ? 'historical' : status;
    return ok(singleItem(call, {...post, status: presentedStatus}, version));
  },
  /**
   * Create a blog post: returns 200 with the post (services W4.17). A draft needs no title. With
   * `private`, only its creator may view and edit it.
   */
  'content/blogposts/create-blog-post': call => {
    const json = readBody<ItemMembers>(call);
    const spaceId = readOpenSpace(call.content, json.spaceId ?? '');
    const status = json.status ?? 'current';
    const title = status === 'draft' ? (json.title ?? '') : requireText(json, 'title');
    const body = findItemBody(json, ['storage']) ?? {representation: 'storage', value: ''};
    const isPrivate = readBoolean(call, 'private');
    const fields = {kind: 'blogpost', title, status, spaceId} as const;
    const post = addItem(call, isPrivate ? {...fields, private: true} : fields, body);
    const withDate = json.createdAt ? {...post, createdAt: Date.parse(json.createdAt)} : post;
    replaceItem(call.content, withDate);
    return ok(singleItem(call, withDate));
  },
  /** Update a blog post or publish a draft: returns 200 with the new version. */
  'content/blogposts/update-blog-post': call => {
    const post = readItem(call);
    const json = readBody<ItemMembers>(call);
    checkSameId(json, post.id);
    const {status} = json;
    if (!status) throw invalidParameter("'status' is required");
    if (status === 'draft' && post.status !== 'draft') {
      throw invalidParameter('A published blog post cannot become a draft');
    }
    const change = {
      title: requireText(json, 'title'),
      status,
      spaceId: json.spaceId ? readOpenSpace(call.content, json.spaceId) : undefined,
      body: findItemBody(json, ['storage']),
      version: requireVersion(json),
    };
    if (change.body === undefined) throw invalidParameter("'body' is required");
    checkEditable(call, post);
    const updated = updateItem(call, post, change);
    return ok(singleItem(call, updated));
  },
};

function postsByState(call: SandboxCall): readonly ContentItem[] {
  const states = readChoices(call, 'status', listStates) ?? ['current'];
  const title = findText(call, 'title');
  return viewableItems(call, 'blogpost', states).filter(
    post => title === undefined || post.title === title,
  );
}

/** Build one page of blog posts, in the requested order. */
export function postPage(call: SandboxCall, posts: readonly ContentItem[]): SandboxReply {
  return itemPage(call, posts, listFormats, itemOrders);
}

/**
 * Check that a space accepts new content, and return its id.
 *
 * @throws SandboxError 404 when it does not exist
 */
export function readOpenSpace(content: ContentWorld, id: string): string {
  if (!content.spaces.has(id)) throw notFound(`Could not find space with ID ${id}`);
  return id;
}

/** Refuse a body whose id differs from that of the path. @throws SandboxError 400 */
export function checkSameId(json: BodyValues<ItemMembers>, id: string): void {
  if (requireText(json, 'id') !== id) throw invalidParameter("'id' must be the ID of the path");
}
