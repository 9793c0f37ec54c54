import type {Operation} from '../../operation.ts';
import {trackerRef} from '../../operation-ref.ts';
import {expand, inPath, jsonBody} from '../inputs.ts';
import {creation, deletes, reads, siteAdmin, updates} from '../outcomes.ts';

const permissionscheme = {
  service: 'tracker',
  group: 'permissionscheme',
  root: 'tracker',
  section: 'services T4.3',
} as const;
const schemeId = inPath('schemeId', 'integer', {
  names: 'permission scheme',
  help: 'permission scheme id',
});
const permissionId = inPath('permissionId', 'integer', {
  names: 'permission grant',
  help: 'id of the grant',
});
const accesses = 'Access to the product';
const groupValue = 'Identify a group by its id in value; its name in parameter can change.';

/** Expansions of permission schemes and grants; shared with the project operations. */
export const schemeExpand = expand('all', 'field', 'group', 'permissions', 'projectRole', 'user');

/** The 9 operations on permission schemes and their grants (services T4.3). */
export const permissionSchemeOperations = (): readonly Operation[] => [
  {
    ...permissionscheme,
    ...creation,
    name: 'create-permission-scheme',
    summary: 'Create a permission scheme, with or without grants',
    path: '/rest/api/3/permissionscheme',
    ...siteAdmin,
    inputs: [jsonBody(), schemeExpand],
    notes: [groupValue],
  },
  {
    ...permissionscheme,
    ...reads,
    name: 'get-all-permission-schemes',
    summary: 'List all permission schemes',
    path: '/rest/api/3/permissionscheme',
    permission: accesses,
    inputs: [schemeExpand],
    notes: ['Grants are included only with --expand, whatever its value.'],
    items: '/permissionSchemes',
  },
  {
    ...permissionscheme,
    ...reads,
    name: 'get-permission-scheme',
    summary: 'Get one permission scheme',
    path: '/rest/api/3/permissionscheme/{schemeId}',
    permission: accesses,
    inputs: [schemeId, schemeExpand],
    notes: ['Grants are included only with --expand, whatever its value.'],
  },
  {
    ...permissionscheme,
    ...updates,
    name: 'update-permission-scheme',
    summary: 'Update a permission scheme; a permissions list replaces all its grants',
    path: '/rest/api/3/permissionscheme/{schemeId}',
    ...siteAdmin,
    inputs: [schemeId, jsonBody(), schemeExpand],
    notes: [
      'A permissions list replaces all existing grants; an empty list removes them all.',
      'Without a permissions list only name and description change.',
    ],
    effect: 'replaceAll',
    replaces: 'permissions',
  },
  {
    ...permissionscheme,
    ...deletes,
    name: 'delete-permission-scheme',
    summary: 'Delete a permission scheme with its grants',
    path: '/rest/api/3/permissionscheme/{schemeId}',
    ...siteAdmin,
    inputs: [schemeId],
    irreversible: true,
  },
  {
    ...permissionscheme,
    ...creation,
    name: 'create-permission-grant',
    summary: 'Add a grant to a permission scheme',
    path: '/rest/api/3/permissionscheme/{schemeId}/permission',
    ...siteAdmin,
    inputs: [schemeId, jsonBody(), schemeExpand],
    notes: [groupValue],
  },
  {
    ...permissionscheme,
    ...reads,
    name: 'get-permission-scheme-grants',
    summary: 'List the grants of a permission scheme',
    path: '/rest/api/3/permissionscheme/{schemeId}/permission',
    permission: accesses,
    inputs: [schemeId, schemeExpand],
    items: '/permissions',
  },
  {
    ...permissionscheme,
    ...reads,
    name: 'get-permission-scheme-grant',
    summary: 'Get one grant of a permission scheme',
    path: '/rest/api/3/permissionscheme/{schemeId}/permission/{permissionId}',
    permission: accesses,
    inputs: [schemeId, permissionId, schemeExpand],
  },
  {
    ...permissionscheme,
    ...deletes,
    name: 'delete-permission-scheme-entity',
    summary: 'Remove a grant from a permission scheme',
    path: '/rest/api/3/permissionscheme/{schemeId}/permission/{permissionId}',
    ...siteAdmin,
    inputs: [schemeId, permissionId],
    apiNotes: ['create-permission-grant gives it again, under a new id.'],
    undo: [
      trackerRef('permissionscheme create-permission-grant', {
        schemeId: '{schemeId}',
        permission: '{before/permission}',
        'body.holder.type': '{before/holder/type}',
        'body.holder.value': '{before/holder/value?}',
        'body.holder.parameter': '{before/holder/parameter?}',
      }),
    ],
  },
];
