import {readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {offsetPage, readRange, userWindow, windowPage} from '../paging.ts';
import {expandOf, findText, normalizeCase, readBoolean, readTexts} from '../query.ts';
import {
  created,
  type Handlers,
  noContent,
  ok,
  type SandboxCall,
  type SandboxReply,
} from '../route.ts';
import {escapeXml} from '../world/content-storage.ts';
import type {Project} from '../world/projects.ts';
import {makeRandom} from '../world/random.ts';
import {type Group, groupNames} from '../world/site-setup.ts';
import type {WorldUser} from '../world/users.ts';
import type {World} from '../world/world.ts';
import {
  accountHasGlobal,
  accountHasPermission,
  canAdminister,
  hasGlobalPermission,
  hasPermission,
  isAdmin,
  requireAdmin,
} from './access.ts';
import {permissionError, readIssue, readProject, undeletedProjects} from './lookup.ts';
import {findPermission} from './permissions.ts';
import {nextNumber} from './records.ts';
import {groupName, groupsOf, userAvatars, userBean, userExpansions} from './user-bean.ts';
import {matchesProperty, parsePropertyQuery} from './users-by-query.ts';

export const usersHandlers: Handlers = {
  'tracker/user/get': call => {
    const user = readUser(call);
    return ok({
      ...userBean(call, user),
      ...userExpansions(call, user, expandOf(call)),
      expand: 'groups,applicationRoles',
    });
  },
  'tracker/user/get-groups': call =>
    ok(groupsOf(call, readUser(call)).map(group => groupName(call, group))),
  /** Returns all users: active and inactive, apps and customers. */
  'tracker/users/get-all': call => {
    if (!hasGlobalPermission(call, 'USER_PICKER')) {
      throw trackerError(403, 'Browse users and groups is needed for this.');
    }
    const {start, size} = readRange(call);
    const users = [...call.users.values()].slice(start, start + size);
    return ok(users.map(user => userBean(call, user)));
  },
  /** Returns the users of the accounts, in pages of ten; ignores unknown ones. */
  'tracker/user/bulk-get': call => {
    const ids = readTexts(call, 'accountId');
    if (ids.length === 0) throw trackerError(400, 'accountId must be given.');
    const users = [...new Set(ids)].flatMap(id => call.users.get(id) ?? []);
    return offsetPage(call, users, user => userBean(call, user), {sizeDefault: 10, sizeMax: 200});
  },
  /** Returns account ids of legacy keys or usernames (services T4.4). */
  'tracker/user/bulk-get-users-migration': call => {
    const keys = readTexts(call, 'key');
    const usernames = readTexts(call, 'username');
    if (keys.length > 0 === usernames.length > 0) {
      throw trackerError(400, 'Either key or username must be given, and not both.');
    }
    const name = keys.length > 0 ? 'key' : 'username';
    const {start, size} = readRange(call, {sizeDefault: 10, sizeMax: 200});
    const requested = (name === 'key' ? keys : usernames).slice(start, start + size);
    const users = [...call.users.values()];
    return ok(
      requested.flatMap(value => {
        const user = users.find(one => one[name] === value);
        return user === undefined ? [] : [{[name]: value, accountId: user.accountId}];
      }),
    );
  },
  /**
   * Returns an existing user too: 201 with access, 400 without (services T7.1). Only the address
   * and the products of the body are used.
   */
  'tracker/user/create': call => {
    requireAdmin(call);
    const {emailAddress = '', products} = readBody<UserMembers>(call);
    const address = emailAddress?.trim().toLowerCase() ?? '';
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
      throw fieldError({emailAddress: 'A valid email address must be given.'});
    }
    const unknown = products?.find(product => !/^[a-z]+(?:-[a-z]+)+$/.test(product));
    if (unknown !== undefined) throw fieldError({products: `There is no product “${unknown}”.`});
    const existing = [...call.users.values()].find(one => normalizeCase(one.address) === address);
    if (existing !== undefined && !hasAccess(call, existing)) {
      throw fieldError({emailAddress: 'The user exists and has no access to the product.'});
    }
    const user = existing ?? makeUser(call, address);
    if (existing === undefined) {
      call.users.set(user.accountId, user);
      if (products && products.length > 0) giveAccess(call, user);
    }
    return created({...userBean(call, user), ...userExpansions(call, user, new Set())});
  },
  /** Deletes a property of the caller, or of any user for administrators (services T4.4). */
  'tracker/user/delete-property': call => {
    const {caller, params} = call;
    const accountId = findText(call, 'accountId') ?? caller.accountId ?? '';
    if (accountId !== caller.accountId && !isAdmin(call)) {
      throw trackerError(403, 'Only administrators may delete properties of other users.');
    }
    if (!call.users.has(accountId)) throw trackerError(404, `No user has the ID ${accountId}.`);
    const key = params.propertyKey ?? '';
    const properties = call.tracker.userProperties.get(accountId);
    if (!properties?.delete(key)) throw trackerError(404, `The user has no property “${key}”.`);
    return noContent;
  },
};

function readUser(call: SandboxCall): WorldUser {
  const id = findText(call, 'accountId');
  const user = call.users.get(id ?? '');
  if (user === undefined) {
    throw trackerError(404, `Specified user does not exist or you do not have permission: ${id}`);
  }
  return user;
}

interface UserMembers {
  readonly emailAddress: string;
  readonly products: readonly string[];
}

function hasAccess(world: World, user: WorldUser): boolean {
  return user.active && findUsersGroup(world)?.memberIds.has(user.accountId) === true;
}

function giveAccess(world: World, user: WorldUser): void {
  const usersGroup = findUsersGroup(world);
  if (usersGroup === undefined) return;
  const memberIds = new Set([...usersGroup.memberIds, user.accountId]);
  world.tracker.groups.set(usersGroup.id, {...usersGroup, memberIds});
}

function findUsersGroup(world: World): Group | undefined {
  return [...world.tracker.groups.values()].find(group => group.name === groupNames.users);
}

/** Create a user invited by e-mail only. */
function makeUser(world: World, address: string): WorldUser {
  const number = nextNumber(world);
  const [local = address] = address.split('@');
  return {
    accountId: `712020:${makeRandom(world.tracker.seed, `user ${number}`).uuid()}`,
    displayName: local,
    emailAddress: address,
    active: true,
    accountType: 'atlassian',
    timeZone: 'Etc/GMT',
    address,
    locale: 'en_US',
    key: `JIRAUSER${number}`,
    username: local,
  };
}

/**
 * Check whether the name or the visible address of a user, or a word of them, starts with a text
 * (services T4.4). A hidden address never matches.
 */
function matchesPrefix(user: WorldUser, query: string): boolean {
  const prefix = normalizeCase(query.trim());
  const texts = [user.displayName, user.emailAddress ?? ''].map(normalizeCase);
  return texts.some(
    text =>
      text !== '' &&
      (text.startsWith(prefix) || text.split(/[\s.@-]+/).some(word => word.startsWith(prefix))),
  );
}

/** Create the filter of a user search: active users, by account, by prefix, or all. */
function userFilter(call: SandboxCall): (user: WorldUser) => boolean {
  const accountId = findText(call, 'accountId');
  const query = findText(call, 'query');
  return user =>
    user.active &&
    (accountId === undefined || user.accountId === accountId) &&
    (query === undefined || matchesPrefix(user, query));
}

/**
 * Refuse a search without a criterion (services T4.4).
 *
 * @throws SandboxError 400 when all inputs are absent
 */
function requireSearch(call: SandboxCall, names: readonly string[]): void {
  // An empty query is a criterion that matches all users.
  if (names.some(name => call.query.has(name))) return;
  throw trackerError(400, `One of ${names.join(', ')} must be given.`);
}

export const usersSearchHandlers: Handlers = {
  /** Returns active users; empty for callers who may not browse users (services T7.3). */
  'tracker/user/find': call => {
    requireSearch(call, ['accountId', 'query', 'property']);
    const property = parsePropertyQuery(findText(call, 'property'));
    if (!hasGlobalPermission(call, 'USER_PICKER')) return ok([]);
    const matches = userFilter(call);
    const {userProperties} = call.tracker;
    return searchWindow(
      call,
      user =>
        matches(user) &&
        (property === undefined || matchesProperty(userProperties.get(user.accountId), property)),
    );
  },
  /** Returns users who can be assigned to issues of the project (services T4.4). */
  'tracker/user/find-assignable': call => {
    const project = findSearchProject(call, 'project');
    if (project === undefined) {
      throw trackerError(400, 'One of issueId, issueKey and project must be given.');
    }
    requireSearch(call, ['accountId', 'query']);
    if (
      !hasGlobalPermission(call, 'USER_PICKER') &&
      !hasPermission(call, project, 'ASSIGN_ISSUES')
    ) {
      throw trackerError(401, 'Browse users and groups or Assign issues is needed for this.');
    }
    const types = new Set(readTexts(call, 'accountType'));
    const matches = userFilter(call);
    return searchWindow(
      call,
      user =>
        matches(user) &&
        (types.size === 0 || types.has(user.accountType)) &&
        accountHasPermission(call, user.accountId, project, 'ASSIGNABLE_USER'),
    );
  },
  /** Returns users who can be assigned to issues of all the projects. */
  'tracker/user/find-bulk-assignable': call => {
    const keys = readTexts(call, 'projectKeys');
    if (keys.length === 0) throw trackerError(400, 'projectKeys must be given.');
    const projects = keys.map(key => readProject(call, key));
    requireSearch(call, ['accountId', 'query']);
    const matches = userFilter(call);
    return searchWindow(
      call,
      user =>
        matches(user) &&
        projects.every(project =>
          accountHasPermission(call, user.accountId, project, 'ASSIGNABLE_USER'),
        ),
    );
  },
  /**
   * Returns all users with the permissions if there is no search text. The API documentation
   * requires accountId in that case; the public service does not.
   */
  'tracker/user/find-with-all-permissions': call => {
    const keys = readTexts(call, 'permissions');
    if (keys.length === 0) throw trackerError(400, 'permissions must be given.');
    const permissions = keys.map(findPermission);
    const project = findSearchProject(call, 'projectKey');
    const isAllowed = project ? canAdminister(call, project) : isAdmin(call);
    if (!isAllowed)
      throw permissionError(call, 403, 'Administer or Administer Projects is needed for this.');
    const projects = project ? [project] : undeletedProjects(call);
    const matches = userFilter(call);
    const hasAll = ({accountId}: WorldUser): boolean =>
      permissions.every(({key, type}) =>
        type === 'GLOBAL'
          ? accountHasGlobal(call, accountId, key)
          : projects.some(project => accountHasPermission(call, accountId, project, key)),
      );
    return searchWindow(call, user => matches(user) && hasAll(user));
  },
  /**
   * Returns exact name matches only to callers who may not browse users (services T7.3). `total`
   * counts all matches, also those beyond maxResults.
   */
  'tracker/user/find-for-picker': call => {
    if (call.query.has('exclude') && call.query.has('excludeAccountIds')) {
      throw trackerError(400, 'exclude and excludeAccountIds cannot be given together.');
    }
    const query = call.query.get('query');
    if (query === null) throw trackerError(400, 'query must be given.');
    const {size} = readRange(call);
    const showAvatar = readBoolean(call, 'showAvatar');
    const avatarSize = readAvatarSize(call);
    const matching = [...call.users.values()]
      .slice(0, userWindow)
      .filter(pickerFilter(call, query));
    const users = matching.slice(0, size).map(user => ({
      accountId: user.accountId,
      accountType: user.accountType,
      html: highlightMatch(user, query),
      displayName: user.displayName,
      avatarUrl: showAvatar ? userAvatars(call, user)[avatarSize] : undefined,
    }));
    const header = `Showing ${users.length} of ${matching.length} matching users`;
    return ok({users, total: matching.length, header});
  },
};

function searchWindow(call: SandboxCall, matches: (user: WorldUser) => boolean): SandboxReply {
  return windowPage(call, [...call.users.values()], matches, user => userBean(call, user));
}

/** Find the project that the query names, or that of its issue; undefined without either. */
function findSearchProject(
  call: SandboxCall,
  projectInput: 'project' | 'projectKey',
): Project | undefined {
  const issue = readIssue(call);
  if (issue !== undefined) return issue.project;
  const text = findText(call, projectInput);
  return text === undefined ? undefined : readProject(call, text);
}

const avatarSizes: Readonly<Record<string, string>> = {
  xsmall: '16x16',
  small: '24x24',
  medium: '32x32',
  large: '48x48',
};

/** @throws SandboxError 400 for an unknown size */
function readAvatarSize(call: SandboxCall): string {
  const sizeName = call.query.get('avatarSize') ?? 'small';
  const size = Object.hasOwn(avatarSizes, sizeName) ? avatarSizes[sizeName] : undefined;
  if (size !== undefined) return size;
  const known = Object.keys(avatarSizes).join(', ');
  throw trackerError(400, `The avatar size “${sizeName}” is not one of ${known}.`);
}

function pickerFilter(call: SandboxCall, query: string): (user: WorldUser) => boolean {
  const excluded = new Set(readTexts(call, 'excludeAccountIds'));
  const withoutApps = readBoolean(call, 'excludeConnectUsers');
  const mayBrowse = hasGlobalPermission(call, 'USER_PICKER');
  return user =>
    user.active &&
    !excluded.has(user.accountId) &&
    !(withoutApps && user.accountType === 'app') &&
    (mayBrowse
      ? matchesPrefix(user, query)
      : normalizeCase(user.displayName) === normalizeCase(query));
}

/** Mark the match with strong tags in the name, and in the address if it is visible. */
function highlightMatch(user: WorldUser, query: string): string {
  const name = strong(user.displayName, query);
  return user.emailAddress === undefined ? name : `${name} - ${strong(user.emailAddress, query)}`;
}

function strong(text: string, query: string): string {
  const trimmed = query.trim();
  const at = trimmed === '' ? -1 : text.toLowerCase().indexOf(trimmed.toLowerCase());
  if (at === -1) return escapeXml(text);
  const end = at + trimmed.length;
  const [before, match, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)];
  return `${escapeXml(before)}<strong>${escapeXml(match)}</strong>${escapeXml(after)}`;
}
