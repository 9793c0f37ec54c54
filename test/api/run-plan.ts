import type {Page, Reply, SendingOptions} from '../../src/api/client.ts';
import type {ExecutePorts} from '../../src/api/exchange.ts';
import {executePlan, readPages} from '../../src/api/make-client.ts';
import type {Operation} from '../../src/api/operation.ts';
import {planRequest} from '../../src/api/plan.ts';
import type {InputValues} from '../../src/api/request-plan.ts';
import {type Failure, toFailure} from '../../src/base/failure.ts';
import {type LocalServer, makeTestClock, send} from './local-server.ts';

/** The ports of a test: real sending, a clock that never waits, a bearer token. */
export function makePorts(more: Partial<ExecutePorts> = {}): ExecutePorts {
  return {send, clock: makeTestClock(), credentials: {type: 'bearer', token: 't0ken'}, ...more};
}

/** Plan and execute against a local server. */
export function run(
  server: Pick<LocalServer, 'url'>,
  operation: Operation,
  inputs: InputValues['inputs'] = {},
  options: SendingOptions = {},
  ports: ExecutePorts = makePorts(),
): Promise<Reply> {
  return executePlan(
    planRequest(operation, {inputs}, {baseUrl: server.url}, options),
    ports,
    options,
  );
}

/** Plan and read the pages one by one. */
export async function pagesOf(
  server: LocalServer,
  operation: Operation,
  inputs: InputValues['inputs'] = {},
  options: SendingOptions = {},
): Promise<Page[]> {
  const plan = planRequest(operation, {inputs}, {baseUrl: server.url}, options);
  const pages: Page[] = [];
  for await (const page of readPages(plan, makePorts(), options)) pages.push(page);
  return pages;
}

/** The Failure a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    return toFailure(error);
  }
  throw new Error('nothing was thrown');
}
