import {operationId} from '../../src/api/operation.ts';
import {contentHandlers} from '../../src/sandbox/content/handlers.ts';
import {SandboxError} from '../../src/sandbox/errors.ts';
import type {SandboxCaller, SandboxReply} from '../../src/sandbox/route.ts';
import {makeRoutes} from '../../src/sandbox/router.ts';
import type {ContentWorld} from '../../src/sandbox/world/content.ts';
import type {WorldUser} from '../../src/sandbox/world/users.ts';
import {makeWorld, type World} from '../../src/sandbox/world/world.ts';
import {operations} from '../support/operations.ts';

/** An answer of the content service. */
export interface SiteAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of answers of every shape
  readonly json: any;
  readonly headers: Readonly<Record<string, string>>;
  /** Id of the operation that answered. */
  readonly operation: string;
}

/** How a request to the site differs from a plain one. */
export interface SiteRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly caller?: SandboxCaller;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds since the UNIX epoch. */
  readonly now?: number;
}

/** A content service without a server around it. */
export interface ContentSite {
  readonly world: World;
  readonly content: ContentWorld;
  readonly users: readonly WorldUser[];
  /** @param target path and query below /wiki/api/v2, or from the host's root when it starts so */
  send(target: string, request?: SiteRequest): SiteAnswer;
  /** All items of a list, page after page as its `_links.next` says. */
  // biome-ignore lint/suspicious/noExplicitAny: items of every shape
  all(target: string): readonly any[];
}

export const origin = 'http://127.0.0.1:4321';
const findRoute = makeRoutes(operations);

export const siteNow = Date.UTC(2026, 2, 14, 9, 30);

/** The content service of a world with that seed, its handlers called as the server calls them. */
export function makeContentSite(seed = 1, size: 'small' | 'medium' = 'small'): ContentSite {
  const world = makeWorld({seed, size, now: siteNow});
  const {content} = world;
  const users = [...world.users.values()];
  const send = (target: string, request: SiteRequest = {}): SiteAnswer => {
    const path = target.startsWith('/wiki/') ? target : `/wiki/api/v2${target}`;
    const url = new URL(path, origin);
    const method = request.method ?? 'GET';
    const found = findRoute(method, url.pathname);
    if (found.kind !== 'operation') throw new Error(`no operation for ${method} ${url.pathname}`);
    const {operation, params} = found.match;
    const id = operationId(operation);
    const handler = contentHandlers[id];
    if (handler === undefined) throw new Error(`${id} has no handler`);
    const text = request.body === undefined ? '' : JSON.stringify(request.body);
    const reply = settle(() =>
      handler({
        ...world,
        operation,
        params,
        query: url.searchParams,
        headers: {'content-type': 'application/json', ...request.headers},
        body: new TextEncoder().encode(text),
        caller: request.caller ?? {accountId: users[0]?.accountId, all: true, kinds: []},
        origin,
        target: path,
        now: request.now ?? siteNow,
      }),
    );
    const json = reply.json === undefined ? undefined : JSON.parse(JSON.stringify(reply.json));
    return {status: reply.status, json, headers: reply.headers ?? {}, operation: id};
  };
  return {world, content, users, send, all: target => allPages(send, target)};
}

function settle(handle: () => SandboxReply): SandboxReply {
  try {
    return handle();
  } catch (error) {
    if (error instanceof SandboxError) return {status: error.status, ...error.content};
    throw error;
  }
}

function allPages(send: ContentSite['send'], target: string): readonly unknown[] {
  const items: unknown[] = [];
  let next: string | undefined = target;
  while (next !== undefined) {
    const {json} = send(next);
    items.push(...json.results);
    next = json._links.next;
  }
  return items;
}
