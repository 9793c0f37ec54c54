import {type OperationRef, trackerRef} from '../api/operation-ref.ts';
import {capitalize} from '../base/capital.ts';
import {
  isObject,
  type JsonObject,
  type JsonValue,
  listAt,
  readPointer,
} from '../base/json-value.ts';
import {type KindId, textAt} from './model.ts';

/** Kinds whose names stand for ids in files. */
export type NameKind = KindId | 'events' | 'issue-types';

/** Names of the site by id, and people by account id. */
export interface NamesOfSite {
  /** The id itself, in the form of an unknown name, if the site has no such object. */
  nameOf(kind: NameKind, id: string): string;
  /** Ids of a kind. */
  idsOf(kind: NameKind): readonly string[];
  /** The alias of an account; a new one if people.yaml has none. */
  aliasOf(accountId: string, displayName?: string, email?: string): string;
}

/** Ids by name, for writes. Names without an id are collected as problems. */
export interface IdsOfSite {
  idOf(kind: NameKind, name: string): JsonValue;
  accountOf(alias: string): JsonValue;
}

/** An entry of a list of parts on the site. */
export interface ReadPart {
  readonly group: string;
  readonly entry: JsonValue;
  readonly id: string;
}

/** The grants of a permission scheme, the actors of a project's roles, the members of a group. */
export interface PartKind {
  readonly member: 'grants' | 'notifications' | 'roles' | 'defaultActors' | 'members';
  /** Name of its groups, such as permissions. @default the entries are a plain list */
  readonly groups?: string;
  /** The kind that groups name; their ids are the input `{group}`. */
  readonly groupKind?: NameKind;
  /** Reads the parts of an object from the service's response. */
  readonly read: (item: JsonValue, names: NamesOfSite) => readonly ReadPart[];
  /**
   * The members of the body that creates an object with these parts. @default the parts are added
   * afterwards
   */
  readonly inCreate?: (
    parts: readonly (readonly [string, JsonValue])[],
    ids: IdsOfSite,
  ) => JsonObject;
  /** Sets all entries of a group of a new object, which may have entries of its own by then. */
  readonly set?: {
    readonly ref: OperationRef;
    readonly body: (entries: readonly JsonValue[], ids: IdsOfSite) => JsonObject;
  };
  readonly add: OperationRef;
  readonly addBody: (group: string, entry: JsonValue, ids: IdsOfSite) => JsonObject;
  /** Removes `{part}` from `{id}`. */
  readonly remove: OperationRef;
  /** Inputs that name an entry without an id. */
  readonly removeInputs?: (entry: JsonValue, ids: IdsOfSite) => JsonObject;
  /** Words of entries without a value, and of entries with one. */
  readonly plain: readonly string[];
  readonly valued: readonly string[];
}

/** Entries with one member, such as `role: Developers`, by the words of files. */
const valued = ['role', 'group', 'user', 'userCustomField', 'groupCustomField'] as const;
type Valued = (typeof valued)[number];

/** How the bodies of a kind of scheme call the people of an entry. */
type WordOf = (word: Valued) => string;

const wordOfGrant = (word: Valued): string => (word === 'role' ? 'projectRole' : word);
const wordOfRecipient = (word: Valued): string => capitalize(wordOfGrant(word));

/** Convert a holder or a recipient to the form of files. */
function entryOf(
  wordOf: WordOf,
  type: string,
  value: string | undefined,
  from: JsonValue,
  names: NamesOfSite,
): JsonValue {
  const word = valued.find(one => wordOf(one) === type);
  if (word === undefined) return value === undefined ? type : {[type]: value};
  return {[word]: nameIn(word, value ?? '', from, names)};
}

function nameIn(word: Valued, value: string, from: JsonValue, names: NamesOfSite): string {
  const text = (pointer: string): string | undefined => textAt(from, pointer) || undefined;
  if (word === 'role') return names.nameOf('roles', value);
  if (word === 'group') return text('/group/name') ?? text('/parameter') ?? value;
  if (word !== 'user') return value;
  return names.aliasOf(value, text('/user/displayName'), text('/user/emailAddress'));
}

/** Convert an entry of a file to type and value of a body. */
function typeAndValue(
  wordOf: WordOf,
  entry: JsonValue,
  ids: IdsOfSite,
): {readonly type: string; readonly value?: JsonValue; readonly word?: Valued} {
  if (!isObject(entry)) return {type: String(entry)};
  const [pair] = Object.entries(entry);
  const [name = '', given = ''] = pair ?? [];
  const text = String(given);
  const word = valued.find(one => one === name);
  if (word === undefined) return {type: name, value: text};
  const type = wordOf(word);
  if (word === 'role') return {type, word, value: asText(ids.idOf('roles', text))};
  if (word === 'user') return {type, word, value: ids.accountOf(text)};
  return {type, word, value: text};
}

/** Ids are texts in these bodies; the result of an earlier step stays a reference. */
function asText(id: JsonValue): JsonValue {
  return isObject(id) ? id : String(id);
}

function grantBody(group: string, entry: JsonValue, ids: IdsOfSite): JsonObject {
  const {type, value, word} = typeAndValue(wordOfGrant, entry, ids);
  // The files name groups, and only `parameter` takes the name of one.
  const where = word === 'group' ? 'parameter' : 'value';
  return {permission: group, holder: {type, ...(value !== undefined && {[where]: value})}};
}

/** Grants: permission key → who has it. */
export const grants: PartKind = {
  member: 'grants',
  groups: 'permissions',
  read: (item, names) =>
    listAt(item, '/permissions').map(grant => {
      const holder = readPointer(grant, '/holder') ?? null;
      const value = textAt(holder, '/value') ?? textAt(holder, '/parameter');
      const type = textAt(holder, '/type') ?? '';
      return {
        group: textAt(grant, '/permission') ?? '',
        entry: entryOf(wordOfGrant, type, value, holder, names),
        id: textAt(grant, '/id') ?? '',
      };
    }),
  inCreate: (parts, ids) => ({
    permissions: parts.map(([group, entry]) => grantBody(group, entry, ids)),
  }),
  add: trackerRef('permissionscheme create-permission-grant', {schemeId: '{id}'}),
  addBody: grantBody,
  remove: trackerRef('permissionscheme delete-permission-scheme-entity', {
    schemeId: '{id}',
    permissionId: '{part}',
  }),
  plain: [
    'anyone',
    'applicationRole',
    'assignee',
    'projectLead',
    'reporter',
    'sd.customer.portal.only',
  ],
  valued: [...valued, 'applicationRole'],
};

function eventBody(group: string, entries: readonly JsonValue[], ids: IdsOfSite): JsonObject {
  return {
    event: {id: asText(ids.idOf('events', group))},
    notifications: entries.map(entry => {
      const {type, value} = typeAndValue(wordOfRecipient, entry, ids);
      return {notificationType: type, ...(value !== undefined && {parameter: value})};
    }),
  };
}

/** Notifications: name of the event → who is notified. */
export const notifications: PartKind = {
  member: 'notifications',
  groups: 'events',
  read: (item, names) =>
    listAt(item, '/notificationSchemeEvents').flatMap(one => {
      const group =
        textAt(one, '/event/name') ?? names.nameOf('events', textAt(one, '/event/id') ?? '');
      return listAt(one, '/notifications').map(notification => {
        const type = textAt(notification, '/notificationType') ?? '';
        const value = textAt(notification, '/parameter') ?? textAt(notification, '/recipient');
        const entry = entryOf(wordOfRecipient, type, value, notification, names);
        return {group, entry, id: textAt(notification, '/id') ?? ''};
      });
    }),
  inCreate: (parts, ids) => {
    const events = [...new Set(parts.map(([group]) => group))];
    const of = (event: string) => parts.filter(([group]) => group === event).map(([, one]) => one);
    return {notificationSchemeEvents: events.map(event => eventBody(event, of(event), ids))};
  },
  add: trackerRef('notificationscheme add-notifications', {id: '{id}'}),
  addBody: (group, entry, ids) => ({notificationSchemeEvents: [eventBody(group, [entry], ids)]}),
  remove: trackerRef('notificationscheme remove-notification-from-notification-scheme', {
    notificationSchemeId: '{id}',
    notificationId: '{part}',
  }),
  plain: [
    'AllWatchers',
    'ComponentLead',
    'CurrentAssignee',
    'CurrentUser',
    'ProjectLead',
    'Reporter',
  ],
  valued: [...valued],
};

/** Read the actors of a role: groups by name, users by alias. */
function actorsIn(item: JsonValue, group: string, names: NamesOfSite): readonly ReadPart[] {
  return listAt(item, '/actors').flatMap((actor): readonly ReadPart[] => {
    const account = textAt(actor, '/actorUser/accountId');
    const name = textAt(actor, '/actorGroup/name');
    const id = textAt(actor, '/id') ?? '';
    if (account !== undefined) {
      const user = names.aliasOf(account, textAt(actor, '/displayName'));
      return [{group, entry: {user}, id}];
    }
    return name === undefined ? [] : [{group, entry: {group: name}, id}];
  });
}

/** The user or the group of an entry, as an input or a member of a body. */
function actorOf(entry: JsonValue, ids: IdsOfSite): {user: JsonValue} | {group: JsonValue} {
  const {user, group} = isObject(entry) ? entry : {};
  return user === undefined ? {group: group ?? ''} : {user: ids.accountOf(String(user))};
}

const actorBody = (_: string, entry: JsonValue, ids: IdsOfSite): JsonObject => {
  const [[word, value] = ['group', '']] = Object.entries(actorOf(entry, ids));
  return {[word]: [value]};
};

/** Actors of the roles of a project: role → groups and users. */
export const projectActors: PartKind = {
  member: 'roles',
  groups: 'project roles',
  groupKind: 'roles',
  read: (item, names) =>
    listAt(item, '/roles').flatMap(role => actorsIn(role, textAt(role, '/name') ?? '', names)),
  set: {
    ref: trackerRef('project set-actors', {projectIdOrKey: '{id}', id: '{group}'}),
    body: (entries, ids) => {
      const actors = entries.map(entry => actorOf(entry, ids));
      const groups = actors.flatMap(one => ('group' in one ? [one.group] : []));
      const users = actors.flatMap(one => ('user' in one ? [one.user] : []));
      return {
        categorisedActors: {
          'atlassian-user-role-actor': users,
          'atlassian-group-role-actor': groups,
        },
      };
    },
  },
  add: trackerRef('project add-actor-users', {projectIdOrKey: '{id}', id: '{group}'}),
  addBody: actorBody,
  remove: trackerRef('project delete-actor', {projectIdOrKey: '{id}', id: '{group}'}),
  removeInputs: actorOf,
  plain: [],
  valued: ['group', 'user'],
};

/** Actors that a role has in new projects. */
export const defaultActors: PartKind = {
  member: 'defaultActors',
  read: (item, names) => actorsIn(item, '', names),
  add: trackerRef('role add-project-actors-to', {id: '{id}'}),
  addBody: actorBody,
  remove: trackerRef('role delete-project-actors-from', {id: '{id}'}),
  removeInputs: actorOf,
  plain: [],
  valued: ['group', 'user'],
};

function memberOf(entry: JsonValue, ids: IdsOfSite): JsonObject {
  return {accountId: ids.accountOf(String(isObject(entry) ? entry.user : ''))};
}

/** Members of a group. */
export const members: PartKind = {
  member: 'members',
  read: (item, names) =>
    listAt(item, '/members').map(user => {
      const account = textAt(user, '/accountId') ?? '';
      const email = textAt(user, '/emailAddress') || undefined;
      return {
        group: '',
        entry: {user: names.aliasOf(account, textAt(user, '/displayName'), email)},
        id: account,
      };
    }),
  add: trackerRef('group add-user-to', {groupId: '{id}'}),
  addBody: (_, entry, ids) => memberOf(entry, ids),
  remove: trackerRef('group remove-user-from', {groupId: '{id}'}),
  removeInputs: memberOf,
  plain: [],
  valued: ['user'],
};
