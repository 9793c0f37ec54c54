import {type Handlers, ok} from '../route.ts';
import {statusDetails} from './issue-beans.ts';
import {selfUrl} from './links.ts';
import {readProject} from './lookup.ts';

export const projectStatusesHandlers: Handlers = {
  'tracker/project/get-all-statuses': call => {
    const project = readProject(call, 'projectIdOrKey');
    const {issueTypes, workflows, statuses} = call.tracker;
    return ok(
      project.issueTypeIds.flatMap(id => {
        const type = issueTypes.get(id);
        if (type === undefined) return [];
        const statusIds = workflows.get(project.workflowIds[id] ?? '')?.statusIds ?? [];
        return [
          {
            self: selfUrl(call, `issuetype/${id}`),
            id,
            name: type.name,
            subtask: type.level < 0,
            statuses: statusIds
              .flatMap(statusId => statuses.get(statusId) ?? [])
              .map(status => statusDetails(call, status)),
          },
        ];
      }),
    );
  },
  'tracker/project/get-hierarchy': call => {
    const project = readProject(call, 'projectId');
    const types = project.issueTypeIds.flatMap(id => call.tracker.issueTypes.get(id) ?? []);
    const hierarchy = [...levelNames].reverse().flatMap(([level, name]) => {
      const issueTypes = types
        .filter(type => type.level === level)
        .map(({id, name: typeName, avatarId}) => ({id: Number(id), name: typeName, avatarId}));
      return issueTypes.length === 0 ? [] : [{level, name, issueTypes}];
    });
    return ok({projectId: Number(project.id), hierarchy});
  },
};

const levelNames: readonly (readonly [number, string])[] = [
  [1, 'Epic'],
  [0, 'Base'],
  [-1, 'Sub-task'],
];
