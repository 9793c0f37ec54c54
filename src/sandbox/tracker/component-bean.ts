import type {Call} from '../route.ts';
import type {Component} from '../world/components.ts';
import type {Project} from '../world/projects.ts';
import {selfUrl} from './links.ts';
import {userReference} from './user-bean.ts';

/** A component as the tracker answers it; who gets its issues follows from its assignee type. */
export function componentBean(
  call: Call,
  project: Project,
  component: Component,
): Readonly<Record<string, unknown>> {
  const real = realAssigneeType(project, component);
  const person = (id: string | undefined) =>
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
    lead: person(component.leadId),
    assigneeType: component.assigneeType,
    assignee: person(accountOf(component.assigneeType)),
    realAssigneeType: real,
    realAssignee: person(accountOf(real)),
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
