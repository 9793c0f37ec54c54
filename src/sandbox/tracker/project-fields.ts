import type {Given} from '../body.ts';
import {fieldError} from '../errors.ts';
import type {Project, ProjectTypeKey} from '../world/projects.ts';
import {projectCategories} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';

/** Characters of a project's key and name at most (services W4.12). */
export const keyAtMost = 10;
export const projectNameAtMost = 80;

/**
 * What is wrong with a key for a new project; undefined when it can be taken. An uppercase letter
 * first, then uppercase letters and digits, at most ten, at least two (services W4.12).
 *
 * @param ownId a project that may have it already
 */
export function checkProjectKey(world: World, key: string, ownId?: string): string | undefined {
  if (key === '') return 'You must specify a valid project key.';
  if (!/^[A-Z][A-Z0-9]+$/.test(key)) {
    return (
      'Project keys must start with an uppercase letter, followed by one or more uppercase ' +
      'alphanumeric characters.'
    );
  }
  if (key.length > keyAtMost) return `The project key must not exceed ${keyAtMost} characters.`;
  const holder = world.tracker.projectIdByKey.get(key);
  const project = world.tracker.projects.get(holder ?? '');
  if (project === undefined || project.id === ownId) return undefined;
  return `Project '${project.name}' uses this project key.`;
}

/** What is wrong with a name for a project; undefined when it can be taken. */
export function checkProjectName(world: World, name: string, ownId?: string): string | undefined {
  if (name.trim() === '') return 'You must specify a valid project name.';
  if ([...name].length > projectNameAtMost) {
    return `The project name must not exceed ${projectNameAtMost} characters.`;
  }
  const wanted = name.trim().toLowerCase();
  for (const project of world.tracker.projects.values()) {
    if (project.id !== ownId && project.name.toLowerCase() === wanted) {
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

/** What the service calls some members in its errors. */
export const projectErrors = {
  key: 'projectKey',
  name: 'projectName',
  leadAccountId: 'projectLead',
  projectTypeKey: 'projectType',
};

/**
 * The fields that create and update have in common, as far as the body names them.
 *
 * @throws SandboxError 400 about the field
 */
export function readCommonFields(world: World, body: Given<ProjectMembers>): Partial<Project> {
  const {permissionSchemes, notificationSchemes} = world.tracker;
  const fields = {
    description: body.description,
    url: body.url,
    leadId: readLead(world, body.leadAccountId),
    assigneeType: body.assigneeType,
    categoryId: readCategory(body.categoryId),
    permissionSchemeId: readScheme(permissionSchemes, 'permissionScheme', body),
    notificationSchemeId: readScheme(notificationSchemes, 'notificationScheme', body),
    securitySchemeId: body.issueSecurityScheme,
    avatarId: body.avatarId,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given);
}

function readLead(world: World, leadId: string | null | undefined): string | undefined {
  if (leadId === undefined || leadId === null) return undefined;
  const user = world.users.get(leadId);
  if (!user?.active || user.accountType !== 'atlassian') {
    throw fieldError({projectLead: 'The project lead must be an active user.'});
  }
  return leadId;
}

/** @returns '' to take the category away (-1 in the body) */
function readCategory(id: string | null | undefined): string | undefined {
  if (id === '-1') return '';
  if (typeof id === 'string' && !projectCategories.some(category => category.id === id)) {
    throw fieldError({categoryId: `There is no project category ${id}.`});
  }
  return id ?? undefined;
}

function readScheme(
  schemes: ReadonlyMap<number, unknown>,
  name: 'permissionScheme' | 'notificationScheme',
  body: Given<ProjectMembers>,
): number | undefined {
  const id = body[name];
  if (id === undefined || id === null) return undefined;
  if (!schemes.has(Number(id))) throw fieldError({[name]: `There is no scheme ${id}.`});
  return Number(id);
}

/**
 * The type and the style of a new project, from its type or from its template (services T2.4).
 *
 * @throws SandboxError 400 when neither says, or they disagree
 */
export function readProjectType(body: Given<ProjectMembers>): {
  readonly typeKey: ProjectTypeKey;
  readonly style: Project['style'];
} {
  const template = body.projectTemplateKey ?? undefined;
  const ofTemplate = template === undefined ? undefined : typeOfTemplate(template);
  const typeKey = body.projectTypeKey ?? ofTemplate;
  if (typeKey !== 'software' && typeKey !== 'service_desk' && typeKey !== 'business') {
    throw fieldError({projectType: 'Must be software, service_desk or business.'});
  }
  if (template !== undefined && ofTemplate !== typeKey) {
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
