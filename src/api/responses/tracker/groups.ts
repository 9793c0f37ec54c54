import {
  integer,
  integers,
  listOf,
  objectOf,
  oneOf,
  type ResponseShapes,
  recordOf,
  text,
  texts,
} from '../shapes.ts';
import {applicationRole, pageOf, projectRole, userDetails} from './shared.ts';

const group = recordOf({
  ...texts('expand groupId name self'),
  users: recordOf({
    ...integers('end-index max-results size start-index'),
    items: listOf(userDetails),
  }),
});

const foundGroup = recordOf({
  ...texts('avatarUrl groupId html name'),
  labels: listOf(objectOf({text, title: text, type: oneOf('ADMIN SINGLE MULTIPLE')})),
  managedBy: oneOf('EXTERNAL ADMINS TEAM_MEMBERS OPEN'),
  usageType: oneOf('USERBASE_GROUP TEAM_COLLABORATION ADMIN_OVERSIGHT'),
});

/** Responses about groups, application access and the project roles of the site. */
export const groupResponses: ResponseShapes = {
  'group create': group,
  'group bulk-get': pageOf(objectOf({groupId: text, name: text})),
  'group get-users-from': pageOf(userDetails),
  'group add-user-to': group,
  'groups find': objectOf({groups: listOf(foundGroup), header: text, total: integer}),
  'applicationrole get-all-application-roles': listOf(applicationRole),
  'applicationrole get-application-role': applicationRole,
  'role create-project': projectRole,
  'role get-project-by-id': projectRole,
  'role partial-update-project': projectRole,
  'role fully-update-project': projectRole,
  'role delete-project-actors-from': projectRole,
  'role get-project-actors-for': projectRole,
  'role add-project-actors-to': projectRole,
};
