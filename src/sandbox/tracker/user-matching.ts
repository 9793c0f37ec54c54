import {trackerError} from '../errors.ts';
import {findText, folded} from '../query.ts';
import type {Call} from '../route.ts';
import type {WorldUser} from '../world/users.ts';

/**
 * Whether a name or the shown address of a user starts with a text (services T4.4): from its
 * beginning, or from the beginning of a word of it. A hidden address matches nothing.
 */
export function matchesPrefix(user: WorldUser, query: string): boolean {
  const wanted = folded(query.trim());
  const texts = [user.displayName, user.emailAddress ?? ''].map(folded);
  return texts.some(
    text =>
      text !== '' &&
      (text.startsWith(wanted) || text.split(/[\s.@-]+/).some(word => word.startsWith(wanted))),
  );
}

/** The users a search is about: by account, by the beginning of a name, or all. */
export function userFilter(call: Call): (user: WorldUser) => boolean {
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
export function requireSearch(call: Call, names: readonly string[]): void {
  // An empty query is a query: it matches everybody.
  if (names.some(name => call.query.has(name))) return;
  throw trackerError(400, `One of ${names.join(', ')} must be given.`);
}
