import {trackerRef, type ValueSource} from '../../api/operation-ref.ts';
import {count, joinedList, nameText, state, text} from '../../base/column.ts';
import {counted} from '../../base/counted.ts';
import {type JsonValue, listAt, readPointer, textAt} from '../../base/json-value.ts';
import {recordColumns} from '../../state/model/column.ts';
import {listTabs, type ObjectScreen} from '../../state/model/object-screen.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {trackerVerb, type Verb} from '../../state/model/verb.ts';
import {actorCard} from '../projects/actor-card.ts';
import {perProject, projectColumn, roleNames} from '../projects/all-of-projects.ts';
import {actorVerbs} from '../projects/project-verbs.ts';
import {listPermissionSchemes} from './scheme-calls.ts';

const ofId = {id: '{row/id}'};

/** Permission schemes that grant something to a role, as sentences. */
function schemesOf(answer: JsonValue, role: ValueSource): readonly string[] {
  const id = String(role('/id') ?? '');
  const names = listAt(answer, '/permissionSchemes').flatMap(scheme =>
    listAt(scheme, '/permissions').some(
      grant =>
        readPointer(grant, '/holder/type') === 'projectRole' &&
        [readPointer(grant, '/holder/value'), readPointer(grant, '/holder/parameter')]
          .map(String)
          .includes(id),
    )
      ? [textAt(scheme, '/name')]
      : [],
  );
  if (names.length === 0) return [];
  const some = names.slice(0, 3).join(', ');
  return [
    `Used by ${counted(names.length, 'permission scheme')} (${some}${names.length > 3 ? ', …' : ''}).`,
  ];
}

const siteRoleVerbs: readonly Verb[] = [
  // With both, the service changes the name alone.
  trackerVerb.edit(
    'role partial-update-project',
    ofId,
    {name: '{row/name}'},
    {
      words: 'Rename…',
      title: 'Rename {object}',
    },
  ),
  trackerVerb.one('describe', 'Describe…', 'role partial-update-project', ofId, {
    title: 'Describe {object}',
    asks: {description: '{row/description}'},
  }),
  trackerVerb.one('add-default', 'Add default actors…', 'role add-project-actors-to', ofId, {
    title: 'Add default actors to {object}',
    asks: {user: '', groupId: ''},
  }),
  trackerVerb.delete('role delete-project', ofId, {
    words: 'Delete and replace…',
    title: 'Delete {object}',
    rows: 'one',
    asks: {swap: ''},
    consequences: {by: listPermissionSchemes, says: schemesOf},
  }),
  trackerVerb.create('New role…', 'role create-project', {}, {name: '', description: ''}),
];

/** Project roles of the site with their default actors. */
export const siteRoles = list({
  id: 'site-roles',
  title: 'Project roles',
  noun: 'project role',
  aliases: ['project-roles'],
  indexed: roleNames,
  sources: [trackerRef('role get-all-project')],
  columns: recordColumns('role get-all-project', {
    admin: [
      count('DEFAULT ACTORS', '/actors', {id: 'actors', dropPriority: 1}),
      joinedList('WHO', '/actors/-/displayName', {min: 14, max: 60, dropPriority: 3, tone: 'dim'}),
    ],
  }),
  opens: {screen: 'project-role', params: {role: ['/id'], crumb: ['/name']}},
  describe: {call: trackerRef('role get-project-by-id', {id: '{role}'})},
  verbs: siteRoleVerbs,
  empty: 'No project role is visible. a creates one.',
  about:
    'Every project has these roles. Enter shows the default actors, which new projects get, and the actors in each project.',
});

const inRole = {id: '{role}'};

const actorColumns = [
  nameText('NAME', ['/displayName', '/name'], {min: 18, max: 50, grows: true}),
  state(
    'TYPE',
    [
      ['/actorGroup', 'group', 'plain'],
      ['/actorUser', 'user', 'plain'],
    ],
    {dropPriority: 0},
  ),
  text('ACCOUNT OR GROUP ID', ['/actorUser/accountId', '/actorGroup/groupId'], {
    id: 'account',
    min: 12,
    max: 44,
    tone: 'dim',
  }),
];

/** Lists of one project role. */
export const siteRoleParts: readonly Resource[] = [
  list({
    id: 'default-actors',
    title: 'Default actors',
    noun: 'default actor',
    sources: [trackerRef('role get-project-actors-for', inRole)],
    name: ['/displayName', '/name'],
    columns: actorColumns,
    card: actorCard,
    verbs: [
      trackerVerb.create(
        'Add default actors…',
        'role add-project-actors-to',
        inRole,
        {user: '', groupId: ''},
        {id: 'add'},
      ),
      trackerVerb.many(
        'remove-user',
        'Remove user',
        'role delete-project-actors-from',
        {...inRole, user: '{row/actorUser/accountId}'},
        {
          title: 'Remove {object} from the default actors',
          key: 'D',
          when: [{pointer: '/actorUser/accountId', isNot: [''], reason: 'only for users'}],
        },
      ),
      trackerVerb.many(
        'remove-group',
        'Remove group',
        'role delete-project-actors-from',
        {...inRole, groupId: '{row/actorGroup/groupId}'},
        {
          title: 'Remove {object} from the default actors',
          when: [{pointer: '/actorGroup/groupId', isNot: [''], reason: 'only for groups'}],
        },
      ),
    ],
    empty: 'This role has no default actors. a adds one.',
    about: 'New projects get these actors; existing projects keep theirs.',
  }),
  list({
    id: 'actors-by-project',
    title: 'By project',
    noun: 'actor',
    needs: ['role'],
    sources: [
      trackerRef(
        'project get-role',
        {projectIdOrKey: '{project}', id: '{role}'},
        {items: '/actors', per: perProject},
      ),
    ],
    identity: ['/project', '/id'],
    name: ['/displayName', '/name'],
    columns: [projectColumn, ...actorColumns],
    card: actorCard,
    verbs: actorVerbs.filter(({rows: on}) => on !== 'none'),
    sort: {column: 'project', reverse: false},
    empty: 'No project has an actor in this role.',
    about: 'Actors of the role in each project, read project by project.',
  }),
];

/** One project role: its default actors, and its actors in each project. */
export const siteRoleScreen: ObjectScreen = {
  id: 'project-role',
  title: 'Project role',
  needs: ['role'],
  about: 'One project role by id: default actors, actors in each project.',
  tabs: () => listTabs('default-actors', 'actors-by-project'),
};
