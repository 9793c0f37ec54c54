import {readBody} from '../body.ts';
import {fieldError} from '../errors.ts';
import {expandOf} from '../query.ts';
import {created, type Handlers, ok} from '../route.ts';
import {type Project, typeSetups} from '../world/projects.ts';
import {makeRandom} from '../world/random.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {selfUrl} from './links.ts';
import {changeProject} from './lookup.ts';
import {projectDetails} from './project-bean.ts';
import {
  checkProjectKey,
  checkProjectName,
  type ProjectMembers,
  projectErrors,
  readCommonFields,
  readProjectType,
} from './project-fields.ts';
import {nextNumber} from './records.ts';

export const projectsWriteHandlers: Handlers = {
  /** Creates a project with the default schemes unless others are set. */
  'tracker/project/create': call => {
    requireAdmin(call);
    const body = readBody<ProjectMembers>(call, projectErrors);
    const key = body.key ?? '';
    const name = body.name ?? '';
    throwProblems({
      projectKey: checkProjectKey(call, key),
      projectName: checkProjectName(call, name),
    });
    const {typeKey, style} = readProjectType(body);
    const common = readCommonFields(call, body);
    const {leadId} = common;
    if (leadId === undefined) throw fieldError({projectLead: 'You must specify a project lead.'});
    const {tracker} = call;
    const id = String(nextNumber(call, 'project'));
    const setup = typeSetups[typeKey];
    const project: Project = {
      id,
      uuid: makeRandom(tracker.seed, `project ${id}`).uuid(),
      key,
      formerKeys: [],
      name,
      description: '',
      url: '',
      typeKey,
      style,
      assigneeType: 'UNASSIGNED',
      isPrivate: false,
      createdAt: call.now,
      issueTypeIds: setup.issueTypeIds,
      workflowIds: Object.fromEntries(setup.issueTypeIds.map(type => [type, setup.workflowId])),
      issueCount: 0,
      issueBase: 0,
      lastIssueAt: call.now,
      components: [],
      versionIds: [],
      actors: initialActors(call, leadId),
      permissionSchemeId: tracker.defaults.permissionSchemeId,
      notificationSchemeId: tracker.defaults.notificationSchemeId,
      avatarId: '10400',
      customAvatarIds: [],
      features: {},
      properties: new Map(),
      ...common,
      leadId,
      categoryId: common.categoryId || undefined,
    };
    tracker.projects.set(id, project);
    tracker.projectIdByKey.set(key, id);
    return created({self: selfUrl(call, `project/${id}`), id: Number(id), key});
  },
  /** Members not in the body are unchanged; a former key still resolves to the project. */
  'tracker/project/update': changeProject(
    (call, project) => {
      const body = readBody<ProjectMembers>(call, projectErrors);
      const key = body.key ?? project.key;
      const name = body.name ?? project.name;
      throwProblems({
        projectKey: key === project.key ? undefined : checkProjectKey(call, key, project.id),
        projectName: name === project.name ? undefined : checkProjectName(call, name, project.id),
      });
      const released = new Set(body.releasedProjectKeys);
      const formerKeys = [project.key, ...project.formerKeys].filter(
        former => former !== key && !released.has(former),
      );
      const common = readCommonFields(call, body);
      const {projectIdByKey} = call.tracker;
      for (const old of released) {
        if (old !== key && projectIdByKey.get(old) === project.id) projectIdByKey.delete(old);
      }
      projectIdByKey.set(key, project.id);
      return {
        ...common,
        key,
        name,
        categoryId: (common.categoryId ?? project.categoryId) || undefined,
        formerKeys: key === project.key && released.size === 0 ? project.formerKeys : formerKeys,
      };
    },
    {reply: (call, after) => ok(projectDetails(call, after, expandOf(call)))},
  ),
};

function throwProblems(problems: Readonly<Record<string, string | undefined>>): void {
  const found = Object.entries(problems).flatMap(([field, problem]) =>
    problem === undefined ? [] : [[field, problem] as const],
  );
  if (found.length > 0) throw fieldError(Object.fromEntries(found));
}

function initialActors(world: World, leadId: string): Project['actors'] {
  const lead = {id: nextNumber(world, 'actor'), kind: 'user', holder: leadId} as const;
  return Object.fromEntries(
    [...world.tracker.roles.values()].map(({id, admin, actors = []}) => {
      const others = actors.map(actor => ({...actor, id: nextNumber(world, 'actor')}));
      return [id, admin ? [lead, ...others.filter(({holder}) => holder !== leadId)] : others];
    }),
  );
}
