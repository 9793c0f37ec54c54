import type {Resource} from '../../state/model/resource.ts';
import {descriptionColumn, idColumn, nameColumn} from '../../state/views/list/columns.ts';

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

const grantsCall = {
  service: 'tracker',
  operation: 'permissionscheme get-permission-scheme-grants',
  inputs: {schemeId: '{scheme}', expand: ['user', 'group', 'projectRole', 'field']},
} as const;

/** What is odd about the grants of one permission scheme. */
export const grantFindings: Resource = {
  id: 'grant-findings',
  title: 'Findings',
  noun: 'finding',
  service: 'tracker',
  aliases: ['findings'],
  needs: ['scheme'],
  sources: [{...grantsCall, derive: 'grantFindings'}],
  identity: ['/number'],
  name: ['/finding'],
  columns: [
    {
      id: 'severity',
      title: 'SEVERITY',
      from: ['/severity'],
      kind: 'text',
      worth: 0,
      tones: {serious: 'bad', 'look at it': 'warn', note: 'dim'},
    },
    {
      id: 'permission',
      title: 'PERMISSION',
      from: ['/permission'],
      kind: 'text',
      min: 14,
      max: 30,
      worth: 0,
      tone: 'title',
    },
    {id: 'holder', title: 'HOLDER', from: ['/holder'], kind: 'text', min: 10, max: 30, worth: 0},
    {
      id: 'finding',
      title: 'FINDING',
      from: ['/finding'],
      kind: 'text',
      min: 34,
      max: 80,
      grows: true,
      worth: 0,
    },
    {id: 'grant', title: 'GRANT', from: ['/grant'], kind: 'number', worth: 1, tone: 'dim'},
  ],
  empty: 'Nothing odd: no write permission for anyone, no holder that is gone, no single users.',
  about:
    'Made from the grants: what anyone may change, who administers, holders that are gone, single users, grants given twice. A group is judged by its name alone.',
};

/** Projects that use one permission scheme; no operation lists them, so each project is asked. */
export const schemeProjects: Resource = {
  id: 'scheme-projects',
  title: 'Where used',
  noun: 'project',
  service: 'tracker',
  aliases: [],
  needs: ['scheme'],
  sources: [
    {
      service: 'tracker',
      operation: 'project search',
      inputs: {expand: 'lead'},
      scan: {
        call: {
          service: 'tracker',
          operation: 'project get-assigned-permission-scheme',
          inputs: {projectKeyOrId: '{asked}'},
        },
        params: {asked: ['/id']},
        pointer: '/id',
        equals: 'scheme',
      },
    },
  ],
  identity: ['/id'],
  name: ['/key', '/name'],
  columns: [
    {id: 'key', title: 'KEY', from: ['/key'], kind: 'text', max: 12, worth: 0, tone: 'title'},
    {
      id: 'name',
      title: 'NAME',
      from: ['/name'],
      kind: 'text',
      min: 20,
      max: 44,
      grows: true,
      worth: 0,
    },
    {id: 'type', title: 'TYPE', from: ['/projectTypeKey'], kind: 'text', max: 12, worth: 2},
    {id: 'lead', title: 'LEAD', from: ['/lead/displayName'], kind: 'text', max: 22, worth: 1},
    idColumn(3),
  ],
  opens: {screen: 'project', params: {project: ['/key', '/id']}},
  empty: 'No project that could be asked uses this scheme.',
  about:
    'No operation lists the projects of a scheme, so each project is asked, four at a time; the first 200 by themselves, the rest with G. A project that may not be asked (it needs Administer projects) is counted, not guessed.',
};

/** Grants of one permission scheme. */
export const grants: Resource = {
  id: 'grants',
  title: 'Grants',
  noun: 'grant',
  service: 'tracker',
  aliases: ['grant'],
  needs: ['scheme'],
  sources: [grantsCall],
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
