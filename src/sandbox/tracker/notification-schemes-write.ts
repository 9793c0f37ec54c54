import {readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {NotificationScheme} from '../world/notification-schemes.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {type GivenEvents, joinEvents, readSchemeEvents} from './notifications-write.ts';
import {findRecord, nextRecord, readName} from './records.ts';

interface SchemeMembers extends GivenEvents {
  readonly name: string;
  readonly description: string;
}

/** Handlers by operation id. */
export const notificationSchemesWriteHandlers: Handlers<World> = {
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
    const {defaults, notificationSchemes, projects} = world.tracker;
    const {notificationSchemeId} = defaults;
    if (id === notificationSchemeId) {
      throw trackerError(400, 'The default notification scheme cannot be deleted.');
    }
    notificationSchemes.delete(id);
    for (const project of projects.values()) {
      if (project.notificationSchemeId === id) {
        projects.set(project.id, {...project, notificationSchemeId});
      }
    }
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

function readScheme(
  request: SandboxRequest,
  world: World,
  placeholder: 'id' | 'notificationSchemeId',
): NotificationScheme {
  requireAdmin(world, request.caller);
  const {notificationSchemes} = world.tracker;
  return findRecord('notification scheme', notificationSchemes, request.params[placeholder] ?? '');
}
