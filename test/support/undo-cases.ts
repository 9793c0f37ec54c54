import type {JsonValue} from '../../src/base/json-value.ts';

/** Values of a call by the names of their inputs. */
export type Inputs = Readonly<Record<string, readonly string[]>>;

/** What was read before and after a write, and its response. */
type Facts = Readonly<Record<'before' | 'after' | 'answer', JsonValue>>;

/** A write, and the calls that undo it; undefined where none does, or where too little is known. */
export type UndoCase = readonly [
  write: string,
  inputs: Inputs,
  facts: Partial<Facts>,
  undo: readonly string[] | undefined,
];

const a = {projectIdOrKey: ['A']};
const role = {...a, id: ['7']};
const grant = {schemeId: ['1'], permissionId: ['2']};
const feature = {...a, featureKey: ['f']};
const scheme = (...ids: readonly number[]) => ({
  notificationSchemeEvents: [
    {event: {id: '1'}, notifications: [{id: 9, notificationType: 'Reporter'}]},
    {
      event: {id: '3'},
      notifications: ids.map(id => ({id, notificationType: 'Group', parameter: `g${id}`})),
    },
  ],
});
const versions = {
  projectId: 1,
  versions: [
    {id: '1', self: 'https://x/1'},
    {id: '2', self: 'https://x/2'},
  ],
};
/** Gives a user one permission. */
export const toUser = {
  id: ['5'],
  'body.permissions.0.principalType': ['USER'],
  'body.permissions.0.principalId': ['u'],
  'body.permissions.0.operation': ['update'],
};
const held = {results: [{principalType: 'USER', principalId: 'u', operation: 'read'}]};
const permissions = (group: string, add: string, remove: string): readonly UndoCase[] => [
  [
    `content ${group} ${add}`,
    toUser,
    {before: {results: []}},
    [`${group} ${remove} --id=5 --principal-type=USER --principal-id=u --operation=update`],
  ],
  [
    `content ${group} ${add}`,
    toUser,
    {before: held},
    [
      `${group} ${add} --id=5 --body.permissions.0.principalType=USER --body.permissions.0.principalId=u --body.permissions.0.operation=read`,
    ],
  ],
  [`content ${group} ${add}`, toUser, {}, undefined],
  [
    `content ${group} ${add}`,
    {...toUser, 'body.permissions.1.principalId': ['v']},
    {before: held},
    undefined,
  ],
  [`content ${group} ${add}`, {id: ['5']}, {before: held}, undefined],
  [
    `content ${group} ${remove}`,
    {id: ['5'], 'principal-type': ['USER'], 'principal-id': ['u']},
    {before: held},
    [
      `${group} ${add} --id=5 --body.permissions.0.principalType=USER --body.permissions.0.principalId=u --body.permissions.0.operation=read`,
    ],
  ],
  [`content ${group} ${remove}`, {id: ['5'], 'principal-id': ['u']}, {}, undefined],
  [
    `content ${group} ${remove}`,
    {id: ['5']},
    {before: held},
    [`${group} ${add} --id=5 {"permissions":${JSON.stringify(held.results)}}`],
  ],
];
const defaults = (group: string): readonly UndoCase[] => [
  [
    `tracker ${group} set-default`,
    {id: ['3']},
    {before: {values: [{id: '1'}]}},
    [`${group} set-default --id=1`],
  ],
  [
    `tracker ${group} set-default`,
    {id: ['3']},
    {before: {values: []}},
    [`${group} set-default --id=null`],
  ],
  [`tracker ${group} set-default`, {id: ['3']}, {}, undefined],
];
const order = {values: [{id: '1'}, {id: '2'}, {id: '3'}]};
const moves = (group: string): readonly UndoCase[] => [
  [
    `tracker ${group} move`,
    {ids: ['3'], position: ['First']},
    {before: order},
    [`${group} move --ids=3 --after=2`],
  ],
  [
    `tracker ${group} move`,
    {ids: ['1'], after: ['3']},
    {before: order},
    [`${group} move --ids=1 --position=First`],
  ],
  [`tracker ${group} move`, {ids: ['1', '2'], after: ['3']}, {before: order}, undefined],
  [`tracker ${group} move`, {ids: ['4'], after: ['3']}, {before: order}, undefined],
  [`tracker ${group} move`, {after: ['3']}, {before: {values: [{}]}}, undefined],
  [`tracker ${group} move`, {ids: ['3']}, {before: {values: 'none'}}, undefined],
  [`tracker ${group} move`, {ids: ['3']}, {}, undefined],
];

/** Every rule of undo, with what it needs and with too little. */
export const undoCases: readonly UndoCase[] = [
  ['tracker project archive', a, {}, ['project restore --projectIdOrKey=A']],
  ['tracker project archive', {}, {}, undefined],
  [
    'tracker project restore',
    a,
    {before: {archived: true}},
    ['project archive --projectIdOrKey=A'],
  ],
  ['tracker project restore', a, {before: {deleted: true}}, ['project delete --projectIdOrKey=A']],
  ['tracker project restore', a, {before: {archived: false}}, undefined],
  ['tracker project restore', a, {}, undefined],
  ['tracker project delete', a, {}, ['project restore --projectIdOrKey=A']],
  ['tracker project delete', {...a, enableUndo: ['false']}, {}, undefined],
  [
    'tracker project add-actor-users',
    {...role, user: ['u']},
    {},
    ['project delete-actor --projectIdOrKey=A --id=7 --user=u'],
  ],
  [
    'tracker project add-actor-users',
    {...role, group: ['g'], groupId: ['i']},
    {},
    ['project delete-actor --projectIdOrKey=A --id=7 --group=g --groupId=i'],
  ],
  ['tracker project add-actor-users', {...role, user: ['u', 'v']}, {}, undefined],
  [
    'tracker project delete-actor',
    {...role, user: ['u']},
    {},
    ['project add-actor-users --projectIdOrKey=A --id=7 --user=u'],
  ],
  [
    'tracker project create-avatar',
    a,
    {answer: {id: '9'}},
    ['project delete-avatar --projectIdOrKey=A --id=9'],
  ],
  ['tracker project create-avatar', a, {answer: {}}, undefined],
  ['tracker project create-avatar', a, {answer: {id: {}}}, undefined],
  ['tracker project create-avatar', a, {answer: {id: []}}, undefined],
  ['tracker project create-avatar', a, {}, undefined],
  [
    'tracker project set-property',
    {...a, propertyKey: ['k']},
    {before: {key: 'k', value: {n: [1]}}},
    ['project set-property --projectIdOrKey=A --propertyKey=k {"n":[1]}'],
  ],
  [
    'tracker project set-property',
    {...a, propertyKey: ['k']},
    {before: {value: false}},
    ['project set-property --projectIdOrKey=A --propertyKey=k false'],
  ],
  [
    'tracker project set-property',
    {...a, propertyKey: ['k']},
    {before: {key: 'k', value: null}},
    undefined,
  ],
  [
    'tracker project set-property',
    {...a, propertyKey: ['k']},
    {before: {}},
    ['project delete-property --projectIdOrKey=A --propertyKey=k'],
  ],
  ['tracker project set-property', {...a, propertyKey: ['k']}, {}, undefined],
  [
    'tracker project update-default-project-classification',
    {...a, id: ['3']},
    {before: {classification: {id: '2'}}},
    ['project update-default-project-classification --projectIdOrKey=A --id=2'],
  ],
  [
    'tracker project update-default-project-classification',
    {...a, id: ['3']},
    {before: {}},
    ['project remove-default-project-classification --projectIdOrKey=A'],
  ],
  ['tracker project update-default-project-classification', {...a, id: ['3']}, {}, undefined],
  [
    'tracker project remove-default-project-classification',
    a,
    {before: {classification: {id: '2'}}},
    ['project update-default-project-classification --projectIdOrKey=A --id=2'],
  ],
  [
    'tracker permissionscheme delete-permission-scheme-entity',
    grant,
    {before: {permission: 'ADMIN', holder: {type: 'group', value: 'v', parameter: 'g'}}},
    [
      'permissionscheme create-permission-grant --schemeId=1 --permission=ADMIN --body.holder.type=group --body.holder.value=v --body.holder.parameter=g',
    ],
  ],
  [
    'tracker permissionscheme delete-permission-scheme-entity',
    grant,
    {before: {permission: 'ADMIN', holder: {type: 'anyone', parameter: null}}},
    [
      'permissionscheme create-permission-grant --schemeId=1 --permission=ADMIN --body.holder.type=anyone',
    ],
  ],
  ...defaults('priority'),
  ...defaults('resolution'),
  ...moves('priority'),
  ...moves('resolution'),
  [
    'tracker version move',
    {id: ['2']},
    {before: versions},
    ['version move --id=2 --after=https://x/1'],
  ],
  [
    'tracker version move',
    {id: ['1']},
    {before: versions},
    ['version move --id=1 --position=First'],
  ],
  ['tracker version move', {id: ['3']}, {before: versions}, undefined],
  ...(['ENABLED', 'DISABLED'] as const).map(
    (state): UndoCase => [
      'tracker project toggle-feature-for',
      {...feature, state: [state]},
      {
        before: {
          features: [
            {feature: 'e', state: 'ENABLED'},
            {feature: 'f', state: 'DISABLED'},
          ],
        },
      },
      ['project toggle-feature-for --projectIdOrKey=A --featureKey=f --state=DISABLED'],
    ],
  ),
  [
    'tracker notificationscheme add-notifications',
    {id: ['1']},
    {before: scheme(4), after: scheme(4, 5, 6)},
    [
      'notificationscheme remove-notification-from-notification-scheme --notificationSchemeId=1 --notificationId=5',
      'notificationscheme remove-notification-from-notification-scheme --notificationSchemeId=1 --notificationId=6',
    ],
  ],
  ['tracker notificationscheme add-notifications', {id: ['1']}, {before: scheme(4)}, undefined],
  [
    'tracker notificationscheme add-notifications',
    {id: ['1']},
    {before: scheme(4), after: null},
    undefined,
  ],
  ['tracker notificationscheme add-notifications', {id: ['1']}, {before: scheme(4), after: {}}, []],
  [
    'tracker notificationscheme add-notifications',
    {id: ['1']},
    {before: scheme(4), after: scheme(4)},
    [],
  ],
  [
    'tracker notificationscheme remove-notification-from-notification-scheme',
    {notificationSchemeId: ['1'], notificationId: ['5']},
    {before: scheme(4, 5)},
    [
      'notificationscheme add-notifications --id=1 --body.notificationSchemeEvents.0.event.id=3 --body.notificationSchemeEvents.0.notifications.0.notificationType=Group --body.notificationSchemeEvents.0.notifications.0.parameter=g5',
    ],
  ],
  [
    'tracker notificationscheme remove-notification-from-notification-scheme',
    {notificationSchemeId: ['1'], notificationId: ['6']},
    {before: scheme(4, 5)},
    undefined,
  ],
  [
    'content labels add',
    {'page-id': ['1'], label: ['old', 'x', 'y']},
    {before: {results: [{name: 'old'}]}},
    ['labels remove --page-id=1 --label=x', 'labels remove --page-id=1 --label=y'],
  ],
  [
    'content labels add',
    {'page-id': ['1'], label: ['old']},
    {before: {results: [{name: 'old'}]}},
    [],
  ],
  [
    'content labels add',
    {'page-id': ['1'], label: ['x']},
    {before: {}},
    ['labels remove --page-id=1 --label=x'],
  ],
  ['content labels add', {'page-id': ['1'], label: ['x']}, {}, undefined],
  ['content labels add', {'page-id': ['1']}, {before: {results: []}}, []],
  [
    'content labels remove',
    {'page-id': ['1'], label: ['x']},
    {},
    ['labels add --page-id=1 --label=x'],
  ],
  ...permissions('blogposts', 'add-blog-post-permissions', 'delete-blog-post-permissions'),
  ...permissions('whiteboards', 'add-permissions', 'delete-permissions'),
  [
    'content whiteboards set-restriction-state',
    {id: ['1']},
    {before: {read: 'open', update: 'restricted'}},
    ['whiteboards set-restriction-state --id=1 {"read":"open","update":"restricted"}'],
  ],
  ['content admin-key enable-admin-key', {}, {}, ['admin-key disable-admin-key']],
  // What was created is deleted, by the id in the answer.
  ['tracker version create', {name: ['1.0']}, {answer: {id: '8'}}, ['version delete --id=8']],
  ['tracker version create', {name: ['1.0']}, {}, undefined],
  [
    'tracker version create-related-work',
    {id: ['3']},
    {answer: {relatedWorkId: 'w'}},
    ['version delete-related-work --versionId=3 --relatedWorkId=w'],
  ],
  [
    'tracker permissionscheme create-permission-grant',
    {schemeId: ['1']},
    {answer: {id: 10400}},
    ['permissionscheme delete-permission-scheme-entity --schemeId=1 --permissionId=10400'],
  ],
  [
    'tracker group create',
    {name: ['g']},
    {answer: {groupId: 'i', name: 'g'}},
    ['group remove --groupId=i'],
  ],
  ...(['groupId', 'groupname'] as const).flatMap(name => {
    const member = {[name]: ['g'], accountId: ['u']};
    return [
      [
        'tracker group add-user-to',
        member,
        {},
        [`group remove-user-from --${name}=g --accountId=u`],
      ],
      [
        'tracker group remove-user-from',
        member,
        {},
        [`group add-user-to --${name}=g --accountId=u`],
      ],
    ] as const;
  }),
  ...(
    [
      ['add-project-actors-to', 'delete-project-actors-from'],
      ['delete-project-actors-from', 'add-project-actors-to'],
    ] as const
  ).map(
    ([write, undo]) =>
      [
        `tracker role ${write}`,
        {id: ['7'], groupId: ['g']},
        {},
        [`role ${undo} --id=7 --groupId=g`],
      ] as const,
  ),
  ['tracker role add-project-actors-to', {id: ['7'], user: ['u', 'v']}, {}, undefined],
  ['tracker role create-project', {name: ['r']}, {answer: {id: 8}}, ['role delete-project --id=8']],
  ['tracker component create', {name: ['c']}, {answer: {id: '8'}}, ['component delete --id=8']],
  ['tracker statuses create', {}, {answer: {id: '8'}}, undefined],
  // A deletion below another path, and an update with values of its own, follow no rule.
  ['tracker webhook refresh', {}, {answer: {id: '8'}}, undefined],
  ['tracker version delete-and-replace', {id: ['1']}, {answer: {id: '8'}}, undefined],
  ['tracker version update', {id: ['1']}, {before: {id: '1'}, answer: {id: '1'}}, undefined],
];
