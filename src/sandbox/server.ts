import {allOperations} from '../api/catalogue.ts';
import {operationId} from '../api/operation.ts';
import {type Account, findCaller} from './accounts.ts';
import {admitCaller} from './admission.ts';
import {contentHandlers} from './content/handlers.ts';
import {SandboxError, serviceError} from './errors.ts';
import type {HttpReply, HttpRequest} from './node-io.ts';
import {refuseUnavailable} from './query.ts';
import type {Handlers, SandboxReply} from './route.ts';
import {type FindRoute, makeRoutes, type RouteMatch, rootOfPath} from './router.ts';
import {trackerHandlers} from './tracker/handlers.ts';
import {completeDueTasks} from './tracker/tasks.ts';
import {advanceVersions} from './world/version-traffic.ts';
import type {World} from './world/world.ts';

/** The limit in the rate-limit headers. */
export const requestsPerMinute = 30_000;

const everyHandler: Handlers = {...trackerHandlers, ...contentHandlers};

/**
 * Respond to a request of either service; never throws.
 *
 * @param now milliseconds since the UNIX epoch
 * @param origin the server's origin: `http://127.0.0.1:4321`
 */
export type RequestHandler = (raw: HttpRequest, now: number, origin: string) => HttpReply;

/** Create the handler of requests by the accounts and anonymous callers. */
export function makeRequestHandler(
  world: World,
  accounts: readonly Account[],
  handlers = everyHandler,
): RequestHandler {
  const findRoute = makeRoutes(allOperations());
  const countRemaining = makeRateCounter();
  return (raw, now, origin) => {
    const caller = findCaller(accounts, raw.headers.authorization);
    const [path = '/'] = raw.target.split('?', 1);
    const reply = handleSafely(path, () => {
      if (raw.tooLarge) throw refusal(path, 413, 'The request body is too large.');
      if (caller === undefined) throw refusal(path, 401, wrongCredentials);
      const match = findMatch(findRoute, raw.method, path);
      applyDueChanges(world, now);
      const query = new URLSearchParams(raw.target.slice(path.length));
      const {headers, body, target} = raw;
      const request = {...match, query, headers, body, caller, origin, target, now};
      admitCaller(match.operation, caller);
      const id = operationId(match.operation);
      const handler = handlers[id];
      if (handler === undefined) {
        throw refusal(path, 501, `The sandbox does not model ${id} yet.`);
      }
      refuseUnavailable(request);
      return handler({...request, ...world});
    });
    const remaining = countRemaining(now);
    const headers: Record<string, string> = {
      'cache-control': 'no-cache, no-store, no-transform',
      'x-ratelimit-limit': String(requestsPerMinute),
      'x-ratelimit-remaining': String(remaining),
      // Set below 20 % (services W5.8).
      ...(remaining < requestsPerMinute / 5 ? {'x-ratelimit-nearlimit': 'true'} : {}),
      ...(caller?.accountId === undefined ? {} : {'x-aaccountid': caller.accountId}),
    };
    if (reply.json !== undefined) headers['content-type'] = 'application/json;charset=UTF-8';
    const body = reply.json === undefined ? '' : JSON.stringify(reply.json);
    return {status: reply.status, headers: {...headers, ...reply.headers}, body};
  };
}

/**
 * Apply, before a request, the changes that are due. They are applied here because no timer runs.
 */
export function applyDueChanges(world: World, now: number): void {
  completeDueTasks(world, now);
  advanceVersions(world.tracker, now);
}

const wrongCredentials =
  'Client must be authenticated to access this resource: the address or the token is wrong.';

function refusal(path: string, status: number, message: string): SandboxError {
  return serviceError(rootOfPath(path), status, message);
}

function handleSafely(path: string, handle: () => SandboxReply): SandboxReply {
  try {
    return handle();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Parsers are recursive: a request nested too deeply for the stack is invalid, not a bug.
    const isTooDeep = error instanceof RangeError && /call stack/i.test(message);
    const {status, content} =
      error instanceof SandboxError
        ? error
        : isTooDeep
          ? refusal(path, 400, 'The request nests too deeply.')
          : refusal(path, 500, `The sandbox has a bug: ${message}`);
    return {status, ...content};
  }
}

function findMatch(findRoute: FindRoute, method: string, path: string): RouteMatch {
  const found = findRoute(method, path);
  switch (found.kind) {
    case 'operation':
      return found.match;
    case 'nothing':
      throw refusal(path, 404, `No resource is at ${path}`);
    case 'other methods': {
      const status = method === 'HEAD' ? 404 : 405;
      const {content} = refusal(path, status, `${method} is not possible at ${path}`);
      throw new SandboxError(status, {...content, headers: {allow: found.methods.join(', ')}});
    }
  }
}

/** Create a counter of the requests left in the current minute. The limit is not enforced. */
function makeRateCounter(): (now: number) => number {
  let minute = 0;
  let used = 0;
  return now => {
    const current = Math.floor(now / 60_000);
    if (current !== minute) {
      minute = current;
      used = 0;
    }
    used += 1;
    return Math.max(0, requestsPerMinute - used);
  };
}
