import {readBody} from '../body.ts';
import {type Call, type Handlers, noContent, ok} from '../route.ts';
import type {AdminKey} from '../world/content-types.ts';
import {isSiteAdmin} from './access.ts';
import {authorOf} from './changes.ts';
import {isoTime} from './present.ts';
import {forbidden, notFound} from './problems.ts';

const minute = 60_000;
const defaultMinutes = 10;

export const adminKeyHandlers: Handlers = {
  /** Answers the calling user's admin key. */
  'content/admin-key/get-admin-key': call => ok(presentKey(readKey(call))),
  /**
   * Enable an admin key for the calling user, or issue it anew: 200 with its expiry. It is valid for
   * `durationInMinutes`; for 10 minutes without a body or with 0 (services C3).
   */
  'content/admin-key/enable-admin-key': call => {
    checkAdmin(call);
    const body = call.body.byteLength === 0 ? {} : readBody<{durationInMinutes: number}>(call);
    const minutes = body.durationInMinutes || defaultMinutes;
    const key: AdminKey = {
      accountId: authorOf(call),
      expiresAt: call.now + minutes * minute,
    };
    call.content.adminKeys.set(key.accountId, key);
    return ok(presentKey(key));
  },
  /** Disable the calling user's admin key: 204. */
  'content/admin-key/disable-admin-key': call => {
    const key = readKey(call);
    call.content.adminKeys.delete(key.accountId);
    return noContent;
  },
};

function checkAdmin({caller}: Call): void {
  if (!caller.all && !isSiteAdmin(caller))
    throw forbidden('The caller is no organization or site admin');
}

function readKey(call: Call): AdminKey {
  checkAdmin(call);
  const key = call.content.adminKeys.get(authorOf(call));
  if (key === undefined || key.expiresAt <= call.now) {
    throw notFound('No admin key is enabled for the calling user');
  }
  return key;
}
function presentKey(key: AdminKey): unknown {
  return {accountId: key.accountId, expirationTime: isoTime(key.expiresAt)};
}
