import type {Handler} from '../route.ts';
import type {ContentItem, ContentKind} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {readItem} from './access.ts';

/** An operation somebody is permitted to do on something. */
export interface PermittedOperation {
  readonly operation: string;
  readonly targetType: string;
}

const ownOperations = [
  ...['read', 'update', 'delete', 'copy', 'move', 'export', 'archive'],
  ...['restrict_content', 'purge', 'purge_version'],
];
const attachable: ReadonlySet<string> = new Set(['blogpost', 'page', 'custom']);

/** What the caller may do with an item; a draft can be neither copied nor archived. */
export function operationsOn(item: ContentItem): readonly PermittedOperation[] {
  const targetType = item.type ?? item.kind;
  const own = ownOperations
    .filter(name => item.status !== 'draft' || (name !== 'copy' && name !== 'archive'))
    .map(operation => ({operation, targetType}));
  if (!attachable.has(item.kind)) return own;
  return [
    ...own,
    {operation: 'create', targetType: 'comment'},
    {operation: 'create', targetType: 'attachment'},
  ];
}

/** Answers the permitted operations on an item. */
export function getOperations(kind: ContentKind): Handler<World> {
  return (request, world) => {
    const item = readItem(request, world, kind);
    return {status: 200, json: {operations: operationsOn(item)}};
  };
}
