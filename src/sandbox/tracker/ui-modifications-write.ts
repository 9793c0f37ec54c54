import {type JsonObject, readJsonObject} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import type {Handler, SandboxRequest} from '../route.ts';
import {makeDraw} from '../world/random.ts';
import type {UiModification} from '../world/ui-modifications.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {textMember} from './members.ts';
import {nextRecord} from './records-write.ts';
import {missing, readContexts} from './ui-contexts-write.ts';

/** UI modifications of one app (services T8). */
const perAppAtMost = 3_000;

/** Characters (services W4.12). */
const nameAtMost = 255;
const dataAtMost = 50_000;

/** `uiModifications create-ui-modification`: at most 3000 of an app. */
export const createUiModification: Handler<World> = (request, world) => {
  const {uiModifications, seed} = world.tracker;
  const body = readJsonObject(request);
  const {app = ''} = request.caller;
  const own = [...uiModifications.values()].filter(one => one.appId === app);
  if (own.length >= perAppAtMost) {
    throw trackerError(400, `An app can have at most ${perAppAtMost} UI modifications.`);
  }
  const fields = readFields(body, {name: '', description: '', data: ''});
  const contexts = readContexts(request, world, body) ?? [];
  const id = makeDraw(seed, `UI modification ${nextRecord(world)}`).uuid();
  uiModifications.set(id, {id, appId: app, ...fields, contexts});
  return {status: 201, json: {id, self: selfUrl(request, `uiModifications/${id}`)}};
};

/** `uiModifications update-ui-modification`: contexts, when present, replace all (services W4.16). */
export const updateUiModification: Handler<World> = (request, world) => {
  const before = readModification(request, world);
  const body = readJsonObject(request);
  const fields = readFields(body, before);
  const contexts = readContexts(request, world, body, before.id) ?? before.contexts;
  world.tracker.uiModifications.set(before.id, {...before, ...fields, contexts});
  return {status: 204};
};

/** `uiModifications delete-ui-modification`: with all of its contexts (services T4.1). */
export const deleteUiModification: Handler<World> = (request, world) => {
  world.tracker.uiModifications.delete(readModification(request, world).id);
  return {status: 204};
};

function readModification(request: SandboxRequest, world: World): UiModification {
  const uiModificationId = request.params.uiModificationId ?? '';
  const modification = world.tracker.uiModifications.get(uiModificationId);
  if (modification === undefined || modification.appId !== request.caller.app) {
    throw missing('The UI modification was not found.', {uiModificationId});
  }
  return modification;
}

type Fields = Pick<UiModification, 'name' | 'description' | 'data'>;

function readFields(body: JsonObject, before: Fields): Fields {
  const name = textMember(body, 'name', {most: nameAtMost}) ?? before.name;
  if (name.trim() === '') throw fieldError({name: 'The name must be given.'});
  return {
    name,
    description: textMember(body, 'description', {most: nameAtMost}) ?? before.description,
    data: textMember(body, 'data', {most: dataAtMost}) ?? before.data,
  };
}
