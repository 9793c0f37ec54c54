import {isJsonObject} from '../body.ts';
import {trackerError} from '../errors.ts';
import {findText, normalizeCase, readInteger} from '../query.ts';
import {type Handler, type Handlers, type JsonMembers, ok, type SandboxCall} from '../route.ts';
import type {AuditChange, AuditItem, AuditRecord} from '../world/audit.ts';
import {notificationEvents} from '../world/notification-schemes.ts';
import {requireAdmin} from './access.ts';
import {dateTime} from './links.ts';
import {findProject} from './lookup.ts';
import {nextNumber} from './records.ts';

/** An object whose changes are recorded, with the fields that a record shows. */
interface Subject extends Omit<AuditItem, 'typeName'> {
  readonly fields?: Readonly<Record<string, string | undefined>>;
}

/** Finds the object of a call; its id is that of the path, of the query or of the response. */
type FindSubject = (call: SandboxCall, id: string) => Subject | undefined;

interface Kind {
  readonly typeName: string;
  readonly category: string;
  readonly find: FindSubject;
}

const projects: Kind = {
  typeName: 'PROJECT',
  category: 'projects',
  find: (call, id) => {
    const project = findProject(call, id);
    const lead = call.users.get(project?.leadId ?? '')?.displayName;
    const category = call.tracker.categories.get(project?.categoryId ?? '')?.name;
    const scheme = call.tracker.permissionSchemes.get(project?.permissionSchemeId ?? -1)?.name;
    return (
      project && {
        id: project.id,
        name: project.name,
        fields: {
          Name: project.name,
          Key: project.key,
          Description: project.description,
          'Project lead': lead,
          Category: category,
          'Permission scheme': scheme,
          'Project roles': Object.values(project.actors)
            .flat()
            .map(one => one.holder)
            .join(', '),
        },
      }
    );
  },
};

const groups: Kind = {
  typeName: 'GROUP',
  category: 'group management',
  find: (call, idOrName) => {
    const all = call.tracker.groups;
    const group = all.get(idOrName) ?? [...all.values()].find(({name}) => name === idOrName);
    return group && {id: group.id, name: group.name};
  },
};

const roles: Kind = {
  typeName: 'PROJECT_ROLE',
  category: 'projects',
  find: (call, id) => {
    const role = call.tracker.roles.get(Number(id));
    const actors = role?.actors?.map(({holder}) => holder).join(', ');
    const fields = {Name: role?.name, Description: role?.description, 'Default actors': actors};
    return role && {id, name: role.name, fields};
  },
};

const permissionSchemes: Kind = {
  typeName: 'SCHEME',
  category: 'permissions',
  find: (call, id) => {
    const scheme = call.tracker.permissionSchemes.get(Number(id));
    const grants = scheme?.grants.map(({permission, holder: {type, value = ''}}) =>
      `${permission}: ${type} ${value}`.trim(),
    );
    return (
      scheme && {
        id,
        name: scheme.name,
        fields: {
          Name: scheme.name,
          Description: scheme.description,
          Permissions: grants?.join(', '),
        },
      }
    );
  },
};

const notificationSchemes: Kind = {
  typeName: 'SCHEME',
  category: 'notifications',
  find: (call, id) => {
    const scheme = call.tracker.notificationSchemes.get(Number(id));
    const notifications = scheme?.events.flatMap(({eventId, notifications: own}) => {
      const event = notificationEvents.find(one => one.id === eventId)?.name;
      return own.map(({type, parameter = ''}) => `${event}: ${type} ${parameter}`.trim());
    });
    const fields = {
      Name: scheme?.name,
      Description: scheme?.description,
      Notifications: notifications?.join(', '),
    };
    return scheme && {id, name: scheme.name, fields};
  },
};

const categories: Kind = {
  typeName: 'PROJECT_CATEGORY',
  category: 'projects',
  find: (call, id) => {
    const category = call.tracker.categories.get(id);
    const fields = {Name: category?.name, Description: category?.description};
    return category && {id, name: category.name, fields};
  },
};

const components: Kind = {
  typeName: 'PROJECT_COMPONENT',
  category: 'projects',
  find: (call, id) => {
    for (const project of call.tracker.projects.values()) {
      const found = project.components.find(component => component.id === id);
      if (found === undefined) continue;
      const lead = call.users.get(found.leadId ?? '')?.displayName;
      const fields = {Name: found.name, Description: found.description, Lead: lead};
      return {id, name: found.name, parentId: project.id, parentName: project.name, fields};
    }
    return undefined;
  },
};

const versions: Kind = {
  typeName: 'VERSION',
  category: 'projects',
  find: (call, id) => {
    const version = call.tracker.versions.get(id);
    const project = call.tracker.projects.get(version?.projectId ?? '');
    return (
      version && {
        id,
        name: version.name,
        ...(project && {parentId: project.id, parentName: project.name}),
        fields: {
          Name: version.name,
          Description: version.description,
          'Start date': version.startDate,
          'Release date': version.releaseDate,
          Released: String(version.released),
          Archived: String(version.archived),
        },
      }
    );
  },
};

const users: Kind = {
  typeName: 'USER',
  category: 'user management',
  find: (call, id) => {
    const user = call.users.get(id);
    const fields = {'Full name': user?.displayName, Active: user && String(user.active)};
    return user && {id, name: user.displayName, fields};
  },
};

/** Operations whose success is recorded: summary, and the kind of their object. */
const audited: Readonly<Record<string, readonly [summary: string, kind: Kind]>> = {
  'group/create': ['Group created', groups],
  'group/remove': ['Group deleted', groups],
  'group/add-user-to': ['User added to group', groups],
  'group/remove-user-from': ['User removed from group', groups],
  'role/create-project': ['Project role created', roles],
  'role/partial-update-project': ['Project role updated', roles],
  'role/fully-update-project': ['Project role updated', roles],
  'role/delete-project': ['Project role deleted', roles],
  'role/add-project-actors-to': ['Project role updated', roles],
  'role/delete-project-actors-from': ['Project role updated', roles],
  'permissionscheme/create-permission-scheme': ['Permission scheme created', permissionSchemes],
  'permissionscheme/update-permission-scheme': ['Permission scheme updated', permissionSchemes],
  'permissionscheme/delete-permission-scheme': ['Permission scheme deleted', permissionSchemes],
  'permissionscheme/create-permission-grant': ['Permission scheme updated', permissionSchemes],
  'permissionscheme/delete-permission-scheme-entity': [
    'Permission scheme updated',
    permissionSchemes,
  ],
  'notificationscheme/create-notification-scheme': [
    'Notification scheme created',
    notificationSchemes,
  ],
  'notificationscheme/update-notification-scheme': [
    'Notification scheme updated',
    notificationSchemes,
  ],
  'notificationscheme/delete-notification-scheme': [
    'Notification scheme deleted',
    notificationSchemes,
  ],
  'notificationscheme/add-notifications': ['Notification scheme updated', notificationSchemes],
  'notificationscheme/remove-notification-from-notification-scheme': [
    'Notification scheme updated',
    notificationSchemes,
  ],
  'user/create': ['User created', users],
  'project/create': ['Project created', projects],
  'project/update': ['Project updated', projects],
  'project/delete': ['Project deleted', projects],
  'project/delete-asynchronously': ['Project deleted', projects],
  'project/archive': ['Project archived', projects],
  'project/restore': ['Project restored', projects],
  'project/assign-permission-scheme': ['Permission scheme added to project', projects],
  'project/add-actor-users': ['Project roles changed', projects],
  'project/set-actors': ['Project roles changed', projects],
  'project/delete-actor': ['Project roles changed', projects],
  'projectCategory/create-project-category': ['Project category created', categories],
  'projectCategory/update-project-category': ['Project category updated', categories],
  'projectCategory/remove-project-category': ['Project category deleted', categories],
  'component/create': ['Project component created', components],
  'component/update': ['Project component updated', components],
  'component/delete': ['Project component deleted', components],
  'version/create': ['Project version created', versions],
  'version/update': ['Project version updated', versions],
  'version/merge': ['Project version merged', versions],
  'version/delete': ['Project version deleted', versions],
  'version/delete-and-replace': ['Project version deleted', versions],
};

/** Add the recording of audit records to handlers. */
export function withAudit(handlers: Handlers): Handlers {
  const entries = Object.entries(audited).flatMap(([name, [summary, kind]]) => {
    const id = `tracker/${name}`;
    const handler = handlers[id];
    return handler === undefined ? [] : [[id, recorded(handler, summary, kind)] as const];
  });
  return {...handlers, ...Object.fromEntries(entries)};
}

function recorded(handler: Handler, summary: string, {typeName, category, find}: Kind): Handler {
  return call => {
    const given =
      Object.values(call.params)[0] ?? findText(call, 'groupId') ?? findText(call, 'groupname');
    const before = given === undefined ? undefined : find(call, given);
    const reply = handler(call);
    const after = find(call, before?.id ?? idIn(reply.json) ?? given ?? '');
    const subject = after ?? before;
    if (subject === undefined) return reply;
    const {fields: _, ...item} = subject;
    const id = nextNumber(call, 'audit');
    const {accountId: byId} = call.caller;
    call.tracker.audit.set(id, {
      id,
      summary,
      category,
      at: call.now,
      ...(byId === undefined ? {} : {byId}),
      object: {...item, typeName},
      associated: [...(typeName === 'GROUP' ? memberOf(call) : []), ...mergedInto(call)],
      changes: changesOf(before, after),
    });
    return reply;
  };
}

/** Find the id of a created object in a response. */
function idIn(json: unknown): string | undefined {
  const {groupId, id, accountId} = isJsonObject(json) ? json : {};
  const found = groupId ?? id ?? accountId;
  return found === undefined ? undefined : String(found);
}

/** Find the user that a call adds to a group or removes. */
function memberOf(call: SandboxCall): readonly AuditItem[] {
  const text = new TextDecoder().decode(call.body);
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const inBody = isJsonObject(body) ? body.accountId : undefined;
  const user = call.users.get(findText(call, 'accountId') ?? String(inBody));
  return user === undefined ? [] : [{id: user.accountId, name: user.displayName, typeName: 'USER'}];
}

/** Find the version that a call merges another one into. */
function mergedInto(call: SandboxCall): readonly AuditItem[] {
  const target = call.tracker.versions.get(call.params.moveIssuesTo ?? '');
  return target === undefined ? [] : [{id: target.id, name: target.name, typeName: 'VERSION'}];
}

function changesOf(before: Subject | undefined, after: Subject | undefined): AuditChange[] {
  const names = new Set([
    ...Object.keys(before?.fields ?? {}),
    ...Object.keys(after?.fields ?? {}),
  ]);
  return [...names].flatMap(fieldName => {
    const changedFrom = before?.fields?.[fieldName] || undefined;
    const changedTo = after?.fields?.[fieldName] || undefined;
    return changedFrom === changedTo ? [] : [{fieldName, changedFrom, changedTo} as AuditChange];
  });
}

const mostRecords = 1_000;

export const auditHandlers: Handlers = {
  'tracker/auditing/get-audit-records': call => {
    requireAdmin(call);
    const offset = readInteger(call, 'offset') ?? 0;
    const limit = Math.min(readInteger(call, 'limit') ?? mostRecords, mostRecords);
    const from = readTime(call, 'from') ?? Number.NEGATIVE_INFINITY;
    const to = readTime(call, 'to') ?? Number.POSITIVE_INFINITY;
    const words = normalizeCase(findText(call, 'filter') ?? '')
      .split(/\s+/)
      .filter(word => word !== '');
    const matching = [...call.tracker.audit.values()]
      .filter(record => record.at >= from && record.at <= to && matches(record, words))
      .reverse();
    return ok({
      offset,
      limit,
      total: matching.length,
      records: matching.slice(offset, offset + limit).map(record => present(call, record)),
    });
  },
};

function readTime(call: SandboxCall, name: string): number | undefined {
  const text = findText(call, name);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw trackerError(400, `'${text}' is not a time for '${name}'.`);
  return time;
}

function matches({object, associated, ...record}: AuditRecord, words: readonly string[]): boolean {
  const values = record.changes.flatMap(change => Object.values(change));
  const names = [object, ...associated].flatMap(({name, id}) => [name, id]);
  const text = normalizeCase([record.summary, record.category, ...names, ...values].join(' '));
  return words.every(word => text.includes(word));
}

function present(call: SandboxCall, {object, ...record}: AuditRecord): JsonMembers {
  const {id, summary, category, at, byId, associated, changes} = record;
  return {
    id,
    summary,
    category,
    created: dateTime(at),
    remoteAddress: '127.0.0.1',
    authorKey: call.users.get(byId ?? '')?.key,
    eventSource: '',
    objectItem: object,
    changedValues: changes,
    associatedItems: associated,
  };
}
