import type {Orders} from '../paging.ts';
import {readBoolean, readInteger} from '../query.ts';
import type {JsonMembers, SandboxCall, SandboxReply} from '../route.ts';
import {findBody} from '../world/content-bodies.ts';
import type {ContentItem, ItemVersion} from '../world/content-types.ts';
import {
  type BodyFormat,
  bodyMember,
  customSingleFormats,
  findNameIn,
  readBodyFormat,
  singleFormats,
} from './body-format.ts';
import {cursorPage, sortByQuery} from './cursor-page.ts';
import {includedMembers} from './item-lists.ts';
import {containerMember, isoTime, itemLinks, presentVersion, withBase} from './present.ts';
import {readVersion, titleAtVersion} from './versions.ts';

const includes = ['labels', 'properties', 'operations', 'versions', 'collaborators'];
const postIncludes = ['labels', 'properties', 'operations', 'likes', 'versions', 'collaborators'];

/** Build one page of blog posts or custom content. */
export function itemPage(
  call: SandboxCall,
  items: readonly ContentItem[],
  formats: readonly BodyFormat[],
  orders?: Orders<ContentItem>,
): SandboxReply {
  const format = readBodyFormat(call, formats);
  return cursorPage(call, orders ? sortByQuery(call, items, orders) : items, {
    keyOf: item => item.id,
    present: item => ({
      ...presentItem(call, item, item.version, format),
      _links: linksOf(call, item),
    }),
  });
}

/**
 * Return the version of an item that the query names, by default the newest.
 *
 * @throws SandboxError 404
 */
export function readQueryVersion(call: SandboxCall, item: ContentItem): ItemVersion {
  const number = readInteger(call, 'version', {min: 1});
  return number === undefined ? item.version : readVersion(call.content, item, number);
}

/** Present a single blog post or custom content item with the members that the query includes. */
export function singleItem(
  call: SandboxCall,
  item: ContentItem,
  presentedVersion = item.version,
): JsonMembers {
  const isPost = item.kind === 'blogpost';
  const format = readBodyFormat(call, isPost ? singleFormats : customSingleFormats);
  const {version, ...presented} = presentItem(call, item, presentedVersion, format);
  const favorited = isPost && readBoolean(call, 'include-favorited-by-current-user-status');
  const isFavorite = () => call.content.likes.of(item).includes(call.caller.accountId ?? '');
  return {
    ...presented,
    version: readBoolean(call, 'include-version', true) ? version : undefined,
    ...includedMembers(call, item, isPost ? postIncludes : includes),
    isFavoritedByCurrentUser: favorited ? isFavorite() : undefined,
    _links: withBase(call, linksOf(call, item)),
  };
}

function presentItem(
  call: SandboxCall,
  item: ContentItem,
  version: ItemVersion,
  format: BodyFormat | undefined,
): JsonMembers {
  const {id, type, status, spaceId, parent, authorId} = item;
  return {
    id,
    type,
    status,
    title: titleAtVersion(call.content, item, version.number),
    spaceId,
    ...(parent ? containerMember(parent.kind, parent.id) : {}),
    authorId,
    createdAt: isoTime(item.createdAt),
    version: presentVersion(version),
    ...bodyMember(() => findBody(call.content, item, version.number), format, findNameIn(call)),
  };
}

function linksOf({content}: SandboxCall, item: ContentItem): Readonly<Record<string, string>> {
  if (item.kind !== 'custom') return itemLinks(content, item);
  const key = content.spaces.get(item.spaceId)?.key ?? '';
  return {webui: `/spaces/${key}/custom/${item.type}/${item.id}`};
}
