import type {Call} from '../route.ts';
import {hashText} from '../world/random.ts';
import type {WorldUser} from '../world/users.ts';
import {avatarUrls, selfUrl} from './links.ts';

/** A user as the tracker answers it; the address only when the person shows it. */
export function userBean(call: Call, user: WorldUser): Readonly<Record<string, unknown>> {
  return {
    self: selfUrl(call, `user?accountId=${encodeURIComponent(user.accountId)}`),
    accountId: user.accountId,
    accountType: user.accountType,
    ...(user.emailAddress === undefined ? {} : {emailAddress: user.emailAddress}),
    avatarUrls: userAvatars(call, user),
    displayName: user.displayName,
    active: user.active,
    timeZone: user.timeZone,
    locale: user.locale,
  };
}

/** A user inside another record: without locale and time zone. */
export function userReference(
  call: Call,
  accountId: string,
): Readonly<Record<string, unknown>> | undefined {
  const user = call.users.get(accountId);
  if (user === undefined) return undefined;
  return {
    self: selfUrl(call, `user?accountId=${encodeURIComponent(user.accountId)}`),
    accountId: user.accountId,
    accountType: user.accountType,
    avatarUrls: userAvatars(call, user),
    displayName: user.displayName,
    active: user.active,
  };
}

export function userAvatars(call: Call, user: WorldUser): Readonly<Record<string, string>> {
  return avatarUrls(call, 'user', String(10_330 + (hashText(7, user.accountId) % 20)));
}
