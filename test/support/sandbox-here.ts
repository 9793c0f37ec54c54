import type {Client} from '../../src/api/client.ts';
import {makeClient} from '../../src/api/make-client.ts';
import type {Service} from '../../src/api/operation.ts';
import type {RequestPlan} from '../../src/api/request-plan.ts';
import type {Send} from '../../src/api/send.ts';
import {Failure} from '../../src/base/failure.ts';
import {followingClient} from '../../src/host/client.ts';
import type {Host} from '../../src/host/host.ts';
import type {HttpReply, HttpRequest} from '../../src/sandbox/node-io.ts';
import type {LocalSandbox} from '../../src/sandbox/start.ts';

/** The real clients of a sandbox of this thread, asked without a connection. */
export function clientsHere(
  sandbox: Omit<LocalSandbox, 'users' | 'stop'>,
  {clock, random}: Pick<Host, 'clock' | 'random'>,
): Readonly<Record<Service, Client>> {
  const {trackerBaseUrl, contentBaseUrl, authUser: user, authToken: token} = sandbox;
  const clientOf = (service: Service, baseUrl: string): Client =>
    followingClient(
      makeClient(
        {
          service,
          profile: 'sandbox',
          baseUrl,
          ...(user === '' ? {authType: 'none'} : {authType: 'basic', user}),
          protected: false,
        },
        {
          credentials: user === '' ? {type: 'none'} : {type: 'basic', user, token},
          clock,
          random,
          send: sendHere(sandbox, clock.now),
        },
      ),
      clock,
    );
  return {
    tracker: clientOf('tracker', trackerBaseUrl),
    content: clientOf('content', contentBaseUrl),
  };
}

/** A client that also remembers what was asked of it, each plan as it was sent. */
export function recorded(client: Client): {
  readonly client: Client;
  readonly plans: readonly RequestPlan[];
} {
  const plans: RequestPlan[] = [];
  const note = (plan: RequestPlan) => {
    plans.push(plan);
    return plan;
  };
  const {request, pages} = client;
  return {
    plans,
    client: {
      ...client,
      request: (plan, options) => request(note(plan), options),
      pages: (plan, options) => pages(note(plan), options),
    },
  };
}

/** Sends to a sandbox of this thread. As on a real wire, an answer never comes at once. */
export function sendHere(
  sandbox: Pick<LocalSandbox, 'answer'>,
  now: () => number = Date.now,
): Send {
  return async ({method, url, headers, body = '', signal}) => {
    await new Promise(resolve => setImmediate(resolve));
    signal?.throwIfAborted();
    const {pathname, search} = new URL(url);
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const reply = answerOf(sandbox, {
      method,
      target: pathname + search,
      headers: Object.fromEntries(named),
      body: Buffer.from(body),
      tooLarge: false,
      isLocal: true,
    });
    if (reply.delayMs || Object.keys(reply.delivery ?? {}).length > 0) {
      throw new Error('a fault of the connection needs a connection');
    }
    const sent = {date: new Date(now()).toUTCString(), ...reply.headers};
    return {status: reply.status, headers: sent, body: Buffer.from(reply.body)};
  };
}

function answerOf(sandbox: Pick<LocalSandbox, 'answer'>, request: HttpRequest): HttpReply {
  try {
    return sandbox.answer(request);
  } catch (error) {
    throw new Failure('connection_error', 'Nothing answers.', {unsent: true, cause: error});
  }
}
