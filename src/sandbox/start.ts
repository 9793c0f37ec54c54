import {withSignedRequests} from './app-credentials.ts';
import {withAuthorizationServer} from './authorization-server.ts';
import {withControl} from './control.ts';
import {openWorld} from './data.ts';
import {describeAccounts, type SandboxUser} from './describe-accounts.ts';
import {makeFaultLayer} from './fault-layer.ts';
import {parseFault} from './fault-parse.ts';
import {noLatency, parseLatency} from './latency.ts';
import {currentTime, listen, type RawReply, type RawRequest} from './node-io.ts';
import {withoutWebPages} from './web-pages.ts';
import type {TrafficPace} from './world/traffic.ts';

/** What the sandbox is started with. */
export interface SandboxOptions {
  /** 0 picks a free one. @default 0 */
  readonly port?: number;
  /** Seed of the world; the same seed gives the same world. @default 1 */
  readonly seed?: number;
  /** @default 'small' */
  readonly size?: 'small' | 'medium' | 'large';
  /** Address or name of the interface to listen on. @default '127.0.0.1' */
  readonly host?: string;
  /** How long answers are held back, such as `50ms±20`. @default not at all */
  readonly latency?: string;
  /** Faults such as `GET /rest/api/3/project*: 429 retry-after=2 p=0.1`. @default none */
  readonly faults?: readonly string[];
  /** How fast deliveries fail and recover and versions progress. @default as kept, else 'normal' */
  readonly traffic?: TrafficPace;
  /** File that keeps the world between runs. @default nothing is kept */
  readonly data?: string;
  /** Begin afresh, whatever the file keeps. @default false */
  readonly reset?: boolean;
  /** What time it is, in milliseconds since the UNIX epoch. @default the machine's clock */
  readonly now?: () => number;
}

export interface Sandbox {
  readonly trackerBaseUrl: string;
  readonly contentBaseUrl: string;
  readonly authUser: string;
  readonly authToken: string;
  /** Every kind of caller with its credentials; the first may do everything. */
  readonly users: readonly SandboxUser[];
  /** Stop answering, close every connection and write what is not yet kept. */
  stop(): Promise<void>;
}

/** A sandbox of this thread, which can also be asked without a connection. */
export interface SandboxHere extends Sandbox {
  /**
   * The answer to a request, as it would go on the wire.
   *
   * @throws Error when the sandbox was stopped
   */
  answer(request: RawRequest): RawReply;
}

/** Bytes of a request body that are read at most: 10 MB. */
export const maxBodyBytes = 10_000_000;

/**
 * Start both services with a world of their own, on 127.0.0.1 unless told otherwise.
 *
 * @throws Failure 'validation_error' for a fault, a latency or a file of data that cannot be used
 * @throws the system's error when the port is taken or the address is not this machine's
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<SandboxHere> {
  const {port = 0, host = '127.0.0.1', now = currentTime} = options;
  const faults = (options.faults ?? []).map(parseFault);
  const latency = options.latency === undefined ? noLatency : parseLatency(options.latency);
  const {service, seed, size, close} = openWorld({...options, now});
  if (options.traffic !== undefined) service.setPace(options.traffic);
  const {accounts} = service;
  let origin = '';
  const signedIn = withSignedRequests(accounts, now, raw =>
    service.answer(raw, isEverywhere(host) ? originAskedFor(raw, origin) : origin),
  );
  const layer = makeFaultLayer({
    seed,
    faults,
    latency,
    now,
    answer: withAuthorizationServer(accounts, now, signedIn),
  });
  const control = withControl({accounts, layer, traffic: service, about: {seed, size}});
  const answer = withoutWebPages(control, host);
  const listener = await listen({port, host, maxBodyBytes, answer});
  const urlHost = isEverywhere(host) ? '127.0.0.1' : listener.urlHost;
  origin = `http://${urlHost}:${listener.port}`;
  const [keeper] = accounts;
  let isStopped = false;
  return {
    trackerBaseUrl: origin,
    contentBaseUrl: `${origin}/wiki/api/v2`,
    authUser: keeper?.address ?? '',
    authToken: keeper?.token ?? '',
    users: describeAccounts(accounts, origin),
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

/** Whether an address stands for every interface of the machine. */
function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** On every interface, links lead back to the address the caller used: there is no other name. */
function originAskedFor(raw: RawRequest, otherwise: string): string {
  const asked = raw.headers.host ?? '';
  return /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/.test(asked) ? `http://${asked}` : otherwise;
}
