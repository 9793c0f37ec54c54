import {trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {readInteger} from '../query.ts';
import type {Handlers} from '../route.ts';
import {listFailures} from '../world/failures.ts';
import type {Webhook} from '../world/webhooks.ts';
import type {World} from '../world/world.ts';

/** Handlers by operation id. */
export const webhooksHandlers: Handlers<World> = {
  /** Those of the calling app that have not expired. */
  'tracker/webhook/get-dynamic-webhooks-for-app': (request, world) => {
    const own = [...world.tracker.webhooks.values()].filter(
      webhook => webhook.appId === request.caller.app && webhook.expiresAt > request.now,
    );
    return offsetPage(request, own, {sizeDefault: 100, present: webhookBean});
  },
  /**
   * Oldest first, strictly later than `after`, never cutting failures of one time
   * apart; `next` is there whenever a record is, also on the last page (services W5.4).
   */
  'tracker/webhook/get-failed': (request, world) => {
    const size = Math.min(readInteger(request, 'maxResults') ?? 100, 1_000);
    if (size === 0) throw trackerError(400, 'maxResults must be 1 or more.');
    // The description and the example of `next` call the same thing failedAfter.
    const after = readInteger(request, 'after') ?? readInteger(request, 'failedAfter') ?? 0;
    const values = listFailures(world.tracker.failures, after, request.now, size);
    const last = values.at(-1);
    const json = {
      values,
      maxResults: size,
      ...(last === undefined
        ? {}
        : {
            next:
              `${request.origin}/rest/api/3/webhook/failed` +
              `?failedAfter=${last.failureTime}&maxResults=${size}`,
          }),
    };
    return {status: 200, json};
  },
};

function webhookBean(webhook: Webhook): Readonly<Record<string, unknown>> {
  const {id, url, jqlFilter, events, fieldIdsFilter, issuePropertyKeysFilter, expiresAt} = webhook;
  return {
    id,
    url,
    jqlFilter,
    events,
    ...(fieldIdsFilter === undefined ? {} : {fieldIdsFilter}),
    ...(issuePropertyKeysFilter === undefined ? {} : {issuePropertyKeysFilter}),
    expirationDate: expiresAt,
  };
}
