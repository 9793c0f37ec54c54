import type {Operation, PathInput} from '../../operation.ts';
import {cursor, cursorPages, jsonBody, limit} from '../inputs.ts';
import {creation, deletes, lists, reads, updates} from '../outcomes.ts';
import {restorePermission, restoreRemovedPermissions} from '../undos.ts';
import {
  allowSelfLockout,
  deleteFilterRules,
  listFilterRules,
  paging25,
  permissionNotes,
  permissionOperation,
  permissionsExample,
  principalId,
  principalType,
  propertyId,
  propertyKeyFilter,
  sort,
} from './content-inputs.ts';

/** A kind of content: what the operations on its parts have in common. */
interface ContentKind {
  readonly base: Pick<Operation, 'service' | 'group' | 'root' | 'section'>;
  /** As in summaries: `a blog post`. */
  readonly noun: string;
  /** In names of operations: `custom-content-`. */
  readonly infix: string;
}

/** Describe the operations on the properties of a kind of content. */
export function propertyOperations({
  base,
  noun,
  infix,
  id,
  partId,
  example = propertyId.example,
  permissions,
}: ContentKind & {
  /** The id of the content in the path of all its properties, and of one of them. */
  readonly id: PathInput;
  readonly partId: PathInput;
  /** @default that of blog posts */
  readonly example?: string | undefined;
  readonly permissions: Readonly<Record<'create' | 'list' | 'get' | 'edit', string>>;
}) {
  const all = `/${base.group}/{${id.name}}/properties`;
  const path = `/${base.group}/{${partId.name}}/properties/{property-id}`;
  const ids = [partId, {...propertyId, example}];
  return {
    create: {
      ...base,
      ...creation,
      name: `create-${infix}property`,
      summary: `Create a property of ${noun}`,
      path: all,
      permission: permissions.create,
      inputs: [id, jsonBody()],
      success: [200],
    },
    list: {
      ...base,
      ...lists(cursorPages(25)),
      name: `get-${infix}content-properties`,
      summary: `List the properties of ${noun}`,
      path: all,
      permission: permissions.list,
      inputs: [id, ...paging25, sort('key'), propertyKeyFilter],
    },
    get: {
      ...base,
      ...reads,
      name: `get-${infix}content-properties-by-id`,
      summary: `Get one property of ${noun}`,
      path,
      permission: permissions.get,
      inputs: ids,
    },
    update: {
      ...base,
      ...updates,
      name: `update-${infix}property-by-id`,
      summary: `Update a property of ${noun}`,
      path,
      permission: permissions.edit,
      inputs: [...ids, jsonBody()],
    },
    remove: {
      ...base,
      ...deletes,
      name: `delete-${infix}property-by-id`,
      summary: `Delete a property of ${noun}`,
      path,
      permission: permissions.edit,
      inputs: ids,
    },
  } satisfies Readonly<Record<string, Operation>>;
}

/**
 * Describe the operations on direct permissions. They have no public shape: the id is free text and
 * the statuses are assumed (services W6).
 */
export function permissionOperations({
  base,
  noun,
  infix,
  id,
  views,
  changes,
}: ContentKind & {
  readonly id: PathInput;
  /** The permissions to list and to change them. */
  readonly views: string;
  readonly changes: string;
}) {
  const path = `/${base.group}/{id}/permissions`;
  const change = {...base, path, permission: changes};
  const body = (help: string) => jsonBody({help, example: permissionsExample});
  return {
    add: {
      ...change,
      ...updates,
      name: `add-${infix}permissions`,
      summary: `Grant direct permissions on ${noun}`,
      method: 'POST',
      inputs: [id, body('the entries, as JSON'), allowSelfLockout],
      notes: [
        'Adds or replaces the entries of these users and groups; other entries stay unchanged.',
        ...permissionNotes,
      ],
      undo: restorePermission(base.group, infix),
    },
    replace: {
      ...change,
      ...updates,
      name: `set-${infix}permissions`,
      summary: `Replace all direct permissions on ${noun}`,
      inputs: [id, body('all entries, as JSON'), allowSelfLockout],
      notes: ['Replaces all direct permissions with those given.', ...permissionNotes],
      effect: 'replaceAll',
    },
    list: {
      ...base,
      ...lists(cursorPages()),
      path,
      name: `get-${infix}permissions`,
      summary: `List the direct permissions on ${noun}`,
      permission: views,
      inputs: [id, cursor, limit(), permissionOperation, principalType, principalId],
      rules: listFilterRules,
    },
    remove: {
      ...change,
      ...deletes,
      name: `delete-${infix}permissions`,
      summary: `Revoke direct permissions on ${noun}`,
      inputs: [id, allowSelfLockout, permissionOperation, principalId, principalType],
      rules: deleteFilterRules,
      notes: ['Refused if it would remove your own edit access, unless allow-self-lockout is set.'],
      removes: ['operation', 'principal-id', 'principal-type'],
      undo: restoreRemovedPermissions(base.group, infix),
    },
  } satisfies Readonly<Record<string, Operation>>;
}
