import {type BodyValues, readBody} from '../body.ts';
import {invalidParameter, notFound} from '../errors.ts';
import {findText, readIds} from '../query.ts';
import {type Handlers, ok, type SandboxCall, type SandboxReply} from '../route.ts';
import type {ContentItem, ContentKind, ItemBody} from '../world/content-types.ts';
import {canView, checkEditable, readAnyItem, readItem, viewableItems} from './access.ts';
import {checkSameId, readOpenSpace} from './blogposts.ts';
import {customListFormats} from './body-format.ts';
import {addItem, updateItem} from './changes.ts';
import {cursorPage, itemOrders, ordersWithTitle, sortByQuery} from './cursor-page.ts';
import {itemPage, readQueryVersion, singleItem} from './items.ts';
import {readSpace} from './spaces.ts';
import {findItemBody, type ItemMembers, requireText, requireVersion} from './write-body.ts';

const listed = ['current', 'archived'];

export const customContentHandlers: Handlers = {
  /** List the custom content of a type, current and archived; empty for an unknown type. */
  'content/custom-content/get-custom-content-by-type': call => {
    const spaceIds = readIds(call, 'space-id');
    const ids = readIds(call, 'id');
    const items = itemsOfType(call).filter(
      item => (spaceIds?.has(item.spaceId) ?? true) && (ids?.has(item.id) ?? true),
    );
    return itemPage(call, sortByQuery(call, items, ordersWithTitle), customListFormats);
  },
  'content/spaces/get-custom-content-by-type-in': call => {
    const space = readSpace(call);
    const items = itemsOfType(call).filter(item => item.spaceId === space.id);
    return itemPage(call, items, customListFormats);
  },
  'content/blogposts/get-custom-content-by-type-in-blog-post': call => {
    const post = readItem(call);
    const items = itemsOfType(call).filter(item => item.parent?.id === post.id);
    return itemPage(call, sortByQuery(call, items, ordersWithTitle), customListFormats);
  },
  /** List the custom content directly below an item, of any type, current and archived. */
  'content/custom-content/get-child-custom-content': call => {
    const parent = readItem(call);
    const items = viewableItems(call, 'custom', listed).filter(
      item => item.parent?.id === parent.id,
    );
    return cursorPage(call, sortByQuery(call, items, itemOrders), {
      keyOf: item => item.id,
      present: ({id, status, title, type, spaceId}) => ({id, status, title, type, spaceId}),
    });
  },
  /**
   * Return one custom content item, also from the trash; with `version` an older version, with the
   * status historical.
   */
  'content/custom-content/get-custom-content-by-id': call => {
    const item = readAnyItem(call);
    const version = readQueryVersion(call, item);
    const status = version.number < item.version.number ? 'historical' : item.status;
    return ok(singleItem(call, {...item, status}, version));
  },
  /**
   * Create custom content in a space, a page, a blog post or under other custom content: returns
   * 201 with the item and its relative address as `location` (services W4.17). Any type of the form
   * `<prefix>:<app>:<type>` is accepted, since apps define their own.
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
    return respondWithItem(call, item, 201);
  },
  /** Update custom content: returns 200 with the new version. */
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
    return respondWithItem(call, updateItem(call, item, change), 200);
  },
};

function itemsOfType(call: SandboxCall): readonly ContentItem[] {
  const type = findText(call, 'type');
  if (type === undefined) throw invalidParameter("'type' must be given");
  return viewableItems(call, 'custom', listed).filter(item => item.type === type);
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

function respondWithItem(call: SandboxCall, item: ContentItem, status: number): SandboxReply {
  return {
    status,
    json: singleItem(call, item),
    headers: {location: `/wiki/api/v2/custom-content/${item.id}`},
  };
}

function readItemBody(json: BodyValues<ItemMembers>): ItemBody {
  const body = findItemBody(json, ['storage', 'raw']);
  if (body === undefined) throw invalidParameter("'body' is required");
  return body;
}

/** Find the container a body names; its space takes precedence over `spaceId`. */
function findContainer(call: SandboxCall, json: BodyValues<ItemMembers>): Container | undefined {
  const parents = containers.flatMap(([name, kind]) => {
    const id = json[name];
    return typeof id === 'string' ? [{kind, id}] : [];
  });
  if (parents.length > 1) throw invalidParameter('Custom content has one container at most');
  const [parent] = parents;
  if (parent !== undefined) {
    const found = call.content.items[parent.kind].get(parent.id);
    const open = found?.status === 'current' && canView(call, found);
    if (!open) throw notFound(`Could not find container with ID ${parent.id}`);
    return {spaceId: found.spaceId, parent};
  }
  return json.spaceId ? {spaceId: readOpenSpace(call.content, json.spaceId)} : undefined;
}
