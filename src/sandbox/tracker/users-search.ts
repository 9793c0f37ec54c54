import {trackerError} from '../errors.ts';
import {readRange, userWindow, windowPage} from '../paging.ts';
import {findText, folded, readBoolean, readTexts} from '../query.ts';
import {type Call, type Handlers, ok, type SandboxReply} from '../route.ts';
import {escapeXml} from '../world/content-storage.ts';
import type {Project} from '../world/projects.ts';
import type {WorldUser} from '../world/users.ts';
import {
  accountHolds,
  accountHoldsGlobal,
  canAdminister,
  holds,
  holdsGlobal,
  isAdmin,
} from './access.ts';
import {presentProjects, readIssue, readProject, refused} from './lookup.ts';
import {findPermission} from './permissions.ts';
import {userAvatars, userBean} from './user-bean.ts';
import {matchesProperty, parsePropertyQuery} from './users-by-query.ts';

/**
 * Whether a name or the shown address of a user starts with a text (services T4.4): from its
 * beginning, or from the beginning of a word of it. A hidden address matches nothing.
 */
function matchesPrefix(user: WorldUser, query: string): boolean {
  const wanted = folded(query.trim());
  const texts = [user.displayName, user.emailAddress ?? ''].map(folded);
  return texts.some(
    text =>
      text !== '' &&
      (text.startsWith(wanted) || text.split(/[\s.@-]+/).some(word => word.startsWith(wanted))),
  );
}

/** The users a search is about: by account, by the beginning of a name, or all. */
function userFilter(call: Call): (user: WorldUser) => boolean {
  const accountId = findText(call, 'accountId');
  const query = findText(call, 'query');
  return user =>
    user.active &&
    (accountId === undefined || user.accountId === accountId) &&
    (query === undefined || matchesPrefix(user, query));
}

/**
 * Refuse a search without anything to search for (services T4.4).
 *
 * @throws SandboxError 400 when none of the inputs is given
 */
function requireSearch(call: Call, names: readonly string[]): void {
  // An empty query is a query: it matches everybody.
  if (names.some(name => call.query.has(name))) return;
  throw trackerError(400, `One of ${names.join(', ')} must be given.`);
}

export const usersSearchHandlers: Handlers = {
  /** Active users; nobody for who may not browse users (services T7.3). */
  'tracker/user/find': call => {
    requireSearch(call, ['accountId', 'query', 'property']);
    const property = parsePropertyQuery(findText(call, 'property'));
    if (!holdsGlobal(call, 'USER_PICKER')) return ok([]);
    const matches = userFilter(call);
    const {userProperties} = call.tracker;
    return searchWindow(
      call,
      user =>
        matches(user) &&
        (property === undefined || matchesProperty(userProperties.get(user.accountId), property)),
    );
  },
  /** Who can be given an issue of the project (services T4.4). */
  'tracker/user/find-assignable': call => {
    const project = readPlace(call, 'project');
    if (project === undefined) {
      throw trackerError(400, 'One of issueId, issueKey and project must be given.');
    }
    requireSearch(call, ['accountId', 'query']);
    if (!holdsGlobal(call, 'USER_PICKER') && !holds(call, project, 'ASSIGN_ISSUES')) {
      throw trackerError(401, 'Browse users and groups or Assign issues is needed for this.');
    }
    const types = new Set(readTexts(call, 'accountType'));
    const matches = userFilter(call);
    return searchWindow(
      call,
      user =>
        matches(user) &&
        (types.size === 0 || types.has(user.accountType)) &&
        accountHolds(call, user.accountId, project, 'ASSIGNABLE_USER'),
    );
  },
  /** Who can be given issues of all the projects. */
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
        projects.every(project => accountHolds(call, user.accountId, project, 'ASSIGNABLE_USER')),
    );
  },
  /**
   * Without a search text all holders. The documents also say that
   * accountId is needed then; the public service does not insist.
   */
  'tracker/user/find-with-all-permissions': call => {
    const keys = readTexts(call, 'permissions');
    if (keys.length === 0) throw trackerError(400, 'permissions must be given.');
    const permissions = keys.map(findPermission);
    const project = readPlace(call, 'projectKey');
    const may = project ? canAdminister(call, project) : isAdmin(call);
    if (!may) throw refused(call, 403, 'Administer or Administer Projects is needed for this.');
    const places = project ? [project] : presentProjects(call);
    const matches = userFilter(call);
    const holdsAll = ({accountId}: WorldUser): boolean =>
      permissions.every(({key, type}) =>
        type === 'GLOBAL'
          ? accountHoldsGlobal(call, accountId, key)
          : places.some(place => accountHolds(call, accountId, place, key)),
      );
    return searchWindow(call, user => matches(user) && holdsAll(user));
  },
  /**
   * Who may not browse users finds exact names only (services T7.3). `total`
   * counts all that match, also those beyond maxResults.
   */
  'tracker/user/find-for-picker': call => {
    if (call.query.has('exclude') && call.query.has('excludeAccountIds')) {
      throw trackerError(400, 'exclude and excludeAccountIds cannot be given together.');
    }
    const query = call.query.get('query');
    if (query === null) throw trackerError(400, 'query must be given.');
    const {size} = readRange(call, {sizeDefault: 50});
    const showAvatar = readBoolean(call, 'showAvatar');
    const avatarSize = readAvatarSize(call);
    const found = [...call.users.values()].slice(0, userWindow).filter(pickerFilter(call, query));
    const users = found.slice(0, size).map(user => ({
      accountId: user.accountId,
      accountType: user.accountType,
      html: highlighted(user, query),
      displayName: user.displayName,
      avatarUrl: showAvatar ? userAvatars(call, user)[avatarSize] : undefined,
    }));
    const header = `Showing ${users.length} of ${found.length} matching users`;
    return ok({users, total: found.length, header});
  },
};

function searchWindow(call: Call, matches: (user: WorldUser) => boolean): SandboxReply {
  return windowPage(call, [...call.users.values()], matches, user => userBean(call, user));
}

/** The project that is named, or that of the issue; undefined when neither is. */
function readPlace(call: Call, projectInput: 'project' | 'projectKey'): Project | undefined {
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

/** @throws SandboxError 400 for a size that is not known */
function readAvatarSize(call: Call): string {
  const given = call.query.get('avatarSize') ?? 'small';
  const size = Object.hasOwn(avatarSizes, given) ? avatarSizes[given] : undefined;
  if (size !== undefined) return size;
  const known = Object.keys(avatarSizes).join(', ');
  throw trackerError(400, `The avatar size “${given}” is not one of ${known}.`);
}

function pickerFilter(call: Call, query: string): (user: WorldUser) => boolean {
  const excluded = new Set(readTexts(call, 'excludeAccountIds'));
  const withoutApps = readBoolean(call, 'excludeConnectUsers');
  const mayBrowse = holdsGlobal(call, 'USER_PICKER');
  return user =>
    user.active &&
    !excluded.has(user.accountId) &&
    !(withoutApps && user.accountType === 'app') &&
    (mayBrowse ? matchesPrefix(user, query) : folded(user.displayName) === folded(query));
}

/** The name, and the address when it is shown, with what matched between strong tags. */
function highlighted(user: WorldUser, query: string): string {
  const name = strong(user.displayName, query);
  return user.emailAddress === undefined ? name : `${name} - ${strong(user.emailAddress, query)}`;
}

function strong(text: string, query: string): string {
  const wanted = query.trim();
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at === -1) return escapeXml(text);
  const end = at + wanted.length;
  const [before, match, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)];
  return `${escapeXml(before)}<strong>${escapeXml(match)}</strong>${escapeXml(after)}`;
}
