import {allOperations} from '../../api/catalogue.ts';
import {type Operation, operationId} from '../../api/operation.ts';
import {type Handler, type Handlers, ok} from '../route.ts';
import {readItem} from './access.ts';
import {blogpostsHandlers} from './blogposts.ts';
import {deleteItem} from './changes.ts';
import {customContentHandlers} from './custom-content.ts';
import {
  addPermissions,
  deletePermissions,
  listPermissions,
  operationsOn,
  setPermissions,
  setRestrictionState,
} from './item-access.ts';
import {
  listAttachments,
  listComments,
  listLabels,
  listLikes,
  listProperties,
} from './item-lists.ts';
import {labelsHandlers} from './labels.ts';
import {propertiesHandlers, propertyHandlers, putLevel, resetLevel} from './properties.ts';
import {redactHandlers} from './redact.ts';
import {spaceAccessHandlers} from './space-access.ts';
import {spacesHandlers} from './spaces.ts';
import {whiteboardsHandlers} from './tree.ts';
import {getVersion, listVersions} from './versions.ts';

/** Handlers for items of any kind, by method and the rest of the path after the item's id. */
const itemHandlers: Handlers = {
  'DELETE ': deleteItem,
  'GET /attachments': listAttachments,
  'PUT /classification-level': putLevel,
  'POST /classification-level/reset': resetLevel,
  'GET /footer-comments': listComments('footer'),
  'GET /inline-comments': listComments('inline'),
  'GET /labels': listLabels,
  'GET /likes/count': call => ok({count: call.content.likes.of(readItem(call)).length}),
  'GET /likes/users': listLikes,
  'GET /operations': call => ok({operations: operationsOn(call, readItem(call))}),
  'GET /permissions': listPermissions,
  'POST /permissions': addPermissions,
  'PUT /permissions': setPermissions,
  'DELETE /permissions': deletePermissions,
  'GET /properties': listProperties,
  ...propertyHandlers,
  'GET /restriction-state': call => ok(call.content.restriction.of(readItem(call))),
  'PUT /restriction-state': setRestrictionState,
  'GET /versions': listVersions,
  'GET /versions/{version-number}': getVersion,
};

function findItemHandler({method, path}: Operation): Handler | undefined {
  const [, rest] =
    /^\/(?:blogposts|custom-content|pages|whiteboards)\/\{[^}]+\}(.*)$/.exec(path) ?? [];
  return itemHandlers[`${method} ${rest}`];
}

export const contentHandlers: Handlers = {
  ...Object.fromEntries(
    allOperations().flatMap(operation => {
      const handler = findItemHandler(operation);
      return handler === undefined ? [] : [[operationId(operation), handler] as const];
    }),
  ),
  ...blogpostsHandlers,
  ...customContentHandlers,
  ...labelsHandlers,
  ...propertiesHandlers,
  ...redactHandlers,
  ...spaceAccessHandlers,
  ...spacesHandlers,
  ...whiteboardsHandlers,
};
