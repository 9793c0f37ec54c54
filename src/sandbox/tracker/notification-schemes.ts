import {trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {compareTexts, expandOf, readBoolean, readTexts} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {NotificationScheme} from '../world/notification-schemes.ts';
import type {World} from '../world/world.ts';
import {canAdminister, isAdmin} from './access.ts';
import {readProject} from './lookup.ts';
import {notificationSchemeBean} from './notification-scheme-bean.ts';
import {findRecord} from './records.ts';

/** Handlers by operation id. */
export const notificationSchemesHandlers: Handlers<World> = {
  /** Ordered by display name (services T4.9). */
  'tracker/notificationscheme/get-notification-schemes': (request, world) => {
    const ids = new Set(readTexts(request, 'id'));
    const projectIds = new Set(readTexts(request, 'projectId'));
    const onlyDefault = readBoolean(request, 'onlyDefault');
    const used = new Set(
      [...world.tracker.projects.values()]
        .filter(project => projectIds.has(project.id))
        .map(project => project.notificationSchemeId),
    );
    const expand = expandOf(request);
    const seen = visibleSchemes(request, world);
    const found = [...world.tracker.notificationSchemes.values()].filter(
      scheme =>
        seen(scheme) &&
        (ids.size === 0 || ids.has(String(scheme.id))) &&
        (projectIds.size === 0 || used.has(scheme.id)) &&
        (!onlyDefault || scheme.id === world.tracker.defaults.notificationSchemeId),
    );
    found.sort((one, other) => compareTexts(one.name, other.name));
    return offsetPage(request, found, {
      sizeDefault: 50,
      present: scheme => notificationSchemeBean(request, world, scheme, expand),
    });
  },
  'tracker/notificationscheme/get-notification-scheme': (request, world) => {
    const id = request.params.id ?? '';
    const scheme = findRecord('notification scheme', world.tracker.notificationSchemes, id);
    if (!visibleSchemes(request, world)(scheme)) {
      throw trackerError(404, `The notification scheme ${id} was not found.`);
    }
    const json = notificationSchemeBean(request, world, scheme, expandOf(request));
    return {status: 200, json};
  },
  'tracker/project/get-notification-scheme-for': (request, world) => {
    const project = readProject(request, world, 'projectKeyOrId');
    const scheme = world.tracker.notificationSchemes.get(project.notificationSchemeId);
    if (scheme === undefined || !canAdminister(world, request.caller, project)) {
      throw trackerError(404, 'The notification scheme of the project was not found.');
    }
    return {status: 200, json: notificationSchemeBean(request, world, scheme, expandOf(request))};
  },
  /** By project id. */
  'tracker/notificationscheme/get-notification-scheme-to-project-mappings': (request, world) => {
    const schemeIds = new Set(readTexts(request, 'notificationSchemeId'));
    const projectIds = new Set(readTexts(request, 'projectId'));
    const mapped = [...world.tracker.projects.values()].filter(
      project =>
        project.style === 'classic' &&
        project.deleted === undefined &&
        (isAdmin(world, request.caller) || canAdminister(world, request.caller, project)) &&
        (schemeIds.size === 0 || schemeIds.has(String(project.notificationSchemeId))) &&
        (projectIds.size === 0 || projectIds.has(project.id)),
    );
    mapped.sort((one, other) => Number(one.id) - Number(other.id));
    return offsetPage(request, mapped, {
      sizeDefault: 50,
      present: project => ({
        notificationSchemeId: String(project.notificationSchemeId),
        projectId: project.id,
      }),
    });
  },
};

/** Access to the product and the administration of at least one project of the scheme. */
function visibleSchemes(
  request: SandboxRequest,
  world: World,
): (scheme: NotificationScheme) => boolean {
  if (isAdmin(world, request.caller)) return () => true;
  const administered = new Set(
    [...world.tracker.projects.values()]
      .filter(project => !project.deleted && canAdminister(world, request.caller, project))
      .map(project => project.notificationSchemeId),
  );
  return scheme => administered.has(scheme.id);
}
