import type {JsonMembers, SandboxCall} from '../route.ts';
import type {ContentWorld} from '../world/content.ts';
import type {
  Attachment,
  ContentItem,
  ContentKind,
  ContentProperty,
  ItemVersion,
  Label,
} from '../world/content-types.ts';

/** Format milliseconds as the services format times. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function presentVersion(version: ItemVersion): JsonMembers {
  return {
    createdAt: isoTime(version.createdAt),
    message: version.message,
    number: version.number,
    minorEdit: version.minorEdit,
    authorId: version.authorId,
  };
}

/** Present a label in the format of API v2. */
export function presentLabel(label: Label): unknown {
  return {id: label.id, name: label.name, prefix: label.prefix};
}

export function presentProperty(property: ContentProperty): unknown {
  const {id, key, value, version} = property;
  return {id, key, value, version: presentVersion(version)};
}

/**
 * Return the member that names the container: `{blogPostId: '1'}`; for pages, blog posts and custom
 * content.
 */
export function containerMember(kind: ContentKind, id: string): Readonly<Record<string, string>> {
  if (kind === 'custom') return {customContentId: id};
  return kind === 'blogpost' ? {blogPostId: id} : {pageId: id};
}

export function presentAttachment(attachment: Attachment): unknown {
  const {id, status, title, containerId, containerKind, fileId, version} = attachment;
  const file = encodeURIComponent(title);
  const download = `/download/attachments/${containerId}/${file}?version=${version.number}`;
  const webui = `/pages/viewpageattachments.action?pageId=${containerId}&preview=${encodeURIComponent(`/${containerId}/${id}/${title}`)}`;
  return {
    id,
    status,
    title,
    createdAt: isoTime(attachment.createdAt),
    ...containerMember(containerKind, containerId),
    mediaType: attachment.mediaType,
    mediaTypeDescription: attachment.mediaTypeDescription,
    comment: attachment.comment,
    fileId,
    fileSize: attachment.fileSize,
    webuiLink: webui,
    downloadLink: download,
    version: presentVersion(version),
    _links: {webui, download},
  };
}

/** Build the links of a post or a page, relative to `_links.base`. */
export function itemLinks(
  content: ContentWorld,
  item: ContentItem,
): Readonly<Record<'webui' | 'editui' | 'tinyui', string>> {
  const key = content.spaces.get(item.spaceId)?.key ?? '';
  const day = isoTime(item.createdAt).slice(0, 10).replaceAll('-', '/');
  const name = encodeURIComponent(item.title).replaceAll('%20', '+');
  const webui =
    item.kind === 'blogpost'
      ? `/spaces/${key}/blog/${day}/${item.id}/${name}`
      : `/spaces/${key}/${item.kind}s/${item.id}/${name}`;
  return {
    webui,
    editui: `/pages/resumedraft.action?draftId=${item.id}`,
    tinyui: `/x/${Buffer.from(item.id).toString('base64url')}`,
  };
}

/** Add to the `_links` of a single item the base of the others. */
export function withBase(
  call: SandboxCall,
  links: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {...links, base: `${call.origin}/wiki`};
}
