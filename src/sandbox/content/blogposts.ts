import {findText, readBoolean, readChoices, readIds, readInteger} from '../query.ts';
import type {Handlers, SandboxReply, SandboxRequest} from '../route.ts';
import {findBody} from '../world/content-bodies.ts';
import type {ContentItem, ItemVersion} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {readAnyItem, viewableItems} from './access.ts';
import {
  type BodyFormat,
  bodyMember,
  listFormats,
  readBodyFormat,
  singleFormats,
} from './body-format.ts';
import {cursorPage} from './cursor-page.ts';
import {includedMembers} from './includes.ts';
import {findNameIn} from './names.ts';
import {isoTime, itemLinks, presentVersion, withBase} from './present.ts';
import {notFound} from './problems.ts';
import {itemOrders, sorted} from './sort.ts';
import {readSpace} from './spaces.ts';
import {readVersion, titleAt} from './versions.ts';

const listStates = ['current', 'deleted', 'trashed'] as const;
const singleStates = ['current', 'trashed', 'deleted', 'historical', 'draft'] as const;
const includes = ['labels', 'properties', 'operations', 'likes', 'versions', 'collaborators'];

/** Handlers by operation id. */
export const blogpostsHandlers: Handlers<World> = {
  /** Answers the blog posts of the site, current ones unless `status` says else. */
  'content/blogposts/get-blog-posts': (request, world) => {
    const spaceIds = readIds(request, 'space-id');
    const ids = readIds(request, 'id');
    const posts = postsByState(request, world).filter(
      post => (spaceIds?.has(post.spaceId) ?? true) && (ids?.has(post.id) ?? true),
    );
    return postPage(request, world, posts);
  },
  /** Answers the blog posts of one space. */
  'content/spaces/get-blog-posts-in': (request, world) => {
    const space = readSpace(request, world.content);
    const posts = postsByState(request, world).filter(post => post.spaceId === space.id);
    return postPage(request, world, posts);
  },
  /**
   * Answers one blog post. A current one unless `status` names others; a draft with `get-draft`, which for
   * a published post without a draft is the post itself; an older version with `version`, its status being
   * historical. `include-webresources` adds nothing.
   *
   * @throws SandboxError 404 when there is none in such a state or no such version
   */
  'content/blogposts/get-blog-post-by-id': (request, world) => {
    const {content} = world;
    const post = readAnyItem(request, world, 'blogpost');
    const number = readInteger(request, 'version', {min: 1});
    const asDraft = readBoolean(request, 'get-draft');
    const states: readonly string[] = readChoices(request, 'status', singleStates) ?? ['current'];
    const version = number === undefined ? post.version : readVersion(content, post, number);
    const status = asDraft && post.status === 'current' ? 'draft' : post.status;
    if (!asDraft && !states.includes(status) && !(states.includes('historical') && number)) {
      throw notFound(`Could not find blog post with ID ${post.id} that is ${states.join(' or ')}`);
    }
    const shown = version.number < post.version.number ? 'historical' : status;
    return {
      status: 200,
      json: singlePost(request, world, {...post, status: shown}, version),
    };
  },
};

function postsByState(request: SandboxRequest, world: World): readonly ContentItem[] {
  const states = readChoices(request, 'status', listStates) ?? ['current'];
  const title = findText(request, 'title');
  return viewableItems(request, world, 'blogpost', states).filter(
    post => title === undefined || post.title === title,
  );
}

/** One page of blog posts, sorted as asked. */
export function postPage(
  request: SandboxRequest,
  world: World,
  posts: readonly ContentItem[],
): SandboxReply {
  const format = readBodyFormat(request, listFormats);
  return cursorPage(request, sorted(request, posts, itemOrders), {
    keyOf: post => post.id,
    present: post => ({
      ...presentPost(world, post, post.version, format),
      _links: itemLinks(world.content, post),
    }),
  });
}

/** A single blog post with what the query includes. */
export function singlePost(
  request: SandboxRequest,
  world: World,
  post: ContentItem,
  version: ItemVersion = post.version,
): unknown {
  const {content} = world;
  const format = readBodyFormat(request, singleFormats);
  const {version: presented, ...presentedPost} = presentPost(world, post, version, format);
  const favorited = readBoolean(request, 'include-favorited-by-current-user-status');
  const likes = content.likes.of(post);
  return {
    ...presentedPost,
    ...(readBoolean(request, 'include-version', true) ? {version: presented} : {}),
    ...includedMembers(request, world, post, includes),
    ...(favorited
      ? {isFavoritedByCurrentUser: likes.includes(request.caller.accountId ?? '')}
      : {}),
    _links: withBase(request, itemLinks(content, post)),
  };
}

function presentPost(
  world: World,
  post: ContentItem,
  version: ItemVersion,
  format: BodyFormat | undefined,
): Readonly<Record<string, unknown>> {
  const {id, status, spaceId, authorId} = post;
  return {
    id,
    status,
    title: titleAt(world.content, post, version.number),
    spaceId,
    authorId,
    createdAt: isoTime(post.createdAt),
    version: presentVersion(version),
    ...bodyMember(() => findBody(world.content, post, version.number), format, findNameIn(world)),
  };
}
