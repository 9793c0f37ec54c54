import {readChoices, readIds, readPathId} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import {findBody} from '../world/content-bodies.ts';
import type {ContentItem, ContentWorld, Label} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {viewableItems} from './access.ts';
import {postPage} from './blogposts.ts';
import {type BodyFormat, bodyMember, listFormats, readBodyFormat} from './body-format.ts';
import {cursorPage} from './cursor-page.ts';
import {attachmentPage, labelOrders, labelPages} from './item-lists.ts';
import {findNameIn} from './names.ts';
import {isoTime, itemLinks, presentVersion} from './present.ts';
import {notFound} from './problems.ts';
import {sorted, titledOrders} from './sort.ts';

const prefixes: readonly string[] = ['my', 'team', 'global', 'system'];
const holders = ['blogpost', 'page', 'custom'] as const;

/** Handlers by operation id. */
export const labelsHandlers: Handlers<World> = {
  /** Answers the labels of the site, filtered by `label-id` and `prefix`, both comma-separated. */
  'content/labels/get': (request, {content}) => {
    const ids = readIds(request, 'label-id', 250);
    const wanted = readChoices(request, 'prefix', prefixes);
    const labels = [...content.labels.values()].filter(
      label => (ids?.has(label.id) ?? true) && (wanted?.includes(label.prefix) ?? true),
    );
    return cursorPage(request, sorted(request, labels, labelOrders), labelPages);
  },
  /** Answers the attachments with a label; current and archived ones. */
  'content/labels/get-attachments': (request, world) => {
    const {content} = world;
    const label = readLabel(request, content);
    const attachments = holders
      .flatMap(kind => viewableItems(request, world, kind, ['current', 'archived']))
      .filter(item => item.labelIds.includes(label.id) || content.attachments.changed.has(item.id))
      .flatMap(item => content.attachments.of(item))
      .filter(({labelIds, status}) => labelIds.includes(label.id) && status !== 'trashed');
    return attachmentPage(request, attachments, 25);
  },
  /** Answers the current blog posts with a label. */
  'content/labels/get-blog-posts': (request, world) =>
    postPage(request, world, labelled(request, world, 'blogpost', ['current'])),
  /** Answers the current and archived pages with a label. */
  'content/labels/get-pages': (request, world) => {
    const format = readBodyFormat(request, listFormats);
    const pages = labelled(request, world, 'page', ['current', 'archived']);
    return cursorPage(request, sorted(request, pages, titledOrders), {
      keyOf: page => page.id,
      present: page => presentPage(world, page, format),
    });
  },
};

function labelled(
  request: SandboxRequest,
  world: World,
  kind: 'blogpost' | 'page',
  statuses: readonly string[],
): readonly ContentItem[] {
  const label = readLabel(request, world.content);
  const spaceIds = readIds(request, 'space-id');
  return viewableItems(request, world, kind, statuses).filter(
    item => item.labelIds.includes(label.id) && (spaceIds?.has(item.spaceId) ?? true),
  );
}

function readLabel(request: SandboxRequest, content: ContentWorld): Label {
  const id = readPathId(request, 'id');
  const label = content.labels.get(id);
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
