import {trackerRef, type ValueSource} from '../../api/operation-ref.ts';
import {nameText, number, text} from '../../base/column.ts';
import {counted} from '../../base/counted.ts';
import {type JsonValue, listAt, readPointer, textAt} from '../../base/json-value.ts';
import {type Card, field, group as heading, rows} from '../../state/model/card.ts';
import {recordColumn, recordColumns} from '../../state/model/column.ts';
import {homeLine} from '../../state/model/count.ts';
import {namesCall} from '../../state/model/names.ts';
import {listTabs, type ObjectScreen} from '../../state/model/object-screen.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {trackerVerb, type Verb} from '../../state/model/verb.ts';
import {listPermissionSchemes} from '../schemes/scheme-calls.ts';
import {users} from './users.ts';

/** Reads schemes, application access and roles, which may refer to groups. */
const readUses = {
  ...listPermissionSchemes,
  also: {
    applications: trackerRef('applicationrole get-all-application-roles'),
    roles: trackerRef('role get-all-project'),
    notifications: trackerRef('notificationscheme get-notification-schemes', {
      expand: ['notificationSchemeEvents', 'group'],
    }),
  },
};

const members = trackerRef('group get-users-from', {
  groupId: '{group}',
  includeInactiveUsers: 'true',
});

interface Use {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** Permissions, events or applications; empty if the name says all. */
  readonly gives: readonly string[];
}

/** Find the uses of a group, by its id or its name. */
function usesOf(answer: JsonValue, group: string, name: string): readonly Use[] {
  const isMeant = (holder: JsonValue | undefined): boolean =>
    holder !== undefined &&
    [...['/value', '/group/groupId', '/groupId', '/actorGroup/groupId']].some(
      pointer => textAt(holder, pointer) === group,
    );
  const isNamed = (holder: JsonValue): boolean =>
    name !== '' && ['/parameter', '/name'].some(pointer => textAt(holder, pointer) === name);
  const use = (kind: string, of: JsonValue, gives: readonly string[], id = '/id'): Use[] =>
    gives.length === 0
      ? []
      : [{kind, id: textAt(of, id), name: textAt(of, '/name'), gives: [...new Set(gives)]}];
  return [
    ...listAt(answer, '/permissionSchemes').flatMap(scheme => {
      const grants = listAt(scheme, '/permissions').filter(grant => {
        const holder = readPointer(grant, '/holder') ?? null;
        return textAt(holder, '/type') === 'group' && (isMeant(holder) || isNamed(holder));
      });
      const permissions = grants.map(grant => textAt(grant, '/permission'));
      return use('permission scheme', scheme, permissions);
    }),
    ...listAt(answer, '/notifications/values').flatMap(scheme => {
      const events = listAt(scheme, '/notificationSchemeEvents').filter(one =>
        listAt(one, '/notifications').some(
          to => textAt(to, '/notificationType') === 'Group' && (isMeant(to) || isNamed(to)),
        ),
      );
      return use(
        'notification scheme',
        scheme,
        events.map(one => textAt(one, '/event/name')),
      );
    }),
    ...listAt(answer, '/applications').flatMap(role =>
      listAt(role, '/groupDetails').some(isMeant)
        ? use('application', role, ['access'], '/key')
        : [],
    ),
    ...listAt(answer, '/roles').flatMap(role =>
      listAt(role, '/actors').some(isMeant) ? use('project role', role, ['default actor']) : [],
    ),
  ];
}

/** List the parts of `readUses` that failed. */
function unreadUses(answer: JsonValue): readonly string[] {
  return Object.keys(readUses.also).flatMap(part => {
    const value = readPointer(answer, `/${part}`);
    return typeof value === 'string' ? [`${part} ${value}`] : [];
  });
}

/** Describe who loses something by the deletion of a group. */
function lossesOf(answer: JsonValue, row: ValueSource): readonly string[] {
  const at = (pointer: string) => String(row(pointer) ?? '');
  const uses = usesOf(answer, at('/groupId'), at('/name'));
  const kinds = [...new Set(uses.map(({kind}) => kind))].map(kind => {
    const names = uses.filter(one => one.kind === kind).map(({name}) => name);
    const some = names.slice(0, 3).join(', ');
    return `${counted(names.length, kind)} (${some}${names.length > 3 ? ', …' : ''})`;
  });
  const size = row('/members');
  return [
    ...(typeof size === 'number' && size > 0
      ? [`${counted(size, 'member')} will lose what it grants.`]
      : []),
    ...(kinds.length > 0 ? [`Used by ${kinds.join(', ')}.`] : []),
    ...unreadUses(answer).map(part => `Not known: ${part}.`),
  ];
}

const ofGroup = {groupId: '{row/groupId}'};

const groupVerbs: readonly Verb[] = [
  trackerVerb.one('add-member', 'Add a member…', 'group add-user-to', ofGroup, {
    title: 'Add a member to {object}',
    asks: {accountId: ''},
  }),
  trackerVerb.delete('group remove', ofGroup, {
    words: 'Delete…',
    title: 'Delete {object}',
    rows: 'one',
    asks: {swapGroupId: ''},
    consequences: {by: readUses, says: lossesOf},
  }),
  trackerVerb.create('New group…', 'group create', {}, {name: ''}),
];

const groupCard: Card = {
  after: {
    members: trackerRef(
      'group get-users-from',
      {groupId: '{answer/groupId}', includeInactiveUsers: 'true', maxResults: '10'},
      {firstPage: true},
    ),
  },
  title: [text('', '/name')],
  lines: [
    field('Group ID', text('', '/groupId', {tone: 'dim'})),
    heading('Members', number('', '/members/total')),
    rows(
      '/members/values',
      [
        text('', '/displayName'),
        text('', '/emailAddress', {tone: 'dim'}),
        ...recordColumn('user get', 'state'),
        text('', '/accountType', {tone: 'dim'}),
        text('', '/timeZone', {tone: 'dim'}),
      ],
      10,
    ),
  ],
};

/** Groups of the site; enter shows the members of one and where it is used. */
export const groups = list({
  id: 'groups',
  indexed: namesCall('tracker', 'group', {maxResults: '100'}),
  noun: 'group',
  aliases: ['group', 'grp'],
  sources: [trackerRef('group bulk-get', {maxResults: '100'})],
  identity: ['/groupId'],
  columns: recordColumns('group bulk-get', {
    name: [number('MEMBERS', '/members', {dropPriority: 1})],
  }),
  fills: [
    {
      pointer: '/members',
      read: '/total',
      call: trackerRef(
        'group get-users-from',
        {groupId: '{groupId}', includeInactiveUsers: 'true', maxResults: '1'},
        {firstPage: true},
      ),
      params: {groupId: ['/groupId']},
    },
  ],
  opens: {screen: 'group', params: {group: ['/groupId'], crumb: ['/name']}},
  verbs: groupVerbs,
  card: groupCard,
  empty: 'No groups are visible; listing groups needs Browse users and groups. a creates one.',
  about: 'Enter lists the members of a group, and where it is used.',
});

const inGroup = {groupId: '{group}'};

/** Lists of one group. */
export const groupParts: readonly Resource[] = [
  {
    ...users,
    id: 'group-members',
    title: 'Members',
    noun: 'member',
    aliases: ['members'],
    needs: ['group'],
    sources: [members],
    verbs: [
      trackerVerb.many(
        'remove',
        'Remove from the group',
        'group remove-user-from',
        {...inGroup, accountId: '{row/accountId}'},
        {title: 'Remove {object} from the group', key: 'D'},
      ),
      trackerVerb.create(
        'Add a member…',
        'group add-user-to',
        inGroup,
        {accountId: ''},
        {
          id: 'add',
          title: 'Add a member to the group',
        },
      ),
    ],
    empty: 'This group has no members. a adds one.',
    about: 'Members of the group, active and inactive.',
  },
  list({
    id: 'group-uses',
    title: 'Where used',
    noun: 'use',
    needs: ['group'],
    sources: [
      {
        ...readUses,
        derive: (answer, {group = '', crumb = ''}) =>
          usesOf(answer, group, crumb).map(({gives, ...one}) => ({
            ...one,
            grants: gives.length,
            gives: gives.join(', '),
          })),
      },
    ],
    identity: ['/kind', '/id'],
    columns: [
      text('KIND', '/kind', {max: 20, dropPriority: 0}),
      nameText('NAME', '/name', {min: 18, max: 44}),
      number('GRANTS', '/grants', {dropPriority: 2}),
      text('GIVES', '/gives', {min: 20, max: 120, grows: true, dropPriority: 0, tone: 'dim'}),
    ],
    empty: 'No scheme, application or role of the site refers to this group.',
    caveat: 'Roles of single projects are not searched; jr access report does.',
    about:
      'Permission and notification schemes, applications and default actors of roles that refer to the group.',
  }),
];

/** One group: its members, and where it is used. */
export const groupScreen: ObjectScreen = {
  id: 'group',
  title: 'Group',
  needs: ['group'],
  about: 'One group by id: members, where it is used.',
  tabs: () => listTabs('group-members', 'group-uses'),
};

/** Groups on the home screen. */
export const groupsHome = homeLine('Site', groups, 'members, where used', {
  call: trackerRef('group bulk-get', {maxResults: '1'}),
  count: 'total',
});

/** The applications of the site and the groups that give access to them. */
export const applicationAccess = list({
  id: 'application-access',
  title: 'Application access',
  noun: 'application',
  aliases: ['applications', 'products'],
  sources: [trackerRef('applicationrole get-all-application-roles')],
  identity: ['/key'],
  opens: {screen: 'application-groups', params: {application: ['/key'], crumb: ['/name']}},
  empty: 'No application is visible.',
  about: 'Who has access to which application: enter lists the groups of one.',
});

/** The groups that give access to one application. */
export const applicationGroups: Resource = {
  ...groups,
  id: 'application-groups',
  title: 'Groups with access',
  aliases: [],
  needs: ['application'],
  sources: [trackerRef('group bulk-get', {applicationKey: '{application}', maxResults: '100'})],
  verbs: groupVerbs.filter(({rows: on}) => on !== 'none'),
  empty: 'No group gives access to this application.',
  about: 'Members of these groups have access to the application, as far as seats are left.',
};
