import {trackerRef} from '../../api/operation-ref.ts';
import {joinedList, nameText} from '../../base/column.ts';
import {recordColumns} from '../../state/model/column.ts';
import {namesCall} from '../../state/model/names.ts';
import {list, type PerParent} from '../../state/model/resource.ts';
import {componentVerbs, newComponent} from './component-verbs.ts';
import {roleVerbs} from './project-verbs.ts';

/** For entities listed only per project: read for each project of the site. */
export const perProject: PerParent = {
  call: trackerRef('project search', {maxResults: '100', orderBy: 'key'}),
  params: {project: ['/key']},
  noun: 'project',
};

/** Key of the project of a row. */
export const projectColumn = nameText('PROJECT', '/project', {max: 12});

const ofProject = {projectIdOrKey: '{project}'};

/** Names of the components of all projects. */
export const componentNames = namesCall('tracker', 'component', {maxResults: '100'}, perProject);

/** Components of all projects. */
export const allComponents = list({
  id: 'all-components',
  title: 'Components',
  noun: 'component',
  indexed: componentNames,
  sources: [trackerRef('project get-components-paginated', ofProject, {per: perProject})],
  columns: [projectColumn, ...recordColumns('project get-components-paginated')],
  verbs: [...componentVerbs, newComponent()],
  sort: {column: 'project', reverse: false},
  empty: 'No project has components. a creates one.',
  about: 'Components of all projects, read project by project.',
});

/** Names of the project roles of the site. */
export const roleNames = namesCall('tracker', 'project role');

/** Roles of all projects with their members. */
export const allRoles = list({
  id: 'all-roles',
  title: 'Roles and actors',
  noun: 'role',
  indexed: roleNames,
  sources: [trackerRef('project get-role-details', ofProject, {per: perProject})],
  identity: ['/project', '/id'],
  columns: [
    projectColumn,
    ...recordColumns('project get-role-details', {
      admin: [
        joinedList('MEMBERS', '/actors/-/displayName', {
          min: 20,
          max: 90,
          grows: true,
          dropPriority: 1,
        }),
      ],
    }),
  ],
  fills: [
    {
      pointer: '/actors',
      call: trackerRef('project get-role', {...ofProject, id: '{role}'}),
      params: {project: ['/project'], role: ['/id']},
    },
  ],
  opens: {screen: 'actors', params: {project: ['/project'], role: ['/id'], crumb: ['/name']}},
  verbs: roleVerbs,
  sort: {column: 'project', reverse: false},
  empty: 'No project role is visible.',
  about:
    'Who administers what: roles of all projects, read project by project. The filter rights:administers keeps the roles that administer a project. Members are fetched for the roles on the screen.',
});
