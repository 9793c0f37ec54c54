import {builtInPermissions, findPermissionName} from '../../api/access/permission-names.ts';
import {isUserClass} from '../../api/access/who-holds.ts';
import {commaList} from '../../api/catalogue/inputs.ts';
import {reads} from '../../api/catalogue/outcomes.ts';
import type {Operation} from '../../api/operation.ts';
import type {Params} from '../../state/model/params.ts';
import type {RowQuestion} from '../../state/model/resource.ts';

/** The question as a form. No single operation answers it; several are combined. */
const whoMay: Operation = {
  ...reads,
  service: 'tracker',
  group: 'access',
  name: 'report',
  summary: 'Who may do what, and why',
  path: '/rest/api/3/permissions',
  root: 'tracker',
  section: 'services T4.2',
  permission: 'Administer Jira; without it, parts are unknown',
  notes: ['Pick by name. Without users: everybody. Without projects: every project.'],
  inputs: [
    commaList('users', {
      names: 'user',
      help: 'users to check, one per line; default: everybody with a grant',
    }),
    commaList('permissions', {
      names: 'permission',
      by: 'key',
      help: 'permissions to check; default: the important ones, and all of one user',
    }),
    commaList('projects', {
      names: 'project',
      by: 'key',
      help: 'projects to check, one per line; default: all projects',
    }),
  ],
};

/** The question who may do what; its form opens the result. */
export const accessQuestion: RowQuestion = {
  words: 'Check permissions…',
  key: 'K',
  operation: whoMay,
  destination: 'access',
  values: {users: '/accountId'},
};

/** Shown if no permission is picked. */
const important: readonly string[] = [
  ...['ADMINISTER_PROJECTS', 'BROWSE_PROJECTS', 'CREATE_ISSUES'],
  ...['EDIT_ISSUES', 'DELETE_ISSUES', 'MOVE_ISSUES'],
];

/** The projects, permissions and users of a location. */
export interface AccessQuestion {
  /** Keys; undefined for all projects. */
  readonly projects: readonly string[] | undefined;
  /** Keys of the picked permissions; empty for all. */
  readonly permissions: readonly string[];
  /** Account ids; undefined for everybody. */
  readonly users: readonly string[] | undefined;
}

/** Check whether an answer has everything that another question is about. */
export function coversQuestion(
  answered: AccessQuestion,
  {projects, permissions, users}: AccessQuestion,
) {
  const hasAll = (known: readonly string[] | undefined, wanted: readonly string[] | undefined) =>
    known === undefined || wanted?.every(one => known.includes(one)) === true;
  const all = (keys: readonly string[]) => (keys.length === 0 ? undefined : keys);
  return (
    hasAll(answered.projects, projects) &&
    hasAll(all(answered.permissions), all(permissions)) &&
    hasAll(answered.users, users)
  );
}

/** Read the question of a location from its parameters. */
export function questionOf({
  projects,
  project,
  permissions,
  users,
  accountId,
}: Params): AccessQuestion {
  const listed = (text = ''): readonly string[] => text.split(',').filter(Boolean);
  const of = listed(projects ?? project);
  const people = listed(users ?? accountId).filter(one => !isUserClass(one));
  return {
    projects: of.length === 0 ? undefined : of,
    permissions: listed(permissions),
    users: people.length === 0 || isUserClass(accountId ?? '') ? undefined : people,
  };
}

/** The permissions that have columns. */
export function columnPermissions({permissions}: Params): readonly string[] {
  const picked = (permissions ?? '').split(',').filter(Boolean);
  return picked.length > 0 ? picked : important;
}

/** The permissions that have rows. */
export function rowPermissions({permissions}: Params): readonly string[] {
  const picked = (permissions ?? '').split(',').filter(Boolean);
  return picked.length > 0 ? picked : builtInPermissions.map(({key}) => key);
}

/** Names of picked objects by kind and id, as the form found them. */
function calledIn({called = '{}'}: Params): Readonly<Record<string, string>> {
  return JSON.parse(called) as Record<string, string>;
}

/** Return the name of a permission; for one that an app added, the name that the form found. */
export function permissionName(key: string, params: Params): string {
  const {name} = findPermissionName(key);
  return name === key ? (calledIn(params)[`permission ${key}`] ?? key) : name;
}

/** Return the name of a user, or the account id if the location lacks the name. */
export function userNameIn(accountId: string, params: Params): string {
  const own = params.accountId === accountId ? params.userName : undefined;
  return own ?? calledIn(params)[`user ${accountId}`] ?? accountId;
}

/** Return the breadcrumb of a question. */
export function questionCrumb(params: Params): string {
  const {projects, users = []} = questionOf(params);
  const some = (all: readonly string[]): string =>
    `${all.slice(0, 2).join(', ')}${all.length > 2 ? ` + ${all.length - 2}` : ''}`;
  const where = projects === undefined ? 'all projects' : some(projects);
  if (users.length === 0) return `Access: ${where}`;
  return `${some(users.map(id => userNameIn(id, params)))} in ${where}`;
}

/** Return the one-shot command that prints the same. */
export function reportCommand(params: Params): string {
  const {projects, permissions} = questionOf(params);
  const words = [
    ...(projects === undefined ? ['--all'] : projects.map(key => `--project ${key}`)),
    ...permissions.map(key => `--permission ${key}`),
  ];
  return `jr access report ${words.join(' ')}`;
}
