import {parseUrl} from '../../base/parse-url.ts';
import {isJsonObject, readBody, readJson} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {readInteger} from '../query.ts';
import {type Handlers, type JsonMembers, ok, type SandboxCall} from '../route.ts';
import {listFailures} from '../world/failures.ts';
import {type Webhook, webhookEvents} from '../world/webhooks.ts';
import {selfUrl} from './links.ts';
import {nextNumber} from './records.ts';

/** Lifetime of a webhook after it is registered or refreshed (services T8). */
const webhookLifetimeMs = 30 * 24 * 3_600_000;

const knownEvents: ReadonlySet<string> = new Set(webhookEvents);

export const webhooksHandlers: Handlers = {
  'tracker/webhook/get-dynamic-webhooks-for-app': call => {
    const own = [...call.tracker.webhooks.values()].filter(
      webhook => webhook.appId === call.caller.app && webhook.expiresAt > call.now,
    );
    return offsetPage(call, own, webhookBean, {sizeDefault: 100});
  },
  /**
   * Returns failures oldest first, strictly later than `after`. Failures with the same time
   * are never split across pages; `next` is present with every record, also on the last page
   * (services W5.4).
   */
  'tracker/webhook/get-failed': call => {
    const size = Math.min(readInteger(call, 'maxResults') ?? 100, 1_000);
    if (size === 0) throw trackerError(400, 'maxResults must be 1 or more.');
    // The API documentation calls this `after`, but failedAfter in the description and the
    // example of `next`.
    const after = readInteger(call, 'after') ?? readInteger(call, 'failedAfter') ?? 0;
    const values = listFailures(call.tracker.failures, after, call.now, size);
    const last = values.at(-1);
    const next =
      last && selfUrl(call, `webhook/failed?failedAfter=${last.failureTime}&maxResults=${size}`);
    return ok({values, maxResults: size, next});
  },
  /** Registers or refuses each webhook separately; the response is always 200 (services W4.10). */
  'tracker/webhook/register-dynamic': call => {
    const body = readJson(call);
    const {url: urlValue, webhooks} = isJsonObject(body) ? body : {};
    const url = readUrl(urlValue);
    if (!Array.isArray(webhooks) || webhooks.length === 0) {
      throw fieldError({webhooks: 'At least one webhook must be given.'});
    }
    const webhookRegistrationResult = webhooks.map((given: unknown) => {
      const filters = isJsonObject(given) ? given : {};
      const errors = findProblems(filters);
      if (errors.length > 0) return {errors};
      const id = nextNumber(call);
      call.tracker.webhooks.set(id, makeWebhook(call, id, url, filters));
      return {createdWebhookId: id};
    });
    return ok({webhookRegistrationResult});
  },
  /** Ignores unknown webhooks and those of other apps (services T7.5). */
  'tracker/webhook/delete-by-id': call => {
    for (const {id} of ownWebhooks(call)) call.tracker.webhooks.delete(id);
    return {status: 202};
  },
  /** Sets the same expiry for all, 30 days from now (services W4.10). */
  'tracker/webhook/refresh': call => {
    const expiresAt = call.now + webhookLifetimeMs;
    for (const webhook of ownWebhooks(call)) {
      call.tracker.webhooks.set(webhook.id, {...webhook, expiresAt});
    }
    return ok({expirationDate: expiresAt});
  },
};

function webhookBean(webhook: Webhook): JsonMembers {
  const {id, url, jqlFilter, events, fieldIdsFilter, issuePropertyKeysFilter} = webhook;
  const filters = {fieldIdsFilter, issuePropertyKeysFilter};
  return {id, url, jqlFilter, events, ...filters, expirationDate: webhook.expiresAt};
}

/** List the webhooks of the body's IDs that belong to the calling app and have not expired. */
function ownWebhooks(call: SandboxCall): readonly Webhook[] {
  const {webhookIds} = readBody<{webhookIds: readonly string[]}>(call);
  return (webhookIds ?? []).flatMap(id => {
    const webhook = call.tracker.webhooks.get(Number(id));
    const isOwn = webhook?.appId === call.caller.app;
    return isOwn && webhook !== undefined && webhook.expiresAt > call.now ? [webhook] : [];
  });
}

function readUrl(url: unknown): string {
  if (typeof url !== 'string' || !/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
    throw fieldError({url: `The URL “${url}” must be absolute.`});
  }
  return url;
}

function findProblems(filters: JsonMembers): readonly string[] {
  const {events, jqlFilter} = filters;
  const names: readonly unknown[] = Array.isArray(events) ? events : [];
  const unknown = names.filter(name => typeof name !== 'string' || !knownEvents.has(name));
  return [
    ...(names.length === 0 ? ['At least one event must be given.'] : []),
    ...unknown.map(name => `There is no event “${name}”.`),
    ...(typeof jqlFilter === 'string' ? findJqlProblems(jqlFilter) : ['jqlFilter must be given.']),
    ...['fieldIdsFilter', 'issuePropertyKeysFilter']
      .filter(name => !isTexts(filters[name]))
      .map(name => `${name} must be a list of strings.`),
  ];
}

/** Find obvious problems in a filter; the API documentation does not define its language. */
function findJqlProblems(jql: string): readonly string[] {
  const bare = jql.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '“”');
  if (/["']/.test(bare)) return ['The filter has a quote that is not closed.'];
  if (!/(?:!?=|\bin\b)/i.test(bare)) return ['The filter compares nothing.'];
  const isBalanced = bare.split('(').length === bare.split(')').length;
  return isBalanced ? [] : ['The filter has a parenthesis that is not closed.'];
}

function isTexts(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}

/** @param filters validated ones */
function makeWebhook(call: SandboxCall, id: number, url: string, filters: JsonMembers): Webhook {
  const {events, jqlFilter, fieldIdsFilter, issuePropertyKeysFilter} =
    filters as unknown as Webhook;
  return {
    id,
    appId: call.caller.app ?? '',
    registeredById: call.caller.accountId ?? '',
    url,
    events: [...new Set(events)],
    jqlFilter,
    fieldIdsFilter: fieldIdsFilter ?? undefined,
    issuePropertyKeysFilter: issuePropertyKeysFilter ?? undefined,
    expiresAt: call.now + webhookLifetimeMs,
  };
}
