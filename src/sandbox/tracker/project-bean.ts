import type {Call, JsonObject} from '../route.ts';
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
export function projectSummary(call: Call, project: Project): Readonly<Record<string, unknown>> {
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

/** A project in a list (services T2.4, expand of get all; services W8). */
export function listedProject(
  call: Call,
  project: Project,
  expand: ReadonlySet<string>,
  propertyKeys: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const wanted = (name: string, value: () => unknown): unknown =>
    expand.has(name) ? value() : undefined;
  return {
    expand: 'description,lead,issueTypes,url,projectKeys,permissions,insight',
    ...projectSummary(call, project),
    style: project.style,
    isPrivate: project.isPrivate,
    favourite: false,
    uuid: project.uuid,
    properties: propertiesOf(project, propertyKeys),
    ...deeds(call, project),
    description: wanted('description', () => project.description),
    lead: wanted('lead', () => userReference(call, project.leadId)),
    issueTypes: wanted('issueTypes', () => issueTypesOf(call, project)),
    projectKeys: wanted('projectKeys', () => [project.key, ...project.formerKeys]),
    url: wanted('url', () => project.url || undefined),
    permissions: wanted('permissions', () => ({
      canEdit: canAdminister(call, project),
    })),
    insight: wanted('insight', () => insightOf(project)),
  };
}

/** One project with all that belongs to it (services T2.4, expand of get project). */
export function wholeProject(
  call: Call,
  project: Project,
  expand: ReadonlySet<string>,
  propertyKeys: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const always = new Set(['description', 'lead', 'issueTypes', 'url']);
  const wanted = new Set([...always, ...[...expand].filter(name => name !== 'insight')]);
  return {
    ...listedProject(call, project, wanted, propertyKeys),
    insight: expand.has('insight') ? insightOf(project) : undefined,
    components: project.components.map(component => componentBean(call, project, component)),
    email: project.senderEmail,
    assigneeType: project.assigneeType,
    versions: versionsOf(call, project).map(version => versionBean(call, version)),
    roles: roleLinks(call, project),
    issueTypeHierarchy: expand.has('issueTypeHierarchy') ? hierarchyOf(call, project) : undefined,
  };
}

/** The versions of a project in its display order. */
export function versionsOf(world: World, project: Project): readonly Version[] {
  return project.versionIds.flatMap(id => world.tracker.versions.get(id) ?? []);
}

/** Role name → URL of the role in the project. */
export function roleLinks(call: Call, project: Project): Readonly<Record<string, string>> {
  return Object.fromEntries(
    projectRoles.map(role => [role.name, selfUrl(call, `project/${project.id}/role/${role.id}`)]),
  );
}

function insightOf(project: Project): JsonObject {
  const lastIssueUpdateTime = dateTime(project.lastIssueAt);
  return {totalIssueCount: project.issueCount, lastIssueUpdateTime};
}

function issueTypesOf(call: Call, project: Project): readonly unknown[] {
  return project.issueTypeIds.flatMap(id => {
    const type = call.tracker.issueTypes.get(id);
    return type === undefined ? [] : [issueTypeBean(call, type)];
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

function categoryOf(call: Call, project: Project): unknown {
  const category = projectCategories.find(one => one.id === project.categoryId);
  return category && {self: selfUrl(call, `projectCategory/${category.id}`), ...category};
}

function propertiesOf(project: Project, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.filter(key => project.properties.has(key)).map(key => [key, project.properties.get(key)]),
  );
}

const day = 86_400_000;

/** Days a project stays in the recycle bin. */
const retentionDays = 60;

function deeds(call: Call, project: Project): Readonly<Record<string, unknown>> {
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
