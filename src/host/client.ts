import {accountOf} from '../api/account.ts';
import {checkCaller} from '../api/callers.ts';
import type {Client} from '../api/client.ts';
import type {ExecutePorts} from '../api/exchange.ts';
import {followingClient} from '../api/follow-task.ts';
import {guardedClient, makeClient} from '../api/make-client.ts';
import type {Send} from '../api/send.ts';
import {defined} from '../base/defined.ts';
import type {AuditChoice} from './audit.ts';
import {auditedClient} from './audit-trail.ts';
import {cachedClient} from './cached-client.ts';
import type {Host} from './host.ts';
import {policyClient} from './policy.ts';
import {identityOf, type Settings} from './settings.ts';
import {paceFor} from './shared-pause.ts';
import {sendPorts} from './transport.ts';

/** Limits of a client's responses (contract 14). */
export interface ResponseLimits {
  /** Bytes of one response after decompression. @default 512 MiB */
  readonly maxAnswerBytes?: number | undefined;
}

/** The ports for executing plans with these settings on this host. */
export function portsFor(
  settings: Pick<Settings, 'credentials' | 'headers' | 'secretFrom'>,
  host: Host,
  {maxAnswerBytes}: ResponseLimits = {},
): ExecutePorts {
  const {credentials, headers = {}, secretFrom} = settings;
  const ports = sendPorts(host, maxAnswerBytes);
  return {
    ...ports,
    send: withHeaders(ports.send, headers),
    credentials,
    secrets: Object.values(headers),
    ...defined({secretFrom}),
  };
}

/** Layers of a client in addition to the policy of its profile. */
export interface ClientOptions extends ResponseLimits {
  /** The log for its writes. @default none */
  readonly audit?: AuditChoice | undefined;
  /** Receives warnings about a failing cache or a log that is not required. @default none */
  readonly warn?: (text: string) => void;
}

/**
 * A client of one service with all layers, from the outside: audit log, policy, and those of
 * `openClient`.
 */
export function clientFor(settings: Settings, host: Host, options: ClientOptions = {}): Client {
  const {audit, warn = () => undefined} = options;
  const client = policyClient(openClient(settings, host, options), settings.policy);
  return audit ? auditedClient(client, audit, warn, host) : client;
}

/**
 * The layers that need the credentials, from the outside: callers check, following tasks, cache.
 * Retries are innermost, around each request: a failed page must not repeat the preceding ones.
 */
export function openClient(settings: Settings, host: Host, options: ClientOptions = {}): Client {
  const {credentials, headers = {}} = settings;
  const {warn = () => undefined} = options;
  const identity = identityOf(settings);
  const pace = paceFor(accountOf(identity), host);
  const plain = makeClient(identity, {...portsFor(settings, host, options), pace});
  const cached = cachedClient(plain, {credentials, headers, warn}, host);
  const following = followingClient(cached, host.clock);
  return guardedClient(following, plan => checkCaller(plan, identity));
}

/** Add the profile's headers to every request; the request's own headers take precedence. */
function withHeaders(send: Send, headers: Readonly<Record<string, string>>): Send {
  const added = Object.entries(headers);
  if (added.length === 0) return send;
  return request => {
    const own = new Set(Object.keys(request.headers).map(name => name.toLowerCase()));
    if (request.authorize) own.add('authorization');
    const missing = added.filter(([name]) => !own.has(name.toLowerCase()));
    return send({...request, headers: {...Object.fromEntries(missing), ...request.headers}});
  };
}
