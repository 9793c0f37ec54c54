import {type Operation, operationId} from '../api/operation.ts';
import {type Account, findCaller} from './accounts.ts';
import {type ErrorContent, SandboxError, serviceError} from './errors.ts';
import type {RawReply, RawRequest} from './machine.ts';
import {refuseUnavailable} from './query.ts';
import type {SandboxCaller, SandboxReply, SandboxRequest} from './route.ts';
import {type FindRoute, type RouteMatch, rootOfPath} from './router.ts';

export interface ServerParts<World> {
  readonly world: World;
  readonly handlers: Readonly<Record<string, (call: SandboxRequest & World) => SandboxReply>>;
  readonly findRoute: FindRoute;
  readonly accounts: readonly Account[];
  /** Refuses who may not call an operation, before its handler runs. */
  readonly admit: (operation: Operation, caller: SandboxCaller) => void;
  /** Done before every request: what has come about by this time. */
  readonly settle: (world: World, now: number) => void;
  /** Milliseconds since the UNIX epoch. */
  readonly now: () => number;
  /** `http://127.0.0.1:4321`; known once the server listens. */
  readonly origin: (raw: RawRequest) => string;
}

/** What the rate-limit headers promise. */
export const requestsPerMinute = 30_000;

/** Answers requests of both services; never throws. */
export function makeAnswerer<World>(parts: ServerParts<World>): (raw: RawRequest) => RawReply {
  const countLeft = makeAllowance();
  return raw => {
    const now = parts.now();
    const caller = findCaller(parts.accounts, raw.headers.authorization);
    const reply = answerSafely(parts, raw, caller, now);
    const left = countLeft(now);
    const headers: Record<string, string> = {
      'cache-control': 'no-cache, no-store, no-transform',
      'x-ratelimit-limit': String(requestsPerMinute),
      'x-ratelimit-remaining': String(left),
      // Below 20 % (services W5.8).
      ...(left < requestsPerMinute / 5 ? {'x-ratelimit-nearlimit': 'true'} : {}),
      ...(caller?.accountId === undefined ? {} : {'x-aaccountid': caller.accountId}),
    };
    if (reply.json !== undefined) {
      headers['content-type'] = 'application/json;charset=UTF-8';
    } else if (reply.text !== undefined) {
      headers['content-type'] = 'text/plain;charset=UTF-8';
    }
    const body = reply.json === undefined ? (reply.text ?? '') : JSON.stringify(reply.json);
    return {status: reply.status, headers: {...headers, ...reply.headers}, body};
  };
}

function answerSafely<World>(
  parts: ServerParts<World>,
  raw: RawRequest,
  caller: SandboxCaller | undefined,
  now: number,
): SandboxReply {
  const [path = '/'] = raw.target.split('?', 1);
  const root = rootOfPath(path);
  try {
    if (raw.tooLarge) throw serviceError(root, 413, 'The request body is too large.');
    if (caller === undefined) throw serviceError(root, 401, wrongCredentials);
    const match = findMatch(parts.findRoute, raw.method, path);
    parts.settle(parts.world, now);
    return answer(parts, raw, match, caller, now);
  } catch (error) {
    if (error instanceof SandboxError) return replyOf(error.status, error.content);
    const message = error instanceof Error ? error.message : String(error);
    const {status, content} = serviceError(root, 500, `The sandbox has a bug: ${message}`);
    return replyOf(status, content);
  }
}

const wrongCredentials =
  'Client must be authenticated to access this resource: the address or the token is wrong.';

function findMatch(findRoute: FindRoute, method: string, path: string): RouteMatch {
  const root = rootOfPath(path);
  const found = findRoute(method, path);
  switch (found.kind) {
    case 'operation':
      return found.match;
    case 'nothing':
      throw serviceError(root, 404, `No resource is at ${path}`);
    case 'other methods': {
      const status = method === 'HEAD' ? 404 : 405;
      const {content} = serviceError(root, status, `${method} is not possible at ${path}`);
      throw new SandboxError(status, {...content, headers: {allow: found.methods.join(', ')}});
    }
  }
}

function answer<World>(
  parts: ServerParts<World>,
  raw: RawRequest,
  {operation, params}: RouteMatch,
  caller: SandboxCaller,
  now: number,
): SandboxReply {
  const id = operationId(operation);
  parts.admit(operation, caller);
  const handler = parts.handlers[id];
  if (handler === undefined) {
    throw serviceError(operation.root, 501, `The sandbox does not model ${id} yet.`);
  }
  const at = raw.target.indexOf('?');
  const request: SandboxRequest = {
    operation,
    params,
    query: new URLSearchParams(at === -1 ? '' : raw.target.slice(at + 1)),
    headers: raw.headers,
    body: raw.body,
    caller,
    origin: parts.origin(raw),
    target: raw.target,
    now,
  };
  refuseUnavailable(request);
  return handler({...request, ...parts.world});
}

function replyOf(status: number, content: ErrorContent): SandboxReply {
  return {status, ...content};
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
