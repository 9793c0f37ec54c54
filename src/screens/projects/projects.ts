import type {Resource} from '../../state/model/resource.ts';
import {idColumn} from '../../state/views/list/columns.ts';

/** All projects the user can see; enter opens one. */
export const projects: Resource = {
  id: 'projects',
  title: 'Projects',
  noun: 'project',
  service: 'tracker',
  aliases: ['project', 'proj', 'p'],
  needs: [],
  sources: [
    {service: 'tracker', operation: 'project search', inputs: {expand: ['lead', 'insight']}},
    {service: 'tracker', operation: 'project get-all', inputs: {expand: ['lead']}},
  ],
  identity: ['/id'],
  name: ['/key', '/name'],
  columns: [
    {id: 'key', title: 'KEY', from: ['/key'], kind: 'text', max: 12, worth: 0, tone: 'title'},
    {
      id: 'name',
      title: 'NAME',
      from: ['/name'],
      kind: 'text',
      min: 24,
      max: 44,
      grows: true,
      worth: 0,
    },
    {id: 'type', title: 'TYPE', from: ['/projectTypeKey'], kind: 'text', max: 12, worth: 2},
    {id: 'style', title: 'STYLE', from: ['/style'], kind: 'text', max: 9, worth: 5, tone: 'dim'},
    {id: 'lead', title: 'LEAD', from: ['/lead/displayName'], kind: 'text', max: 22, worth: 1},
    {
      id: 'state',
      title: 'STATE',
      from: ['/archived', '/deleted', '/isPrivate'],
      kind: 'state',
      states: [
        {flag: '/deleted', word: 'in recycle bin', tone: 'bad'},
        {flag: '/archived', word: 'archived', tone: 'warn'},
        {flag: '/isPrivate', word: 'private', tone: 'dim'},
      ],
      worth: 3,
    },
    {id: 'issues', title: 'ISSUES', from: ['/insight/totalIssueCount'], kind: 'number', worth: 4},
    {
      id: 'updated',
      title: 'LAST CHANGE',
      from: ['/insight/lastIssueUpdateTime'],
      kind: 'age',
      max: 11,
      worth: 6,
      tone: 'dim',
    },
    {
      id: 'category',
      title: 'CATEGORY',
      from: ['/projectCategory/name'],
      kind: 'text',
      max: 18,
      worth: 7,
      tone: 'dim',
    },
    idColumn(8),
  ],
  opens: {screen: 'project', params: {project: ['/key', '/id']}},
  describe: {
    call: {
      service: 'tracker',
      operation: 'project get',
      inputs: {
        projectIdOrKey: '{project}',
        expand: ['description', 'issueTypes', 'lead', 'projectKeys'],
      },
    },
    params: {project: ['/key', '/id']},
  },
  sort: {column: 'key', reverse: false},
  empty: 'No project is visible to this user. Create one: jr project create --body @project.json',
  about: 'Projects this user can browse or administer, in the server’s order unless sorted.',
};
