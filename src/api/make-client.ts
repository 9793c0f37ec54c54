import type {CallOptions, Client, ClientIdentity, Page, Reply} from './client.ts';
import type {ExecutePorts} from './exchange.ts';
import {executePlan, readPages} from './execute.ts';
import type {Operation} from './operation.ts';
import {planRequest} from './plan.ts';
import type {Given, RequestPlan} from './request-plan.ts';

/** One service through one profile, over the ports of the host. */
export function makeClient(identity: ClientIdentity, ports: ExecutePorts): Client {
  const plan = (operation: Operation, given: Given, options: CallOptions = {}): RequestPlan =>
    planRequest(operation, given, {baseUrl: identity.baseUrl}, options);
  return {
    identity,
    plan,
    // async, so that a refused input rejects instead of throwing.
    request: async (operation, given, options): Promise<Reply> =>
      executePlan(plan(operation, given, options), ports, options),
    pages: (operation, given, options): AsyncIterable<Page> => ({
      [Symbol.asyncIterator]: () =>
        readPages(plan(operation, given, options), ports, options)[Symbol.asyncIterator](),
    }),
  };
}
