import type {SandboxRequest} from '../route.ts';
import type {Project} from '../world/projects.ts';
import {projectCategories, projectRoles} from '../world/site-setup.ts';
import type {Version} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {canAdminister} from './access.ts';
import {componentBean} from './component-bean.ts';
import {issueTypeBean} from './issue-beans.ts';
import {avatarUrls, dateTime, selfUrl} from './links.ts';
import {userReference} from './user-bean.ts';
import {versionBean} from './version-bean.ts';

/** Sender of mails of projects that have none of their own. */
export const siteEmail = 'tracker@mail.example.com';

/** Members every answer has that holds a project. */
export function projectSummary(
  request: SandboxRequest,
  project: Project,
): Readonly<Record<string, unknown>> {
  return {
    self: selfUrl(request, `project/${project.id}`),
    id: project.id,
    key: project.key,
    name: project.name,
    avatarUrls: avatarUrls(request, 'project', project.avatarId),
    ...categoryMember(request, project),
    projectTypeKey: project.typeKey,
    simplified: project.style === 'next-gen',
  };
}

/** A project in a list (services T2.4, expand of get all; services W8). */
export function listedProject(
  request: SandboxRequest,
  world: World,
  project: Project,
  expand: ReadonlySet<string>,
  propertyKeys: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  return {
    expand: 'description,lead,issueTypes,url,projectKeys,permissions,insight',
    ...projectSummary(request, project),
    style: project.style,
    isPrivate: project.isPrivate,
    favourite: false,
    uuid: project.uuid,
    properties: propertiesOf(project, propertyKeys),
    ...deeds(request, world, project),
    ...(expand.has('description') ? {description: project.description} : {}),
    ...(expand.has('lead') ? {lead: userReference(request, world, project.leadId)} : {}),
    ...(expand.has('issueTypes') ? {issueTypes: issueTypesOf(request, world, project)} : {}),
    ...(expand.has('projectKeys') ? {projectKeys: [project.key, ...project.formerKeys]} : {}),
    ...(expand.has('url') && project.url !== '' ? {url: project.url} : {}),
    ...(expand.has('permissions')
      ? {permissions: {canEdit: canAdminister(world, request.caller, project)}}
      : {}),
    ...(expand.has('insight')
      ? {
          insight: {
            totalIssueCount: project.issueCount,
            lastIssueUpdateTime: dateTime(project.lastIssueAt),
          },
        }
      : {}),
  };
}

/** One project with all that belongs to it (services T2.4, expand of get project). */
export function wholeProject(
  request: SandboxRequest,
  world: World,
  project: Project,
  expand: ReadonlySet<string>,
  propertyKeys: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const always = new Set(['description', 'lead', 'issueTypes', 'url']);
  const wanted = new Set([...always, ...[...expand].filter(name => name !== 'insight')]);
  return {
    ...listedProject(request, world, project, wanted, propertyKeys),
    ...(expand.has('insight') ? insightOf(project) : {}),
    components: project.components.map(component =>
      componentBean(request, world, project, component),
    ),
    ...(project.senderEmail === undefined ? {} : {email: project.senderEmail}),
    assigneeType: project.assigneeType,
    versions: versionsOf(world, project).map(version => versionBean(request, version)),
    roles: roleLinks(request, project),
    ...(expand.has('issueTypeHierarchy') ? {issueTypeHierarchy: hierarchyOf(world, project)} : {}),
  };
}

/** The versions of a project in its display order. */
export function versionsOf(world: World, project: Project): readonly Version[] {
  return project.versionIds.flatMap(id => world.tracker.versions.get(id) ?? []);
}

/** Role name → URL of the role in the project. */
export function roleLinks(
  request: SandboxRequest,
  project: Project,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    projectRoles.map(role => [
      role.name,
      selfUrl(request, `project/${project.id}/role/${role.id}`),
    ]),
  );
}

function insightOf(project: Project): Readonly<Record<string, unknown>> {
  const lastIssueUpdateTime = dateTime(project.lastIssueAt);
  return {insight: {totalIssueCount: project.issueCount, lastIssueUpdateTime}};
}

function issueTypesOf(request: SandboxRequest, world: World, project: Project): readonly unknown[] {
  return project.issueTypeIds.flatMap(id => {
    const type = world.tracker.issueTypes.get(id);
    return type === undefined ? [] : [issueTypeBean(request, type)];
  });
}

const levelNames = new Map([
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

function categoryMember(
  request: SandboxRequest,
  project: Project,
): Readonly<Record<string, unknown>> {
  const category = projectCategories.find(one => one.id === project.categoryId);
  if (category === undefined) return {};
  const self = selfUrl(request, `projectCategory/${category.id}`);
  return {projectCategory: {self, ...category}};
}

function propertiesOf(
  project: Project,
  keys: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    keys.filter(key => project.properties.has(key)).map(key => [key, project.properties.get(key)]),
  );
}

const day = 86_400_000;

/** Days a project stays in the recycle bin. */
const retentionDays = 60;

function deeds(
  request: SandboxRequest,
  world: World,
  project: Project,
): Readonly<Record<string, unknown>> {
  const {archived, deleted} = project;
  return {
    ...(archived === undefined
      ? {}
      : {
          archived: true,
          archivedDate: dateTime(archived.at),
          archivedBy: userReference(request, world, archived.byId),
        }),
    ...(deleted === undefined
      ? {}
      : {
          deleted: true,
          deletedDate: dateTime(deleted.at),
          deletedBy: userReference(request, world, deleted.byId),
          retentionTillDate: dateTime(deleted.at + retentionDays * day),
        }),
  };
}
