import type {Handler, SandboxRequest} from '../route.ts';
import type {ContentItem, ContentKind} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {canEdit, readItem} from './access.ts';

/** An operation somebody is permitted to do on something. */
export interface PermittedOperation {
  readonly operation: string;
  readonly targetType: string;
}

const ownOperations = [
  ...['read', 'update', 'delete', 'copy', 'move', 'export', 'archive'],
  ...['restrict_content', 'purge', 'purge_version'],
];
const readingOperations: ReadonlySet<string> = new Set(['read', 'copy', 'export']);
const attachable: ReadonlySet<string> = new Set(['blogpost', 'page', 'custom']);

/**
 * What the caller may do with an item: reading alone for who may not edit it; a draft can be neither
 * copied nor archived.
 */
export function operationsOn(
  request: SandboxRequest,
  world: World,
  item: ContentItem,
): readonly PermittedOperation[] {
  const targetType = item.type ?? item.kind;
  const editable = canEdit(request, world, item);
  const own = ownOperations
    .filter(name => editable || readingOperations.has(name))
    .filter(name => item.status !== 'draft' || (name !== 'copy' && name !== 'archive'))
    .map(operation => ({operation, targetType}));
  if (!attachable.has(item.kind)) return own;
  const comment = {operation: 'create', targetType: 'comment'};
  return [...own, comment, ...(editable ? [{operation: 'create', targetType: 'attachment'}] : [])];
}

/** Answers the permitted operations on an item. */
export function getOperations(kind: ContentKind): Handler<World> {
  return (request, world) => {
    const item = readItem(request, world, kind);
    return {status: 200, json: {operations: operationsOn(request, world, item)}};
  };
}
