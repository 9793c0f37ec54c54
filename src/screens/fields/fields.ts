import type {Resource} from '../../state/model/resource.ts';
import {descriptionColumn, idColumn, nameColumn} from '../../state/views/list/columns.ts';

const tracker = 'tracker' as const;

/** Workflow statuses, global and of projects. */
export const statuses: Resource = {
  id: 'statuses',
  title: 'Statuses',
  noun: 'status',
  service: tracker,
  aliases: ['st'],
  needs: [],
  sources: [{service: tracker, operation: 'statuses search', inputs: {}}],
  identity: ['/id'],
  name: ['/name'],
  columns: [
    nameColumn(16, 40),
    {
      id: 'category',
      title: 'CATEGORY',
      from: ['/statusCategory'],
      kind: 'text',
      max: 12,
      worth: 0,
      tones: {TODO: 'plain', IN_PROGRESS: 'accent', DONE: 'good'},
    },
    {
      id: 'scope',
      title: 'SCOPE',
      from: ['/scope/type'],
      kind: 'text',
      max: 8,
      worth: 1,
      tone: 'dim',
    },
    {
      id: 'project',
      title: 'PROJECT',
      from: ['/scope/project/id'],
      kind: 'number',
      worth: 3,
      tone: 'dim',
    },
    descriptionColumn(2),
    idColumn(4),
  ],
  opens: {screen: 'status', params: {status: ['/id'], crumb: ['/name']}},
  describe: {
    call: {service: tracker, operation: 'statuses get-by-id', inputs: {id: '{status}'}},
    params: {status: ['/id']},
  },
  empty: 'There are no statuses.',
  about: 'Enter tells where a status is used: projects, issue types, workflows.',
};

/** Issue resolutions in their order, with the default. */
export const resolutions: Resource = {
  id: 'resolutions',
  title: 'Resolutions',
  noun: 'resolution',
  service: tracker,
  aliases: ['resolution', 'res'],
  needs: [],
  sources: [
    {service: tracker, operation: 'resolution search', inputs: {}},
    {service: tracker, operation: 'resolution get-resolutions', inputs: {}},
  ],
  identity: ['/id'],
  name: ['/name'],
  columns: [
    nameColumn(16, 40),
    {
      id: 'default',
      title: 'DEFAULT',
      from: ['/default'],
      kind: 'state',
      states: [{flag: '/default', word: 'default', tone: 'good'}],
      worth: 1,
    },
    descriptionColumn(2),
    idColumn(3),
  ],
  describe: {
    call: {service: tracker, operation: 'resolution get-resolution', inputs: {id: '{id}'}},
    params: {id: ['/id']},
  },
  empty: 'There are no resolutions. Create one: jr resolution create --body @resolution.json',
  about: 'In the order people see them. No operation tells which issues or projects use one.',
};

/** Issue priorities in their order, with the default and their schemes. */
export const priorities: Resource = {
  id: 'priorities',
  title: 'Priorities',
  noun: 'priority',
  service: tracker,
  aliases: ['priority', 'prio'],
  needs: [],
  sources: [
    {service: tracker, operation: 'priority search', inputs: {expand: 'schemes'}},
    {service: tracker, operation: 'priority get-priorities', inputs: {}},
  ],
  identity: ['/id'],
  name: ['/name'],
  columns: [
    nameColumn(16, 30),
    {
      id: 'default',
      title: 'DEFAULT',
      from: ['/isDefault'],
      kind: 'state',
      states: [{flag: '/isDefault', word: 'default', tone: 'good'}],
      worth: 1,
    },
    {
      id: 'color',
      title: 'COLOUR',
      from: ['/statusColor'],
      kind: 'text',
      max: 8,
      worth: 3,
      tone: 'dim',
    },
    {id: 'schemes', title: 'SCHEMES', from: ['/schemes/values'], kind: 'count', worth: 2},
    descriptionColumn(2),
    idColumn(4),
  ],
  opens: {screen: 'priority', params: {id: ['/id'], crumb: ['/name']}},
  describe: {
    call: {service: tracker, operation: 'priority get-priority', inputs: {id: '{id}'}},
    params: {id: ['/id']},
  },
  empty: 'There are no priorities.',
  about: 'At most the first 15 schemes of a priority are counted by the service.',
};

/** UI modifications of the calling app. */
export const uiModifications: Resource = {
  id: 'ui-modifications',
  title: 'UI modifications',
  noun: 'UI modification',
  service: tracker,
  aliases: ['uiModifications', 'uim'],
  needs: [],
  sources: [
    {
      service: tracker,
      operation: 'uiModifications get-ui-modifications',
      inputs: {expand: ['contexts', 'data']},
    },
  ],
  identity: ['/id'],
  name: ['/name'],
  columns: [
    nameColumn(20, 50),
    {id: 'contexts', title: 'CONTEXTS', from: ['/contexts'], kind: 'count', worth: 1},
    descriptionColumn(2, 70),
    {id: 'id', title: 'ID', from: ['/id'], kind: 'text', min: 8, max: 36, worth: 3, tone: 'dim'},
  ],
  opens: {screen: 'ui-contexts', params: {modification: ['/id'], crumb: ['/name']}},
  empty: 'This app has no UI modifications.',
  about: 'Only platform apps can use them; at most 3,000 per app. Enter lists where one applies.',
};

/** Users of the site. */
export const users: Resource = {
  id: 'users',
  title: 'Users',
  noun: 'user',
  service: tracker,
  aliases: ['user', 'u', 'people'],
  needs: [],
  sources: [{service: tracker, operation: 'users get-all', inputs: {maxResults: '1000'}}],
  identity: ['/accountId'],
  name: ['/displayName'],
  columns: [
    {
      id: 'name',
      title: 'NAME',
      from: ['/displayName'],
      kind: 'text',
      min: 18,
      max: 36,
      worth: 0,
      tone: 'title',
    },
    {
      id: 'state',
      title: 'STATE',
      from: ['/active'],
      kind: 'state',
      states: [
        {flag: '/active', word: 'active', tone: 'good'},
        {word: 'inactive', tone: 'warn'},
      ],
      worth: 1,
    },
    {
      id: 'type',
      title: 'TYPE',
      from: ['/accountType'],
      kind: 'text',
      max: 10,
      worth: 2,
      tone: 'dim',
    },
    {
      id: 'email',
      title: 'E-MAIL',
      from: ['/emailAddress'],
      kind: 'text',
      min: 14,
      max: 40,
      grows: true,
      worth: 1,
    },
    {
      id: 'zone',
      title: 'TIME ZONE',
      from: ['/timeZone'],
      kind: 'text',
      max: 22,
      worth: 4,
      tone: 'dim',
    },
    {
      id: 'id',
      title: 'ACCOUNT ID',
      from: ['/accountId'],
      kind: 'text',
      min: 12,
      max: 44,
      worth: 3,
      tone: 'dim',
    },
  ],
  opens: {screen: 'user', params: {accountId: ['/accountId'], crumb: ['/displayName']}},
  describe: {
    call: {
      service: tracker,
      operation: 'user get',
      inputs: {accountId: '{accountId}', expand: ['groups', 'applicationRoles']},
    },
    params: {accountId: ['/accountId']},
  },
  sort: {column: 'name', reverse: false},
  empty: 'No user is visible: it needs Browse users and groups.',
  about: 'The first 1,000 users of the site; e-mail addresses are often hidden by their owners.',
};
