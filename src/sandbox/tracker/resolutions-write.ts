import {readJsonObject} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import type {Handler, SandboxRequest} from '../route.ts';
import type {Resolution} from '../world/issue-setup.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {textMember} from './members.ts';
import {moveRecords, readNewDefault, requireNoDelete, requireRecord} from './order-write.ts';
import {findText} from './query.ts';
import {nextRecord, othersThan, readRecordName} from './records-write.ts';
import {startTask, taskReply} from './tasks.ts';

/** Characters of a name and a description (services W4.12). */
const nameAtMost = 60;
const descriptionAtMost = 255;

/** `resolution create`: it comes last. */
export const createResolution: Handler<World> = (request, world) => {
  requireAdmin(world, request.caller);
  const {resolutions} = world.tracker;
  const body = readJsonObject(request);
  const name = readRecordName(body, {most: nameAtMost, others: resolutions.values()});
  const description = textMember(body, 'description', {most: descriptionAtMost}) ?? '';
  const id = String(nextRecord(world));
  resolutions.set(id, {id, name, description});
  return {status: 201, json: {id}};
};

/** `resolution update`: the name is required, the description stays when left out. */
export const updateResolution: Handler<World> = (request, world) => {
  const {id, description: before} = readResolution(request, world);
  const {resolutions} = world.tracker;
  const body = readJsonObject(request);
  const name = readRecordName(body, {most: nameAtMost, others: othersThan(resolutions, id)});
  const description = textMember(body, 'description', {most: descriptionAtMost}) ?? before;
  resolutions.set(id, {id, name, description});
  return {status: 204};
};

/** `resolution delete`: 303 with a task at whose end it is gone (services W5.7). */
export const deleteResolution: Handler<World> = (request, world) => {
  const {id, name} = readResolution(request, world);
  const replaceWith = findText(request, 'replaceWith');
  if (replaceWith === id) {
    throw fieldError({replaceWith: 'A resolution cannot be replaced with itself.'});
  }
  if (replaceWith !== undefined) {
    requireRecord('resolution', world.tracker.resolutions, replaceWith);
  }
  const work = {
    kind: 'delete-resolution',
    id,
    ...(replaceWith === undefined ? {} : {replaceWith}),
  } as const;
  requireNoDelete(world, work);
  return taskReply(request, world, startTask(request, world, `Delete resolution ${name}`, work));
};

/** `resolution move`. */
export const moveResolutions: Handler<World> = (request, world) => {
  requireAdmin(world, request.caller);
  moveRecords(request, 'resolution', world.tracker.resolutions);
  return {status: 204};
};

/** `resolution set-default`: null clears it. */
export const setDefaultResolution: Handler<World> = (request, world) => {
  requireAdmin(world, request.caller);
  const {defaults, resolutions} = world.tracker;
  defaults.resolutionId = readNewDefault(request, 'resolution', resolutions);
  return {status: 204};
};

/** Take a resolution away: what is at the end of its task. A replacement takes its place as default. */
export function removeResolution(world: World, id: string, replaceWith: string | undefined): void {
  const {defaults, resolutions} = world.tracker;
  resolutions.delete(id);
  if (defaults.resolutionId !== id) return;
  // The replacement may have been deleted in the meantime.
  defaults.resolutionId = resolutions.has(replaceWith ?? '') ? replaceWith : undefined;
}

function readResolution(request: SandboxRequest, world: World): Resolution {
  requireAdmin(world, request.caller);
  const id = request.params.id ?? '';
  const resolution = world.tracker.resolutions.get(id);
  if (resolution === undefined) {
    throw trackerError(404, `The resolution with the ID '${id}' does not exist.`);
  }
  return resolution;
}
