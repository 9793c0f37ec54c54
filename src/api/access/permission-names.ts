/** A permission with its display name. */
export interface PermissionName {
  readonly key: string;
  readonly name: string;
  readonly category: string;
}

/** Heading of permissions that are not in the API documents: those of apps, and later ones. */
export const otherCategory = 'Other';

/** The built-in project permissions under the headings of services T2.2. */
const categories: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Administration: {
    ADMINISTER_PROJECTS: 'Administer projects',
    EDIT_WORKFLOW: 'Edit workflow',
    EDIT_ISSUE_LAYOUT: 'Edit issue layout',
  },
  Project: {
    BROWSE_PROJECTS: 'Browse projects',
    MANAGE_SPRINTS_PERMISSION: 'Manage sprints',
    SERVICEDESK_AGENT: 'Service desk agent',
    VIEW_DEV_TOOLS: 'View development tools',
    VIEW_READONLY_WORKFLOW: 'View read-only workflow',
  },
  Issue: {
    ASSIGNABLE_USER: 'Be assigned issues',
    ASSIGN_ISSUES: 'Assign issues',
    CLOSE_ISSUES: 'Close issues',
    CREATE_ISSUES: 'Create issues',
    DELETE_ISSUES: 'Delete issues',
    EDIT_ISSUES: 'Edit issues',
    LINK_ISSUES: 'Link issues',
    MODIFY_REPORTER: 'Modify reporter',
    MOVE_ISSUES: 'Move issues',
    RESOLVE_ISSUES: 'Resolve issues',
    SCHEDULE_ISSUES: 'Schedule issues',
    SET_ISSUE_SECURITY: 'Set issue security',
    TRANSITION_ISSUES: 'Transition issues',
  },
  'Voters and watchers': {
    MANAGE_WATCHERS: 'Manage watchers',
    VIEW_VOTERS_AND_WATCHERS: 'View voters and watchers',
  },
  Comments: {
    ADD_COMMENTS: 'Add comments',
    DELETE_ALL_COMMENTS: 'Delete all comments',
    DELETE_OWN_COMMENTS: 'Delete own comments',
    EDIT_ALL_COMMENTS: 'Edit all comments',
    EDIT_OWN_COMMENTS: 'Edit own comments',
  },
  Attachments: {
    CREATE_ATTACHMENTS: 'Create attachments',
    DELETE_ALL_ATTACHMENTS: 'Delete all attachments',
    DELETE_OWN_ATTACHMENTS: 'Delete own attachments',
  },
  'Time tracking': {
    DELETE_ALL_WORKLOGS: 'Delete all worklogs',
    DELETE_OWN_WORKLOGS: 'Delete own worklogs',
    EDIT_ALL_WORKLOGS: 'Edit all worklogs',
    EDIT_OWN_WORKLOGS: 'Edit own worklogs',
    WORK_ON_ISSUES: 'Work on issues',
  },
};

/** Every built-in project permission in the order of the API documents. */
export const builtInPermissions: readonly PermissionName[] = Object.entries(categories).flatMap(
  ([category, names]) => Object.entries(names).map(([key, name]) => ({key, name, category})),
);

/** The built-in global permissions; apps add further ones. */
export const builtInGlobals: readonly PermissionName[] = Object.entries({
  ADMINISTER: 'Administer Jira',
  SYSTEM_ADMIN: 'Administer the system',
  USER_PICKER: 'Browse users and groups',
  BULK_CHANGE: 'Make bulk changes',
  CREATE_PROJECT: 'Create team-managed projects',
  CREATE_SHARED_OBJECTS: 'Share dashboards and filters',
  MANAGE_GROUP_FILTER_SUBSCRIPTIONS: 'Manage group filter subscriptions',
}).map(([key, name]) => ({key, name, category: 'Global'}));

const byKey = new Map(builtInPermissions.map(permission => [permission.key, permission]));

/** Check whether a key is one of the built-in project permissions. */
export function isBuiltInPermission(key: string): boolean {
  return byKey.has(key);
}

/** Find a permission by key; an undocumented one has its key as its name, under Other. */
export function findPermissionName(key: string): PermissionName {
  const found = byKey.get(key) ?? builtInGlobals.find(one => one.key === key);
  return found ?? {key, name: key, category: otherCategory};
}

/** A permission as a row of a matrix. */
export function permissionRow({key, name, category}: PermissionName) {
  return {id: key, name, group: category, nobody: 'not granted'} as const;
}

const onlyLooks: ReadonlySet<string> = new Set([
  'BROWSE_PROJECTS',
  'VIEW_DEV_TOOLS',
  'VIEW_READONLY_WORKFLOW',
  'VIEW_VOTERS_AND_WATCHERS',
]);

/** The kind of access a permission gives: `unknown` for undocumented ones. */
export function permissionEffect(key: string): 'read' | 'write' | 'unknown' {
  if (onlyLooks.has(key)) return 'read';
  return byKey.has(key) ? 'write' : 'unknown';
}
