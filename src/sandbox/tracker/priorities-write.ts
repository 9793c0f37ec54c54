import {type JsonObject, readJsonObject} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import type {Handler, SandboxRequest} from '../route.ts';
import type {Priority} from '../world/issue-setup.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {idMember, textMember} from './members.ts';
import {moveRecords, readNewDefault, requireNoDelete} from './order-write.ts';
import {nextRecord, othersThan, readRecordName} from './records-write.ts';
import {startTask, taskReply} from './tasks.ts';

/** Characters of a name and a description (services W4.12). */
const nameAtMost = 60;
const descriptionAtMost = 255;

/** `priority create`: needs a name, a color and an avatar (services W4.11); it comes last. */
export const createPriority: Handler<World> = (request, world) => {
  requireAdmin(world, request.caller);
  const {priorities} = world.tracker;
  const body = readJsonObject(request);
  refuseIconUrl(body);
  const name = readRecordName(body, {most: nameAtMost, others: priorities.values()});
  const description = textMember(body, 'description', {most: descriptionAtMost}) ?? '';
  const statusColor = readColor(body);
  if (statusColor === undefined) throw fieldError({statusColor: 'The color must be given.'});
  const avatarId = readAvatar(body);
  if (avatarId === undefined) throw fieldError({avatarId: 'The avatar must be given.'});
  const id = String(nextRecord(world));
  priorities.set(id, {id, name, description, statusColor, avatarId});
  return {status: 201, json: {id}};
};

/** `priority update`: at least one body parameter must be defined (services T4.12). */
export const updatePriority: Handler<World> = (request, world) => {
  const before = readPriority(request, world);
  const {id} = before;
  const {priorities} = world.tracker;
  const body = readJsonObject(request);
  refuseIconUrl(body);
  const fields = ['name', 'description', 'statusColor', 'avatarId'];
  if (fields.every(field => body[field] === undefined || body[field] === null)) {
    throw trackerError(400, `At least one of these must be given: ${fields.join(', ')}.`);
  }
  priorities.set(id, {
    id,
    name: readRecordName(body, {
      most: nameAtMost,
      before: before.name,
      others: othersThan(priorities, id),
    }),
    description: textMember(body, 'description', {most: descriptionAtMost}) ?? before.description,
    statusColor: readColor(body) ?? before.statusColor,
    avatarId: readAvatar(body) ?? before.avatarId,
  });
  return {status: 204};
};

/** `priority delete`: 303 with a task at whose end it is gone (services W5.7). */
export const deletePriority: Handler<World> = (request, world) => {
  const {id, name} = readPriority(request, world);
  const work = {kind: 'delete-priority', id} as const;
  requireNoDelete(world, work);
  return taskReply(request, world, startTask(request, world, `Delete priority ${name}`, work));
};

/** `priority move`. */
export const movePriorities: Handler<World> = (request, world) => {
  requireAdmin(world, request.caller);
  moveRecords(request, 'priority', world.tracker.priorities);
  return {status: 204};
};

/** `priority set-default`: null clears it. */
export const setDefaultPriority: Handler<World> = (request, world) => {
  requireAdmin(world, request.caller);
  const {defaults, priorities} = world.tracker;
  defaults.priorityId = readNewDefault(request, 'priority', priorities);
  return {status: 204};
};

/** Take a priority away, also from the schemes that offer it: what is at the end of its task. */
export function removePriority(world: World, id: string): void {
  const {defaults, priorities, prioritySchemes} = world.tracker;
  priorities.delete(id);
  if (defaults.priorityId === id) defaults.priorityId = undefined;
  for (const scheme of prioritySchemes.values()) {
    if (!scheme.priorityIds.includes(id)) continue;
    const priorityIds = scheme.priorityIds.filter(one => one !== id);
    prioritySchemes.set(scheme.id, {...scheme, priorityIds});
  }
}

function readPriority(request: SandboxRequest, world: World): Priority {
  requireAdmin(world, request.caller);
  const id = request.params.id ?? '';
  const priority = world.tracker.priorities.get(id);
  if (priority === undefined) {
    throw trackerError(404, `The priority with the ID '${id}' does not exist.`);
  }
  return priority;
}

/** Removed since 16 March 2025 (services T9.4, W4.11). */
function refuseIconUrl(body: JsonObject): void {
  if (body.iconUrl !== undefined && body.iconUrl !== null) {
    throw fieldError({iconUrl: 'iconUrl is no longer available: give an avatarId instead.'});
  }
}

function readColor(body: JsonObject): string | undefined {
  const color = textMember(body, 'statusColor');
  if (color !== undefined && !/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color)) {
    throw fieldError({statusColor: `The color “${color}” must look like #fff or #0747a6.`});
  }
  return color;
}

function readAvatar(body: JsonObject): number | undefined {
  const id = idMember(body, 'avatarId');
  if (id !== undefined && !/^[1-9]\d{0,14}$/.test(id)) {
    throw fieldError({avatarId: `There is no avatar ${id}.`});
  }
  return id === undefined ? undefined : Number(id);
}
