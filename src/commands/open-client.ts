import type {Client, SendingOptions} from '../api/client.ts';
import {defined} from '../base/defined.ts';
import type {AuditTrail} from '../host/audit-trail.ts';
import {type ClientOptions, clientFor} from '../host/client.ts';
import type {Host} from '../host/host.ts';
import {readCredentials, type Target} from '../host/settings.ts';
import type {GlobalValues} from './flags.ts';
import {reportExchange, reportMessage} from './report.ts';

/**
 * Open the client of a command. Only now is the secret read: --dry-run works without one.
 *
 * @param signal ends a command that prints the secret
 * @throws Failure 'auth_error' and 'config_error' when it cannot be had, 'interrupted'
 */
export async function openClient(
  target: Target,
  globals: GlobalValues,
  host: Host,
  signal?: AbortSignal,
): Promise<Client> {
  const limits = {timeoutMs: globals.timeout, signal};
  const settings = {...target, credentials: await readCredentials(target, host, limits)};
  const options: ClientOptions = {
    maxAnswerBytes: globals['max-answer'],
    warn: text => reportMessage('warning', text, host.stderr),
  };
  return clientFor(settings, host, options);
}

/** How the requests of a command are sent, read and told of. */
export function sendingOf(
  globals: GlobalValues,
  {stderr}: Pick<Host, 'stderr'>,
  trail?: AuditTrail,
): SendingOptions {
  const {timeout, retries, concurrency, partial} = globals;
  return {
    ...defined({timeoutMs: timeout, retries, concurrency, partial}),
    paginate: globals['no-paginate'] !== true,
    onExchange(event, traffic) {
      trail?.exchanged(event);
      if (globals.verbose) reportExchange(event, traffic, stderr);
    },
  };
}
