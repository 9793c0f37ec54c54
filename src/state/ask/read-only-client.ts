import type {Client} from '../../api/client.ts';
import {guardedClient} from '../../api/make-client.ts';
import {isWrite} from '../../api/uncertain-write.ts';
import {Failure} from '../../base/failure.ts';

/**
 * Wrap a client so that it can only read. All of the terminal UI but the write pipeline gets it, so
 * that no screen can write without preview, confirmation and journal.
 *
 * @throws Failure 'bug' from `request` and `pages` for a plan that writes
 */
export function readOnlyClient(client: Client): Client {
  return guardedClient(client, plan => {
    if (!isWrite(plan)) return;
    throw new Failure('bug', `${plan.title} changes data and must go through the write pipeline.`);
  });
}
