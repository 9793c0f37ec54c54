import {readChoices} from '../query.ts';
import type {Call, Handler} from '../route.ts';
import type {Comment, ContentItem} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {readItem} from './access.ts';
import {type BodyFormat, bodyMember, listFormats, readBodyFormat} from './body-format.ts';
import {cursorPage} from './cursor-page.ts';
import {findNameIn} from './names.ts';
import {containerMember, presentVersion} from './present.ts';
import {dateOrders, sorted} from './sort.ts';

const states = ['current', 'deleted', 'trashed', 'historical', 'draft'] as const;
const resolutions = ['resolved', 'open', 'dangling', 'reopened'] as const;

/**
 * Answers the root comments of an item in one place (services C4.1: root comments only); current ones
 * unless `status` says else. Inline comments can be filtered by `resolution-status`.
 */
export function listComments(kind: 'blogpost' | 'custom', place: Comment['place']): Handler {
  return call => {
    const item = readItem(call, kind);
    const format = readBodyFormat(call, listFormats);
    const comments = call.content.comments.of(item).filter(wanted(call, place));
    return cursorPage(call, sorted(call, comments, dateOrders), {
      keyOf: comment => comment.id,
      present: comment => presentComment(call, item, comment, format),
    });
  };
}

function wanted(call: Call, place: Comment['place']): (comment: Comment) => boolean {
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
