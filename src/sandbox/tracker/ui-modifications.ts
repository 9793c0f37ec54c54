import {type Given, readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {expandOf} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import {makeDraw} from '../world/random.ts';
import type {UiContext, UiModification} from '../world/ui-modifications.ts';
import type {World} from '../world/world.ts';
import {canSee} from './access.ts';
import {selfUrl} from './links.ts';
import {nextRecord} from './records.ts';
import {type GivenContext, missing, readContexts} from './ui-contexts-write.ts';

/** UI modifications of one app (services T8). */
const perAppAtMost = 3_000;

type Fields = Pick<UiModification, 'name' | 'description' | 'data'>;

interface Members extends Fields {
  readonly contexts: readonly GivenContext[];
}

/** Handlers by operation id. */
export const uiModificationsHandlers: Handlers<World> = {
  /** Data and contexts only when expanded (services T2.1). */
  'tracker/uiModifications/get-ui-modifications': (request, world) => {
    const all = [...world.tracker.uiModifications.values()];
    const own = all.filter(one => one.appId === request.caller.app);
    const expand = expandOf(request);
    return offsetPage(request, own, {
      sizeDefault: 50,
      present: modification => modificationBean(request, world, modification, expand),
    });
  },
  /** At most 3000 of an app. */
  'tracker/uiModifications/create-ui-modification': (request, world) => {
    const {uiModifications, seed} = world.tracker;
    const body = readBody<Members>(request);
    const {app = ''} = request.caller;
    const own = [...uiModifications.values()].filter(one => one.appId === app);
    if (own.length >= perAppAtMost) {
      throw trackerError(400, `An app can have at most ${perAppAtMost} UI modifications.`);
    }
    const fields = readFields(body, {name: '', description: '', data: ''});
    const contexts = readContexts(request, world, body.contexts) ?? [];
    const id = makeDraw(seed, `UI modification ${nextRecord(world)}`).uuid();
    uiModifications.set(id, {id, appId: app, ...fields, contexts});
    return {status: 201, json: {id, self: selfUrl(request, `uiModifications/${id}`)}};
  },
  /** Contexts, when present, replace all (services W4.16). */
  'tracker/uiModifications/update-ui-modification': (request, world) => {
    const before = readModification(request, world);
    const body = readBody<Members>(request);
    const fields = readFields(body, before);
    const contexts = readContexts(request, world, body.contexts, before.id) ?? before.contexts;
    world.tracker.uiModifications.set(before.id, {...before, ...fields, contexts});
    return {status: 204};
  },
  /** With all of its contexts (services T4.1). */
  'tracker/uiModifications/delete-ui-modification': (request, world) => {
    world.tracker.uiModifications.delete(readModification(request, world).id);
    return {status: 204};
  },
};

function modificationBean(
  request: SandboxRequest,
  world: World,
  {id, name, description, data, contexts}: UiModification,
  expand: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return {
    id,
    self: selfUrl(request, `uiModifications/${id}`),
    name,
    description,
    ...(expand.has('data') ? {data} : {}),
    ...(expand.has('contexts')
      ? {contexts: contexts.map(context => contextBean(request, world, context))}
      : {}),
  };
}

/** A context is available while its project is there and seen. */
function contextBean(
  request: SandboxRequest,
  world: World,
  context: UiContext,
): Readonly<Record<string, unknown>> {
  const {projectId} = context;
  const project = world.tracker.projects.get(projectId ?? '');
  const isAvailable =
    projectId === undefined ||
    (project !== undefined &&
      project.deleted === undefined &&
      canSee(world, request.caller, project));
  return {...context, isAvailable};
}

function readModification(request: SandboxRequest, world: World): UiModification {
  const uiModificationId = request.params.uiModificationId ?? '';
  const modification = world.tracker.uiModifications.get(uiModificationId);
  if (modification === undefined || modification.appId !== request.caller.app) {
    throw missing('The UI modification was not found.', {uiModificationId});
  }
  return modification;
}

function readFields(body: Given<Members>, before: Fields): Fields {
  const name = body.name ?? before.name;
  if (name.trim() === '') throw fieldError({name: 'The name must be given.'});
  return {
    name,
    description: body.description ?? before.description,
    data: body.data ?? before.data,
  };
}
