import type {Client, ClientIdentity, SendingOptions} from './client.ts';
import type {ExecutePorts} from './exchange.ts';
import {executePlan, readPages} from './execute.ts';
import {planRequest} from './plan.ts';
import type {RequestPlan} from './request-plan.ts';

/** One service through one profile, over the ports of the host: the client all layers lie around. */
export function makeClient(identity: ClientIdentity, ports: ExecutePorts): Client {
  return {
    identity,
    plan: (operation, given, options = {}) =>
      planRequest(operation, given, {baseUrl: identity.baseUrl}, options),
    request: (plan, options) => executePlan(plan, ports, options),
    pages: (plan, options) => readPages(plan, ports, options),
  };
}

/**
 * The layer that sends a plan only when it is let through.
 *
 * @param check throws a Failure for what must not be sent
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
