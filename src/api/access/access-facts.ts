import {counted} from '../../base/counted.ts';
import {type JsonValue, readPointer, textAt} from '../../base/json-value.ts';
import {type Holder, holderOf, holderOfGrant} from './holders.ts';
import {isUnread, type Unknown} from './unknown.ts';

/** A user of the site. */
export interface AccessUser {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  /** `atlassian`, `app` or `customer`. */
  readonly type: string;
}

export interface AccessGrant {
  readonly id: string;
  readonly permission: string;
  readonly holder: Holder;
  /** The holder by the id of its group, if the grant has the group's name only. */
  readonly byId?: Holder;
}

/** Read a grant of a scheme, with its expanded members. */
export function readGrant(grant: JsonValue): AccessGrant {
  const holder = holderOfGrant(grant);
  const text = (pointer: string) => textAt(grant, pointer);
  const group = readPointer(grant, '/holder/group') ?? null;
  const groupId = readPointer(group, '/groupId');
  const isKnown = holder.byName && typeof groupId === 'string' && groupId !== '';
  return {
    id: text('/id'),
    permission: text('/permission'),
    holder,
    ...(isKnown && {byId: holderOf('group', {value: groupId, group})}),
  };
}

/** A permission scheme with its grants. */
export interface AccessScheme {
  readonly id: string;
  readonly name: string;
  readonly grants: readonly AccessGrant[];
  /** The number of permissions of each holder by its id, including those of grants not read. */
  readonly gives: ReadonlyMap<string, number>;
}

/** A project with the people its grants can refer to. */
export interface AccessProject {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  /** Account id; '' if it is not known. */
  readonly lead: string;
  /** Id of its permission scheme. */
  readonly scheme: string | Unknown;
  /** Role id → its actors, for the roles that matter. */
  readonly roles: ReadonlyMap<string, readonly JsonValue[] | Unknown>;
}

interface NamedGroup {
  readonly id: string;
  readonly name: string;
}

/** The data that determines who may do what; a part that could not be read has the reason. */
export interface AccessFacts {
  readonly projects: readonly AccessProject[];
  /** By id. */
  readonly schemes: ReadonlyMap<string, AccessScheme | Unknown>;
  /** Account ids of the members, by `groupKey`. */
  readonly groups: ReadonlyMap<string, readonly string[] | Unknown>;
  /** Application key → the groups with access. */
  readonly applications: ReadonlyMap<string, readonly NamedGroup[]> | Unknown;
  readonly users: ReadonlyMap<string, AccessUser> | Unknown;
  /** Grants of other permissions were not read; absent if all were. */
  readonly permissions?: ReadonlySet<string>;
  readonly globals?: GlobalPermissions;
}

/** Which users have some global permissions, as the service checks them. */
export interface GlobalPermissions {
  /** The permissions that were checked. */
  readonly keys: readonly string[];
  /** The permissions of each user, by account id. */
  readonly held: ReadonlyMap<string, readonly string[] | Unknown> | Unknown;
  /** The groups that give ADMINISTER: id → name. */
  readonly adminGroups: ReadonlyMap<string, string> | Unknown;
  /** The names of the groups of each user, if single users were read. */
  readonly groupsOfUsers?: ReadonlyMap<string, readonly string[]>;
}

/** Return the key of a group in `groups`: its id, or its name if only that is known. */
function groupKey(id: string, name: string): string {
  return id === '' ? `name ${name}` : id;
}

/** Return the key of an actor's group; undefined for a user. */
export function groupOfActor(actor: JsonValue): string | undefined {
  const group = readPointer(actor, '/actorGroup');
  if (group === undefined || group === null) return undefined;
  const text = (pointer: string) => textAt(group, pointer);
  return groupKey(text('/groupId'), text('/name'));
}

/** Return the key of a holder's group. */
export function groupOfHolder({value, name, byName}: Holder): string {
  return byName ? groupKey('', name) : value;
}

/** Map the groups that grants, roles and applications name, by `groupKey`, to their names. */
export function groupNames({schemes, projects, applications}: AccessFacts) {
  const names = new Map<string, string>();
  for (const scheme of schemes.values()) {
    for (const {holder} of isUnread(scheme) ? [] : scheme.grants) {
      if (holder.type.toLowerCase() === 'group') names.set(groupOfHolder(holder), holder.name);
    }
  }
  for (const actor of projects.flatMap(({roles}) => [...roles.values()]).flatMap(readParts)) {
    const key = groupOfActor(actor);
    if (key !== undefined) names.set(key, groupNameOfActor(actor) ?? key);
  }
  const ofApplications = isUnread(applications) ? [] : [...applications.values()].flat();
  for (const {id, name} of ofApplications) names.set(id, name);
  return names as ReadonlyMap<string, string>;
}

function readParts<Value>(parts: readonly Value[] | Unknown): readonly Value[] {
  return isUnread(parts) ? [] : parts;
}

/** Return the name of an actor's group. */
export function groupNameOfActor(actor: JsonValue): string | undefined {
  const names = ['/actorGroup/displayName', '/actorGroup/name'];
  return names.map(at => readPointer(actor, at)).find(text => typeof text === 'string') as
    | string
    | undefined;
}

/** Find a user; undefined if the users could not be read or there is no such user. */
export function findUser({users}: AccessFacts, id: string): AccessUser | undefined {
  return isUnread(users) ? undefined : users.get(id);
}

/** List what could not be read, one sentence fragment each. */
export function unreadParts(facts: AccessFacts): readonly string[] {
  const {projects, schemes, groups, applications, users, globals} = facts;
  const found: string[] = [];
  const note = (what: string, value: unknown): void => {
    if (isUnread(value)) found.push(`${what}: ${value.unknown}`);
  };
  note('users', users);
  note('application roles', applications);
  for (const [id, scheme] of schemes) note(`permission scheme ${id}`, scheme);
  for (const [key, members] of groups) note(`members of group ${key}`, members);
  for (const {key, scheme, roles, lead} of projects) {
    note(`permission scheme of ${key}`, scheme);
    if (lead === '') found.push(`lead of ${key}: not in the response`);
    for (const [id, actors] of roles) note(`role ${id} of ${key}`, actors);
  }
  // One reason, such as a missing permission of the caller, often concerns every user.
  const reasons = new Map<string, number>();
  note('groups of administrators', globals?.adminGroups);
  if (globals !== undefined && !isUnread(globals.held)) {
    for (const held of globals.held.values()) {
      if (isUnread(held)) reasons.set(held.unknown, (reasons.get(held.unknown) ?? 0) + 1);
    }
  }
  for (const [why, count] of reasons) {
    found.push(`global permissions of ${counted(count, 'user')}: ${why}`);
  }
  return found;
}
