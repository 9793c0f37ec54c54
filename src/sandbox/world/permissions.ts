import {groupNames} from './site-setup.ts';
import {items, table} from './table.ts';

export interface Permission {
  readonly key: string;
  readonly name: string;
  readonly type: 'GLOBAL' | 'PROJECT';
  readonly description: string;
  /** Groups that hold it, by name; global permissions only. */
  readonly groups?: readonly string[];
}

/** Global permissions, the last two added by apps (services T2.2). */
export const globalPermissions: readonly Permission[] = table(
  ['key', 'name', 'description', 'group'],
  `
  ADMINISTER | Administer | Change everything about the site. | admins
  SYSTEM_ADMIN | System administration | Change the machine under it. | admins
  USER_PICKER | Browse users and groups | See who there is. | users
  MANAGE_GROUP_FILTER_SUBSCRIPTIONS | Manage group filter subscriptions | Subscribe groups to filters. | admins
  BULK_CHANGE | Make bulk changes | Change several issues at once. | users
  CREATE_SHARED_OBJECTS | Share dashboards and filters | Share them. | users
  CREATE_PROJECT | Create team-managed projects | Create them. | users
  app.roadmap.publish | Publish roadmaps | Added by the app Roadmap Painter. | admins
  app.bell.page | Page the person on duty | Added by the app Service Bell. | users
  `,
).map(({key, name, description, group}) => {
  return {
    key,
    name,
    type: 'GLOBAL',
    description,
    groups: [group === 'users' ? groupNames.users : groupNames.admins],
  };
});

const projectPermissionNames: readonly string[] = items(`
  ADMINISTER_PROJECTS, EDIT_WORKFLOW, EDIT_ISSUE_LAYOUT, BROWSE_PROJECTS,
  MANAGE_SPRINTS_PERMISSION, SERVICEDESK_AGENT, VIEW_DEV_TOOLS, VIEW_READONLY_WORKFLOW,
  ASSIGNABLE_USER, ASSIGN_ISSUES, CLOSE_ISSUES, CREATE_ISSUES, DELETE_ISSUES, EDIT_ISSUES,
  LINK_ISSUES, MODIFY_REPORTER, MOVE_ISSUES, RESOLVE_ISSUES, SCHEDULE_ISSUES, SET_ISSUE_SECURITY,
  TRANSITION_ISSUES, MANAGE_WATCHERS, VIEW_VOTERS_AND_WATCHERS, ADD_COMMENTS, DELETE_ALL_COMMENTS,
  DELETE_OWN_COMMENTS, EDIT_ALL_COMMENTS, EDIT_OWN_COMMENTS, CREATE_ATTACHMENTS,
  DELETE_ALL_ATTACHMENTS, DELETE_OWN_ATTACHMENTS, DELETE_ALL_WORKLOGS, DELETE_OWN_WORKLOGS,
  EDIT_ALL_WORKLOGS, EDIT_OWN_WORKLOGS, WORK_ON_ISSUES
`);

/** Project permissions: the built-in keys of services T2.2 and one an app defines. */
export const projectPermissions: readonly Permission[] = [
  ...projectPermissionNames.map(key => projectPermission(key, nameOfKey(key))),
  projectPermission('app.scribe.approve-notes', 'Approve release notes'),
];

/** Old keys the user permission search still takes → the key of today (services T2.2). */
export const deprecatedPermissionKeys: Readonly<Record<string, string>> = Object.fromEntries(
  items(`
  ASSIGN_ISSUE ASSIGN_ISSUES, ATTACHMENT_DELETE_ALL DELETE_ALL_ATTACHMENTS,
  ATTACHMENT_DELETE_OWN DELETE_OWN_ATTACHMENTS, BROWSE BROWSE_PROJECTS, CLOSE_ISSUE CLOSE_ISSUES,
  COMMENT_DELETE_ALL DELETE_ALL_COMMENTS, COMMENT_DELETE_OWN DELETE_OWN_COMMENTS,
  COMMENT_EDIT_ALL EDIT_ALL_COMMENTS, COMMENT_EDIT_OWN EDIT_OWN_COMMENTS,
  COMMENT_ISSUE ADD_COMMENTS, CREATE_ATTACHMENT CREATE_ATTACHMENTS, CREATE_ISSUE CREATE_ISSUES,
  DELETE_ISSUE DELETE_ISSUES, EDIT_ISSUE EDIT_ISSUES, LINK_ISSUE LINK_ISSUES,
  MANAGE_WATCHER_LIST MANAGE_WATCHERS, MOVE_ISSUE MOVE_ISSUES, PROJECT_ADMIN ADMINISTER_PROJECTS,
  RESOLVE_ISSUE RESOLVE_ISSUES, SCHEDULE_ISSUE SCHEDULE_ISSUES,
  TRANSITION_ISSUE TRANSITION_ISSUES, VIEW_VERSION_CONTROL VIEW_DEV_TOOLS,
  VIEW_WORKFLOW_READONLY VIEW_READONLY_WORKFLOW, WORKLOG_DELETE_ALL DELETE_ALL_WORKLOGS,
  WORKLOG_DELETE_OWN DELETE_OWN_WORKLOGS, WORKLOG_EDIT_ALL EDIT_ALL_WORKLOGS,
  WORKLOG_EDIT_OWN EDIT_OWN_WORKLOGS, WORK_ISSUE WORK_ON_ISSUES
  `).map(pair => pair.split(' ')),
);

function projectPermission(key: string, name: string): Permission {
  return {key, name, type: 'PROJECT', description: `Ability to: ${name.toLowerCase()}.`};
}

function nameOfKey(key: string): string {
  const words = key
    .replace(/_PERMISSION$/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
