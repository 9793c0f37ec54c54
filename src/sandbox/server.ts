import {allOperations} from '../api/catalogue.ts';
import {operationId} from '../api/operation.ts';
import {type Account, findCaller} from './accounts.ts';
import {admitCaller} from './admission.ts';
import {contentHandlers} from './content/handlers.ts';
import {SandboxError, serviceError} from './errors.ts';
import type {RawReply, RawRequest} from './node-io.ts';
import {refuseUnavailable} from './query.ts';
import type {Handlers, SandboxReply} from './route.ts';
import {type FindRoute, makeRoutes, type RouteMatch, rootOfPath} from './router.ts';
import {trackerHandlers} from './tracker/handlers.ts';
import {settleTasks} from './tracker/tasks.ts';
import {progressVersions} from './world/version-traffic.ts';
import type {World} from './world/world.ts';

/** What the rate-limit headers promise. */
export const requestsPerMinute = 30_000;

const everyHandler: Handlers = {...trackerHandlers, ...contentHandlers};

/**
 * Answers a request of either service; never throws.
 *
 * @param now milliseconds since the UNIX epoch
 * @param origin where the server is: `http://127.0.0.1:4321`
 */
export type Answerer = (raw: RawRequest, now: number, origin: string) => RawReply;

/** Answers from a world those who sign in as one of the accounts, and nobody. */
export function makeAnswerer(
  world: World,
  accounts: readonly Account[],
  handlers = everyHandler,
): Answerer {
  const findRoute = makeRoutes(allOperations());
  const countLeft = makeAllowance();
  return (raw, now, origin) => {
    const caller = findCaller(accounts, raw.headers.authorization);
    const [path = '/'] = raw.target.split('?', 1);
    const reply = answerSafely(path, () => {
      if (raw.tooLarge) throw refusal(path, 413, 'The request body is too large.');
      if (caller === undefined) throw refusal(path, 401, wrongCredentials);
      const match = findMatch(findRoute, raw.method, path);
      settleWorld(world, now);
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
    const left = countLeft(now);
    const headers: Record<string, string> = {
      'cache-control': 'no-cache, no-store, no-transform',
      'x-ratelimit-limit': String(requestsPerMinute),
      'x-ratelimit-remaining': String(left),
      // Below 20 % (services W5.8).
      ...(left < requestsPerMinute / 5 ? {'x-ratelimit-nearlimit': 'true'} : {}),
      ...(caller?.accountId === undefined ? {} : {'x-aaccountid': caller.accountId}),
    };
    if (reply.json !== undefined) headers['content-type'] = 'application/json;charset=UTF-8';
    const body = reply.json === undefined ? '' : JSON.stringify(reply.json);
    return {status: reply.status, headers: {...headers, ...reply.headers}, body};
  };
}

/** Before a request: do what has come about by this time. No timer runs, so it is done now. */
export function settleWorld(world: World, now: number): void {
  settleTasks(world, now);
  progressVersions(world.tracker, now);
}

const wrongCredentials =
  'Client must be authenticated to access this resource: the address or the token is wrong.';

function refusal(path: string, status: number, message: string): SandboxError {
  return serviceError(rootOfPath(path), status, message);
}

function answerSafely(path: string, handle: () => SandboxReply): SandboxReply {
  try {
    return handle();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Parsers call themselves: what nests too deep for the stack is a wrong request, not a bug.
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

/** Counts requests by minute: how many are left of those the headers promise. Nobody is refused. */
function makeAllowance(): (now: number) => number {
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
