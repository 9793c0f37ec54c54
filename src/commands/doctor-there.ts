import type {WireAnswer} from '../api/send.ts';
import {toFailure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {portsFor} from '../host/client.ts';
import type {Host} from '../host/host.ts';
import {checkPolicy} from '../host/policy.ts';
import type {Target} from '../host/settings.ts';
import {errorFound, type Finding, skippedCheck, warningFound, wellFound} from './doctor-finding.ts';
import type {GlobalValues} from './flags.ts';
import {probe, probePaths} from './probe.ts';

/** Seconds the clocks may be apart: the time of an answer is known to the second, and it travels. */
const mostSkewSeconds = 60;
const defaultTimeoutMs = 30_000;

/** What `doctor` asks a service, by the operations a policy knows. */
const questions = {
  tracker: {
    open: {title: 'serverInfo get-server-info', path: '/rest/api/3/serverInfo'},
    own: {title: 'myself get-current-user', path: probePaths.tracker},
  },
  content: {
    open: {title: 'spaces get', path: probePaths.content},
    own: {title: 'spaces get', path: probePaths.content},
  },
} as const;

/** Keys of the permissions that say most of what a user may do. */
export const permissions = ['ADMINISTER', 'SYSTEM_ADMIN', 'ADMINISTER_PROJECTS', 'BROWSE_PROJECTS'];

/** Check what only the service can tell: reachability, TLS, clock, and what the credentials may do. */
export async function checkThere(
  target: Target,
  hasCredentials: boolean,
  globals: GlobalValues,
  host: Host,
): Promise<readonly Finding[]> {
  const reached = await checkConnection(target, globals, host);
  if (!reached.isReached) return reached.findings;
  if (!hasCredentials) {
    return [...reached.findings, skippedCheck('sign_in', 'see credentials')];
  }
  const signIn = await checkSignIn(target, globals, host);
  if (signIn.status !== 'ok' || target.service !== 'tracker') return [...reached.findings, signIn];
  return [...reached.findings, signIn, await checkPermissions(target, globals, host)];
}

/** Any answer will do, so it is asked for without credentials. */
async function checkConnection(
  target: Target,
  {timeout: timeoutMs = defaultTimeoutMs}: GlobalValues,
  host: Host,
): Promise<{readonly findings: readonly Finding[]; readonly isReached: boolean}> {
  const {title, path} = questions[target.service].open;
  const {send} = portsFor({...target, credentials: {type: 'none'}}, host);
  const interrupt = new AbortController();
  const release = host.onSignal('SIGINT', () => interrupt.abort());
  const {clock} = host;
  const startedMs = clock.now();
  try {
    checkPolicy(target.policy, title);
    const answer = await send({
      method: 'GET',
      url: `${target.baseUrl}${path}`,
      headers: {Accept: 'application/json'},
      timeoutMs,
      signal: interrupt.signal,
    });
    const endedMs = clock.now();
    const secure = target.baseUrl.startsWith('https:') ? ', its certificate is trusted' : '';
    const took = `${new URL(target.baseUrl).host} answers in ${endedMs - startedMs} ms${secure}`;
    const findings = [wellFound('connection', took), checkClock(answer, startedMs, endedMs)];
    return {findings, isReached: true};
  } catch (error) {
    const isDenied = toFailure(error).kind === 'policy_denied';
    return {findings: [errorFound('connection', error)], isReached: isDenied};
  } finally {
    release();
  }
}

function checkClock({headers}: WireAnswer, startedMs: number, endedMs: number): Finding {
  const check = 'clock';
  const theirsMs = Date.parse(headers.date ?? '');
  if (Number.isNaN(theirsMs)) return skippedCheck(check, 'the answer has no date');
  // A date is cut to the second.
  const skew = Math.round((theirsMs + 500 - (startedMs + endedMs) / 2) / 1000);
  const apart = Math.abs(skew);
  if (apart <= mostSkewSeconds)
    return wellFound(check, `within ${Math.max(apart, 1)} s of the server`);
  return warningFound(
    check,
    `this clock is ${apart} s ${skew > 0 ? 'behind' : 'ahead of'} the server's`,
    'Set it: waits, lifetimes of tokens and the watching of webhooks go by it.',
  );
}

async function checkSignIn(target: Target, globals: GlobalValues, host: Host): Promise<Finding> {
  const {title, path} = questions[target.service].own;
  try {
    checkPolicy(target.policy, title);
    const {text} = await probe(target, path, globals, host);
    const answer = makeLookup(text);
    const name = answer.string('/displayName') ?? answer.string('/accountId');
    const who = name === undefined ? 'the credentials are taken' : `signed in as ${name}`;
    return wellFound('sign_in', who);
  } catch (error) {
    return errorFound('sign_in', error);
  }
}

/** What the user may do, as far as admins care; a service without the question is no fault. */
async function checkPermissions(
  target: Target,
  globals: GlobalValues,
  host: Host,
): Promise<Finding> {
  const check = 'permissions';
  const path = `/rest/api/3/mypermissions?permissions=${permissions.join(',')}`;
  try {
    checkPolicy(target.policy, 'mypermissions get-my-permissions');
    const {text} = await probe(target, path, globals, host);
    const answer = makeLookup(text);
    const held = permissions.filter(
      key => answer.boolean(`/permissions/${key}/havePermission`) === true,
    );
    if (held.includes('ADMINISTER')) return wellFound(check, held.join(', '));
    return warningFound(
      check,
      `${held.length === 0 ? 'none of those asked for' : held.join(', ')}; not ADMINISTER`,
      'Operations for administrators of the site will be refused.',
    );
  } catch (error) {
    const finding = errorFound(check, error);
    return finding.error_type === 'not_found' || finding.error_type === 'validation_error'
      ? skippedCheck(check, 'the service does not tell')
      : finding;
  }
}
