import {type Exchange, exchange} from '../api/exchange.ts';
import {planRaw} from '../api/plan-raw.ts';
import {portsFor} from '../host/client.ts';
import type {Host} from '../host/host.ts';
import {readCredentials, type Target} from '../host/settings.ts';
import type {GlobalValues} from './flags.ts';
import {sendingOf} from './open-client.ts';

/** One cheap GET that needs credentials, per service. */
export const probePaths = {tracker: '/rest/api/3/myself', content: '/spaces?limit=1'} as const;

/**
 * Ask the service for something cheap, with the target's credentials.
 *
 * @throws Failure of the real kind: connection, credentials, status
 */
export async function probe(
  target: Target,
  path: string,
  globals: Pick<GlobalValues, 'timeout' | 'retries' | 'verbose' | 'max-answer'>,
  host: Host,
): Promise<Exchange> {
  const credentials = await readCredentials(target, host);
  const {service, baseUrl} = target;
  const plan = planRaw(service, {method: 'GET', path, query: []}, {baseUrl});
  const interrupt = new AbortController();
  const release = host.onSignal('SIGINT', () => interrupt.abort());
  try {
    const ports = portsFor({...target, credentials}, host, {maxAnswerBytes: globals['max-answer']});
    return await exchange(plan, ports, {...sendingOf(globals, host), signal: interrupt.signal});
  } finally {
    release();
  }
}
