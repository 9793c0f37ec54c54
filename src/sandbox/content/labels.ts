import {isJsonObject, readJson} from '../body.ts';
import {labelError, notFound} from '../errors.ts';
import {findText, readChoices, readIds, readPathId} from '../query.ts';
import {type Handlers, noContent, ok, type SandboxCall} from '../route.ts';
import type {ContentWorld} from '../world/content.ts';
import {findBody} from '../world/content-bodies.ts';
import type {Attachment, ContentItem, Label} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {canEdit, canView, viewableItems} from './access.ts';
import {postPage} from './blogposts.ts';
import {
  type BodyFormat,
  bodyMember,
  findNameIn,
  listFormats,
  readBodyFormat,
} from './body-format.ts';
import {takeId} from './changes.ts';
import {cursorPage, ordersWithTitle, sortByQuery} from './cursor-page.ts';
import {attachmentPage, labelOrders, labelPages, labelPrefixes, labelsOf} from './item-lists.ts';
import {isoTime, itemLinks, presentVersion} from './present.ts';

const labelledKinds = ['blogpost', 'page', 'custom'] as const;

export const labelsHandlers: Handlers = {
  /** List the labels of the site, filtered by `label-id` and `prefix`, both comma-separated. */
  'content/labels/get': call => {
    const ids = readIds(call, 'label-id', 250);
    const prefixFilter = readChoices(call, 'prefix', labelPrefixes);
    const labels = [...call.content.labels.values()].filter(
      label => (ids?.has(label.id) ?? true) && (prefixFilter?.includes(label.prefix) ?? true),
    );
    return cursorPage(call, sortByQuery(call, labels, labelOrders), labelPages);
  },
  'content/labels/get-attachments': call => {
    const label = readLabel(call);
    const attachments = labelledKinds
      .flatMap(kind => viewableItems(call, kind, ['current', 'archived']))
      .filter(
        item => item.labelIds.includes(label.id) || call.content.attachments.changed.has(item.id),
      )
      .flatMap(item => call.content.attachments.of(item))
      .filter(({labelIds, status}) => labelIds.includes(label.id) && status !== 'trashed');
    return attachmentPage(call, attachments, 25);
  },
  'content/labels/get-blog-posts': call => postPage(call, labelled(call, 'blogpost', ['current'])),
  'content/labels/get-pages': call => {
    const format = readBodyFormat(call, listFormats);
    const pages = labelled(call, 'page', ['current', 'archived']);
    return cursorPage(call, sortByQuery(call, pages, ordersWithTitle), {
      keyOf: page => page.id,
      present: page => presentPage(call, page, format),
    });
  },
  /**
   * Add one label or an array of labels: returns 200 with all labels of the content. Labels it
   * already has are unchanged (services L, add).
   */
  'content/labels/add': call => {
    const target = readLabelled(call);
    const requested = readLabels(call);
    checkLabelAccess(call, target.item);
    const addedLabels = requested.map(({prefix, name}) => findOrCreateLabel(call, prefix, name));
    const old = (target.attachment ?? target.item).labelIds;
    const labelIds = [...new Set([...old, ...addedLabels.map(({id}) => id)])];
    if (labelIds.length > mostLabels) {
      throw labelError(400, `Content takes ${mostLabels} labels at most`);
    }
    setLabels(call.content, target, labelIds);
    const results = labelsOf(call.content, {...target.item, labelIds}).map(
      ({id, name, prefix}) => ({
        prefix,
        name,
        id,
        label: name,
      }),
    );
    const base = `${call.origin}/wiki`;
    return ok({
      results,
      start: 0,
      limit: 200,
      size: results.length,
      _links: {base, context: '/wiki'},
    });
  },
  /**
   * Remove the label with the query's `name`, whatever its prefix: returns 204, also if the content
   * has no such label (services L, remove).
   */
  'content/labels/remove': call => {
    const target = readLabelled(call);
    const name = findText(call, 'name');
    if (name === undefined) throw labelError(400, "'name' is required");
    checkLabelAccess(call, target.item);
    if (target.archived) throw labelError(403, 'Labels of archived content cannot be removed');
    const labelIds = (target.attachment ?? target.item).labelIds.filter(
      id => call.content.labels.get(id)?.name !== name,
    );
    setLabels(call.content, target, labelIds);
    return noContent;
  },
};

function labelled(
  call: SandboxCall,
  kind: 'blogpost' | 'page',
  statuses: readonly string[],
): readonly ContentItem[] {
  const label = readLabel(call);
  const spaceIds = readIds(call, 'space-id');
  return viewableItems(call, kind, statuses).filter(
    item => item.labelIds.includes(label.id) && (spaceIds?.has(item.spaceId) ?? true),
  );
}

function readLabel(call: SandboxCall): Label {
  const id = readPathId(call, 'id');
  const label = call.content.labels.get(id);
  if (label === undefined) throw notFound(`Could not find label with ID ${id}`);
  return label;
}

function presentPage(world: World, page: ContentItem, format: BodyFormat | undefined): unknown {
  const {id, status, title, spaceId, parent, position, authorId, ownerId} = page;
  return {
    id,
    status,
    title,
    spaceId,
    ...(parent ? {parentId: parent.id, parentType: parent.kind} : {}),
    position,
    authorId,
    ownerId,
    lastOwnerId: null,
    subtype: null,
    createdAt: isoTime(page.createdAt),
    version: presentVersion(page.version),
    ...bodyMember(() => findBody(world.content, page), format, findNameIn(world)),
    _links: itemLinks(world.content, page),
  };
}

/** The content that a request labels: any item, or an attachment of one. */
interface Labelled {
  readonly item: ContentItem;
  readonly attachment?: Attachment;
  readonly archived: boolean;
}

const writtenPrefixes = ['global', 'my', 'team', 'system'] as const;
const longestName = 255;
const mostLabels = 500;

/** Characters that the sandbox rejects in names; the public service does not document its own. */
const invalidCharacters = /[\s!#&()*,.:;<>?@[\]^]/;

function readLabelled(call: SandboxCall): Labelled {
  const id = call.params['page-id'] ?? '';
  const found = id.startsWith('att')
    ? findAttachment(call.content, id)
    : findItem(call.content, id);
  if (found === undefined || !canView(call, found.item)) {
    throw labelError(404, `No content found with id: ${id}`);
  }
  return found;
}

function findItem(content: ContentWorld, id: string): Labelled | undefined {
  for (const items of Object.values(content.items)) {
    const item = items.get(id);
    if (item && item.status !== 'trashed' && item.status !== 'deleted') {
      return {item, archived: item.status === 'archived'};
    }
  }
  return undefined;
}

function findAttachment(content: ContentWorld, id: string): Labelled | undefined {
  const number = Number(id.slice(3));
  for (const kind of ['blogpost', 'page', 'custom'] as const) {
    for (const item of content.items[kind].values()) {
      if (item.idBase >= number || item.idBase + 8 < number) continue;
      const attachment = content.attachments.of(item).find(one => one.id === id);
      if (attachment) return {item, attachment, archived: attachment.status === 'archived'};
    }
  }
  return undefined;
}

function checkLabelAccess(call: SandboxCall, item: ContentItem): void {
  if (!canEdit(call, item)) {
    throw labelError(403, `The caller may not edit the labels of ID ${item.id}`);
  }
}

function readLabels(
  call: SandboxCall,
): readonly {readonly prefix: Label['prefix']; readonly name: string}[] {
  const json = readJson(call);
  const labels = Array.isArray(json) ? json : [json];
  if (labels.length === 0) throw labelError(400, 'At least one label is required');
  return labels.map(label => {
    const prefix = isJsonObject(label)
      ? writtenPrefixes.find(one => one === label.prefix)
      : undefined;
    const name = isJsonObject(label) ? label.name : undefined;
    if (prefix === undefined)
      throw labelError(400, `'prefix' must be one of ${writtenPrefixes.join(', ')}`);
    if (typeof name !== 'string' || name === '') throw labelError(400, "'name' is required");
    if (invalidCharacters.test(name)) throw labelError(400, `Invalid characters in label: ${name}`);
    if (name.length > longestName) throw labelError(400, `Label is too long: ${name}`);
    return {prefix, name};
  });
}

function findOrCreateLabel(call: SandboxCall, prefix: Label['prefix'], name: string): Label {
  for (const label of call.content.labels.values()) {
    if (label.prefix === prefix && label.name === name) return label;
  }
  const label = {id: String(takeId(call.content)), prefix, name, createdAt: call.now};
  call.content.labels.set(label.id, label);
  return label;
}

/**
 * Set the labels of an item or an attachment. Attachments are generated with a label of their item,
 * so they are stored before the item's labels change.
 */
function setLabels(
  content: ContentWorld,
  {item, attachment}: Labelled,
  labelIds: readonly string[],
): void {
  const attachments = content.attachments.of(item);
  content.attachments.set(
    item,
    attachments.map(one => (one.id === attachment?.id ? {...one, labelIds} : one)),
  );
  if (attachment === undefined) content.items[item.kind].set(item.id, {...item, labelIds});
}
