import type {AnsweringClient} from './answering-client.ts';
import {schemeTracker} from './scheme-world.ts';

const project = {
  id: '10000',
  key: 'PRO0',
  name: 'Project number 0',
  issueTypes: [
    {id: '1', name: 'Bug'},
    {id: '2', name: 'Task'},
  ],
};

const modification = {
  id: '19b002fe-3684-4827-8faa-63878d805789',
  name: 'Hide the budget field',
  description: 'Asked for by the team.',
  contexts: [
    {id: 'c1', projectId: '10000', issueTypeId: '1', viewType: 'GIC', isAvailable: true},
    {id: 'c2', projectId: '10000', issueTypeId: '2', isAvailable: false},
  ],
};

const priority = {
  id: '2',
  name: 'High',
  statusColor: '#f15C75',
  isDefault: true,
  schemes: {
    values: [
      {id: '1', name: 'Default priority scheme', isDefault: true},
      {id: '10001', name: 'Priorities with deadlines', description: 'For support.'},
    ],
  },
};

/** A tracker whose projects, statuses, priorities and UI modifications have all their parts. */
export function partsTracker(because: string): AnsweringClient {
  const tracker = schemeTracker(because);
  Object.assign(tracker.answers, {
    'tracker/project/get': {object: project},
    'tracker/project/get-all-project-avatars': {
      object: {
        system: [
          {id: '10400', isSelected: true, isDeletable: false, urls: {'48x48': 'https://a/10400'}},
          {id: '10401', isSelected: false, isDeletable: false, urls: {'48x48': 'https://a/10401'}},
        ],
        custom: [
          {id: '10900', isSelected: false, isDeletable: true, urls: {'48x48': 'https://a/10900'}},
        ],
      },
    },
    'tracker/project/get-classification-config': {
      object: {
        classificationLevels: [
          {id: 'l1', name: 'Public', status: 'PUBLISHED', rank: 1},
          {id: 'l2', name: 'Internal', status: 'PUBLISHED', rank: 2},
        ],
        containerOverride: 'DISABLED',
      },
    },
    'tracker/project/get-property-keys': {
      object: {keys: [{key: 'team.charter'}, {key: 'cost-centre'}]},
    },
    'tracker/project/get-property': {
      object: {key: 'team.charter', value: {page: 'https://wiki.example.com/charter'}},
    },
    'tracker/statuses/search': {
      pages: [[{id: '3', name: 'In Progress', statusCategory: 'IN_PROGRESS'}]],
      total: 1,
    },
    'tracker/statuses/get-project-usages-for': {pages: [[{id: '10000'}]]},
    'tracker/statuses/get-project-issue-type-usages-for': {
      object: {statusId: '3', issueTypes: {values: [{id: '1'}, {id: '2'}]}},
    },
    'tracker/statuses/get-workflow-usages-for': {pages: [[{id: '10100'}]]},
    'tracker/priority/search': {pages: [[priority]], object: {values: [priority]}, total: 1},
    'tracker/priorityscheme/get-priority-schemes': {pages: [priority.schemes.values]},
    'tracker/priority/get-priority': {object: {id: '2', name: 'High'}},
    'tracker/uiModifications/get-ui-modifications': {
      pages: [[modification]],
      object: {values: [modification]},
    },
  } satisfies AnsweringClient['answers']);
  return tracker;
}
