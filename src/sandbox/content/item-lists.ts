import {compareTexts, findText, readChoice, readChoices, readPathId} from '../query.ts';
import {type Call, type Handler, ok, type SandboxReply} from '../route.ts';
import type {
  Attachment,
  ContentItem,
  ContentKind,
  ContentProperty,
  ContentWorld,
  Label,
} from '../world/content-types.ts';
import {readItem} from './access.ts';
import {cursorPage} from './cursor-page.ts';
import {presentAttachment, presentLabel, presentProperty} from './present.ts';
import {notFound} from './problems.ts';
import {compareIds, dateOrders, sorted} from './sort.ts';

const prefixes = ['my', 'team', 'global', 'system'] as const;

export const labelOrders = {
  id: (one: Label, other: Label) => compareIds(one.id, other.id),
  name: (one: Label, other: Label) => compareTexts(one.name, other.name),
  'created-date': (one: Label, other: Label) => one.createdAt - other.createdAt,
} as const;

export const labelPages = {keyOf: (label: Label) => label.id, present: presentLabel} as const;

export function labelsOf(content: ContentWorld, item: ContentItem): readonly Label[] {
  return item.labelIds.flatMap(id => content.labels.get(id) ?? []);
}

export function listLabels(kind: ContentKind, idName = 'id'): Handler {
  return call => {
    const item = readItem(call, kind, idName);
    const prefix = readChoice(call, 'prefix', prefixes);
    const labels = labelsOf(call.content, item).filter(
      label => prefix === undefined || label.prefix === prefix,
    );
    return cursorPage(call, sorted(call, labels, labelOrders), labelPages);
  };
}

const attachmentStates = ['current', 'archived', 'trashed'] as const;

/** Answers the attachments of an item; current and archived ones unless `status` says else. */
export function listAttachments(kind: ContentKind): Handler {
  return call => {
    const item = readItem(call, kind);
    const states = readChoices(call, 'status', attachmentStates) ?? ['current', 'archived'];
    const title = findText(call, 'filename');
    const mediaType = findText(call, 'mediaType');
    const attachments = call.content.attachments
      .of(item)
      .filter(
        attachment =>
          states.includes(attachment.status) &&
          (title === undefined || attachment.title === title) &&
          (mediaType === undefined || attachment.mediaType === mediaType),
      );
    return attachmentPage(call, attachments, 50);
  };
}

/** One page of attachments. @param sizeDefault items when `limit` is absent */
export function attachmentPage(
  call: Call,
  attachments: readonly Attachment[],
  sizeDefault: number,
): SandboxReply {
  return cursorPage(call, sorted(call, attachments, dateOrders), {
    keyOf: attachment => attachment.id,
    present: presentAttachment,
    sizeDefault,
  });
}

const propertyOrders = {
  key: (one: ContentProperty, other: ContentProperty) => compareTexts(one.key, other.key),
} as const;

export const propertyPages = {
  keyOf: (property: ContentProperty) => property.id,
  present: presentProperty,
} as const;

/** Answers the content properties of an item; `key` is case sensitive (services C2). */
export function listProperties(kind: ContentKind, idName = 'id'): Handler {
  return call => {
    const item = readItem(call, kind, idName);
    const key = findText(call, 'key');
    const properties = call.content.properties
      .of(item)
      .filter(property => key === undefined || property.key === key);
    return cursorPage(call, sorted(call, properties, propertyOrders), propertyPages);
  };
}

/** The property of the path. @throws SandboxError 404 when the item has none of that id */
export function readProperty(call: Call, item: ContentItem): ContentProperty {
  const id = readPathId(call, 'property-id');
  const property = call.content.properties.of(item).find(one => one.id === id);
  if (property === undefined) throw notFound(`Could not find content property with ID ${id}`);
  return property;
}

export function getProperty(kind: ContentKind, idName: string): Handler {
  return call => {
    const item = readItem(call, kind, idName);
    return ok(presentProperty(readProperty(call, item)));
  };
}

/** Answers the accounts that like an item; `limit` may be 0 (services W3.4). */
export function listLikes(kind: ContentKind): Handler {
  return call =>
    cursorPage(call, call.content.likes.of(readItem(call, kind)), {
      keyOf: accountId => accountId,
      present: accountId => ({accountId}),
    });
}

export function countLikes(kind: ContentKind): Handler {
  return call => {
    const item = readItem(call, kind);
    return ok({count: call.content.likes.of(item).length});
  };
}
