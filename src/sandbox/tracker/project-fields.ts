import type {BodyValues} from '../body.ts';
import {fieldError} from '../errors.ts';
import type {Project, ProjectTypeKey} from '../world/projects.ts';
import type {World} from '../world/world.ts';

/** Maximum length of a project key (services W4.12). */
export const maxKeyLength = 10;
export const maxProjectNameLength = 80;

/**
 * Validate the key of a new project: an uppercase letter, then uppercase letters and digits, two to
 * ten characters (services W4.12). Returns the problem; undefined for a valid key.
 *
 * @param ownId a project that may have the key already
 */
export function checkProjectKey(world: World, key: string, ownId?: string): string | undefined {
  if (key === '') return 'You must specify a valid project key.';
  if (!/^[A-Z][A-Z0-9]+$/.test(key)) {
    return (
      'Project keys must start with an uppercase letter, followed by one or more uppercase ' +
      'alphanumeric characters.'
    );
  }
  if (key.length > maxKeyLength)
    return `The project key must not exceed ${maxKeyLength} characters.`;
  const ownerId = world.tracker.projectIdByKey.get(key);
  const project = world.tracker.projects.get(ownerId ?? '');
  if (project === undefined || project.id === ownId) return undefined;
  return `Project '${project.name}' uses this project key.`;
}

/** Validate the name of a project. Returns the problem; undefined for a valid name. */
export function checkProjectName(world: World, name: string, ownId?: string): string | undefined {
  if (name.trim() === '') return 'You must specify a valid project name.';
  if ([...name].length > maxProjectNameLength) {
    return `The project name must not exceed ${maxProjectNameLength} characters.`;
  }
  const lowerName = name.trim().toLowerCase();
  for (const project of world.tracker.projects.values()) {
    if (project.id !== ownId && project.name.toLowerCase() === lowerName) {
      return 'A project with that name already exists.';
    }
  }
  return undefined;
}

export interface ProjectMembers
  extends Readonly<
    Record<
      | 'key'
      | 'name'
      | 'description'
      | 'url'
      | 'leadAccountId'
      | 'avatarId'
      | 'categoryId'
      | 'permissionScheme'
      | 'notificationScheme'
      | 'issueSecurityScheme'
      | 'projectTypeKey'
      | 'projectTemplateKey',
      string
    >
  > {
  readonly assigneeType: Project['assigneeType'];
  readonly releasedProjectKeys: readonly string[];
}

/** Names of some members in the service's errors, where they differ. */
export const projectErrors = {
  key: 'projectKey',
  name: 'projectName',
  leadAccountId: 'projectLead',
  projectTypeKey: 'projectType',
};

/**
 * Read the fields that create and update have in common, as far as the body sets them.
 *
 * @throws SandboxError 400 about the field
 */
export function readCommonFields(world: World, body: BodyValues<ProjectMembers>): Partial<Project> {
  const {permissionSchemes, notificationSchemes} = world.tracker;
  const fields = {
    description: body.description,
    url: body.url,
    leadId: readLead(world, body.leadAccountId),
    assigneeType: body.assigneeType,
    categoryId: readCategory(world, body.categoryId),
    permissionSchemeId: readScheme(permissionSchemes, 'permissionScheme', body),
    notificationSchemeId: readScheme(notificationSchemes, 'notificationScheme', body),
    securitySchemeId: body.issueSecurityScheme,
    avatarId: body.avatarId,
  };
  const present = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return Object.fromEntries(present);
}

function readLead(world: World, leadId: string | null | undefined): string | undefined {
  if (leadId === undefined || leadId === null) return undefined;
  const user = world.users.get(leadId);
  if (!user?.active || user.accountType !== 'atlassian') {
    throw fieldError({projectLead: 'The project lead must be an active user.'});
  }
  return leadId;
}

/** Read a category id. @returns '' to remove the category (-1 in the body) */
function readCategory(
  {tracker: {categories}}: World,
  id: string | null | undefined,
): string | undefined {
  if (id === '-1') return '';
  if (typeof id === 'string' && !categories.has(id)) {
    throw fieldError({categoryId: `There is no project category ${id}.`});
  }
  return id ?? undefined;
}

function readScheme(
  schemes: ReadonlyMap<number, unknown>,
  name: 'permissionScheme' | 'notificationScheme',
  body: BodyValues<ProjectMembers>,
): number | undefined {
  const id = body[name];
  if (id === undefined || id === null) return undefined;
  if (!schemes.has(Number(id))) throw fieldError({[name]: `There is no scheme ${id}.`});
  return Number(id);
}

/**
 * Derive the type and the style of a new project from its type or its template (services T2.4).
 *
 * @throws SandboxError 400 when both are absent or they disagree
 */
export function readProjectType(body: BodyValues<ProjectMembers>): {
  readonly typeKey: ProjectTypeKey;
  readonly style: Project['style'];
} {
  const template = body.projectTemplateKey ?? undefined;
  const templateType = template === undefined ? undefined : typeOfTemplate(template);
  const typeKey = body.projectTypeKey ?? templateType;
  if (typeKey !== 'software' && typeKey !== 'service_desk' && typeKey !== 'business') {
    throw fieldError({projectType: 'Must be software, service_desk or business.'});
  }
  if (template !== undefined && templateType !== typeKey) {
    throw fieldError({projectTemplateKey: `The template is not for projects of type ${typeKey}.`});
  }
  const teamManaged = /:(?:gh-simplified-agility-|next-gen-|team-managed-)/.test(template ?? '');
  return {typeKey, style: teamManaged ? 'next-gen' : 'classic'};
}

function typeOfTemplate(template: string): ProjectTypeKey | undefined {
  const [, name] = /^[^:]+:(.+)$/.exec(template) ?? [];
  if (name === undefined) return undefined;
  if (name.startsWith('gh-')) return 'software';
  if (/-core-simplified-/.test(name)) return 'business';
  return /service|desk/.test(name) ? 'service_desk' : undefined;
}
