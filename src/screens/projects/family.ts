import type {Family} from '../../state/app/family.ts';
import {componentsHome, projectsHome} from './home.ts';
import {
  components,
  projectAvatars,
  projectFeatures,
  projectProperties,
  projectRoles,
  projectStatuses,
  roleActors,
} from './project-parts.ts';
import {archivedProjects, binnedProjects, projectScreen, projects} from './projects.ts';

/** Projects with all that belongs to one. */
export const projectsFamily: Family = {
  id: 'projects',
  lists: [
    projects,
    archivedProjects,
    binnedProjects,
    components,
    projectRoles,
    roleActors,
    projectStatuses,
    projectAvatars,
    projectProperties,
    projectFeatures,
  ],
  objects: [projectScreen],
  home: [projectsHome, componentsHome],
};
