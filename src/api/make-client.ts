import type {Client, ClientIdentity, SendingOptions} from './client.ts';
import type {ExecutePorts} from './exchange.ts';
import {executePlan, readPages} from './execute.ts';
import {planRequest} from './plan.ts';
import {planRaw} from './plan-raw.ts';
import type {RequestPlan} from './request-plan.ts';

/**
 * Create a client of one service with one profile, over the ports of the host; all layers wrap it.
 */
export function makeClient(identity: ClientIdentity, ports: ExecutePorts): Client {
  return {
    ...makePlanner(identity),
    request: (plan, options) => executePlan(plan, ports, options),
    pages: (plan, options) => readPages(plan, ports, options),
  };
}

function makePlanner(identity: ClientIdentity): Pick<Client, 'identity' | 'plan' | 'planRaw'> {
  return {
    identity,
    plan: (operation, given, options = {}) => planRequest(operation, given, identity, options),
    planRaw: (request, options) => planRaw(identity.service, request, identity, options),
  };
}

/**
 * A client that plans at once, and is opened with its first request.
 *
 * @param open reads the credentials; called once
 */
export function lateClient(
  identity: ClientIdentity,
  open: (options: SendingOptions) => Promise<Client>,
): Client {
  let opened: Promise<Client> | undefined;
  const opening = (options: SendingOptions = {}): Promise<Client> => {
    opened ??= open(options);
    return opened;
  };
  return {
    ...makePlanner(identity),
    request: async (plan, options) => (await opening(options)).request(plan, options),
    async *pages(plan, options) {
      yield* (await opening(options)).pages(plan, options);
    },
  };
}

/**
 * Create a layer that checks each plan before it is sent.
 *
 * @param check throws a Failure for plans that must not be sent
 */
export function guardedClient(client: Client, check: (plan: RequestPlan) => void): Client {
  return {
    ...client,
    async request(plan: RequestPlan, options?: SendingOptions) {
      check(plan);
      return client.request(plan, options);
    },
    pages(plan: RequestPlan, options?: SendingOptions) {
      check(plan);
      return client.pages(plan, options);
    },
  };
}
