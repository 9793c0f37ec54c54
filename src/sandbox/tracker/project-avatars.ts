import {readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {readInteger} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import {type Project, systemAvatarCount} from '../world/projects.ts';
import type {World} from '../world/world.ts';
import {avatarUrls} from './links.ts';
import {readAdministeredProject, readProject, requireNotArchived} from './lookup.ts';

const systemIds = Array.from({length: systemAvatarCount}, (_, index) => String(10_400 + index));

/** Handlers by operation id. */
export const projectAvatarsHandlers: Handlers<World> = {
  /** Grouped by system and custom. */
  'tracker/project/get-all-project-avatars': (request, world) => {
    const project = readProject(request, world, 'projectIdOrKey');
    const json = {
      system: systemIds.map(id => avatarBean(request, project, id)),
      custom: project.customAvatarIds.map(id => avatarBean(request, project, id)),
    };
    return {status: 200, json};
  },
  /** The image's bytes; a crop must lie within sensible numbers. */
  'tracker/project/create-avatar': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectIdOrKey');
    requireNotArchived(project);
    requireNoXsrf(request);
    requireImage(request);
    for (const name of ['x', 'y', 'size']) readInteger(request, name);
    const {next, projects} = world.tracker;
    const id = String(next.avatar);
    next.avatar += 1;
    const after = {...project, customAvatarIds: [...project.customAvatarIds, id]};
    projects.set(project.id, after);
    return {status: 201, json: avatarBean(request, after, id)};
  },
  /** Which avatar is shown. */
  'tracker/project/update-avatar': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectIdOrKey');
    requireNotArchived(project);
    const id = readBody<{id: string}>(request).id ?? '';
    requireAvatar(project, id);
    world.tracker.projects.set(project.id, {...project, avatarId: id});
    return {status: 204};
  },
  /** System avatars cannot be deleted (services T2.4). */
  'tracker/project/delete-avatar': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectIdOrKey');
    requireNotArchived(project);
    const id = request.params.id ?? '';
    requireAvatar(project, id);
    if (systemIds.includes(id)) throw trackerError(403, 'A system avatar cannot be deleted.');
    world.tracker.projects.set(project.id, {
      ...project,
      avatarId: project.avatarId === id ? (systemIds[0] ?? id) : project.avatarId,
      customAvatarIds: project.customAvatarIds.filter(one => one !== id),
    });
    return {status: 204};
  },
};

function avatarBean(
  request: SandboxRequest,
  project: Project,
  id: string,
): Readonly<Record<string, unknown>> {
  const system = systemIds.includes(id);
  return {
    id,
    ...(system ? {} : {owner: project.id}),
    isSystemAvatar: system,
    isSelected: project.avatarId === id,
    isDeletable: !system,
    urls: avatarUrls(request, 'project', id),
  };
}

function requireAvatar(project: Project, id: string): void {
  if (systemIds.includes(id) || project.customAvatarIds.includes(id)) return;
  throw trackerError(404, `The project has no avatar ${id}.`);
}

/** services T5.7; the header's name is the document's or the public service's (services W2). */
function requireNoXsrf(request: SandboxRequest): void {
  const {headers} = request;
  const value = headers['x-tracker-token'] ?? headers['x-atlassian-token'];
  if (value !== 'no-check') throw trackerError(403, 'XSRF check failed');
}

const signatures: Readonly<Record<string, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'image/gif': [0x47, 0x49, 0x46, 0x38],
  'image/jpeg': [0xff, 0xd8, 0xff],
};

function requireImage(request: SandboxRequest): void {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const signature = signatures[type.trim().toLowerCase()];
  if (signature === undefined) {
    throw trackerError(400, `The content type must be ${Object.keys(signatures).join(' or ')}.`);
  }
  if (!signature.every((byte, index) => request.body[index] === byte)) {
    throw trackerError(400, 'The image could not be decoded.');
  }
}
