import {type Given, readBody} from '../body.ts';
import {findText, readBoolean, readIds, readInteger} from '../query.ts';
import {type Call, type Handlers, type JsonObject, ok, type SandboxReply} from '../route.ts';
import {findBody} from '../world/content-bodies.ts';
import type {ContentItem, ContentKind, ItemBody, ItemVersion} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {canView, checkEditable, readAnyItem, readItem, viewableItems} from './access.ts';
import {checkSameId, readOpenSpace} from './blogposts.ts';
import {
  type BodyFormat,
  bodyMember,
  customListFormats,
  customSingleFormats,
  findNameIn,
  readBodyFormat,
} from './body-format.ts';
import {addItem, updateItem} from './changes.ts';
import {cursorPage} from './cursor-page.ts';
import {includedMembers} from './includes.ts';
import {containerMember, isoTime, presentVersion, withBase} from './present.ts';
import {invalidParameter, notFound} from './problems.ts';
import {itemOrders, sorted, titledOrders} from './sort.ts';
import {readSpace} from './spaces.ts';
import {readVersion, titleAt} from './versions.ts';
import {findItemBody, type ItemMembers, requireText, requireVersion} from './write-body.ts';

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
    const post = readItem(call);
    const items = itemsOfType(call).filter(item => item.parent?.id === post.id);
    return itemPage(call, sorted(call, items, titledOrders));
  },
  /** Answers the custom content directly below an item, of any type; current and archived items. */
  'content/custom-content/get-child-custom-content': call => {
    const parent = readItem(call);
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
    const item = readAnyItem(call);
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

interface Container {
  readonly spaceId: string;
  readonly parent?: NonNullable<ContentItem['parent']>;
}

const containers: readonly (readonly [keyof ItemMembers, ContentKind])[] = [
  ['pageId', 'page'],
  ['blogPostId', 'blogpost'],
  ['customContentId', 'custom'],
];

export const customContentWriteHandlers: Handlers = {
  /**
   * Create custom content in a space, a page, a blog post or under other custom content: 201 with the item
   * and its relative address as `location` (services W4.17). Any type of the form
   * `<prefix>:<app>:<type>` will do, as any app may bring its own.
   */
  'content/custom-content/create-custom-content': call => {
    const json = readBody<ItemMembers>(call);
    const type = requireText(json, 'type');
    if (!/^[^:\s]+:[^:\s]+:[^:\s]+$/.test(type)) {
      throw invalidParameter(`'type' must have the form prefix:app:type, not {${type}}`);
    }
    const title = requireText(json, 'title');
    const status = json.status ?? 'current';
    const body = readItemBody(json);
    const container = findContainer(call, json);
    if (container === undefined) {
      throw invalidParameter(
        "One of 'spaceId', 'pageId', 'blogPostId', 'customContentId' is required",
      );
    }
    const fields = {kind: 'custom', type, title, status, ...container} as const;
    const item = addItem(call, fields, body);
    return answerItem(call, item, 201);
  },
  /** Update custom content: 200 with the new version. */
  'content/custom-content/update-custom-content': call => {
    const item = readItem(call);
    const json = readBody<ItemMembers>(call);
    checkSameId(json, item.id);
    if (requireText(json, 'type') !== item.type) {
      throw invalidParameter(`'type' must stay {${item.type}}`);
    }
    const {status} = json;
    if (!status) throw invalidParameter("'status' is required");
    const change = {
      ...findContainer(call, json),
      title: requireText(json, 'title'),
      status,
      body: readItemBody(json),
      version: requireVersion(json),
    };
    checkEditable(call, item);
    return answerItem(call, updateItem(call, item, change), 200);
  },
};

function answerItem(call: Call, item: ContentItem, status: number): SandboxReply {
  return {
    status,
    json: singleItem(call, item),
    headers: {location: `/wiki/api/v2/custom-content/${item.id}`},
  };
}

function readItemBody(json: Given<ItemMembers>): ItemBody {
  const body = findItemBody(json, ['storage', 'raw']);
  if (body === undefined) throw invalidParameter("'body' is required");
  return body;
}

/** Where a body puts an item; the container's space holds, whatever `spaceId` says. */
function findContainer(call: Call, json: Given<ItemMembers>): Container | undefined {
  const named = containers.flatMap(([name, kind]) => {
    const id = json[name];
    return typeof id === 'string' ? [{kind, id}] : [];
  });
  if (named.length > 1) throw invalidParameter('Custom content has one container at most');
  const [parent] = named;
  if (parent !== undefined) {
    const found = call.content.items[parent.kind].get(parent.id);
    const open = found?.status === 'current' && canView(call, found);
    if (!open) throw notFound(`Could not find container with ID ${parent.id}`);
    return {spaceId: found.spaceId, parent};
  }
  return json.spaceId ? {spaceId: readOpenSpace(call.content, json.spaceId)} : undefined;
}
