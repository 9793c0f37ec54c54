import {commaList, inQuery} from '../../api/catalogue/inputs.ts';
import {reads} from '../../api/catalogue/outcomes.ts';
import type {Operation} from '../../api/operation.ts';
import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {type Column, nameText, text} from '../../base/column.ts';
import {isObject, type JsonValue, listAt, readPointer} from '../../base/json-value.ts';
import {listSpec, type ObjectScreen} from '../../state/model/object-screen.ts';
import type {Params} from '../../state/model/params.ts';
import {list, type Question, type Resource} from '../../state/model/resource.ts';
import {builtInPermissions, permissionNamed} from '../schemes/permission-names.ts';
import {
  mayOne,
  type PermissionAnswer,
  type Person,
  type ProjectAnswers,
  permissionCheckReader,
} from './who-grants.ts';

/** The question as a form. No single operation answers it; several are combined. */
const whoMay: Operation = {
  ...reads,
  service: 'tracker',
  group: 'permissions',
  name: 'who',
  summary: 'Who may do what, and why',
  path: '/rest/api/3/permissions',
  root: 'tracker',
  section: 'services T4.2',
  permission: 'Administer Jira to check other users; without it, less is shown',
  notes: [
    'Pick by name. With a project: permissions by user. Without: permissions in every project.',
  ],
  inputs: [
    commaList('users', {required: true, names: 'user', help: 'users to check, one per line'}),
    commaList('permissions', {
      names: 'permission',
      by: 'key',
      help: 'permissions to check; default: all in one project, or browse, edit and administer in every project',
    }),
    inQuery('project', 'string', {
      names: 'project',
      help: 'project to check; default: every project',
    }),
  ],
};

/** The question who may do what; its form opens the result list. */
export const permissionQuestion: Question = {
  words: 'Check permissions…',
  key: 'K',
  operation: whoMay,
  leads: 'who-may',
  values: {users: '/accountId'},
};

const inEach = ['BROWSE_PROJECTS', 'EDIT_ISSUES', 'ADMINISTER_PROJECTS'];

interface Asked {
  readonly users: readonly string[];
  readonly permissions: readonly string[];
  /** Display names by kind and id. */
  readonly called: Readonly<Record<string, string>>;
}

function askedIn({users = '', permissions = '', project, called = '{}', userName}: Params): Asked {
  const wanted = permissions.split(',').filter(Boolean);
  const all = project ? builtInPermissions.map(({key}) => key) : inEach;
  return {
    users: users.split(',').filter(Boolean),
    permissions: wanted.length > 0 ? wanted : all,
    called: {
      ...(userName !== undefined && {[`user ${users}`]: userName}),
      ...(JSON.parse(called) as Record<string, string>),
    },
  };
}

/**
 * The result of the question who may do what: in one project permission × user, with the grants
 * behind each yes; otherwise project × permission.
 */
export const permissionCheckScreen: ObjectScreen = {
  id: 'who-may',
  title: 'Who may do what',
  needs: ['users'],
  unlisted: true,
  about: 'Who may do what in a project, and by which grant.',
  crumb: params => {
    const {users, called} = askedIn(params);
    const names = users.map(id => called[`user ${id}`] ?? id);
    const where = params.project
      ? ` in ${called[`project ${params.project}`] ?? params.projectName ?? params.project}`
      : '';
    return `${names.slice(0, 2).join(', ')}${names.length > 2 ? ` + ${names.length - 2}` : ''}${where}`;
  },
  tabs: params => {
    const asked = askedIn(params);
    if (params.project) {
      return [{title: 'Permissions', spec: listSpec(inProject(asked, params.project), params)}];
    }
    return asked.users.map(user => ({
      title: asked.called[`user ${user}`] ?? user,
      spec: listSpec(inProjects(asked), {...params, users: user}),
    }));
  },
};

/** Global permissions, which projects do not grant (services T2.2). */
const ofSite: ReadonlySet<string> = new Set([
  'ADMINISTER',
  'SYSTEM_ADMIN',
  'CREATE_PROJECT',
  'USER_PICKER',
  'CREATE_SHARED_OBJECTS',
  'MANAGE_GROUP_FILTER_SUBSCRIPTIONS',
  'BULK_CHANGE',
]);

function nameOf(key: string, called: Asked['called']): string {
  const {name} = permissionNamed(key);
  return name === key ? (called[`permission ${key}`] ?? key) : name;
}

const caveat = 'Excludes issue security; group members unknown.';

/**
 * The inputs of the bulk check for one user: permissions in one project, and global ones.
 *
 * @param id placeholder for the project's id
 */
function checked(permissions: readonly string[], id = '{project}'): OperationRef['inputs'] {
  const site = permissions.filter(key => ofSite.has(key));
  const others = permissions.filter(key => !ofSite.has(key));
  const inputs = `[{"permissions":${JSON.stringify(others)},"projects":[${id}]}]`;
  return {
    ...(site.length > 0 && {globalPermissions: site}),
    ...(others.length > 0 && {projectPermissions: inputs}),
  };
}

/**
 * Permissions in one project against users; reads the project's id first if only its key is known.
 */
function inProject(asked: Asked, project: string): Resource {
  const {users, permissions, called} = asked;
  const isId = /^\d+$/.test(project);
  const people = users.map((accountId, i): [string, OperationRef] => [
    `user${i}`,
    trackerRef('user get', {accountId, expand: ['groups', 'applicationRoles']}),
  ]);
  const inputs = checked(permissions, isId ? '{project}' : '{answer/project/id}');
  const checks = users.map((accountId, i): [string, OperationRef] => [
    `check${i}`,
    trackerRef('permissions get-bulk', {accountId, ...inputs}),
  ]);
  const source = trackerRef(
    'project get-assigned-permission-scheme',
    {projectKeyOrId: '{project}', expand: ['all']},
    {
      also: {
        project: trackerRef('project get', {projectIdOrKey: '{project}'}),
        roles: trackerRef('project get-role-details', {projectIdOrKey: '{project}'}),
        ...Object.fromEntries(isId ? [...people, ...checks] : people),
      },
      after: {
        actors: trackerRef(
          'project get-role',
          {projectIdOrKey: '{project}', id: '{each}'},
          {each: '{answer/roles/-/id}'},
        ),
        ...(isId ? {} : Object.fromEntries(checks)),
      },
    },
  );
  return list({
    id: 'who-in-project',
    noun: 'permission',
    identity: ['/key'],
    sources: [{...source, derive: answer => permissionRows(answer, asked)}],
    columns: [
      nameText('PERMISSION', '/name', {min: 16, max: 32}),
      ...users.map(id => mayColumn(id, called[`user ${id}`] ?? id)),
    ],
    caveat,
    reader: permissionCheckReader,
    empty: 'No such permission.',
    about:
      'What the service reports for each user, and the grant behind it: by role, group, lead or name; enter lists all reasons. “some issues”: depends on the reporter, assignee or a field of each issue. Each user’s own groups are fetched, since no operation lists the members of a group.',
  });
}

/** Make the result column of a user; `no` is dimmed. */
function mayColumn(id: string, title: string): Column {
  const tones = {no: 'dim', unknown: 'warn', 'some issues': 'accent'} as const;
  return text(title, `/said/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`, {
    id: `may-${id}`.toLowerCase(),
    min: 14,
    max: 44,
    grows: true,
    dropPriority: 1,
    tones,
  });
}

function permissionRows(
  answer: JsonValue,
  {users, permissions, called}: Asked,
): readonly JsonValue[] {
  const projectId = String(readPointer(answer, '/project/id') ?? '');
  const project: ProjectAnswers = {
    grants: listAt(answer, '/permissions'),
    roles: listAt(answer, '/actors').filter(isObject),
    lead: String(readPointer(answer, '/project/lead/accountId') ?? ''),
  };
  const people = users.map(
    (id, i): Person => ({
      id,
      user: readPointer(answer, `/user${i}`) ?? null,
      check: readPointer(answer, `/check${i}`) ?? null,
    }),
  );
  return permissions.map(key => {
    const found = people.map(person => ({person, one: mayOne(key, person, project, projectId)}));
    return {
      key,
      name: nameOf(key, called),
      scheme: readPointer(answer, '/name') ?? null,
      said: Object.fromEntries(found.map(({person, one}) => [person.id, saidOf(one)])),
      users: found.map(({person, one}) => ({
        user: called[`user ${person.id}`] ?? readPointer(person.user, '/displayName') ?? person.id,
        accountId: person.id,
        may: one.may,
        because: one.because.map(({why, grant, holds}) => {
          const ifSaid = one.may === 'unknown' ? `would be granted: ${why}` : why;
          return {why: holds === 'unknown' ? `unknown ${why}` : ifSaid, grant};
        }),
        ...(one.note === undefined ? {} : {note: one.note}),
      })),
    } as unknown as JsonValue;
  });
}

/** Summarize a result, such as `yes: role Administrators + 1`. */
function saidOf({may, because, note}: PermissionAnswer): string {
  const wanted = may === 'yes' ? 'yes' : may === 'some issues' ? 'some' : undefined;
  const reasons = [...new Set(because.filter(({holds}) => holds === wanted).map(({why}) => why))];
  const [first = may === 'yes' ? 'reason unknown' : undefined, ...more] = reasons;
  if (may === 'no' && note !== undefined) return 'no, though granted';
  if (may !== 'yes' || first === undefined) return may;
  return `yes: ${first.replace(/^in /, '')}${more.length === 0 ? '' : ` + ${more.length}`}`;
}

/** Projects against the permissions of one user; visible ones are requested. */
function inProjects({permissions, called}: Asked): Resource {
  const check = trackerRef('permissions get-bulk', {
    accountId: '{users}',
    ...checked(permissions),
  });
  return list({
    id: 'who-in-projects',
    noun: 'project',
    name: ['/key'],
    sources: [trackerRef('project search', {})],
    columns: [
      nameText('KEY', '/key', {max: 12}),
      text('NAME', '/name', {min: 16, max: 40, dropPriority: 1}),
      ...permissions.map(key =>
        text(nameOf(key, called), `/may/${key}`, {
          id: `may-${key}`.toLowerCase(),
          dropPriority: 1,
          tones: {yes: 'good', no: 'dim', unknown: 'warn'},
        }),
      ),
    ],
    fills: [
      {
        pointer: '/may',
        derive: answer => [mayOfProject(answer, permissions)],
        call: check,
        params: {project: ['/id']},
      },
    ],
    opens: {screen: 'who-may', params: {project: ['/id'], projectName: ['/name']}},
    caveat: 'Checked for the projects on the screen; enter shows why.',
    empty: 'No projects are visible.',
    about: 'What one user may do in each project, as the service reports; enter shows the grants.',
  });
}

function mayOfProject(answer: JsonValue, permissions: readonly string[]): JsonValue {
  const granted = listAt(answer, '/projectPermissions')
    .filter(one => listAt(one, '/projects').length > 0)
    .map(one => readPointer(one, '/permission'))
    .concat(listAt(answer, '/globalPermissions'));
  return Object.fromEntries(permissions.map(key => [key, granted.includes(key) ? 'yes' : 'no']));
}
