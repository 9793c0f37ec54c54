import {findText, readBoolean, readIds, readInteger} from '../query.ts';
import {type Call, type Handlers, type JsonObject, ok, type SandboxReply} from '../route.ts';
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

export const customContentHandlers: Handlers = {
  /** Answers the custom content of a type; current and archived items. A type nobody uses has none. */
  'content/custom-content/get-custom-content-by-type': call => {
    const spaceIds = readIds(call, 'space-id');
    const ids = readIds(call, 'id');
    const items = itemsOfType(call).filter(
      item => (spaceIds?.has(item.spaceId) ?? true) && (ids?.has(item.id) ?? true),
    );
    return itemPage(call, sorted(call, items, titledOrders));
  },
  'content/spaces/get-custom-content-by-type-in': call => {
    const space = readSpace(call);
    const items = itemsOfType(call).filter(item => item.spaceId === space.id);
    return itemPage(call, items);
  },
  'content/blogposts/get-custom-content-by-type-in-blog-post': call => {
    const post = readItem(call, 'blogpost');
    const items = itemsOfType(call).filter(item => item.parent?.id === post.id);
    return itemPage(call, sorted(call, items, titledOrders));
  },
  /** Answers the custom content directly below an item, of any type; current and archived items. */
  'content/custom-content/get-child-custom-content': call => {
    const parent = readItem(call, 'custom');
    const items = viewableItems(call, 'custom', listed).filter(
      item => item.parent?.id === parent.id,
    );
    return cursorPage(call, sorted(call, items, itemOrders), {
      keyOf: item => item.id,
      present: ({id, status, title, type, spaceId}) => ({id, status, title, type, spaceId}),
    });
  },
  /**
   * Answers one custom content item, also from the trash; an older version with `version`, its status
   * being historical.
   */
  'content/custom-content/get-custom-content-by-id': call => {
    const item = readAnyItem(call, 'custom');
    const number = readInteger(call, 'version', {min: 1});
    const version = number === undefined ? item.version : readVersion(call.content, item, number);
    const status = version.number < item.version.number ? 'historical' : item.status;
    return ok(singleItem(call, {...item, status}, version));
  },
};

function itemsOfType(call: Call): readonly ContentItem[] {
  const type = findText(call, 'type');
  if (type === undefined) throw invalidParameter("'type' must be given");
  return viewableItems(call, 'custom', listed).filter(item => item.type === type);
}

function itemPage(call: Call, items: readonly ContentItem[]): SandboxReply {
  const format = readBodyFormat(call, customListFormats);
  return cursorPage(call, items, {
    keyOf: item => item.id,
    present: item => ({
      ...presentItem(call, item, item.version, format),
      _links: customLinks(call, item),
    }),
  });
}

export function singleItem(
  call: Call,
  item: ContentItem,
  version: ItemVersion = item.version,
): unknown {
  const format = readBodyFormat(call, customSingleFormats);
  const {version: presented, ...presentedItem} = presentItem(call, item, version, format);
  return {
    ...presentedItem,
    ...(readBoolean(call, 'include-version', true) ? {version: presented} : {}),
    ...includedMembers(call, item, includes),
    _links: withBase(call, customLinks(call, item)),
  };
}

function presentItem(
  world: World,
  item: ContentItem,
  version: ItemVersion,
  format: BodyFormat | undefined,
): JsonObject {
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
