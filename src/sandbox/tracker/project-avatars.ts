import {readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {readInteger} from '../query.ts';
import {created, type Handlers, type JsonMembers, type SandboxCall} from '../route.ts';
import {type Project, systemAvatarCount} from '../world/projects.ts';
import {avatarUrls} from './links.ts';
import {changeProject, showProject} from './lookup.ts';
import {nextNumber} from './records.ts';

const systemIds = Array.from({length: systemAvatarCount}, (_, index) => String(10_400 + index));

export const projectAvatarsHandlers: Handlers = {
  'tracker/project/get-all-project-avatars': showProject((call, project) => ({
    system: systemIds.map(id => avatarBean(call, project, id)),
    custom: project.customAvatarIds.map(id => avatarBean(call, project, id)),
  })),
  /** Takes the image's bytes; validates the crop as numbers only. */
  'tracker/project/create-avatar': changeProject(
    (call, {customAvatarIds}) => {
      requireNoXsrf(call);
      requireImage(call);
      for (const name of ['x', 'y', 'size']) readInteger(call, name);
      return {customAvatarIds: [...customAvatarIds, String(nextNumber(call, 'avatar'))]};
    },
    {reply: (call, after) => created(avatarBean(call, after, after.customAvatarIds.at(-1) ?? ''))},
  ),
  'tracker/project/update-avatar': changeProject((call, project) => {
    const avatarId = readBody<{id: string}>(call).id ?? '';
    requireAvatar(project, avatarId);
    return {avatarId};
  }),
  /** System avatars cannot be deleted (services T2.4). */
  'tracker/project/delete-avatar': changeProject((call, project) => {
    const id = call.params.id ?? '';
    requireAvatar(project, id);
    if (systemIds.includes(id)) throw trackerError(403, 'A system avatar cannot be deleted.');
    return {
      avatarId: project.avatarId === id ? (systemIds[0] ?? id) : project.avatarId,
      customAvatarIds: project.customAvatarIds.filter(one => one !== id),
    };
  }),
};

function avatarBean(call: SandboxCall, project: Project, id: string): JsonMembers {
  const system = systemIds.includes(id);
  return {
    id,
    owner: system ? undefined : project.id,
    isSystemAvatar: system,
    isSelected: project.avatarId === id,
    isDeletable: !system,
    urls: avatarUrls(call, 'project', id),
  };
}

function requireAvatar(project: Project, id: string): void {
  if (systemIds.includes(id) || project.customAvatarIds.includes(id)) return;
  throw trackerError(404, `The project has no avatar ${id}.`);
}

/**
 * Require the header against XSRF (services T5.7), with the name in the API documentation or the
 * one of the public service (services W2).
 */
function requireNoXsrf(call: SandboxCall): void {
  const {headers} = call;
  const value = headers['x-tracker-token'] ?? headers['x-atlassian-token'];
  if (value !== 'no-check') throw trackerError(403, 'XSRF check failed');
}

const signatures: Readonly<Record<string, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'image/gif': [0x47, 0x49, 0x46, 0x38],
  'image/jpeg': [0xff, 0xd8, 0xff],
};

function requireImage(call: SandboxCall): void {
  const [type = ''] = (call.headers['content-type'] ?? '').split(';');
  const signature = signatures[type.trim().toLowerCase()];
  if (signature === undefined) {
    throw trackerError(400, `The content type must be ${Object.keys(signatures).join(' or ')}.`);
  }
  if (!signature.every((byte, index) => call.body[index] === byte)) {
    throw trackerError(400, 'The image could not be decoded.');
  }
}
