import {operationId} from '../../src/api/operation.ts';
import type {SandboxCaller, SandboxReply} from '../../src/sandbox/route.ts';
import {trackerHandlers} from '../../src/sandbox/tracker/handlers.ts';
import {apps} from '../../src/sandbox/world/webhooks.ts';
import type {World} from '../../src/sandbox/world/world.ts';
import {operations} from '../support/operations.ts';
import {testStart} from './tracker-server.ts';

/**
 * Call an operation's handler on a world the test holds: for rules that no credential or no
 * operation of a running sandbox shows. Throws what the handler throws.
 */
export function callTracker(
  id: string,
  world: World,
  {
    body = {},
    params = {},
    query = '',
    caller = {accountId: 'somebody', all: true, kinds: [], app: apps.own},
  }: {
    readonly body?: unknown;
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: string;
    readonly caller?: SandboxCaller;
  },
): SandboxReply {
  const operation = operations.find(one => operationId(one) === id);
  const handler = trackerHandlers[id];
  if (operation === undefined || handler === undefined) throw new Error(`no operation ${id}`);
  const request = {
    operation,
    params,
    query: new URLSearchParams(query),
    headers: {'content-type': 'application/json'},
    body: new TextEncoder().encode(JSON.stringify(body)),
    caller,
    origin: 'http://127.0.0.1',
    target: '/',
    now: testStart,
  };
  return handler({...request, ...world});
}
