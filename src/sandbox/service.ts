import {type Account, findAccount, makeAccounts} from './accounts.ts';
import type {Change, KeptWrite} from './data-file.ts';
import type {RawReply, RawRequest} from './node-io.ts';
import {makeAnswerer} from './server.ts';
import {followWebhooks} from './world/failures.ts';
import {setTraffic, stepTraffic, type TrafficPace, trafficPace} from './world/traffic.ts';
import type {World} from './world/world.ts';

/** Both services of one world, and its traffic. Times are milliseconds since the UNIX epoch. */
export interface Service {
  readonly accounts: readonly Account[];
  /** @param origin where the server is: `http://127.0.0.1:4321` */
  answer(raw: RawRequest, origin: string): RawReply;
  pace(): TrafficPace;
  /** Slow traffic down, speed it up or stop it, from then on. @param at default now */
  setPace(pace: TrafficPace, at?: number): void;
  /**
   * Let so much of traffic's time go by at once.
   *
   * @param ms 1 to a day
   * @throws RangeError when it is not
   */
  step(ms: number, at?: number): void;
  /** Do a write once more. @returns the status of its answer */
  writeAgain(write: KeptWrite, at: number): number;
}

export interface ServiceParts {
  readonly world: World;
  readonly seed: number;
  readonly now: () => number;
  /** Told of everything that may have changed the world, once it is done; not of what is done again. */
  readonly done: (change: Change) => void;
}

/** Headers that say what a request does, beside who makes it. */
const keptHeaders = [
  'content-type',
  'x-tracker-token',
  'x-atlassian-token',
  'atl-confluence-with-admin-key',
];

export function makeService({world, seed, now, done}: ServiceParts): Service {
  const {traffic, failures, webhooks, recentProjects} = world.tracker;
  const accounts = makeAccounts(seed, [...world.users.values()]);
  const answerer = makeAnswerer(world, accounts);
  const answerAt = (raw: RawRequest, from: string, at: number): RawReply => {
    const reply = answerer(raw, at, from);
    if (writes(raw)) followWebhooks(failures, webhooks, at);
    return reply;
  };
  return {
    accounts,
    answer: (raw, from) => {
      const at = now();
      // Whoever reads a project has it among the recent ones: reading changes nothing else.
      const recent = [...recentProjects.values()].join();
      const reply = answerAt(raw, from, at);
      const caller = findAccount(accounts, raw.headers.authorization);
      // What is too large and who is nobody known has changed nothing.
      const changes = writes(raw) || [...recentProjects.values()].join() !== recent;
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
    writeAgain: ({method, target, caller, headers, body, base64, origin: from}, at) => {
      const account = accounts.find(({name}) => name === caller);
      const authorization = account === undefined ? '' : `Bearer ${account.token}`;
      const raw = {
        method,
        target,
        headers: {...headers, authorization},
        body: Buffer.from(body, base64 ? 'base64' : 'utf8'),
        tooLarge: false,
        fromHere: true,
      };
      return answerAt(raw, from, at).status;
    },
  };
}

function writes({method}: RawRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** A token is never kept: an account's name stands for it. */
function describeWrite(
  {method, target, headers, body}: RawRequest,
  caller: Account | 'nobody',
  origin: string,
  status: number,
): KeptWrite {
  const text = Buffer.from(body).toString('utf8');
  const isText = Buffer.from(text).equals(body);
  const kept = Object.entries(headers).filter(([name]) => keptHeaders.includes(name));
  return {
    method,
    target,
    ...(caller === 'nobody' ? {} : {caller: caller.name}),
    headers: Object.fromEntries(kept),
    ...(isText ? {body: text} : {body: Buffer.from(body).toString('base64'), base64: true}),
    origin,
    status,
  };
}
