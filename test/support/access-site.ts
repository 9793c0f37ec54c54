import type {ReadResponse} from '../../src/api/access/read-access.ts';
import {operationNamed} from '../../src/api/catalogue.ts';
import {makeClient} from '../../src/api/make-client.ts';
import {trackerRef} from '../../src/api/operation-ref.ts';
import {parseJsonValue} from '../../src/base/json-value.ts';
import {makeAccounts} from '../../src/sandbox/accounts.ts';
import {makeRequestHandler} from '../../src/sandbox/server.ts';
import type {WorldSize} from '../../src/sandbox/world/sizes.ts';
import {makeWorld, type World} from '../../src/sandbox/world/world.ts';
import {sendHere} from './sandbox-here.ts';

const now = Date.UTC(2026, 2, 14, 9, 30);

/** A world that a test may change, and the reads of its owner through the real client. */
export interface AccessSite {
  readonly world: World;
  readonly read: ReadResponse;
  /** Account id of the owner, who may do everything. */
  readonly owner: string;
  /** Operations as they were read, in order. */
  readonly asked: string[];
  /** The number of requests, each page of a list counted. */
  readonly requests: () => number;
}

/** Make a world with a seed and a size. */
export function accessSite(seed: number, size: WorldSize = 'small'): AccessSite {
  const world = makeWorld({seed, size, now});
  const accounts = makeAccounts(seed, [...world.users.values()]);
  const answer = makeRequestHandler(world, accounts);
  const origin = 'http://127.0.0.1:4321';
  let requests = 0;
  const client = makeClient(
    {
      service: 'tracker',
      profile: 'test',
      baseUrl: origin,
      authType: 'bearer',
      protected: false,
    },
    {
      credentials: {type: 'bearer', token: accounts[0]?.token ?? ''},
      clock: {now: () => now, sleep: () => Promise.resolve()},
      random: () => 0.5,
      send: sendHere({
        answer: raw => {
          requests += 1;
          return answer(raw, now, origin);
        },
      }),
    },
  );
  const asked: string[] = [];
  const read: ReadResponse = async (name, inputs, body) => {
    asked.push(name);
    const given = {inputs, ...(body !== undefined && {body})};
    const plan = client.plan(operationNamed(trackerRef(name)), given);
    const {text} = await client.request(plan, {paginate: true});
    return parseJsonValue(text);
  };
  return {world, read, asked, requests: () => requests, owner: accounts[0]?.caller.accountId ?? ''};
}
