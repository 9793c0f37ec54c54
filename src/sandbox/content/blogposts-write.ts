import {type Given, readBody} from '../body.ts';
import {readBoolean} from '../query.ts';
import {type Handlers, ok} from '../route.ts';
import type {ContentWorld} from '../world/content-types.ts';
import {checkEditable, readItem} from './access.ts';
import {singlePost} from './blogposts.ts';
import {addItem, replaceItem, updateItem} from './changes.ts';
import {invalidParameter, notFound} from './problems.ts';
import {findItemBody, type ItemMembers, requireText, requireVersion} from './write-body.ts';

export const blogpostsWriteHandlers: Handlers = {
  /**
   * Create a blog post: 200 with the post (services W4.17). A draft may be without a title. With
   * `private` only its creator may view and edit it.
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
    const dated = json.createdAt ? {...post, createdAt: Date.parse(json.createdAt)} : post;
    replaceItem(call.content, dated);
    return ok(singlePost(call, dated));
  },
  /** Update a blog post, or publish a draft: 200 with the new version. */
  'content/blogposts/update-blog-post': call => {
    const post = readItem(call, 'blogpost');
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
    return ok(singlePost(call, updated));
  },
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

/** Refuse a body whose id is not that of the path. @throws SandboxError 400 */
export function checkSameId(json: Given<ItemMembers>, id: string): void {
  if (requireText(json, 'id') !== id) throw invalidParameter("'id' must be the ID of the path");
}
