import {readChoices, readIds, readPathId} from '../query.ts';
import type {Call, Handlers} from '../route.ts';
import {findBody} from '../world/content-bodies.ts';
import type {ContentItem, Label} from '../world/content-types.ts';
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

export const labelsHandlers: Handlers = {
  /** Answers the labels of the site, filtered by `label-id` and `prefix`, both comma-separated. */
  'content/labels/get': call => {
    const ids = readIds(call, 'label-id', 250);
    const wanted = readChoices(call, 'prefix', prefixes);
    const labels = [...call.content.labels.values()].filter(
      label => (ids?.has(label.id) ?? true) && (wanted?.includes(label.prefix) ?? true),
    );
    return cursorPage(call, sorted(call, labels, labelOrders), labelPages);
  },
  'content/labels/get-attachments': call => {
    const label = readLabel(call);
    const attachments = holders
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
    return cursorPage(call, sorted(call, pages, titledOrders), {
      keyOf: page => page.id,
      present: page => presentPage(call, page, format),
    });
  },
};

function labelled(
  call: Call,
  kind: 'blogpost' | 'page',
  statuses: readonly string[],
): readonly ContentItem[] {
  const label = readLabel(call);
  const spaceIds = readIds(call, 'space-id');
  return viewableItems(call, kind, statuses).filter(
    item => item.labelIds.includes(label.id) && (spaceIds?.has(item.spaceId) ?? true),
  );
}

function readLabel(call: Call): Label {
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
