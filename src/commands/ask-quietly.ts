import type {Reply} from '../api/client.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import type {Target} from '../host/settings.ts';
import type {CommandContext} from './context.ts';
import type {GlobalValues} from './flags.ts';
import {openClient, sendingOf} from './open-client.ts';

/**
 * Read something a command needs to know; an interrupt stops it.
 *
 * @throws Failure of any kind
 */
export async function askQuietly(
  plan: RequestPlan,
  target: Target,
  globals: GlobalValues,
  {host}: Pick<CommandContext, 'host'>,
): Promise<Reply> {
  const client = await openClient(target, globals, host);
  const interrupt = new AbortController();
  const release = host.onSignal('SIGINT', () => interrupt.abort());
  try {
    const sending = {...sendingOf(globals, host), paginate: false};
    return await client.request(plan, {...sending, signal: interrupt.signal});
  } finally {
    release();
  }
}
