import type {Client} from '../api/client.ts';
import type {ExecutePorts} from '../api/exchange.ts';
import {makeClient} from '../api/make-client.ts';
import type {Operation} from '../api/operation.ts';
import type {Send} from '../api/send.ts';
import type {Host} from './host.ts';
import {checkPolicy} from './policy.ts';
import {identityOf, type Settings} from './settings.ts';
import {makeSend} from './transport.ts';

/** What bounds the answers of a client (contract 14). */
export interface AnswerLimits {
  /** Bytes of one answer, unpacked. @default 512 MiB */
  readonly maxAnswerBytes?: number | undefined;
}

/** What executing a plan needs, for these settings on this machine. */
export function portsFor(
  settings: Pick<Settings, 'credentials' | 'headers'>,
  host: Host,
  {maxAnswerBytes}: AnswerLimits = {},
): ExecutePorts {
  const {clock} = host;
  return {
    send: withHeaders(
      makeSend({clock, env: host.env, ...(maxAnswerBytes !== undefined && {maxAnswerBytes})}),
      settings.headers ?? {},
    ),
    clock,
    credentials: settings.credentials,
    random: () => host.random(),
  };
}

/** One service through these settings; what the profile's policy denies is refused here too. */
export function clientFor(settings: Settings, host: Host, limits: AnswerLimits = {}): Client {
  const client = makeClient(identityOf(settings), portsFor(settings, host, limits));
  const check = ({group, name}: Operation): void =>
    checkPolicy(settings.policy, `${group} ${name}`);
  return {
    identity: client.identity,
    plan(operation, given, options) {
      check(operation);
      return client.plan(operation, given, options);
    },
    async request(operation, given, options) {
      check(operation);
      return client.request(operation, given, options);
    },
    pages: (operation, given, options) => ({
      [Symbol.asyncIterator]() {
        check(operation);
        return client.pages(operation, given, options)[Symbol.asyncIterator]();
      },
    }),
  };
}

/** Adds the profile's headers to every request; those of the request itself win. */
function withHeaders(send: Send, headers: Readonly<Record<string, string>>): Send {
  const added = Object.entries(headers);
  if (added.length === 0) return send;
  return request => {
    const own = new Set(Object.keys(request.headers).map(name => name.toLowerCase()));
    const missing = added.filter(([name]) => !own.has(name.toLowerCase()));
    return send({...request, headers: {...Object.fromEntries(missing), ...request.headers}});
  };
}
