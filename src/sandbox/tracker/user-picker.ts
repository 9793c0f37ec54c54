import {trackerError} from '../errors.ts';
import {readRange, userWindow} from '../paging.ts';
import {folded, readBoolean, readTexts} from '../query.ts';
import {type Call, type Handlers, ok} from '../route.ts';
import {escapeXml} from '../world/content-storage.ts';
import type {WorldUser} from '../world/users.ts';
import {holdsGlobal} from './access.ts';
import {userAvatars} from './user-bean.ts';
import {matchesPrefix} from './users-search.ts';

export const userPickerHandlers: Handlers = {
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
