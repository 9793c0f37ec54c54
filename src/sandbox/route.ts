import type {Caller, Operation} from '../api/operation.ts';
import type {World} from './world/world.ts';

/** Who makes a request, found from its Authorization header; undefined account means anonymous. */
export interface SandboxCaller {
  readonly accountId: string | undefined;
  /** May do everything, app-only operations included. */
  readonly all: boolean;
  /** Kinds of apps and administrators it is; none for an ordinary user. */
  readonly kinds: readonly Caller[];
  /** The app it acts for: whose webhooks and UI modifications it sees. */
  readonly app?: string;
}

/** A request to the sandbox, parsed. */
export interface SandboxRequest {
  readonly operation: Operation;
  /** Path placeholders, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly caller: SandboxCaller;
  /** Origin of the server, for `self` links: `http://127.0.0.1:4321`. */
  readonly origin: string;
  /** Path and query as they came, for `self` and `next` links. */
  readonly target: string;
  /** Milliseconds since the UNIX epoch. */
  readonly now: number;
}

/** What a handler answers: JSON (members that are undefined are left out), or no body at all. */
export interface SandboxReply {
  readonly status: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request, and the world it is answered from. */
export type Call = SandboxRequest & World;

/** Answers one operation from the world; throws SandboxError for the documents' errors. */
export type Handler = (call: Call) => SandboxReply;

/** Operation id (`tracker/version/get`) → handler. */
export type Handlers = Readonly<Record<string, Handler>>;

/** Members of a JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function ok(json: unknown): SandboxReply {
  return {status: 200, json};
}

export function created(json: unknown): SandboxReply {
  return {status: 201, json};
}

export const noContent: SandboxReply = {status: 204};
