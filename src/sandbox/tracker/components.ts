import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {findText, normalizeCase} from '../query.ts';
import {created, type Handlers, noContent, ok, type SandboxCall} from '../route.ts';
import type {Component, Project} from '../world/projects.ts';
import {canAdminister, canSee} from './access.ts';
import {selfUrl} from './links.ts';
import {permissionError, readProject, requireNotArchived} from './lookup.ts';
import {componentBean} from './project-bean.ts';
import {nextNumber} from './records.ts';

interface ComponentInProject {
  readonly component: Component;
  readonly project: Project;
}

type ComponentMembers = Readonly<
  Record<'name' | 'description' | 'project' | 'leadAccountId', string>
> & {readonly assigneeType: Component['assigneeType']};

export const componentsHandlers: Handlers = {
  'tracker/component/create': call => {
    const body = readBody<ComponentMembers>(call);
    if (!body.project) throw fieldError({project: 'The project must be given.'});
    const project = requireChangeable(call, readProject(call, body.project));
    const component: Component = {
      id: String(nextNumber(call)),
      issueCount: 0,
      fromCatalog: false,
      ...readMembers(call, project),
    };
    store(call, project, [...project.components, component]);
    return created(componentBean(call, project, component));
  },
  'tracker/component/get': call => {
    const {project, component} = readComponent(call);
    return ok(componentBean(call, project, component));
  },
  'tracker/component/update': call => {
    const {project, component} = readComponent(call);
    requireChangeable(call, project);
    const after = {...component, ...readMembers(call, project, component)};
    const others = project.components.map(one => (one.id === after.id ? after : one));
    store(call, project, others);
    return ok(componentBean(call, project, after));
  },
  /** Issues of the component get another one of its project, or lose it. */
  'tracker/component/delete': call => {
    const {project, component} = readComponent(call);
    requireChangeable(call, project);
    const otherId = findText(call, 'moveIssuesTo');
    const rest = project.components.filter(one => one.id !== component.id);
    if (otherId !== undefined && rest.every(one => one.id !== otherId)) {
      throw trackerError(404, `The component with id ${otherId} does not exist.`);
    }
    const moved = (one: Component) =>
      one.id === otherId ? {...one, issueCount: one.issueCount + component.issueCount} : one;
    store(call, project, rest.map(moved));
    return noContent;
  },
  'tracker/component/get-related-issues': call => {
    const {component} = readComponent(call);
    return ok({
      self: selfUrl(call, `component/${component.id}`),
      issueCount: component.issueCount,
    });
  },
};

/** Find the component of the path in a project the caller may see. @throws SandboxError 404 */
function readComponent(call: SandboxCall): ComponentInProject {
  const {id = ''} = call.params;
  for (const project of call.tracker.projects.values()) {
    const component = project.components.find(one => one.id === id);
    if (component === undefined) continue;
    if (project.deleted === undefined && canSee(call, project)) return {component, project};
    break;
  }
  throw trackerError(404, `The component with id ${id} does not exist.`);
}

/**
 * Refuse changes by callers who do not administer the project, and changes to archived projects.
 */
function requireChangeable(call: SandboxCall, project: Project): Project {
  if (!canAdminister(call, project)) {
    throw permissionError(call, 403, 'You cannot edit the configuration of this project.');
  }
  requireNotArchived(project);
  return project;
}

function store({tracker}: SandboxCall, project: Project, components: readonly Component[]): void {
  tracker.projects.set(project.id, {...project, components});
}

/** Read the members of a component; without an earlier one, those of a new one. */
function readMembers(call: SandboxCall, project: Project, before?: Component) {
  const body = readBody<ComponentMembers>(call);
  const name = (body.name ?? before?.name ?? '').trim();
  if (name === '') throw fieldError({name: 'The component name must be given.'});
  const isTaken = project.components.some(
    one => one.id !== before?.id && normalizeCase(one.name) === normalizeCase(name),
  );
  if (isTaken) {
    throw fieldError({name: `A component with the name ${name} already exists in this project.`});
  }
  // An empty lead removes the lead.
  const leadId = (body.leadAccountId ?? before?.leadId) || undefined;
  if (leadId !== undefined && !call.users.has(leadId)) {
    throw fieldError({leadAccountId: `The user ${leadId} does not exist.`});
  }
  const assigneeType = body.assigneeType ?? before?.assigneeType ?? 'PROJECT_DEFAULT';
  if (assigneeType === 'COMPONENT_LEAD' && leadId === undefined) {
    throw fieldError({assigneeType: 'The component has no lead.'});
  }
  const description = body.description ?? before?.description ?? '';
  return {name, description, leadId, assigneeType};
}
