import {trackerError} from '../errors.ts';
import {type Orders, offsetPage, sortByParameter} from '../paging.ts';
import {findText, normalizeCase, readBoolean, readIds, readTexts} from '../query.ts';
import {type Handlers, type JsonMembers, ok, type SandboxCall} from '../route.ts';
import type {PriorityScheme} from '../world/issue-setup.ts';
import {
  issueTypeSchemes,
  type SharedScheme,
  schemeOf,
  screenSchemes,
  securitySchemes,
  workflowSchemes,
} from '../world/project-schemes.ts';
import {type Project, typeSetups} from '../world/projects.ts';
import {canSee, isAdmin, requireAdmin} from './access.ts';
import {selfUrl} from './links.ts';
import {undeletedProjects} from './lookup.ts';
import {issueTypeBean, listedProject, projectSummary} from './project-bean.ts';

/** The projects of a request that share a scheme. */
interface Association {
  readonly scheme: SharedScheme;
  readonly projectIds: readonly string[];
}

export const projectSchemesHandlers: Handlers = {
  'tracker/issuetype/get-issue-all-types': call => {
    const seen = new Set(
      undeletedProjects(call)
        .filter(project => canSee(call, project))
        .flatMap(({issueTypeIds}) => issueTypeIds),
    );
    const types = [...call.tracker.issueTypes.values()];
    const visible = isAdmin(call) ? types : types.filter(({id}) => seen.has(id));
    return ok(visible.map(type => issueTypeBean(call, type)));
  },
  'tracker/issuetypescheme/get-issue-type-scheme-for-projects': call =>
    offsetPage(call, associations(call, issueTypeSchemes), ({scheme, projectIds}) => ({
      issueTypeScheme: {
        ...schemeBean(scheme),
        defaultIssueTypeId: typeSetups[scheme.typeKey].issueTypeIds[1],
      },
      projectIds,
    })),
  'tracker/issuetypescreenscheme/get-issue-type-screen-scheme-project-associations': call =>
    offsetPage(call, associations(call, screenSchemes), ({scheme, projectIds}) => ({
      issueTypeScreenScheme: schemeBean(scheme),
      projectIds,
    })),
  'tracker/workflowscheme/get-workflow-scheme-project-associations': call =>
    ok({
      values: associations(call, workflowSchemes).map(({scheme, projectIds}) => ({
        workflowScheme: {
          id: scheme.id,
          name: scheme.name,
          description: scheme.description,
          defaultWorkflow: call.tracker.workflows.get(typeSetups[scheme.typeKey].workflowId)?.name,
          issueTypeMappings: {},
          draft: false,
          self: selfUrl(call, `workflowscheme/${scheme.id}`),
        },
        projectIds,
      })),
    }),
  'tracker/issuesecurityschemes/search-projects-using-security-schemes': call => {
    requireAdmin(call);
    const schemeIds = readIds(call, 'issueSecuritySchemeId');
    const projectIds = readIds(call, 'projectId');
    const mappings = undeletedProjects(call).flatMap(({id: projectId, securitySchemeId}) =>
      securitySchemeId !== undefined &&
      (schemeIds?.has(securitySchemeId) ?? true) &&
      (projectIds?.has(projectId) ?? true)
        ? [{issueSecuritySchemeId: securitySchemeId, projectId}]
        : [],
    );
    return offsetPage(call, mappings, mapping => mapping);
  },
  'tracker/issuesecurityschemes/search-security-schemes': call => {
    requireAdmin(call);
    const ids = readIds(call, 'id');
    const projectIds = readIds(call, 'projectId');
    const projectsOf = (id: number): readonly number[] =>
      undeletedProjects(call)
        .filter(({securitySchemeId}) => securitySchemeId === String(id))
        .map(project => Number(project.id));
    const schemes = securitySchemes.filter(
      ({id}) =>
        (ids?.has(String(id)) ?? true) &&
        (projectIds === undefined || projectsOf(id).some(one => projectIds.has(String(one)))),
    );
    return offsetPage(call, schemes, ({id, name, description, defaultLevel}) => ({
      self: selfUrl(call, `issuesecurityschemes/${id}`),
      id,
      name,
      description,
      defaultLevel,
      projectIds: projectsOf(id),
    }));
  },
  'tracker/priorityscheme/get-priority-schemes': call => {
    const priorityIds = readIds(call, 'priorityId');
    const schemeIds = readIds(call, 'schemeId');
    const name = normalizeCase(findText(call, 'schemeName') ?? '');
    const onlyDefault = readBoolean(call, 'onlyDefault');
    const expand = new Set((findText(call, 'expand') ?? '').split(','));
    const schemes = [...call.tracker.prioritySchemes.values()].filter(
      scheme =>
        (priorityIds === undefined || scheme.priorityIds.some(id => priorityIds.has(id))) &&
        (schemeIds?.has(scheme.id) ?? true) &&
        normalizeCase(scheme.name).includes(name) &&
        (!onlyDefault || scheme.isDefault),
    );
    const options = {what: 'Priority schemes', byDefault: '+name'};
    return offsetPage(call, sortByParameter(call, schemes, schemeOrders, options), scheme =>
      prioritySchemeBean(call, scheme, expand),
    );
  },
  'tracker/priorityscheme/get-projects-by-priority-scheme': call => {
    const scheme = call.tracker.prioritySchemes.get(call.params.schemeId ?? '');
    if (scheme === undefined) {
      throw trackerError(400, `There is no priority scheme '${call.params.schemeId}'.`);
    }
    const ids = readIds(call, 'projectId');
    const query = normalizeCase(findText(call, 'query') ?? '');
    const projects = projectsOfPriorities(call, scheme).filter(
      ({id, name}) => (ids?.has(id) ?? true) && normalizeCase(name).includes(query),
    );
    return offsetPage(call, projects, project => listedProject(call, project, new Set()));
  },
};

const schemeOrders: Orders<PriorityScheme> = {name: ({name}) => name};

function schemeBean({id, name, description}: SharedScheme): JsonMembers {
  return {id: String(id), name, description};
}

/** Group the requested projects by their scheme. @throws SandboxError 400 without any */
function associations(call: SandboxCall, schemes: readonly SharedScheme[]): Association[] {
  requireAdmin(call);
  if (readTexts(call, 'projectId').length === 0) {
    throw trackerError(400, 'projectId must be given.');
  }
  const ids = readIds(call, 'projectId') ?? new Set<string>();
  const projects = undeletedProjects(call).filter(({id}) => ids.has(id));
  return schemes.flatMap(scheme => {
    const own = projects.filter(project => schemeOf(schemes, project) === scheme);
    return own.length === 0 ? [] : [{scheme, projectIds: own.map(({id}) => id)}];
  });
}

/** List the visible projects of a priority scheme; the default one has those without another. */
function projectsOfPriorities(call: SandboxCall, scheme: PriorityScheme): readonly Project[] {
  const others = new Set(
    [...call.tracker.prioritySchemes.values()].flatMap(({projectIds = []}) => projectIds),
  );
  return undeletedProjects(call).filter(
    project =>
      canSee(call, project) && (scheme.projectIds?.includes(project.id) ?? !others.has(project.id)),
  );
}

function prioritySchemeBean(
  call: SandboxCall,
  scheme: PriorityScheme,
  expand: ReadonlySet<string>,
): JsonMembers {
  const {id, name, description, isDefault, priorityIds} = scheme;
  const {priorities, defaults} = call.tracker;
  const listed = priorityIds.flatMap((priorityId, index) => {
    const priority = priorities.get(priorityId);
    if (priority === undefined) return [];
    return [
      {
        id: priorityId,
        name: priority.name,
        description: priority.description,
        statusColor: priority.statusColor,
        isDefault: priorityId === defaults.priorityId,
        sequence: String(index),
        self: selfUrl(call, `priority/${priorityId}`),
      },
    ];
  });
  return {
    id,
    name,
    description,
    isDefault,
    default: isDefault,
    defaultPriorityId: priorityIds.find(one => one === defaults.priorityId),
    self: selfUrl(call, `priorityscheme/${id}`),
    ...(expand.has('priorities') ? {priorities: wholePage(listed)} : {}),
    ...(expand.has('projects')
      ? {
          projects: wholePage(
            projectsOfPriorities(call, scheme).map(project => projectSummary(call, project)),
          ),
        }
      : {}),
  };
}

/** Put the first items of a list into a page, as expanded members have it. */
function wholePage(items: readonly unknown[]): JsonMembers {
  const values = items.slice(0, 50);
  const isLast = values.length === items.length;
  return {maxResults: 50, startAt: 0, total: items.length, isLast, values};
}
