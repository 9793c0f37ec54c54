import type {Handlers} from '../route.ts';
import type {World} from '../world/world.ts';
import {statusDetails} from './issue-beans.ts';
import {selfUrl} from './links.ts';
import {readProject} from './lookup.ts';

/** Handlers by operation id. */
export const projectStatusesHandlers: Handlers<World> = {
  /** The statuses of each issue type of the project. */
  'tracker/project/get-all-statuses': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    const {issueTypes, workflows, statuses} = world.tracker;
    const json = project.issueTypeIds.flatMap(id => {
      const type = issueTypes.get(id);
      if (type === undefined) return [];
      const statusIds = workflows.get(project.workflowIds[id] ?? '')?.statusIds ?? [];
      return [
        {
          self: selfUrl(request, `issuetype/${id}`),
          id,
          name: type.name,
          subtask: type.level < 0,
          statuses: statusIds
            .flatMap(statusId => statuses.get(statusId) ?? [])
            .map(status => statusDetails(request, status)),
        },
      ];
    });
    return {status: 200, json};
  },
  /** Issue types by level, lowest first. */
  'tracker/project/get-hierarchy': (request, world) => {
    const project = readProject(request, world, 'projectId');
    const types = project.issueTypeIds.flatMap(id => world.tracker.issueTypes.get(id) ?? []);
    const hierarchy = [...levelNames].reverse().flatMap(([level, name]) => {
      const issueTypes = types
        .filter(type => type.level === level)
        .map(({id, name: typeName, avatarId}) => ({id: Number(id), name: typeName, avatarId}));
      return issueTypes.length === 0 ? [] : [{level, name, issueTypes}];
    });
    return {status: 200, json: {projectId: Number(project.id), hierarchy}};
  },
};

const levelNames: readonly (readonly [number, string])[] = [
  [1, 'Epic'],
  [0, 'Base'],
  [-1, 'Sub-task'],
];
