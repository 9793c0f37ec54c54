import {findText, readChoice} from '../query.ts';
import {type Call, type Handler, ok} from '../route.ts';
import type {ContentItem, ContentKind, DirectPermission} from '../world/content-types.ts';
import {canEdit, readItem} from './access.ts';
import {cursorPage} from './cursor-page.ts';
import {invalidParameter} from './problems.ts';

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
export function operationsOn(call: Call, item: ContentItem): readonly PermittedOperation[] {
  const targetType = item.type ?? item.kind;
  const editable = canEdit(call, item);
  const own = ownOperations
    .filter(name => editable || readingOperations.has(name))
    .filter(name => item.status !== 'draft' || (name !== 'copy' && name !== 'archive'))
    .map(operation => ({operation, targetType}));
  if (!attachable.has(item.kind)) return own;
  const comment = {operation: 'create', targetType: 'comment'};
  return [...own, comment, ...(editable ? [{operation: 'create', targetType: 'attachment'}] : [])];
}

export function getOperations(kind: ContentKind): Handler {
  return call => {
    const item = readItem(call, kind);
    return ok({operations: operationsOn(call, item)});
  };
}

const operations = ['read', 'update'] as const;
const principalTypes = ['user', 'group'] as const;

/** What tells a direct permission entry from the others: a principal holds at most one. */
export function principalKey(entry: DirectPermission): string {
  return `${entry.principalType} ${entry.principalId}`;
}

/**
 * Answers the direct permissions of an item. Their shape is nowhere public; ours is one flat object per
 * entry, named as the filters are: `{principalType, principalId, operation}` under `results`.
 */
export function listPermissions(kind: ContentKind): Handler {
  return call => {
    const item = readItem(call, kind);
    const operation = readChoice(call, 'operation', operations);
    const type = readChoice(call, 'principal-type', principalTypes);
    const id = findText(call, 'principal-id');
    if (id !== undefined && type === undefined) {
      throw invalidParameter("'principal-id' must be given together with 'principal-type'");
    }
    const entries = call.content.permissions
      .of(item)
      .filter(
        entry =>
          (operation === undefined || entry.operation === operation) &&
          (type === undefined || entry.principalType === type) &&
          (id === undefined || entry.principalId === id),
      );
    return cursorPage(call, entries, {keyOf: principalKey, present: entry => entry});
  };
}

/**
 * Answers the restriction state of an item. Its shape is nowhere public; ours says for reading and for
 * updating whether it is open to all of the space or restricted to the direct permissions:
 * `{"read": "open", "update": "restricted"}`.
 */
export function getRestrictionState(kind: ContentKind): Handler {
  return call => {
    const item = readItem(call, kind);
    return ok(call.content.restriction.of(item));
  };
}
