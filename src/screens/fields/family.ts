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
};
