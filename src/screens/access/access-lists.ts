import {nameText, number, text} from '../../base/column.ts';
import type {Params} from '../../state/model/params.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {columnPermissions, permissionName, userNameIn} from './access-question.ts';

/** The name of the rows that the app computes for these lists. */
export const localAccess = 'access';

const caveat = 'From the grants alone; issue security levels are not considered.';
const tones = {no: 'dim', unknown: 'warn', 'some issues': 'accent'} as const;

function permissionColumns(params: Params) {
  return columnPermissions(params).map((key, at) =>
    text(permissionName(key, params), `/cells/${key}`, {
      id: `may-${key}`.toLowerCase(),
      min: 12,
      max: 44,
      grows: true,
      dropPriority: at + 1,
      tones,
    }),
  );
}

/** People × permissions: in one project the reasons, in several the numbers of projects. */
export function accessPeople(params: Params = {}): Resource {
  return list({
    id: 'access-people',
    title: 'People',
    noun: 'user',
    needs: ['projects'],
    local: localAccess,
    scope: localAccess,
    identity: ['/accountId'],
    name: ['/user'],
    // Everybody of a kind has no state.
    counted: '/state',
    columns: [
      nameText('USER', '/user', {min: 16, max: 32}),
      text('STATE', '/state', {
        max: 8,
        dropPriority: 9,
        tones: {inactive: 'warn', unknown: 'warn'},
      }),
      ...permissionColumns(params),
    ],
    caveat,
    emptyTitle: 'No such user',
    empty: 'No grant of these permissions reaches anybody.',
    about:
      'Who has which permission, and by which grant: by role, group, lead or name; enter on a user lists all permissions. People who have them only as signed-in users have no row of their own. “some issues” depends on the reporter, the assignee or a field of each issue.',
  });
}

/** One person: projects × permissions. */
export function accessProjects(params: Params = {}): Resource {
  return list({
    id: 'access-projects',
    title: 'Access by project',
    noun: 'project',
    needs: ['accountId'],
    local: localAccess,
    scope: localAccess,
    name: ['/key'],
    identity: ['/key'],
    columns: [
      nameText('KEY', '/key', {max: 12}),
      text('NAME', '/name', {min: 16, max: 40, dropPriority: 9}),
      ...permissionColumns(params),
    ],
    caveat,
    empty: 'No projects are visible.',
    about: 'The permissions of one user in each project; enter lists all permissions there.',
  });
}

/** One person in one project: every permission with the ways to it. */
export const accessPermissions = list({
  id: 'access-permissions',
  title: 'Permissions',
  noun: 'permission',
  needs: ['accountId'],
  local: localAccess,
  scope: localAccess,
  identity: ['/key'],
  columns: [
    nameText('PERMISSION', '/name', {min: 16, max: 32}),
    text('MAY', '/may', {max: 11, dropPriority: 0, tones: {...tones, yes: 'good'}}),
    text('THROUGH', '/through', {min: 20, max: 90, grows: true, dropPriority: 1}),
    number('PATHS', '/paths', {dropPriority: 2}),
    text('KEY', '/key', {max: 30, dropPriority: 3, tone: 'dim'}),
  ],
  caveat,
  empty: 'No such permission.',
  about:
    'The permissions of one user in one project. Enter draws each path to a permission, or lists the smallest changes that would give it.',
});

/** Why one person has a permission in a project, or what would give it. */
export const accessWhy = list({
  id: 'access-why',
  title: 'Why',
  noun: 'step',
  needs: ['accountId', 'permission'],
  local: localAccess,
  scope: 'access-fix',
  tree: true,
  columns: [
    nameText('WHY', '/tree/label', {id: 'name', min: 44, max: 90}),
    text('KIND', '/kind', {max: 18, dropPriority: 3, tone: 'dim'}),
    text('REACH', '/reach', {min: 20, max: 80, grows: true, dropPriority: 2}),
  ],
  caveat,
  empty: 'The permission was not checked.',
  about:
    'Each path from the user to the permission: group, role, grant, scheme, project; enter opens one of them. If nothing grants the permission: the changes that would, the smallest first; > previews one.',
});

/** Problems of access, as an auditor would list them. */
export const accessFindings = list({
  id: 'access-findings',
  title: 'Findings',
  noun: 'finding',
  local: localAccess,
  scope: 'access-fix',
  name: ['/finding'],
  columns: [
    text('LEVEL', '/level', {
      max: 8,
      dropPriority: 0,
      tones: {serious: 'bad', warning: 'warn', note: 'dim'},
    }),
    nameText('FINDING', '/finding', {min: 30, max: 80, grows: true}),
    text('EVIDENCE', '/evidence', {min: 20, max: 90, dropPriority: 1}),
    text('FIX', '/fix', {max: 90, dropPriority: 3, tone: 'dim'}),
    text('RULE', '/rule', {max: 20, dropPriority: 4, tone: 'dim'}),
  ],
  emptyTitle: 'No findings',
  empty: 'No rule found a problem in what was read.',
  about:
    'Dangerous permissions for everybody, inactive users with grants, empty groups, roles without actors and, of all projects, global admins and unused groups and schemes. > previews the change that fixes a finding.',
});

/** Return the breadcrumb of a person in a project. */
export function personCrumb(params: Params): string {
  const {accountId = '', project} = params;
  const name = userNameIn(accountId, params);
  return project === undefined ? name : `${name} in ${project}`;
}
