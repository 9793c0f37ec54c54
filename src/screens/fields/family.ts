import type {Family} from '../../state/app/family.ts';
import {trackerCall} from '../../state/model/call.ts';
import {
  priorities,
  prioritiesElsewhere,
  resolutions,
  resolutionsElsewhere,
  statuses,
  statusesElsewhere,
  uiModifications,
} from './fields.ts';
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
    statusesElsewhere,
    resolutionsElsewhere,
    prioritiesElsewhere,
  ],
  objects: [statusScreen, priorityScreen],
  home: [
    {
      id: 'statuses',
      family: 'Fields',
      title: 'Statuses',
      screen: 'statuses',
      about: 'where issues stand',
      call: trackerCall('statuses search', {maxResults: '1'}),
      count: 'total',
    },
    {
      id: 'resolutions',
      family: 'Fields',
      title: 'Resolutions',
      screen: 'resolutions',
      about: 'how issues end',
      call: trackerCall('resolution search', {maxResults: '1'}),
      count: 'total',
    },
    {
      id: 'priorities',
      family: 'Fields',
      title: 'Priorities',
      screen: 'priorities',
      about: 'what comes first',
      call: trackerCall('priority search', {maxResults: '1'}),
      count: 'total',
    },
    {
      id: 'ui-modifications',
      family: 'Fields',
      title: 'UI modifications',
      screen: 'ui-modifications',
      about: 'what apps change',
      call: trackerCall('uiModifications get-ui-modifications', {maxResults: '1'}),
      count: 'total',
    },
  ],
};
