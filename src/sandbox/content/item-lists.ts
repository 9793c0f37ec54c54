import {findText, readBoolean, readChoice, readChoices} from '../query.ts';
import type {Handler, JsonMembers, SandboxCall, SandboxReply} from '../route.ts';
import type {ContentWorld} from '../world/content.ts';
import type {
  Attachment,
  Comment,
  ContentItem,
  ContentProperty,
  Label,
} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {readItem} from './access.ts';
import {
  type BodyFormat,
  bodyMember,
  findNameIn,
  listFormats,
  readBodyFormat,
} from './body-format.ts';
import {byId, cursorPage, dateOrders, firstItems, sortByQuery} from './cursor-page.ts';
import {operationsOn} from './item-access.ts';
import {
  containerMember,
  presentAttachment,
  presentLabel,
  presentProperty,
  presentVersion,
} from './present.ts';
import {versionsOf} from './versions.ts';

export const labelPrefixes = ['my', 'team', 'global', 'system'] as const;

export const labelOrders = {
  id: byId,
  name: ({name}: Label) => name,
  'created-date': ({createdAt}: Label) => createdAt,
} as const;

export const labelPages = {keyOf: (label: Label) => label.id, present: presentLabel} as const;

export function labelsOf(
  content: ContentWorld,
  {labelIds}: Pick<ContentItem, 'labelIds'>,
): readonly Label[] {
  return labelIds.flatMap(id => content.labels.get(id) ?? []);
}

export function listLabels(call: SandboxCall): SandboxReply {
  const item = readItem(call);
  const prefix = readChoice(call, 'prefix', labelPrefixes);
  const labels = labelsOf(call.content, item).filter(
    label => prefix === undefined || label.prefix === prefix,
  );
  return cursorPage(call, sortByQuery(call, labels, labelOrders), labelPages);
}

const attachmentStates = ['current', 'archived', 'trashed'] as const;

/** List the attachments of an item: current and archived ones unless `status` lists others. */
export function listAttachments(call: SandboxCall): SandboxReply {
  const item = readItem(call);
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
}

/** Build one page of attachments. @param sizeDefault items when `limit` is absent */
export function attachmentPage(
  call: SandboxCall,
  attachments: readonly Attachment[],
  sizeDefault: number,
): SandboxReply {
  return cursorPage(call, sortByQuery(call, attachments, dateOrders), {
    keyOf: attachment => attachment.id,
    present: presentAttachment,
    sizeDefault,
  });
}

const propertyPages = {
  keyOf: (property: ContentProperty) => property.id,
  present: presentProperty,
} as const;

/** List the content properties of an item; `key` is case sensitive (services C2). */
export function listProperties(call: SandboxCall): SandboxReply {
  const item = readItem(call);
  const key = findText(call, 'key');
  const properties = call.content.properties
    .of(item)
    .filter(property => key === undefined || property.key === key);
  return cursorPage(
    call,
    sortByQuery(call, properties, {key: property => property.key}),
    propertyPages,
  );
}

const accountPages = {
  keyOf: (accountId: string) => accountId,
  present: (accountId: string) => ({accountId}),
} as const;

/** List the accounts that like an item; `limit` may be 0 (services W3.4). */
export function listLikes(call: SandboxCall): SandboxReply {
  return cursorPage(call, call.content.likes.of(readItem(call)), accountPages);
}

const states = ['current', 'deleted', 'trashed', 'historical', 'draft'] as const;
const resolutions = ['resolved', 'open', 'dangling', 'reopened'] as const;

/**
 * List the root comments of an item in one place (services C4.1: root comments only): current ones
 * unless `status` lists others. Inline comments can be filtered by `resolution-status`.
 */
export function listComments(place: Comment['place']): Handler {
  return call => {
    const item = readItem(call);
    const format = readBodyFormat(call, listFormats);
    const comments = call.content.comments.of(item).filter(commentFilter(call, place));
    return cursorPage(call, sortByQuery(call, comments, dateOrders), {
      keyOf: comment => comment.id,
      present: comment => presentComment(call, item, comment, format),
    });
  };
}

function commentFilter(call: SandboxCall, place: Comment['place']): (comment: Comment) => boolean {
  const status: readonly string[] = readChoices(call, 'status', states) ?? ['current'];
  const resolution: readonly string[] | undefined =
    place === 'inline' ? readChoices(call, 'resolution-status', resolutions) : undefined;
  return comment =>
    comment.place === place &&
    comment.parentId === undefined &&
    status.includes(comment.status) &&
    (resolution?.includes(comment.resolution ?? '') ?? true);
}

function presentComment(
  world: World,
  item: ContentItem,
  comment: Comment,
  format: BodyFormat | undefined,
): unknown {
  const {id, status, resolution, marker} = comment;
  const body = {representation: 'storage', value: comment.body} as const;
  const name = comment.place === 'inline' ? 'focusedCommentId' : 'focusedFooterCommentId';
  return {
    id,
    status,
    title: `Re: ${item.title}`,
    ...containerMember(item.kind, item.id),
    version: presentVersion(comment.version),
    ...bodyMember(() => body, format, findNameIn(world)),
    ...(resolution ? {resolutionStatus: resolution} : {}),
    ...(marker
      ? {properties: {inlineMarkerRef: marker.ref, inlineOriginalSelection: marker.selection}}
      : {}),
    _links: {webui: `/pages/viewpage.action?pageId=${item.id}&${name}=${id}`},
  };
}

/** The rest of an `include-` input's name → the member it adds. `path` is the item's own. */
const members: Readonly<
  Record<string, (path: string, call: SandboxCall, item: ContentItem) => unknown>
> = {
  labels: (path, {content}, item) =>
    firstItems(`${path}/labels`, labelsOf(content, item), labelPages),
  properties: (path, {content}, item) =>
    firstItems(`${path}/properties`, content.properties.of(item), propertyPages),
  operations: (path, call, item) =>
    firstItems(`${path}/operations`, operationsOn(call, item), {
      keyOf: ({operation, targetType}) => `${operation} ${targetType}`,
      present: operation => operation,
    }),
  likes: (path, {content}, item) =>
    firstItems(`${path}/likes/users`, content.likes.of(item), accountPages),
  versions: (path, {content}, item) =>
    firstItems(`${path}/versions`, versionsOf(content, item), {
      keyOf: ({number}) => String(number),
      present: presentVersion,
    }),
  collaborators: (path, {content}, item) =>
    firstItems(`${path}/collaborators`, content.collaborators.of(item), accountPages),
};

/**
 * Build the members that `include-labels=true` and similar inputs add to a single item: the first
 * 50 of each list in its default order, with the data to fetch more.
 *
 * @param names the includes this operation supports
 * @throws SandboxError 400 when an include is neither true nor false
 */
export function includedMembers(
  call: SandboxCall,
  item: ContentItem,
  names: readonly string[],
): JsonMembers {
  const path = new URL(call.target, call.origin).pathname;
  const included = names.filter(name => readBoolean(call, `include-${name}`));
  return Object.fromEntries(
    included.map(name => [name, members[name]?.(path, call, item)] as const),
  );
}
