import {readBody} from '../body.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {AdminKey, ContentWorld} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {isSiteAdmin} from './access.ts';
import {authorOf} from './changes.ts';
import {isoTime} from './present.ts';
import {forbidden, notFound} from './problems.ts';

const minute = 60_000;
const defaultMinutes = 10;

/** Handlers by operation id. */
export const adminKeyHandlers: Handlers<World> = {
  /**
   * Answers the calling user's admin key.
   *
   * @throws SandboxError 403 for a caller who is no admin, 404 when none is enabled or it has expired
   */
  'content/admin-key/get-admin-key': (request, {content}) => {
    return {status: 200, json: presentKey(readKey(request, content))};
  },
  /**
   * Enable an admin key for the calling user, or issue it anew: 200 with its expiry. It is valid for
   * `durationInMinutes`; for 10 minutes without a body or with 0 (services C3).
   *
   * @throws SandboxError 400 when the duration is no whole number from 0, 403 for a caller who is no admin
   */
  'content/admin-key/enable-admin-key': (request, {content}) => {
    checkAdmin(request);
    const body =
      request.body.byteLength === 0 ? {} : readBody<{durationInMinutes: number}>(request);
    const minutes = body.durationInMinutes || defaultMinutes;
    const key: AdminKey = {
      accountId: authorOf(request),
      expiresAt: request.now + minutes * minute,
    };
    content.adminKeys.set(key.accountId, key);
    return {status: 200, json: presentKey(key)};
  },
  /**
   * Disable the calling user's admin key: 204.
   *
   * @throws SandboxError 403 for a caller who is no admin, 404 when none is enabled
   */
  'content/admin-key/disable-admin-key': (request, {content}) => {
    const key = readKey(request, content);
    content.adminKeys.delete(key.accountId);
    return {status: 204};
  },
};

function checkAdmin({caller}: SandboxRequest): void {
  if (!caller.all && !isSiteAdmin(caller))
    throw forbidden('The caller is no organization or site admin');
}

function readKey(request: SandboxRequest, content: ContentWorld): AdminKey {
  checkAdmin(request);
  const key = content.adminKeys.get(authorOf(request));
  if (key === undefined || key.expiresAt <= request.now) {
    throw notFound('No admin key is enabled for the calling user');
  }
  return key;
}
function presentKey(key: AdminKey): unknown {
  return {accountId: key.accountId, expirationTime: isoTime(key.expiresAt)};
}
