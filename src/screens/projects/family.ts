import type {Family} from '../../state/app/family.ts';
import {componentsHome, projectsHome} from './home.ts';
import {projectParts} from './project-parts.ts';
import {archivedProjects, binnedProjects, projectScreen, projects} from './projects.ts';

/** Projects with all that belongs to one. */
export const projectsFamily: Family = {
  id: 'projects',
  lists: [projects, archivedProjects, binnedProjects, ...projectParts],
  objects: [projectScreen],
  home: [projectsHome, componentsHome],
};
