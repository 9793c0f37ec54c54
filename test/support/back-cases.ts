/** A verb that can be taken back, and what it is tried on. */
export interface BackCase {
  readonly list: string;
  readonly verb: string;
  /** What the palette goes to. @default the list */
  readonly at?: string;
  /** What its row is called. @default the first that can be taken */
  readonly row?: string;
  readonly asked?: Readonly<Record<string, string>>;
  /**
   * What tells that all is as before; `{post}`, `{board}` … stand for ids of some, `{row}` for that
   * of the row.
   */
  readonly path: string;
  /** What is told of each object there anew when it is made again, and so no part of it: its id. */
  readonly anew?: true;
}

const hpay = '/rest/api/3/project/HPAY';
const version = '/rest/api/3/version/10010';
const ofVersion = {list: 'versions', at: 'versions HPAY', row: '2.4.0', path: version};
const lma = {list: 'projects', row: 'LMA', path: '/rest/api/3/project/LMA'};
const resolutions = {list: 'resolutions', path: '/rest/api/3/resolution/search'};
const priorities = {list: 'priorities', path: '/rest/api/3/priority/search'};

const ofRole = {
  list: 'roles',
  at: 'roles HPAY',
  row: 'Administrators',
  path: `${hpay}/role/10002`,
} as const;
const grant = {
  'body.permissions.0.principalId': 'OTHER',
  'body.permissions.0.operation': 'read',
  'body.permissions.0.principalType': 'user',
} as const;

/** One for each verb that can be taken back. */
export const backCases: readonly BackCase[] = [
  {
    ...lma,
    verb: 'edit',
    asked: {name: 'Another', description: 'Another one.', url: 'https://a.example'},
  },
  {...lma, verb: 'lead', asked: {leadAccountId: 'OTHER'}},
  {
    ...lma,
    verb: 'permissions',
    asked: {id: '10000'},
    path: '/rest/api/3/project/LMA/permissionscheme',
  },
  {...lma, verb: 'archive'},
  {...lma, verb: 'delete'},
  {
    ...lma,
    verb: 'sender',
    asked: {emailAddress: 'other@example.com'},
    path: '/rest/api/3/project/LMA/email',
  },
  {...ofVersion, verb: 'edit', asked: {name: '9.9', description: 'Text.', startDate: '2026-01-02'}},
  {...ofVersion, verb: 'release', asked: {releaseDate: '2026-11-22'}},
  {...ofVersion, verb: 'archive'},
  {...ofVersion, row: '2.3.0', verb: 'unrelease', path: '/rest/api/3/version/10009'},
  {
    list: 'versions',
    at: 'versions HPAY',
    verb: 'create',
    asked: {name: '8.8'},
    path: `${hpay}/versions`,
  },
  {...resolutions, verb: 'edit', asked: {name: 'Another', description: 'Text.'}},
  {
    ...resolutions,
    verb: 'default',
    row: 'Duplicate',
    path: '/rest/api/3/resolution/search?onlyDefault=true',
  },
  {...resolutions, verb: 'move', row: 'Duplicate', asked: {position: 'First'}},
  {...priorities, verb: 'edit', asked: {name: 'Another', description: 'Text.'}},
  {...priorities, verb: 'no-default', row: 'Medium'},
  {...resolutions, verb: 'no-default', row: 'Done'},
  {...priorities, verb: 'default'},
  {...priorities, verb: 'move', row: 'Low', asked: {position: 'First'}},
  {...ofRole, verb: 'add', asked: {user: 'OTHER'}},
  {
    list: 'related-work',
    at: 'related-work 10010',
    verb: 'add',
    asked: {category: 'design', title: 'Another', url: 'https://a.example'},
    path: `${version}/relatedwork`,
  },
  {
    list: 'versions',
    at: 'versions HPAY',
    row: '1.2.0',
    verb: 'move',
    asked: {position: 'First'},
    path: `${hpay}/versions`,
  },
  {
    list: 'statuses',
    row: 'In Progress',
    verb: 'edit',
    asked: {'body.statuses.0.name': 'At it', 'body.statuses.0.statusCategory': 'DONE'},
    path: '/rest/api/3/statuses?id=3',
  },
  {
    list: 'features',
    at: 'features HPAY',
    row: 'Sprints',
    verb: 'on',
    path: `${hpay}/features`,
  },
  {
    ...ofRole,
    verb: 'set',
    asked: {categorisedActors: '{"atlassian-user-role-actor":["OTHER"]}'},
    anew: true,
  },
  {
    list: 'permission-schemes',
    verb: 'edit',
    row: 'Members only',
    asked: {name: 'Another', description: 'Text.'},
    path: '/rest/api/3/permissionscheme/10001?expand=all',
  },
  {
    list: 'notification-schemes',
    verb: 'edit',
    row: 'Quiet teams',
    asked: {name: 'Another', description: 'Text.'},
    path: '/rest/api/3/notificationscheme/10001?expand=all',
  },
  {
    list: 'blog-posts',
    verb: 'label',
    asked: {label: 'quite-new'},
    path: '/blogposts/{post}/labels',
  },
  {
    list: 'post-labels',
    at: 'post-labels {post}',
    verb: 'add',
    asked: {label: 'quite-new'},
    path: '/blogposts/{post}/labels',
  },
  {
    list: 'blog-posts',
    verb: 'allow',
    asked: grant,
    path: '/blogposts/{post}/permissions',
  },
  {
    list: 'post-permissions',
    at: 'post-permissions {post}',
    verb: 'add',
    asked: {...grant, 'body.permissions.0.operation': 'update'},
    path: '/blogposts/{post}/permissions',
  },
  {
    list: 'whiteboard-permissions',
    at: 'whiteboard-permissions {board}',
    verb: 'add',
    asked: grant,
    path: '/whiteboards/{board}/permissions',
  },
  {
    list: 'permission-schemes',
    verb: 'create',
    asked: {name: 'Quite new'},
    path: '/rest/api/3/permissionscheme',
  },
  {
    list: 'permission-schemes',
    row: 'Members only',
    verb: 'copy',
    asked: {name: 'Quite new'},
    path: '/rest/api/3/permissionscheme',
  },
  {
    list: 'permission-schemes',
    row: 'Open to the world',
    verb: 'assign',
    asked: {projectKeyOrId: 'LMA'},
    path: '/rest/api/3/project/LMA/permissionscheme',
  },
  {
    list: 'notification-schemes',
    verb: 'create',
    asked: {name: 'Quite new'},
    path: '/rest/api/3/notificationscheme',
  },
  {
    list: 'notification-schemes',
    row: 'Quiet teams',
    verb: 'copy',
    asked: {name: 'Quite new'},
    path: '/rest/api/3/notificationscheme',
  },
  {
    list: 'blog-posts',
    verb: 'write',
    asked: {'space-id': '{space}', title: 'Quite new', body: '<p>x</p>'},
    path: '/blogposts?title=Quite%20new',
  },
  {
    list: 'blog-posts',
    verb: 'edit',
    asked: {title: 'Another', body: '<p>Another</p>'},
    path: '/blogposts/{row}?body-format=storage',
  },
  {
    list: 'blog-posts',
    verb: 'classify',
    asked: {'body.id': '{level}'},
    path: '/blogposts/{row}/classification-level',
  },
  {
    list: 'blog-posts',
    verb: 'property',
    asked: {key: 'quite.new', value: '{"a":[1]}'},
    path: '/blogposts/{row}/properties',
  },
  {
    list: 'post-properties',
    at: 'post-properties {post}',
    verb: 'add',
    asked: {key: 'quite.new', value: '{"a":[1]}'},
    path: '/blogposts/{post}/properties',
  },
  {
    list: 'post-properties',
    at: 'post-properties {post}',
    verb: 'edit',
    asked: {value: '{"a":[1]}'},
    path: '/blogposts/{post}/properties/{row}',
  },
  {
    list: 'post-labels',
    at: 'post-labels {post}',
    verb: 'remove',
    path: '/blogposts/{post}/labels?sort=name',
  },
  {
    list: 'whiteboard-tree',
    at: 'whiteboard-tree {board}',
    verb: 'restrict',
    asked: {'body.read': 'restricted', 'body.update': 'open'},
    path: '/whiteboards/{row}/restriction-state',
  },
  {
    list: 'whiteboard-tree',
    at: 'whiteboard-tree {board}',
    verb: 'classify',
    asked: {'body.id': '{level}'},
    path: '/whiteboards/{row}/classification-level',
  },
  {
    list: 'whiteboard-properties',
    at: 'whiteboard-properties {board}',
    verb: 'add',
    asked: {key: 'quite.new', value: '{"a":[1]}'},
    path: '/whiteboards/{board}/properties',
  },
  {
    list: 'custom-content-of-type',
    at: 'custom-content-of-type ac:risk-register:risk',
    verb: 'edit',
    asked: {title: 'Another', body: '<p>Another</p>'},
    path: '/custom-content/{row}?body-format=storage',
  },
  {
    list: 'content-properties',
    at: 'content-properties {content}',
    verb: 'add',
    asked: {key: 'quite.new', value: '{"a":[1]}'},
    path: '/custom-content/{content}/properties',
  },
  {
    list: 'content-properties',
    at: 'content-properties {content}',
    verb: 'edit',
    asked: {value: '{"a":[1]}'},
    path: '/custom-content/{content}/properties/{row}',
  },
  {
    list: 'whiteboard-properties',
    at: 'whiteboard-properties {board}',
    verb: 'edit',
    asked: {value: '{"a":[1]}'},
    path: '/whiteboards/{board}/properties/{row}',
  },
  {
    list: 'ui-modifications',
    verb: 'create',
    asked: {name: 'Another'},
    path: '/rest/api/3/uiModifications',
  },
  {
    list: 'components',
    at: 'components HPAY',
    verb: 'edit',
    asked: {name: 'Another', description: 'Text.'},
    path: '/rest/api/3/component/{row}',
  },
  {
    list: 'components',
    at: 'components HPAY',
    verb: 'lead',
    row: 'Front end',
    asked: {leadAccountId: 'OTHER'},
    path: '/rest/api/3/component/{row}',
  },
  {
    list: 'components',
    at: 'components HPAY',
    verb: 'create',
    asked: {name: 'Another'},
    path: `${hpay}/components`,
  },
  {
    list: 'site-roles',
    verb: 'edit',
    row: 'Administrators',
    asked: {name: 'Another'},
    path: '/rest/api/3/role',
  },
  {
    list: 'site-roles',
    verb: 'describe',
    row: 'Administrators',
    asked: {description: 'Another one.'},
    path: '/rest/api/3/role',
  },
  {
    list: 'site-roles',
    verb: 'add-default',
    row: 'Administrators',
    asked: {user: 'OTHER'},
    path: '/rest/api/3/role/10002/actors',
  },
  {
    list: 'project-categories',
    verb: 'edit',
    asked: {name: 'Another', description: 'Text.'},
    path: '/rest/api/3/projectCategory',
  },
  {
    list: 'project-categories',
    verb: 'create',
    asked: {name: 'Another'},
    path: '/rest/api/3/projectCategory',
  },
  {list: 'groups', verb: 'create', asked: {name: 'another'}, path: '/rest/api/3/group/bulk'},
  {
    list: 'site-roles',
    verb: 'create',
    asked: {name: 'Another'},
    path: '/rest/api/3/role',
  },
];

/** What cannot be tried alike, each with the reason. */
export const notTried: Readonly<Record<string, string>> = {
  'projects notifications': 'what it was is not told: its preview says that it does not come back',
  'projects category': 'comes back where there was one',
  'projects classification': 'tried by the command (test/commands/undo-changed.test.ts)',
  'projects no-classification': 'what classification does',
  'projects restore': 'archive, taken back, restores',
  'project-trash restore': 'delete, taken back, restores',
  'projects create': 'its deletion to the trash leaves it there',
  'post-permissions delete': 'tried by the command (test/commands/undo-changed.test.ts)',
  'whiteboard-permissions delete': 'tried by the command (test/commands/undo-changed.test.ts)',
  'actors add': 'tried as roles add',
  'all-components edit': 'tried as components edit',
  'all-components create': 'tried as components create',
  'default-actors add': 'tried as site-roles add-default',
  'default-actors remove-user': 'what add does',
  'default-actors remove-group': 'what add does',
  'actors remove-user': 'what add does',
  'actors remove-group': 'what add does',
  'project-properties edit': 'tried beside these, as a property that was there',
  'project-properties add': 'a property that was not there has no old value',
  'avatars upload': 'tried where its file is picked (test/state/views/form/files.test.ts)',
  'features off': 'on, taken back, switches it off',
  'grants delete': 'tried with the writes of commands: it comes back with another id, at the end',
  'notification-schemes assign': 'what it was is not told, as of projects notifications',
  'space-posts write': 'tried as blog-posts write',
  'spaces write-post': 'tried as blog-posts write',
  'spaces create-board': 'no operation lists whiteboards; its deletion moves it to the trash',
  'custom-content-of-type create': 'as blog-posts write: its deletion moves it to the trash',
  'blog-drafts publish': 'what was published stays so',
  'blog-drafts edit': 'tried as blog-posts edit',
  'versions unarchive': 'archive, taken back, takes out',
  'resolutions create': 'its deletion asks for a replacement',
  'priorities create': 'its deletion asks for a replacement',
};
