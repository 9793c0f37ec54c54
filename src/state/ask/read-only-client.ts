import type {Client} from '../../api/client.ts';
import type {Operation} from '../../api/operation.ts';
import {Failure} from '../../base/failure.ts';

/**
 * A client that can only read: everything of the terminal UI but the write pipeline gets this one,
 * so that no screen can write past preview, confirmation and journal.
 *
 * @throws Failure 'bug' from `request` and `pages` of an operation that writes
 */
export function readOnlyClient(client: Client): Client {
  const check = ({group, name, effect}: Operation): void => {
    if (effect === 'read') return;
    throw new Failure('bug', `${group} ${name} writes: it goes through the write pipeline.`);
  };
  return {
    identity: client.identity,
    plan: (operation, given, options) => client.plan(operation, given, options),
    async request(operation, given, options) {
      check(operation);
      return client.request(operation, given, options);
    },
    pages: (operation, given, options) => ({
      [Symbol.asyncIterator]() {
        check(operation);
        return client.pages(operation, given, options)[Symbol.asyncIterator]();
      },
    }),
  };
}
