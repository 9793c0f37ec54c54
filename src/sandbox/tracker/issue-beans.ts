import type {Call, JsonObject} from '../route.ts';
import type {IssueType, Status, StatusCategory} from '../world/issue-setup.ts';
import {selfUrl} from './links.ts';

export function issueTypeBean(call: Call, type: IssueType): Readonly<Record<string, unknown>> {
  return {
    self: selfUrl(call, `issuetype/${type.id}`),
    id: type.id,
    description: type.description,
    iconUrl: `${call.origin}/rest/api/3/universal_avatar/view/type/issuetype/avatar/${type.avatarId}`,
    name: type.name,
    subtask: type.level < 0,
    avatarId: type.avatarId,
    hierarchyLevel: type.level,
  };
}

interface CategoryFacts {
  readonly id: number;
  readonly key: string;
  readonly colorName: string;
  readonly name: string;
}

/** Status categories as the older operations name them. */
export const statusCategories: Readonly<Record<StatusCategory, CategoryFacts>> = {
  TODO: {id: 2, key: 'new', colorName: 'blue-gray', name: 'To Do'},
  IN_PROGRESS: {id: 4, key: 'indeterminate', colorName: 'yellow', name: 'In Progress'},
  DONE: {id: 3, key: 'done', colorName: 'green', name: 'Done'},
};

export function categoryBean(call: Call, facts: CategoryFacts): Readonly<Record<string, unknown>> {
  return {self: selfUrl(call, `statuscategory/${facts.id}`), ...facts};
}

/** A status as the issue type's statuses answer it. */
export function statusDetails(call: Call, status: Status): Readonly<Record<string, unknown>> {
  return {
    self: selfUrl(call, `status/${status.id}`),
    description: status.description,
    iconUrl: `${call.origin}/images/icons/statuses/generic.png`,
    name: status.name,
    id: status.id,
    statusCategory: categoryBean(call, statusCategories[status.category]),
  };
}

/** A status as the statuses operations answer it (services T2.8). */
export function statusBean(status: Status): JsonObject {
  const {id, name, category, description, projectId} = status;
  const scope =
    projectId === undefined ? {type: 'GLOBAL'} : {type: 'PROJECT', project: {id: projectId}};
  return {id, name, statusCategory: category, scope, description};
}
