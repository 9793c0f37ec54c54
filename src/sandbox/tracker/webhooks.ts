import {parseUrl} from '../../base/parse-url.ts';
import {isJsonObject, type JsonObject, readBody, readJson} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {offsetPage} from '../paging.ts';
import {readInteger} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import {listFailures} from '../world/failures.ts';
import {type Webhook, webhookEvents} from '../world/webhooks.ts';
import type {World} from '../world/world.ts';
import {nextRecord} from './records.ts';

/** How long a webhook lives after it is registered or refreshed (services T8). */
const webhookLifeMs = 30 * 24 * 3_600_000;

const known: ReadonlySet<string> = new Set(webhookEvents);

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
  /**
   * Each webhook is registered or refused by itself, and the answer is 200 in
   * either case (services W4.10).
   */
  'tracker/webhook/register-dynamic': (request, world) => {
    const body = readJson(request);
    const {url: given, webhooks} = isJsonObject(body) ? body : {};
    const url = readUrl(given);
    if (!Array.isArray(webhooks) || webhooks.length === 0) {
      throw fieldError({webhooks: 'At least one webhook must be given.'});
    }
    const webhookRegistrationResult = webhooks.map((given: unknown) => {
      const filters = isJsonObject(given) ? given : {};
      const errors = findProblems(filters);
      if (errors.length > 0) return {errors};
      const id = nextRecord(world);
      world.tracker.webhooks.set(id, makeWebhook(request, id, url, filters));
      return {createdWebhookId: id};
    });
    return {status: 200, json: {webhookRegistrationResult}};
  },
  /** Unknown and foreign ones are ignored (services T7.5). */
  'tracker/webhook/delete-by-id': (request, world) => {
    for (const {id} of ownWebhooks(request, world)) world.tracker.webhooks.delete(id);
    return {status: 202};
  },
  /** 30 days from now, one date for all (services W4.10). */
  'tracker/webhook/refresh': (request, world) => {
    const expiresAt = request.now + webhookLifeMs;
    for (const webhook of ownWebhooks(request, world)) {
      world.tracker.webhooks.set(webhook.id, {...webhook, expiresAt});
    }
    return {status: 200, json: {expirationDate: expiresAt}};
  },
};

function webhookBean(webhook: Webhook): Readonly<Record<string, unknown>> {
  const {id, url, jqlFilter, events, fieldIdsFilter, issuePropertyKeysFilter, expiresAt} = webhook;
  return {
    id,
    url,
    jqlFilter,
    events,
    fieldIdsFilter,
    issuePropertyKeysFilter,
    expirationDate: expiresAt,
  };
}

/** Webhooks of the body's IDs that belong to the calling app and have not expired. */
function ownWebhooks(request: SandboxRequest, world: World): readonly Webhook[] {
  const {webhookIds} = readBody<{webhookIds: readonly string[]}>(request);
  return (webhookIds ?? []).flatMap(id => {
    const webhook = world.tracker.webhooks.get(Number(id));
    const isOwn = webhook?.appId === request.caller.app;
    return isOwn && webhook !== undefined && webhook.expiresAt > request.now ? [webhook] : [];
  });
}

function readUrl(url: unknown): string {
  if (typeof url !== 'string' || !/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
    throw fieldError({url: `The URL “${url}” must be absolute.`});
  }
  return url;
}

function findProblems(given: JsonObject): readonly string[] {
  const {events, jqlFilter} = given;
  const names: readonly unknown[] = Array.isArray(events) ? events : [];
  const unknown = names.filter(name => typeof name !== 'string' || !known.has(name));
  return [
    ...(names.length === 0 ? ['At least one event must be given.'] : []),
    ...unknown.map(name => `There is no event “${name}”.`),
    ...(typeof jqlFilter === 'string' ? findJqlProblems(jqlFilter) : ['jqlFilter must be given.']),
    ...['fieldIdsFilter', 'issuePropertyKeysFilter']
      .filter(name => !isTexts(given[name]))
      .map(name => `${name} must be a list of strings.`),
  ];
}

/** What is wrong with a filter at first sight: the documents tell nothing of its language. */
function findJqlProblems(jql: string): readonly string[] {
  const bare = jql.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '“”');
  if (/["']/.test(bare)) return ['The filter has a quote that is not closed.'];
  if (!/(?:!?=|\bin\b)/i.test(bare)) return ['The filter compares nothing.'];
  const opened = bare.split('(').length === bare.split(')').length;
  return opened ? [] : ['The filter has a parenthesis that is not closed.'];
}

function isTexts(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}

/** @param given with no problems */
function makeWebhook(request: SandboxRequest, id: number, url: string, given: JsonObject): Webhook {
  const {events, jqlFilter, fieldIdsFilter, issuePropertyKeysFilter} = given as unknown as Webhook;
  return {
    id,
    appId: request.caller.app ?? '',
    registeredById: request.caller.accountId ?? '',
    url,
    events: [...new Set(events)],
    jqlFilter,
    ...(fieldIdsFilter ? {fieldIdsFilter} : {}),
    ...(issuePropertyKeysFilter ? {issuePropertyKeysFilter} : {}),
    expiresAt: request.now + webhookLifeMs,
  };
}
