import {type Account, findAccount, makeAccounts} from './accounts.ts';
import type {RecordedWrite, WorldChange} from './data-file.ts';
import type {HttpReply, HttpRequest} from './node-io.ts';
import {makeRequestHandler} from './server.ts';
import {syncWebhooks} from './world/failures.ts';
import {setTraffic, stepTraffic, type TrafficPace, trafficPace} from './world/traffic.ts';
import type {World} from './world/world.ts';

/** Both services of one world, and its traffic. Times are milliseconds since the UNIX epoch. */
export interface SandboxService {
  readonly accounts: readonly Account[];
  /** @param origin the server's origin: `http://127.0.0.1:4321` */
  answer(raw: HttpRequest, origin: string): HttpReply;
  pace(): TrafficPace;
  /** Slow traffic down, speed it up or stop it. @param at time of the change, by default now */
  setPace(pace: TrafficPace, at?: number): void;
  /**
   * Advance the traffic by a duration at once.
   *
   * @param ms 1 to a day
   * @throws RangeError outside that range
   */
  step(ms: number, at?: number): void;
  /** Repeat a write. @returns the status of the response */
  replayWrite(write: RecordedWrite, at: number): number;
}

export interface ServiceParts {
  readonly world: World;
  readonly seed: number;
  readonly now: () => number;
  /** Called after each change that may have modified the world, except replayed ones. */
  readonly onChange: (change: WorldChange) => void;
}

/** Headers that influence the effect of a request, without the credentials. */
const storedHeaders = [
  'content-type',
  'x-tracker-token',
  'x-atlassian-token',
  'atl-confluence-with-admin-key',
];

export function makeService({world, seed, now, onChange: done}: ServiceParts): SandboxService {
  const {traffic, failures, webhooks, recentProjects} = world.tracker;
  const accounts = makeAccounts(seed, [...world.users.values()]);
  const answerer = makeRequestHandler(world, accounts);
  const answerAt = (raw: HttpRequest, from: string, at: number): HttpReply => {
    const reply = answerer(raw, at, from);
    if (isWrite(raw)) syncWebhooks(failures, webhooks, at);
    return reply;
  };
  return {
    accounts,
    answer: (raw, from) => {
      const at = now();
      // A read changes only the caller's list of recent projects.
      const before = [...recentProjects.values()].join();
      const reply = answerAt(raw, from, at);
      const caller = findAccount(accounts, raw.headers.authorization);
      // Requests that are too large or have unknown credentials change nothing.
      const changes = isWrite(raw) || [...recentProjects.values()].join() !== before;
      if (changes && caller !== undefined && !raw.tooLarge) {
        done({at, write: describeWrite(raw, caller, from, reply.status)});
      }
      return reply;
    },
    pace: () => trafficPace(traffic),
    setPace: (pace, at) => {
      if (pace === trafficPace(traffic)) return;
      const from = at ?? now();
      setTraffic(traffic, pace, from);
      if (at === undefined) done({at: from, pace});
    },
    step: (ms, at) => {
      const from = at ?? now();
      stepTraffic(traffic, ms, from);
      if (at === undefined) done({at: from, stepMs: ms});
    },
    replayWrite: ({method, target, caller, headers, body, base64, origin: from}, at) => {
      const account = accounts.find(({name}) => name === caller);
      const authorization = account === undefined ? '' : `Bearer ${account.token}`;
      const raw = {
        method,
        target,
        headers: {...headers, authorization},
        body: Buffer.from(body, base64 ? 'base64' : 'utf8'),
        tooLarge: false,
        isLocal: true,
      };
      return answerAt(raw, from, at).status;
    },
  };
}

function isWrite({method}: HttpRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/**
 * Describe a write for storage. Tokens are replaced by the name of their account, so that none is
 * stored.
 */
function describeWrite(
  {method, target, headers, body}: HttpRequest,
  caller: Account | 'nobody',
  origin: string,
  status: number,
): RecordedWrite {
  const text = Buffer.from(body).toString('utf8');
  const isText = Buffer.from(text).equals(body);
  const stored = Object.entries(headers).filter(([name]) => storedHeaders.includes(name));
  return {
    method,
    target,
    ...(caller === 'nobody' ? {} : {caller: caller.name}),
    headers: Object.fromEntries(stored),
    ...(isText ? {body: text} : {body: Buffer.from(body).toString('base64'), base64: true}),
    origin,
    status,
  };
}
