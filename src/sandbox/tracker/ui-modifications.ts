import {type Given, readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {expandOf} from '../query.ts';
import type {JsonObject} from '../route.ts';
import {type Call, created, type Handlers, noContent} from '../route.ts';
import {makeDraw} from '../world/random.ts';
import type {UiContext, UiModification} from '../world/ui-modifications.ts';
import {canSee} from './access.ts';
import {selfUrl} from './links.ts';
import {nextNumber} from './records.ts';
import {type GivenContext, missing, readContexts} from './ui-contexts-write.ts';

/** UI modifications of one app (services T8). */
const perAppAtMost = 3_000;

type Fields = Pick<UiModification, 'name' | 'description' | 'data'>;

interface Members extends Fields {
  readonly contexts: readonly GivenContext[];
}

export const uiModificationsHandlers: Handlers = {
  /** Data and contexts only when expanded (services T2.1). */
  'tracker/uiModifications/get-ui-modifications': call => {
    const all = [...call.tracker.uiModifications.values()];
    const own = all.filter(one => one.appId === call.caller.app);
    return offsetPage(call, own, {
      sizeDefault: 50,
      present: modification => modificationBean(call, modification),
    });
  },
  'tracker/uiModifications/create-ui-modification': call => {
    const {uiModifications, seed} = call.tracker;
    const body = readBody<Members>(call);
    const {app = ''} = call.caller;
    const own = [...uiModifications.values()].filter(one => one.appId === app);
    if (own.length >= perAppAtMost) {
      throw trackerError(400, `An app can have at most ${perAppAtMost} UI modifications.`);
    }
    const fields = readFields(body, {name: '', description: '', data: ''});
    const contexts = readContexts(call, body.contexts) ?? [];
    const id = makeDraw(seed, `UI modification ${nextNumber(call)}`).uuid();
    uiModifications.set(id, {id, appId: app, ...fields, contexts});
    return created({id, self: selfUrl(call, `uiModifications/${id}`)});
  },
  /** Contexts, when present, replace all (services W4.16). */
  'tracker/uiModifications/update-ui-modification': call => {
    const before = readModification(call);
    const body = readBody<Members>(call);
    const fields = readFields(body, before);
    const contexts = readContexts(call, body.contexts, before.id) ?? before.contexts;
    call.tracker.uiModifications.set(before.id, {...before, ...fields, contexts});
    return noContent;
  },
  /** With all of its contexts (services T4.1). */
  'tracker/uiModifications/delete-ui-modification': call => {
    call.tracker.uiModifications.delete(readModification(call).id);
    return noContent;
  },
};

function modificationBean(
  call: Call,
  {id, name, description, data, contexts}: UiModification,
): JsonObject {
  const expand = expandOf(call);
  return {
    id,
    self: selfUrl(call, `uiModifications/${id}`),
    name,
    description,
    data: expand.has('data') ? data : undefined,
    contexts: expand.has('contexts')
      ? contexts.map(context => contextBean(call, context))
      : undefined,
  };
}

/** A context is available while its project is there and seen. */
function contextBean(call: Call, context: UiContext): JsonObject {
  const {projectId} = context;
  const project = call.tracker.projects.get(projectId ?? '');
  const isAvailable =
    projectId === undefined ||
    (project !== undefined && project.deleted === undefined && canSee(call, project));
  return {...context, isAvailable};
}

function readModification(call: Call): UiModification {
  const uiModificationId = call.params.uiModificationId ?? '';
  const modification = call.tracker.uiModifications.get(uiModificationId);
  if (modification === undefined || modification.appId !== call.caller.app) {
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
