import type {Client, Reply} from '../../src/api/client.ts';
import type {Service} from '../../src/api/operation.ts';
import type {ResolvedCall} from '../../src/api/request-plan.ts';
import {openWorld} from '../../src/sandbox/data.ts';
import {makeFaultLayer} from '../../src/sandbox/fault-layer.ts';
import {parseFault} from '../../src/sandbox/fault-parse.ts';
import {noLatency} from '../../src/sandbox/latency.ts';
import type {HttpReply, HttpRequest} from '../../src/sandbox/node-io.ts';
import {nowMs} from './app-world.ts';
import {clientsHere} from './sandbox-here.ts';

type Clients = Readonly<Record<Service, Client>>;

const site = 'https://site.example';

/** A request that may write, with the status it was answered. */
export interface RecordedWrite {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: string;
  readonly status: number;
  /** Whether the service carried it out, whatever a fault made of the response. */
  readonly isDone: boolean;
  /** Whether the response was delivered whole. */
  readonly isAnswered: boolean;
}

/** A sandbox of this thread, asked by the real clients. */
export interface OwnWorld extends Clients {
  /** Whose credentials the clients have. */
  readonly account: {readonly user: string; readonly token: string};
  /** Do something beside the app. */
  send(call: ResolvedCall): Promise<Reply>;
  /** The requests the sandbox was sent that may write, as it answered them; the oldest first. */
  readonly record: readonly RecordedWrite[];
  /** Answers a request as the sandbox's server does. */
  readonly answer: (request: HttpRequest) => HttpReply;
  /**
   * What goes wrong from now on, as the sandbox is told it: `GET /rest/api/3/project/search: 503`.
   */
  setFaults(...faults: readonly string[]): void;
}

/**
 * A world that only this test reads and writes. No port listens, its clock stands at `nowMs`, and
 * so nothing happens by itself. It takes some 20 ms to make.
 *
 * @param accountName whose credentials the clients have; a name that no account has: none
 */
export function ownWorld(accountName = 'keeper'): OwnWorld {
  const now = () => nowMs;
  const {service} = openWorld({now});
  const account = service.accounts.find(({name}) => name === accountName);
  const {address, token} = account ?? {address: '', token: ''};
  let isDone = false;
  const layer = makeFaultLayer({
    seed: 1,
    faults: [],
    latency: noLatency,
    now,
    answer: raw => {
      const reply = service.answer(raw, site);
      isDone = reply.status < 400;
      return reply;
    },
  });
  const record: RecordedWrite[] = [];
  const answer = (request: HttpRequest): HttpReply => {
    isDone = false;
    const reply = layer.answer(request);
    const {method, target} = request;
    const body = Buffer.from(request.body).toString('utf8');
    const isAnswered = Object.keys(reply.delivery ?? {}).length === 0;
    const {status} = reply;
    if (method !== 'GET') record.push({method, target, body, status, isDone, isAnswered});
    return reply;
  };
  const sandbox = {
    trackerBaseUrl: site,
    contentBaseUrl: `${site}/wiki/api/v2`,
    authUser: address,
    authToken: token,
    answer,
  };
  const clock = {now, sleep: () => Promise.resolve()};
  const clients = clientsHere(sandbox, {clock, random: () => 0.5});
  return {
    ...clients,
    account: {user: address, token},
    record,
    answer,
    send({operation, given}) {
      const client = clients[operation.service];
      return client.request(client.plan(operation, given));
    },
    setFaults: (...faults) => layer.setFaults(faults.map(parseFault)),
  };
}

let shared: Clients | undefined;

/** The same, one world for all tests of the thread that only read: what writes is refused. */
export function stillWorld(): Clients {
  shared ??= ownWorld();
  return {tracker: readOnly(shared.tracker), content: readOnly(shared.content)};
}

function readOnly(client: Client): Client {
  return {
    ...client,
    // What the app keeps for a session it keeps for who is signed in: each test is a session.
    identity: {...client.identity},
    request(plan, options) {
      if (plan.operation?.effect === 'read') return client.request(plan, options);
      throw new Error(`${plan.title} would change what other tests read: take ownWorld()`);
    },
  };
}

/** The same client, whose lists never come. */
export function silentLists(client: Client): Client {
  const pages = () => ({
    [Symbol.asyncIterator]: () => ({next: () => new Promise<never>(() => undefined)}),
  });
  return {...client, pages};
}
