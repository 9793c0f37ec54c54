import type {JsonMembers, SandboxCall} from '../route.ts';
import type {IssueType, Status, StatusCategory} from '../world/issue-setup.ts';
import type {Component, Project} from '../world/projects.ts';
import {records} from '../world/table.ts';
import type {Version} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {canAdminister} from './access.ts';
import {avatarUrls, dateTime, selfUrl} from './links.ts';
import {userReference} from './user-bean.ts';
import {versionBean} from './version-bean.ts';

/** Sender of mails of projects without a sender of their own. */
export const siteEmail = 'tracker@mail.example.com';

/** Build the members of a project that every response includes. */
export function projectSummary(call: SandboxCall, project: Project): JsonMembers {
  return {
    self: selfUrl(call, `project/${project.id}`),
    id: project.id,
    key: project.key,
    name: project.name,
    avatarUrls: avatarUrls(call, 'project', project.avatarId),
    projectCategory: categoryOf(call, project),
    projectTypeKey: project.typeKey,
    simplified: project.style === 'next-gen',
  };
}

/** Build a project of a list (services T2.4, expand of get all; services W8). */
export function listedProject(
  call: SandboxCall,
  project: Project,
  expand: ReadonlySet<string>,
  propertyKeys: readonly string[] = [],
): JsonMembers {
  return {
    expand: 'description,lead,issueTypes,url,projectKeys,permissions,insight',
    ...projectSummary(call, project),
    style: project.style,
    isPrivate: project.isPrivate,
    favourite: false,
    uuid: project.uuid,
    properties: propertiesOf(project, propertyKeys),
    ...archiveMembers(call, project),
    description: expand.has('description') ? project.description : undefined,
    lead: expand.has('lead') ? userReference(call, project.leadId) : undefined,
    issueTypes: expand.has('issueTypes') ? issueTypesOf(call, project) : undefined,
    projectKeys: expand.has('projectKeys') ? [project.key, ...project.formerKeys] : undefined,
    url: (expand.has('url') && project.url) || undefined,
    permissions: expand.has('permissions') ? {canEdit: canAdminister(call, project)} : undefined,
    insight: expand.has('insight') ? insightOf(project) : undefined,
  };
}

/** Build one project with all its parts (services T2.4, expand of get project). */
export function projectDetails(
  call: SandboxCall,
  project: Project,
  expand: ReadonlySet<string>,
  propertyKeys: readonly string[] = [],
): JsonMembers {
  const expanded = new Set(['description', 'lead', 'issueTypes', 'url', ...expand]);
  return {
    ...listedProject(call, project, expanded, propertyKeys),
    components: project.components.map(component => componentBean(call, project, component)),
    email: project.senderEmail,
    assigneeType: project.assigneeType,
    versions: versionsOf(call, project).map(version => versionBean(call, version)),
    roles: roleLinks(call, project),
    issueTypeHierarchy: expand.has('issueTypeHierarchy') ? hierarchyOf(call, project) : undefined,
  };
}

/** List the versions of a project in its display order. */
export function versionsOf(world: World, project: Project): readonly Version[] {
  return project.versionIds.flatMap(id => world.tracker.versions.get(id) ?? []);
}

/** Map role names to the URL of the role in the project. */
export function roleLinks(call: SandboxCall, project: Project): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...call.tracker.roles.values()].map(role => [
      role.name,
      selfUrl(call, `project/${project.id}/role/${role.id}`),
    ]),
  );
}

function insightOf(project: Project): JsonMembers {
  const lastIssueUpdateTime = dateTime(project.lastIssueAt);
  return {totalIssueCount: project.issueCount, lastIssueUpdateTime};
}

function issueTypesOf(call: SandboxCall, project: Project): readonly unknown[] {
  return project.issueTypeIds.flatMap(id => {
    const type = call.tracker.issueTypes.get(id);
    return type === undefined ? [] : [issueTypeBean(call, type)];
  });
}

/** Names of the levels of issue types, highest level first. */
export const levelNames = new Map([
  [1, 'Epic'],
  [0, 'Base'],
  [-1, 'Sub-task'],
]);

function hierarchyOf(world: World, project: Project): unknown {
  const types = project.issueTypeIds.flatMap(id => world.tracker.issueTypes.get(id) ?? []);
  const levels = [...levelNames].map(([level, name]) => ({
    level,
    name,
    hierarchyLevelNumber: level,
    issueTypeIds: types.filter(type => type.level === level).map(type => Number(type.id)),
  }));
  return {levels: levels.filter(level => level.issueTypeIds.length > 0)};
}

function categoryOf(call: SandboxCall, project: Project): unknown {
  const category = call.tracker.categories.get(project.categoryId ?? '');
  return category && {self: selfUrl(call, `projectCategory/${category.id}`), ...category};
}

function propertiesOf(project: Project, keys: readonly string[]): JsonMembers {
  return Object.fromEntries(
    keys.filter(key => project.properties.has(key)).map(key => [key, project.properties.get(key)]),
  );
}

const day = 86_400_000;

/** Days a project remains in the trash. */
const retentionDays = 60;

function archiveMembers(call: SandboxCall, project: Project): JsonMembers {
  const {archived, deleted} = project;
  return {
    archived: archived && true,
    archivedDate: archived && dateTime(archived.at),
    archivedBy: archived && userReference(call, archived.byId),
    deleted: deleted && true,
    deletedDate: deleted && dateTime(deleted.at),
    deletedBy: deleted && userReference(call, deleted.byId),
    retentionTillDate: deleted && dateTime(deleted.at + retentionDays * day),
  };
}

/** Build a component for a response; the assignee of its issues depends on its assignee type. */
export function componentBean(
  call: SandboxCall,
  project: Project,
  component: Component,
): JsonMembers {
  const realType = realAssigneeType(project, component);
  const reference = (id: string | undefined) =>
    id === undefined ? undefined : userReference(call, id);
  const accountOf = (type: Component['assigneeType']): string | undefined => {
    if (type === 'COMPONENT_LEAD') return component.leadId;
    return type === 'PROJECT_LEAD' ? project.leadId : undefined;
  };
  return {
    self: selfUrl(call, `component/${component.id}`),
    id: component.id,
    name: component.name,
    description: component.description,
    lead: reference(component.leadId),
    assigneeType: component.assigneeType,
    assignee: reference(accountOf(component.assigneeType)),
    realAssigneeType: realType,
    realAssignee: reference(accountOf(realType)),
    isAssigneeTypeValid: true,
    project: project.key,
    projectId: Number(project.id),
  };
}

function realAssigneeType(project: Project, component: Component): Component['assigneeType'] {
  return component.assigneeType === 'PROJECT_DEFAULT'
    ? project.assigneeType
    : component.assigneeType;
}

/** Build an issue type for a response. */
export function issueTypeBean(call: SandboxCall, type: IssueType): JsonMembers {
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

interface CategoryMembers {
  readonly id: number;
  readonly key: string;
  readonly colorName: string;
  readonly name: string;
}

/** Status categories in the format of the older operations. */
export const statusCategories = Object.fromEntries(
  records<CategoryMembers & {readonly category: StatusCategory}>('statusCategories').map(
    ({category, ...facts}) => [category, facts],
  ),
) as Readonly<Record<StatusCategory, CategoryMembers>>;

export function categoryBean(call: SandboxCall, facts: CategoryMembers): JsonMembers {
  return {self: selfUrl(call, `statuscategory/${facts.id}`), ...facts};
}

/** Build a status in the format of an issue type's statuses. */
export function statusDetails(call: SandboxCall, status: Status): JsonMembers {
  return {
    self: selfUrl(call, `status/${status.id}`),
    description: status.description,
    iconUrl: `${call.origin}/images/icons/statuses/generic.png`,
    name: status.name,
    id: status.id,
    statusCategory: categoryBean(call, statusCategories[status.category]),
  };
}

/** Build a status in the format of the statuses operations (services T2.8). */
export function statusBean(status: Status): JsonMembers {
  const {id, name, category, description, projectId} = status;
  const scope =
    projectId === undefined ? {type: 'GLOBAL'} : {type: 'PROJECT', project: {id: projectId}};
  return {id, name, statusCategory: category, scope, description};
}
