import {withSignedRequests} from './app-credentials.ts';
import {withAuthorizationServer} from './authorization-server.ts';
import {withControlEndpoint} from './control.ts';
import {openWorld} from './data.ts';
import {describeAccounts, type SandboxUser} from './describe-accounts.ts';
import {makeFaultLayer} from './fault-layer.ts';
import {parseFault} from './fault-parse.ts';
import {noLatency, parseLatency} from './latency.ts';
import {currentTime, type HttpReply, type HttpRequest, listen} from './node-io.ts';
import {withoutWebPages} from './web-pages.ts';
import type {TrafficPace} from './world/traffic.ts';

/** Options of `startSandbox`. */
export interface StartOptions {
  /** 0 picks a free port. @default 0 */
  readonly port?: number;
  /** Seed of the world; the same seed gives the same world. @default 1 */
  readonly seed?: number;
  /** @default 'small' */
  readonly size?: 'small' | 'medium' | 'large';
  /** Address or name of the interface to listen on. @default '127.0.0.1' */
  readonly host?: string;
  /** Delay of responses, such as `50ms±20`. @default no delay */
  readonly latency?: string;
  /** Faults such as `GET /rest/api/3/project*: 429 retry-after=2 p=0.1`. @default none */
  readonly faults?: readonly string[];
  /**
   * Speed at which deliveries fail and recover and versions progress.
   *
   * @default the stored one, otherwise 'normal'
   */
  readonly traffic?: TrafficPace;
  /** File in which the world is stored. @default the world is not stored */
  readonly data?: string;
  /** Discard the file's world. @default false */
  readonly reset?: boolean;
  /** Return the time in milliseconds since the UNIX epoch. @default the system clock */
  readonly now?: () => number;
}

export interface Sandbox {
  readonly trackerBaseUrl: string;
  readonly contentBaseUrl: string;
  readonly authUser: string;
  readonly authToken: string;
  /** All kinds of callers with their credentials; the first may do everything. */
  readonly users: readonly SandboxUser[];
  /** Stop listening, close every connection and write unsaved changes. */
  stop(): Promise<void>;
}

/** A sandbox in this thread, which also accepts requests without a connection. */
export interface LocalSandbox extends Sandbox {
  /**
   * Respond to a request as over HTTP.
   *
   * @throws Error when the sandbox was stopped
   */
  answer(request: HttpRequest): HttpReply;
}

/** Maximum number of bytes read from a request body: 10 MB. */
export const maxBodyBytes = 10_000_000;

/**
 * Start both services with a new or a stored world, by default on 127.0.0.1.
 *
 * @throws Failure 'validation_error' for an invalid fault, latency or data file
 * @throws the system's error when the port is taken or the address is not this machine's
 */
export async function startSandbox(options: StartOptions = {}): Promise<LocalSandbox> {
  const {port = 0, host = '127.0.0.1', now = currentTime} = options;
  const faults = (options.faults ?? []).map(parseFault);
  const latency = options.latency === undefined ? noLatency : parseLatency(options.latency);
  const {service, seed, size, close} = openWorld({...options, now});
  if (options.traffic !== undefined) service.setPace(options.traffic);
  const {accounts} = service;
  let origin = '';
  const signedIn = withSignedRequests(accounts, now, raw =>
    service.answer(raw, isEverywhere(host) ? requestOrigin(raw, origin) : origin),
  );
  const layer = makeFaultLayer({
    seed,
    faults,
    latency,
    now,
    answer: withAuthorizationServer(accounts, now, signedIn),
  });
  const control = withControlEndpoint({accounts, layer, traffic: service, about: {seed, size}});
  const answer = withoutWebPages(control, host);
  const listener = await listen({port, host, maxBodyBytes, answer});
  const urlHost = isEverywhere(host) ? '127.0.0.1' : listener.urlHost;
  origin = `http://${urlHost}:${listener.port}`;
  const [owner] = accounts;
  let isStopped = false;
  return {
    trackerBaseUrl: origin,
    contentBaseUrl: `${origin}/wiki/api/v2`,
    authUser: owner?.address ?? '',
    authToken: owner?.token ?? '',
    users: describeAccounts(accounts, origin, now()),
    answer(request) {
      if (isStopped) throw new Error('the sandbox was stopped');
      return answer(request);
    },
    stop: async () => {
      isStopped = true;
      await listener.close();
      close();
    },
  };
}

/** Check for the address of all interfaces. */
function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Return the origin of the address the caller used, for links when listening on all interfaces. */
function requestOrigin(raw: HttpRequest, otherwise: string): string {
  const host = raw.headers.host ?? '';
  return /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/.test(host) ? `http://${host}` : otherwise;
}
