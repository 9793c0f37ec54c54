import type {Resource} from '../resource.ts';
import {descriptionColumn, idColumn, nameColumn} from './columns.ts';

/** Permission schemes; enter lists the grants of one. */
export const permissionSchemes: Resource = {
  id: 'permission-schemes',
  title: 'Permission schemes',
  noun: 'permission scheme',
  service: 'tracker',
  aliases: ['permissionscheme', 'perm', 'permissions'],
  needs: [],
  sources: [
    {
      service: 'tracker',
      operation: 'permissionscheme get-all-permission-schemes',
      inputs: {expand: ['permissions']},
    },
  ],
  identity: ['/id'],
  name: ['/name'],
  columns: [
    idColumn(2),
    nameColumn(26, 40),
    {id: 'grants', title: 'GRANTS', from: ['/permissions'], kind: 'count', worth: 1},
    {
      id: 'scope',
      title: 'SCOPE',
      from: ['/scope/type'],
      kind: 'text',
      max: 10,
      worth: 4,
      tone: 'dim',
    },
    descriptionColumn(3, 70),
  ],
  opens: {screen: 'permission-scheme', params: {scheme: ['/id'], crumb: ['/name']}},
  describe: {
    call: {
      service: 'tracker',
      operation: 'permissionscheme get-permission-scheme',
      inputs: {schemeId: '{scheme}', expand: ['permissions', 'user', 'group', 'projectRole']},
    },
    params: {scheme: ['/id']},
  },
  empty:
    'No permission scheme. Create one: jr permissionscheme create-permission-scheme --body @scheme.json',
  about: 'Each scheme is a list of grants: a permission for a holder.',
};

/** Grants of one permission scheme. */
export const grants: Resource = {
  id: 'grants',
  title: 'Grants',
  noun: 'grant',
  service: 'tracker',
  aliases: ['grant'],
  needs: ['scheme'],
  sources: [
    {
      service: 'tracker',
      operation: 'permissionscheme get-permission-scheme-grants',
      inputs: {schemeId: '{scheme}', expand: ['user', 'group', 'projectRole', 'field']},
    },
  ],
  identity: ['/id'],
  name: ['/permission'],
  columns: [
    {
      id: 'permission',
      title: 'PERMISSION',
      from: ['/permission'],
      kind: 'text',
      min: 16,
      max: 34,
      worth: 0,
      tone: 'title',
    },
    {
      id: 'type',
      title: 'HOLDER',
      from: ['/holder/type'],
      kind: 'text',
      max: 22,
      worth: 0,
      tones: {anyone: 'warn'},
    },
    {
      id: 'holder',
      title: 'WHO',
      from: [
        '/holder/user/displayName',
        '/holder/group/name',
        '/holder/projectRole/name',
        '/holder/field/name',
        '/holder/parameter',
        '/holder/value',
      ],
      kind: 'text',
      min: 10,
      max: 40,
      grows: true,
      worth: 1,
    },
    {
      id: 'value',
      title: 'VALUE',
      from: ['/holder/value', '/holder/parameter'],
      kind: 'text',
      max: 38,
      worth: 4,
      tone: 'dim',
    },
    idColumn(3),
  ],
  empty: 'This scheme grants nothing. Add a grant: jr permissionscheme create-permission-grant',
  about:
    'A grant names a permission and who holds it; “anyone” includes people who are not logged in.',
};
