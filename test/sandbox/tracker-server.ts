import {defined} from '../../src/base/defined.ts';
import {makeAccounts} from '../../src/sandbox/accounts.ts';
import {
  type LocalSandbox,
  maxBodyBytes,
  type StartOptions,
  startSandbox,
} from '../../src/sandbox/start.ts';
import {makeUsers} from '../../src/sandbox/world/users.ts';

/** An answer of the tracker. */
export interface TrackerAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of answers of every shape
  readonly json: any;
  readonly text: string;
}

/** A request that differs from a plain one. */
export interface TrackerRequest {
  readonly method?: string;
  readonly body?: unknown;
  /** Instead of the keeper's; null sends none. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A running tracker whose clock the test holds. */
export interface TestTracker {
  readonly sandbox: LocalSandbox;
  /**
   * @param target path and query below /rest/api/3, or from the host's root when it starts with /
   */
  ask(target: string, request?: TrackerRequest): Promise<TrackerAnswer>;
  /** Send a request with a body. @param authorization instead of the keeper's; null sends none */
  send(
    method: string,
    target: string,
    body?: unknown,
    authorization?: string | null,
  ): Promise<TrackerAnswer>;
  /** Let time go by. */
  wait(ms: number): void;
  now(): number;
}

/** When the worlds of the tests are made: Saturday, 14 March 2026. */
export const testStart = Date.UTC(2026, 2, 14, 9, 30);

/** How the tracker of a test is started and asked. */
export interface TestTrackerOptions extends Omit<StartOptions, 'now'> {
  /** Whether it is asked over a connection, for tests of what goes wrong there. @default false */
  readonly overWire?: boolean;
}

/** Start a sandbox for the tests of one file; its time stands still until it is told to go on. */
export async function startTracker({
  overWire = false,
  ...options
}: TestTrackerOptions = {}): Promise<TestTracker> {
  let time = testStart;
  const sandbox = await startSandbox({...options, now: () => time});
  const keeper = basic(sandbox.authUser, sandbox.authToken);
  const ask: TestTracker['ask'] = async (target, request = {}) => {
    const path = target.startsWith('/') ? target : `/rest/api/3/${target}`;
    const {authorization = keeper, body, headers = {}, method = 'GET'} = request;
    const asked = new Request(sandbox.trackerBaseUrl + path, {
      method,
      redirect: 'manual',
      signal: request.signal ?? null,
      headers: {
        ...(authorization === null ? {} : {authorization}),
        ...(body === undefined ? {} : {'content-type': 'application/json'}),
        ...headers,
      },
      ...(body === undefined ? {} : {body: bodyOf(body)}),
    });
    const response = overWire ? await fetch(asked) : await answerHere(sandbox, asked);
    const text = await response.text();
    const json = text.startsWith('{') || /^["[]/.test(text) ? JSON.parse(text) : undefined;
    return {status: response.status, headers: response.headers, json, text};
  };
  return {
    sandbox,
    ask,
    send: (method, target, body, authorization) =>
      ask(target, {method, ...defined({body, authorization})}),
    now: () => time,
    wait: ms => {
      time += ms;
    },
  };
}

/** What the sandbox answers, without a connection. */
async function answerHere(sandbox: LocalSandbox, asked: Request): Promise<Response> {
  const {pathname, search} = new URL(asked.url);
  const body = new Uint8Array(await asked.arrayBuffer());
  const tooLarge = body.length > maxBodyBytes;
  const reply = sandbox.answer({
    method: asked.method,
    target: pathname + search,
    headers: Object.fromEntries(asked.headers),
    body: tooLarge ? new Uint8Array() : body,
    tooLarge,
    isLocal: true,
  });
  if (reply.delayMs || Object.keys(reply.delivery ?? {}).length > 0) {
    throw new Error('a fault of the connection needs a connection');
  }
  const bodiless = asked.method === 'HEAD' || reply.status === 204;
  const {status, headers} = reply;
  return new Response(bodiless ? null : new Uint8Array(Buffer.from(reply.body)), {status, headers});
}

/** An Authorization header of one of the small world's accounts: `site-admin`, `member` … */
export function signInAs(name: string, seed = 1): string {
  const account = makeAccounts(seed, makeUsers({seed, count: 25})).find(one => one.name === name);
  return basic(account?.address ?? '', account?.token ?? '');
}

/** An Authorization header of basic credentials. */
export function basic(user: string, token: string): string {
  return `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}
