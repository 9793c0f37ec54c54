import type {Family} from '../../state/app/family.ts';
import {priorities, resolutions, statuses, uiModifications} from './fields.ts';
import {
  prioritySchemes,
  priorityScreen,
  statusProjects,
  statusScreen,
  statusWorkflows,
  uiContexts,
} from './where-used.ts';

/** What issues are made of: statuses, resolutions, priorities, UI modifications. */
export const fieldsFamily: Family = {
  id: 'fields',
  lists: [
    statuses,
    statusProjects,
    statusWorkflows,
    resolutions,
    priorities,
    prioritySchemes,
    uiModifications,
    uiContexts,
  ],
  objects: [statusScreen, priorityScreen],
  picks: [
    {
      service: 'tracker',
      group: 'statuses',
      inputs: ['id', 'statusId'],
      screen: 'statuses',
      value: '/id',
    },
    {
      service: 'tracker',
      group: 'resolution',
      inputs: ['id', 'replaceWith'],
      screen: 'resolutions',
      value: '/id',
    },
    {service: 'tracker', group: 'priority', inputs: ['id'], screen: 'priorities', value: '/id'},
    {service: 'tracker', inputs: ['uiModificationId'], screen: 'ui-modifications', value: '/id'},
  ],
};
