import {describeTab, describeTabs, listTabs} from '../tabs.ts';
import type {ObjectScreen} from './object-screen.ts';

/** One project with all that belongs to it. */
export const projectScreen: ObjectScreen = {
  id: 'project',
  title: 'Project',
  aliases: [],
  needs: ['project'],
  about: 'One project: overview, versions, components, roles, statuses, schemes, features.',
  tabs: params => {
    const project = {projectKeyOrId: '{project}'};
    const scheme = (title: string, operation: string, expand: string) =>
      describeTab(title, {service: 'tracker', operation, inputs: {...project, expand}}, params);
    return [
      ...describeTabs('projects', 'Overview', params),
      ...listTabs(['versions', 'components', 'roles', 'project-statuses'], params),
      scheme('Permissions', 'project get-assigned-permission-scheme', 'permissions'),
      scheme('Notifications', 'project get-notification-scheme-for', 'all'),
      ...listTabs(['features'], params),
    ];
  },
};
