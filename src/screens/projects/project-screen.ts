import type {Call} from '../../state/model/call.ts';
import type {ObjectScreen} from '../../state/model/object-screen.ts';
import {describeTab, describeTabs, listTabs} from '../../state/model/tabs.ts';

const byKeyOrId = {projectKeyOrId: '{project}'};

const permissionScheme: Call = {
  service: 'tracker',
  operation: 'project get-assigned-permission-scheme',
  inputs: byKeyOrId,
};

const notificationScheme: Call = {
  service: 'tracker',
  operation: 'project get-notification-scheme-for',
  inputs: byKeyOrId,
};

const classification: Call = {
  service: 'tracker',
  operation: 'project get-classification-config',
  inputs: {projectIdOrKey: '{project}'},
  also: {
    defaultOfTheProject: {
      service: 'tracker',
      operation: 'project get-default-project-classification',
      inputs: {projectIdOrKey: '{project}'},
    },
  },
};

const scheme = {scheme: ['/id'], crumb: ['/name']};

/** One project with all that belongs to it. */
export const projectScreen: ObjectScreen = {
  id: 'project',
  title: 'Project',
  aliases: [],
  needs: ['project'],
  about:
    'One project: overview, versions, components, roles, statuses, schemes, avatars, classification, properties, features.',
  tabs: params => [
    ...describeTabs('projects', 'Overview', params),
    ...listTabs(['versions', 'components', 'roles', 'project-statuses'], params),
    describeTab('Permissions', permissionScheme, params, {
      screen: 'permission-scheme',
      params: scheme,
    }),
    describeTab('Notifications', notificationScheme, params, {
      screen: 'notification-scheme',
      params: scheme,
    }),
    ...listTabs(['avatars'], params),
    describeTab('Classification', classification, params),
    ...listTabs(['project-properties', 'features'], params),
  ],
};
