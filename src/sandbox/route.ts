import type {Caller, Operation} from '../api/operation.ts';
import type {World} from './world/world.ts';

/**
 * The caller of a request, found by its Authorization header; without an account it is anonymous.
 */
export interface SandboxCaller {
  readonly accountId: string | undefined;
  /** May do everything, app-only operations included. */
  readonly all: boolean;
  /** Kinds of apps and administrators the caller belongs to; empty for an ordinary user. */
  readonly kinds: readonly Caller[];
  /** The app it acts for, whose webhooks and UI modifications it sees. */
  readonly app?: string;
}

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
  /** Path and query as received, for `self` and `next` links. */
  readonly target: string;
  /** Milliseconds since the UNIX epoch. */
  readonly now: number;
}

/** The response of a handler: JSON without its undefined members, or no body. */
export interface SandboxReply {
  readonly status: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request with the world's data. */
export type SandboxCall = SandboxRequest & World;

/** Handle one operation; throws SandboxError for errors in the API documentation. */
export type Handler = (call: SandboxCall) => SandboxReply;

/** Operation id (`tracker/version/get`) → handler. */
export type Handlers = Readonly<Record<string, Handler>>;

export type JsonMembers = Readonly<Record<string, unknown>>;

export function ok(json: unknown): SandboxReply {
  return {status: 200, json};
}

export function created(json: unknown): SandboxReply {
  return {status: 201, json};
}

export const noContent: SandboxReply = {status: 204};
