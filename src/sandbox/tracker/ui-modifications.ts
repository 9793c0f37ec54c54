import {offsetPage} from '../paging.ts';
import {expandOf} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {UiContext, UiModification} from '../world/ui-modifications.ts';
import type {World} from '../world/world.ts';
import {canSee} from './access.ts';
import {selfUrl} from './links.ts';

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
