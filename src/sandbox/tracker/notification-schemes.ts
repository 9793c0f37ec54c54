import {readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {compareTexts, expandOf, readBoolean, readTexts} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {NotificationScheme} from '../world/notification-schemes.ts';
import type {World} from '../world/world.ts';
import {canAdminister, isAdmin, requireAdmin} from './access.ts';
import {readProject} from './lookup.ts';
import {notificationSchemeBean} from './notification-scheme-bean.ts';
import {type GivenEvents, joinEvents, readSchemeEvents} from './notifications-write.ts';
import {deleteScheme, findRecord, nextRecord, readName} from './records.ts';

interface SchemeMembers extends GivenEvents {
  readonly name: string;
  readonly description: string;
}

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
  /** Up to 1000 notifications (services T4.9). */
  'tracker/notificationscheme/create-notification-scheme': (request, world) => {
    requireAdmin(world, request.caller);
    const {notificationSchemes} = world.tracker;
    const body = readBody<SchemeMembers>(request);
    const name = readName(body.name ?? '', notificationSchemes);
    const events = joinEvents([], readSchemeEvents(world, body));
    const id = nextRecord(world);
    notificationSchemes.set(id, {id, name, description: body.description ?? '', events});
    return {status: 201, json: {id: String(id)}};
  },
  /** What the body leaves out stays. */
  'tracker/notificationscheme/update-notification-scheme': (request, world) => {
    const scheme = readScheme(request, world, 'id');
    const {notificationSchemes} = world.tracker;
    const body = readBody<SchemeMembers>(request);
    const name = readName(body.name ?? scheme.name, notificationSchemes, scheme.id);
    const description = body.description ?? scheme.description;
    notificationSchemes.set(scheme.id, {...scheme, name, description});
    return {status: 204};
  },
  /** Its projects go to the default one, which stays. */
  'tracker/notificationscheme/delete-notification-scheme': (request, world) => {
    const {id} = readScheme(request, world, 'notificationSchemeId');
    deleteScheme(world, world.tracker.notificationSchemes, 'notificationSchemeId', id);
    return {status: 204};
  },
  /** To events it has and to further ones. */
  'tracker/notificationscheme/add-notifications': (request, world) => {
    const scheme = readScheme(request, world, 'id');
    const events = joinEvents(scheme.events, readSchemeEvents(world, readBody(request)));
    world.tracker.notificationSchemes.set(scheme.id, {...scheme, events});
    return {status: 204};
  },
  /**
   * The event stays, also without
   * recipients (services T6.4).
   */
  'tracker/notificationscheme/remove-notification-from-notification-scheme': (request, world) => {
    const scheme = readScheme(request, world, 'notificationSchemeId');
    const id = request.params.notificationId ?? '';
    const isWanted = (notification: {readonly id: number}): boolean =>
      String(notification.id) === id;
    if (!scheme.events.some(event => event.notifications.some(isWanted))) {
      throw trackerError(404, `The notification ${id} was not found.`);
    }
    const events = scheme.events.map(event => ({
      ...event,
      notifications: event.notifications.filter(one => !isWanted(one)),
    }));
    world.tracker.notificationSchemes.set(scheme.id, {...scheme, events});
    return {status: 204};
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

function readScheme(
  request: SandboxRequest,
  world: World,
  placeholder: 'id' | 'notificationSchemeId',
): NotificationScheme {
  requireAdmin(world, request.caller);
  const {notificationSchemes} = world.tracker;
  return findRecord('notification scheme', notificationSchemes, request.params[placeholder] ?? '');
}
