import {findText, readBoolean, readIds, readInteger} from '../query.ts';
import type {Handlers, SandboxReply, SandboxRequest} from '../route.ts';
import {findBody} from '../world/content-bodies.ts';
import type {ContentItem, ItemVersion} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {readAnyItem, readItem, viewableItems} from './access.ts';
import {
  type BodyFormat,
  bodyMember,
  customListFormats,
  customSingleFormats,
  readBodyFormat,
} from './body-format.ts';
import {cursorPage} from './cursor-page.ts';
import {includedMembers} from './includes.ts';
import {findNameIn} from './names.ts';
import {containerMember, isoTime, presentVersion, withBase} from './present.ts';
import {invalidParameter} from './problems.ts';
import {itemOrders, sorted, titledOrders} from './sort.ts';
import {readSpace} from './spaces.ts';
import {readVersion, titleAt} from './versions.ts';

const listed = ['current', 'archived'];
const includes = ['labels', 'properties', 'operations', 'versions', 'collaborators'];

/** Handlers by operation id. */
export const customContentHandlers: Handlers<World> = {
  /** Answers the custom content of a type; current and archived items. A type nobody uses has none. */
  'content/custom-content/get-custom-content-by-type': (request, world) => {
    const spaceIds = readIds(request, 'space-id');
    const ids = readIds(request, 'id');
    const items = itemsOfType(request, world).filter(
      item => (spaceIds?.has(item.spaceId) ?? true) && (ids?.has(item.id) ?? true),
    );
    return itemPage(request, world, sorted(request, items, titledOrders));
  },
  /** Answers the custom content of a type in a space. */
  'content/spaces/get-custom-content-by-type-in': (request, world) => {
    const space = readSpace(request, world.content);
    const items = itemsOfType(request, world).filter(item => item.spaceId === space.id);
    return itemPage(request, world, items);
  },
  /** Answers the custom content of a type that is directly in a blog post. */
  'content/blogposts/get-custom-content-by-type-in-blog-post': (request, world) => {
    const post = readItem(request, world, 'blogpost');
    const items = itemsOfType(request, world).filter(item => item.parent?.id === post.id);
    return itemPage(request, world, sorted(request, items, titledOrders));
  },
  /** Answers the custom content directly below an item, of any type; current and archived items. */
  'content/custom-content/get-child-custom-content': (request, world) => {
    const parent = readItem(request, world, 'custom');
    const items = viewableItems(request, world, 'custom', listed).filter(
      item => item.parent?.id === parent.id,
    );
    return cursorPage(request, sorted(request, items, itemOrders), {
      keyOf: item => item.id,
      present: ({id, status, title, type, spaceId}) => ({id, status, title, type, spaceId}),
    });
  },
  /**
   * Answers one custom content item, also from the trash; an older version with `version`, its status
   * being historical.
   *
   * @throws SandboxError 404 when there is no such item or version
   */
  'content/custom-content/get-custom-content-by-id': (request, world) => {
    const item = readAnyItem(request, world, 'custom');
    const number = readInteger(request, 'version', {min: 1});
    const version = number === undefined ? item.version : readVersion(world.content, item, number);
    const status = version.number < item.version.number ? 'historical' : item.status;
    return {status: 200, json: singleItem(request, world, {...item, status}, version)};
  },
};

function itemsOfType(request: SandboxRequest, world: World): readonly ContentItem[] {
  const type = findText(request, 'type');
  if (type === undefined) throw invalidParameter("'type' must be given");
  return viewableItems(request, world, 'custom', listed).filter(item => item.type === type);
}

function itemPage(
  request: SandboxRequest,
  world: World,
  items: readonly ContentItem[],
): SandboxReply {
  const format = readBodyFormat(request, customListFormats);
  return cursorPage(request, items, {
    keyOf: item => item.id,
    present: item => ({
      ...presentItem(world, item, item.version, format),
      _links: customLinks(world, item),
    }),
  });
}

/** A single custom content item with what the query includes. */
export function singleItem(
  request: SandboxRequest,
  world: World,
  item: ContentItem,
  version: ItemVersion = item.version,
): unknown {
  const format = readBodyFormat(request, customSingleFormats);
  const {version: presented, ...presentedItem} = presentItem(world, item, version, format);
  return {
    ...presentedItem,
    ...(readBoolean(request, 'include-version', true) ? {version: presented} : {}),
    ...includedMembers(request, world, item, includes),
    _links: withBase(request, customLinks(world, item)),
  };
}

function presentItem(
  world: World,
  item: ContentItem,
  version: ItemVersion,
  format: BodyFormat | undefined,
): Readonly<Record<string, unknown>> {
  const {id, type, status, spaceId, parent, authorId} = item;
  return {
    id,
    type,
    status,
    title: titleAt(world.content, item, version.number),
    spaceId,
    ...(parent ? containerMember(parent.kind, parent.id) : {}),
    authorId,
    createdAt: isoTime(item.createdAt),
    version: presentVersion(version),
    ...bodyMember(() => findBody(world.content, item, version.number), format, findNameIn(world)),
  };
}

function customLinks({content}: World, item: ContentItem): {readonly webui: string} {
  const key = content.spaces.get(item.spaceId)?.key ?? '';
  return {webui: `/spaces/${key}/custom/${item.type}/${item.id}`};
}
