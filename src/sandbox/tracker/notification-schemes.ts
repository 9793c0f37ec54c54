import {readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {inOrder, offsetPage} from '../paging.ts';
import {readBoolean, readTexts} from '../query.ts';
import {type Call, created, type Handlers, noContent, ok} from '../route.ts';
import type {NotificationScheme} from '../world/notification-schemes.ts';
import {canAdminister, isAdmin, requireAdmin} from './access.ts';
import {presentProjects, readProject} from './lookup.ts';
import {deleteScheme, findRecord, nextNumber, readName} from './records.ts';
import {notificationSchemeBean} from './scheme-beans.ts';
import {type GivenEvents, joinEvents, readSchemeEvents} from './scheme-entries.ts';

type SchemeMembers = GivenEvents & Readonly<Record<'name' | 'description', string>>;

export const notificationSchemesHandlers: Handlers = {
  /** Ordered by display name (services T4.9). */
  'tracker/notificationscheme/get-notification-schemes': call => {
    const ids = new Set(readTexts(call, 'id'));
    const projectIds = new Set(readTexts(call, 'projectId'));
    const onlyDefault = readBoolean(call, 'onlyDefault');
    const used = new Set(
      [...call.tracker.projects.values()]
        .filter(project => projectIds.has(project.id))
        .map(project => project.notificationSchemeId),
    );
    const seen = visibleSchemes(call);
    const found = [...call.tracker.notificationSchemes.values()].filter(
      scheme =>
        seen(scheme) &&
        (ids.size === 0 || ids.has(String(scheme.id))) &&
        (projectIds.size === 0 || used.has(scheme.id)) &&
        (!onlyDefault || scheme.id === call.tracker.defaults.notificationSchemeId),
    );
    return offsetPage(
      call,
      inOrder(found, scheme => scheme.name),
      {
        sizeDefault: 50,
        present: scheme => notificationSchemeBean(call, scheme),
      },
    );
  },
  'tracker/notificationscheme/get-notification-scheme': call => {
    const id = call.params.id ?? '';
    const scheme = findRecord('notification scheme', call.tracker.notificationSchemes, id);
    if (!visibleSchemes(call)(scheme)) {
      throw trackerError(404, `The notification scheme ${id} was not found.`);
    }
    return ok(notificationSchemeBean(call, scheme));
  },
  'tracker/project/get-notification-scheme-for': call => {
    const project = readProject(call);
    const scheme = call.tracker.notificationSchemes.get(project.notificationSchemeId);
    if (scheme === undefined || !canAdminister(call, project)) {
      throw trackerError(404, 'The notification scheme of the project was not found.');
    }
    return ok(notificationSchemeBean(call, scheme));
  },
  'tracker/notificationscheme/get-notification-scheme-to-project-mappings': call => {
    const schemeIds = new Set(readTexts(call, 'notificationSchemeId'));
    const projectIds = new Set(readTexts(call, 'projectId'));
    const mapped = presentProjects(call).filter(
      project =>
        project.style === 'classic' &&
        canAdminister(call, project) &&
        (schemeIds.size === 0 || schemeIds.has(String(project.notificationSchemeId))) &&
        (projectIds.size === 0 || projectIds.has(project.id)),
    );
    return offsetPage(
      call,
      inOrder(mapped, project => Number(project.id)),
      {
        sizeDefault: 50,
        present: project => ({
          notificationSchemeId: String(project.notificationSchemeId),
          projectId: project.id,
        }),
      },
    );
  },
  /** Up to 1000 notifications (services T4.9). */
  'tracker/notificationscheme/create-notification-scheme': call => {
    requireAdmin(call);
    const {notificationSchemes} = call.tracker;
    const body = readBody<SchemeMembers>(call);
    const name = readName(body.name ?? '', notificationSchemes);
    const events = joinEvents([], readSchemeEvents(call, body));
    const id = nextNumber(call);
    notificationSchemes.set(id, {id, name, description: body.description ?? '', events});
    return created({id: String(id)});
  },
  /** What the body leaves out stays. */
  'tracker/notificationscheme/update-notification-scheme': call => {
    const scheme = readScheme(call, 'id');
    const {notificationSchemes} = call.tracker;
    const body = readBody<SchemeMembers>(call);
    const name = readName(body.name ?? scheme.name, notificationSchemes, scheme.id);
    const description = body.description ?? scheme.description;
    notificationSchemes.set(scheme.id, {...scheme, name, description});
    return noContent;
  },
  /** Its projects go to the default one, which stays. */
  'tracker/notificationscheme/delete-notification-scheme': call => {
    const {id} = readScheme(call, 'notificationSchemeId');
    deleteScheme(call, call.tracker.notificationSchemes, 'notificationSchemeId', id);
    return noContent;
  },
  /** To events it has and to further ones. */
  'tracker/notificationscheme/add-notifications': call => {
    const scheme = readScheme(call, 'id');
    const events = joinEvents(scheme.events, readSchemeEvents(call, readBody(call)));
    call.tracker.notificationSchemes.set(scheme.id, {...scheme, events});
    return noContent;
  },
  /** The event stays, also without recipients (services T6.4). */
  'tracker/notificationscheme/remove-notification-from-notification-scheme': call => {
    const scheme = readScheme(call, 'notificationSchemeId');
    const id = call.params.notificationId ?? '';
    const isWanted = (notification: {readonly id: number}): boolean =>
      String(notification.id) === id;
    if (!scheme.events.some(event => event.notifications.some(isWanted))) {
      throw trackerError(404, `The notification ${id} was not found.`);
    }
    const events = scheme.events.map(event => ({
      ...event,
      notifications: event.notifications.filter(one => !isWanted(one)),
    }));
    call.tracker.notificationSchemes.set(scheme.id, {...scheme, events});
    return noContent;
  },
};

/** Access to the product and the administration of at least one project of the scheme. */
function visibleSchemes(call: Call): (scheme: NotificationScheme) => boolean {
  if (isAdmin(call)) return () => true;
  const administered = new Set(
    presentProjects(call)
      .filter(project => canAdminister(call, project))
      .map(project => project.notificationSchemeId),
  );
  return scheme => administered.has(scheme.id);
}

function readScheme(call: Call, placeholder: 'id' | 'notificationSchemeId'): NotificationScheme {
  requireAdmin(call);
  const {notificationSchemes} = call.tracker;
  return findRecord('notification scheme', notificationSchemes, call.params[placeholder] ?? '');
}
