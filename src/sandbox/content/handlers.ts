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
import {ofProperties, propertiesHandlers, putLevel, resetLevel} from './properties.ts';
import {redactHandlers} from './redact.ts';
import {spacesHandlers} from './spaces.ts';
import {whiteboardsHandlers} from './tree.ts';
import {getVersion, listVersions} from './versions.ts';

/** What can be done with an item of any kind: method, and what stands behind its id in the path. */
const ofItems: Handlers = {
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
  ...ofProperties,
  'GET /restriction-state': call => ok(call.content.restriction.of(readItem(call))),
  'PUT /restriction-state': setRestrictionState,
  'GET /versions': listVersions,
  'GET /versions/{version-number}': getVersion,
};

function handlerOfItems({method, path}: Operation): Handler | undefined {
  const [, rest] =
    /^\/(?:blogposts|custom-content|pages|whiteboards)\/\{[^}]+\}(.*)$/.exec(path) ?? [];
  return ofItems[`${method} ${rest}`];
}

export const contentHandlers: Handlers = {
  ...Object.fromEntries(
    allOperations().flatMap(operation => {
      const handler = handlerOfItems(operation);
      return handler === undefined ? [] : [[operationId(operation), handler] as const];
    }),
  ),
  ...blogpostsHandlers,
  ...customContentHandlers,
  ...labelsHandlers,
  ...propertiesHandlers,
  ...redactHandlers,
  ...spacesHandlers,
  ...whiteboardsHandlers,
};
