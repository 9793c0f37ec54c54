import {trackerError} from '../errors.ts';
import {readRange, userWindow} from '../paging.ts';
import type {Handler, SandboxRequest} from '../route.ts';
import type {WorldUser} from '../world/users.ts';
import type {World} from '../world/world.ts';
import {holdsGlobal} from './access.ts';
import {commaTexts, folded, readBoolean, refuseGone} from './query.ts';
import {userAvatars} from './user-bean.ts';
import {matchesPrefix} from './user-matching.ts';

/**
 * `user find-for-picker`: who may not browse users finds exact names only (tracker-api 7.3). `total`
 * counts all that match, also those beyond maxResults.
 */
export const findForPicker: Handler<World> = (request, world) => {
  if (request.query.has('exclude') && request.query.has('excludeAccountIds')) {
    throw trackerError(400, 'exclude and excludeAccountIds cannot be given together.');
  }
  refuseGone(request, ['exclude']);
  const query = request.query.get('query');
  if (query === null) throw trackerError(400, 'query must be given.');
  const {size} = readRange(request, {sizeDefault: 50});
  const showAvatar = readBoolean(request, 'showAvatar', false);
  const found = [...world.users.values()]
    .slice(0, userWindow)
    .filter(pickerFilter(request, world, query));
  const users = found.slice(0, size).map(user => ({
    accountId: user.accountId,
    accountType: user.accountType,
    html: highlighted(user, query),
    displayName: user.displayName,
    ...(showAvatar ? {avatarUrl: userAvatars(request, user)['24x24']} : {}),
  }));
  const header = `Showing ${users.length} of ${found.length} matching users`;
  return {status: 200, json: {users, total: found.length, header}};
};

function pickerFilter(
  request: SandboxRequest,
  world: World,
  query: string,
): (user: WorldUser) => boolean {
  const excluded = new Set(commaTexts(request, 'excludeAccountIds'));
  const withoutApps = readBoolean(request, 'excludeConnectUsers', false);
  const mayBrowse = holdsGlobal(world, request.caller, 'USER_PICKER');
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
  if (at === -1) return escapeHtml(text);
  const end = at + wanted.length;
  const [before, match, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)];
  return `${escapeHtml(before)}<strong>${escapeHtml(match)}</strong>${escapeHtml(after)}`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
