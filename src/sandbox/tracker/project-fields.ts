import type {JsonObject} from '../body.ts';
import {fieldError} from '../errors.ts';
import type {Project, ProjectTypeKey} from '../world/projects.ts';
import {projectCategories} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {idMember, textMember} from './members.ts';

/** What a body can say about a new project and an old one. */
export type CommonFields = Partial<
  Pick<
    Project,
    | 'description'
    | 'url'
    | 'leadId'
    | 'assigneeType'
    | 'categoryId'
    | 'permissionSchemeId'
    | 'notificationSchemeId'
    | 'securitySchemeId'
    | 'avatarId'
  >
>;

/**
 * The fields that create and update have in common, as far as the body names them.
 *
 * @throws SandboxError 400 about the field
 */
export function readCommonFields(world: World, body: JsonObject): CommonFields {
  const description = textMember(body, 'description');
  const url = textMember(body, 'url');
  const leadId = readLead(world, body);
  const assigneeType = readAssigneeType(body);
  const categoryId = readCategory(body);
  const permission = readScheme(world, body, 'permissionScheme');
  const notification = readScheme(world, body, 'notificationScheme');
  const security = idMember(body, 'issueSecurityScheme');
  const avatarId = idMember(body, 'avatarId');
  return {
    ...(description === undefined ? {} : {description}),
    ...(url === undefined ? {} : {url}),
    ...(leadId === undefined ? {} : {leadId}),
    ...(assigneeType === undefined ? {} : {assigneeType}),
    ...(categoryId === undefined ? {} : {categoryId}),
    ...(permission === undefined ? {} : {permissionSchemeId: permission}),
    ...(notification === undefined ? {} : {notificationSchemeId: notification}),
    ...(security === undefined ? {} : {securitySchemeId: security}),
    ...(avatarId === undefined ? {} : {avatarId}),
  };
}

function readLead(world: World, body: JsonObject): string | undefined {
  const leadId = textMember(body, 'leadAccountId', {most: 128});
  if (leadId === undefined) return undefined;
  const user = world.users.get(leadId);
  if (!user?.active || user.accountType !== 'atlassian') {
    throw fieldError({projectLead: 'The project lead must be an active user.'});
  }
  return leadId;
}

function readAssigneeType(body: JsonObject): Project['assigneeType'] | undefined {
  const type = textMember(body, 'assigneeType');
  if (type === undefined || type === 'PROJECT_LEAD' || type === 'UNASSIGNED') return type;
  throw fieldError({assigneeType: 'Must be PROJECT_LEAD or UNASSIGNED.'});
}

/** @returns '' to take the category away (-1 in the body) */
function readCategory(body: JsonObject): string | undefined {
  const id = idMember(body, 'categoryId');
  if (id === '-1') return '';
  if (id !== undefined && !projectCategories.some(category => category.id === id)) {
    throw fieldError({categoryId: `There is no project category ${id}.`});
  }
  return id;
}

function readScheme(
  world: World,
  body: JsonObject,
  name: 'permissionScheme' | 'notificationScheme',
): number | undefined {
  const text = idMember(body, name);
  if (text === undefined) return undefined;
  const {permissionSchemes, notificationSchemes} = world.tracker;
  const schemes = name === 'permissionScheme' ? permissionSchemes : notificationSchemes;
  if (!schemes.has(Number(text))) throw fieldError({[name]: `There is no scheme ${text}.`});
  return Number(text);
}

/**
 * The type and the style of a new project, from its type or from its template (services T2.4).
 *
 * @throws SandboxError 400 when neither says, or they disagree
 */
export function readProjectType(body: JsonObject): {
  readonly typeKey: ProjectTypeKey;
  readonly style: Project['style'];
} {
  const template = textMember(body, 'projectTemplateKey');
  const given = textMember(body, 'projectTypeKey');
  const ofTemplate = template === undefined ? undefined : typeOfTemplate(template);
  const typeKey = given ?? ofTemplate;
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
