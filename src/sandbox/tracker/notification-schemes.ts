import {readBody} from '../body.ts';
import {trackerError} from '../errors.ts';
import {offsetPage, sortBy} from '../paging.ts';
import {readBoolean, readTexts} from '../query.ts';
import {findRecord, makeHandlers, type SandboxResource} from '../resource.ts';
import {type Handlers, noContent, ok, type SandboxCall} from '../route.ts';
import type {NotificationScheme} from '../world/notification-schemes.ts';
import {canAdminister, isAdmin} from './access.ts';
import {readProject, undeletedProjects} from './lookup.ts';
import {adminWrites, description, nextNumber, replaceInProjects, uniqueName} from './records.ts';
import {notificationSchemeBean} from './scheme-beans.ts';
import {type EventsInput, mergeEvents, readSchemeEvents} from './scheme-entries.ts';

type SchemeMembers = EventsInput & Readonly<Record<'name' | 'description', string>>;

const schemes: SandboxResource<NotificationScheme, SchemeMembers> = {
  kind: 'notification scheme',
  open: adminWrites(world => world.tracker.notificationSchemes),
  /** Requires access to the product and administration of at least one project with the scheme. */
  isVisible: call => {
    if (isAdmin(call)) return () => true;
    const administered = undeletedProjects(call).filter(project => canAdminister(call, project));
    const ids = new Set(administered.map(project => project.notificationSchemeId));
    return scheme => ids.has(scheme.id);
  },
  present: notificationSchemeBean,
  members: {
    name: uniqueName,
    /** Up to 1000 notifications (services T4.9); unchanged by an update. */
    events: ({call, body, before}) =>
      before?.events ?? mergeEvents([], readSchemeEvents(call, body)),
    id: ({before, call}) => before?.id ?? nextNumber(call),
    description,
  },
  beforeDelete: replaceInProjects('notificationSchemeId'),
  presentNew: (_, {id}) => ({id: String(id)}),
  pages: {
    where: call => {
      const ids = readTexts(call, 'id');
      const projectIds = readTexts(call, 'projectId');
      const onlyDefault = readBoolean(call, 'onlyDefault');
      const {projects, defaults} = call.tracker;
      const used = projectIds.map(id => projects.get(id)?.notificationSchemeId);
      return ({id}) =>
        (ids.length === 0 || ids.includes(String(id))) &&
        (projectIds.length === 0 || used.includes(id)) &&
        (!onlyDefault || id === defaults.notificationSchemeId);
    },
    order: found => sortBy(found, ({name}) => name),
  },
  operations: {
    search: 'tracker/notificationscheme/get-notification-schemes',
    get: 'tracker/notificationscheme/get-notification-scheme',
    create: 'tracker/notificationscheme/create-notification-scheme',
    update: 'tracker/notificationscheme/update-notification-scheme',
    delete: 'tracker/notificationscheme/delete-notification-scheme',
  },
};

export const notificationSchemesHandlers: Handlers = {
  ...makeHandlers(schemes),
  'tracker/project/get-notification-scheme-for': call => {
    const project = readProject(call);
    const scheme = call.tracker.notificationSchemes.get(project.notificationSchemeId);
    if (scheme === undefined || !canAdminister(call, project)) {
      throw trackerError(404, 'The notification scheme of the project was not found.');
    }
    return ok(notificationSchemeBean(call, scheme));
  },
  'tracker/notificationscheme/get-notification-scheme-to-project-mappings': call => {
    const schemeIds = readTexts(call, 'notificationSchemeId');
    const projectIds = readTexts(call, 'projectId');
    const matching = undeletedProjects(call).filter(
      project =>
        project.style === 'classic' &&
        canAdminister(call, project) &&
        (schemeIds.length === 0 || schemeIds.includes(String(project.notificationSchemeId))) &&
        (projectIds.length === 0 || projectIds.includes(project.id)),
    );
    return offsetPage(
      call,
      sortBy(matching, project => Number(project.id)),
      ({notificationSchemeId, id: projectId}) => {
        return {notificationSchemeId: String(notificationSchemeId), projectId};
      },
    );
  },
  /** Adds to existing and to new events. */
  'tracker/notificationscheme/add-notifications': call => {
    const scheme = readScheme(call);
    const events = mergeEvents(scheme.events, readSchemeEvents(call, readBody(call)));
    call.tracker.notificationSchemes.set(scheme.id, {...scheme, events});
    return noContent;
  },
  /** The event is not removed with its last recipient (services T6.4). */
  'tracker/notificationscheme/remove-notification-from-notification-scheme': call => {
    const scheme = readScheme(call);
    const id = call.params.notificationId ?? '';
    const isRemoved = (one: {readonly id: number}): boolean => String(one.id) === id;
    if (!scheme.events.some(({notifications}) => notifications.some(isRemoved))) {
      throw trackerError(404, `The notification ${id} was not found.`);
    }
    const events = scheme.events.map(event => ({
      ...event,
      notifications: event.notifications.filter(one => !isRemoved(one)),
    }));
    call.tracker.notificationSchemes.set(scheme.id, {...scheme, events});
    return noContent;
  },
};

/** Find the scheme of the path's first placeholder, for administrators. */
function readScheme(call: SandboxCall): NotificationScheme {
  return findRecord(schemes, call, Object.values(call.params)[0], 'write');
}
