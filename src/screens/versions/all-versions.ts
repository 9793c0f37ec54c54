import {namesCall} from '../../state/model/names.ts';
import type {Resource} from '../../state/model/resource.ts';
import {perProject, projectColumn} from '../projects/all-of-projects.ts';
import {versions} from './versions.ts';

/** Names, states and dates of the versions of all projects. */
export const versionNames = namesCall('tracker', 'version', {maxResults: '100'}, perProject);

/** Versions of all projects by due date, with the cursor on the first overdue one. */
export const allVersions: Resource = {
  ...versions,
  id: 'all-versions',
  aliases: ['overdue'],
  needs: [],
  indexed: versionNames,
  sources: versions.sources.slice(0, 1).map(source => ({...source, per: perProject})),
  columns: [projectColumn, ...versions.columns],
  // Versions have an order only within their project.
  verbs: versions.verbs?.filter(({reorders}) => reorders === undefined),
  sort: {column: 'releaseDate', reverse: false},
  startsAt: {pointer: '/overdue', equals: 'true'},
  empty: 'No project has versions. a creates one.',
  about:
    'Versions of all projects by release date, read project by project; the cursor begins on the first that is overdue. The filter project:KEY keeps those of one project.',
};
