import {readBoolean} from '../query.ts';
import {type Handler, noContent, type SandboxReply} from '../route.ts';
import type {ContentItem, ContentKind, ContentWorld} from '../world/content-types.ts';
import {checkEditable, readAnyItem} from './access.ts';
import {removeItem, replaceItem} from './changes.ts';
import {invalidParameter, notFound} from './problems.ts';

const done: SandboxReply = noContent;

/**
 * Move an item to the trash, where deleting puts it (services C3). With `purge` an item that is in
 * the trash goes for good; with `draft` a draft does.
 */
export function deleteItem(kind: ContentKind): Handler {
  return call => {
    const item = readAnyItem(call, kind);
    checkEditable(call, item);
    if (readBoolean(call, 'purge')) return purge(call.content, item);
    if (readBoolean(call, 'draft')) return discard(call.content, item);
    if (item.status === 'trashed' || item.status === 'draft') {
      throw notFound(`ID ${item.id} is ${item.status}`);
    }
    replaceItem(call.content, {...item, status: 'trashed'});
    return done;
  };
}

function purge(content: ContentWorld, item: ContentItem): SandboxReply {
  if (item.status !== 'trashed') {
    throw invalidParameter(`ID ${item.id} must be in the trash before it can be purged`);
  }
  removeItem(content, item);
  return done;
}

function discard(content: ContentWorld, item: ContentItem): SandboxReply {
  if (item.status !== 'draft') throw invalidParameter(`ID ${item.id} is not a draft`);
  removeItem(content, item);
  return done;
}
