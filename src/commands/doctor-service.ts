import {
  permissionsIn,
  planIdentityRequest,
  planOwnPermissions,
  planReading,
} from '../api/account-requests.ts';
import {whyNotCaller} from '../api/callers.ts';
import {allOperations} from '../api/catalogue.ts';
import type {WireResponse} from '../api/send.ts';
import {toFailure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {portsFor} from '../host/client.ts';
import {checkPolicy} from '../host/policy.ts';
import {readCredentials, type Target} from '../host/settings.ts';
import {sendRead} from './command-client.ts';
import type {CommandHost} from './context.ts';
import {
  errorFinding,
  type Finding,
  okFinding,
  runCheck,
  skippedCheck,
  warningFinding,
} from './doctor-finding.ts';
import type {GlobalValues} from './flags.ts';
import {interruptible} from './interruptible.ts';

/**
 * Accepted difference of the clocks in seconds: the time in a response has a resolution of one
 * second, plus latency.
 */
const mostSkewSeconds = 60;
const defaultTimeoutMs = 30_000;

/**
 * Run the checks that need the service: reachability, TLS, clock, and permissions of the
 * credentials.
 */
export async function runServiceChecks(
  target: Target,
  hasCredentials: boolean,
  globals: GlobalValues,
  host: CommandHost,
): Promise<readonly Finding[]> {
  const reached = await checkConnection(target, globals, host);
  if (!reached.isReached) return reached.findings;
  if (!hasCredentials) {
    return [...reached.findings, skippedCheck('sign_in', 'see credentials')];
  }
  const signIn = await checkSignIn(target, globals, host);
  const found = [...reached.findings, signIn, ...checkCallers(target)];
  if (signIn.status !== 'ok') return found;
  const scopes = await checkScopes(target, host);
  if (target.service !== 'tracker') return [...found, ...scopes];
  return [...found, ...scopes, await checkPermissions(target, globals, host)];
}

/** Report the operations that this kind of credentials can never call. */
function checkCallers(target: Target): readonly Finding[] {
  const closed = allOperations()
    .filter(({service}) => service === target.service)
    .filter(operation => whyNotCaller(operation, target) !== undefined);
  if (closed.length === 0) return [];
  const titles = closed.map(({group, name}) => `${group} ${name}`).join(', ');
  const message = `not for credentials of type ${target.authType}: ${titles}`;
  return [
    {
      ...okFinding('operations', message),
      hint: 'docs/watch.md lists the credentials these operations accept.',
    },
  ];
}

/** Report which of the requested scopes a token has, if the server reports them. */
async function checkScopes(target: Target, host: CommandHost): Promise<readonly Finding[]> {
  const wanted = target.oauth?.scopes?.split(' ') ?? [];
  if (wanted.length === 0) return [];
  const check = 'scopes';
  const finding = await runCheck(check, async () => {
    const credentials = await readCredentials(target, host);
    if (credentials.type !== 'oauth2') return skippedCheck(check, 'see credentials');
    await credentials.tokens.token();
    const granted = credentials.tokens.scopes();
    if (granted === undefined) return skippedCheck(check, 'the server does not report scopes');
    const missing = wanted.filter(scope => !granted.includes(scope));
    if (missing.length === 0) return okFinding(check, granted.join(', '));
    return warningFinding(
      check,
      `not granted: ${missing.join(', ')}`,
      'Add the scopes to the app, then sign in again with jr login --web.',
    );
  });
  return [finding];
}

/** Any response is enough, so send it without credentials. */
async function checkConnection(
  target: Target,
  {timeout: timeoutMs = defaultTimeoutMs}: GlobalValues,
  host: CommandHost,
): Promise<{readonly findings: readonly Finding[]; readonly isReached: boolean}> {
  const {title, url} =
    target.service === 'tracker'
      ? planReading(target, 'serverInfo get-server-info')
      : planIdentityRequest(target);
  const {send} = portsFor({...target, credentials: {type: 'none'}}, host);
  const {clock} = host;
  const headers = {Accept: 'application/json'};
  const startedMs = clock.now();
  try {
    checkPolicy(target.policy, title);
    const answer = await interruptible(host, signal =>
      send({method: 'GET', url, headers, timeoutMs, signal}),
    );
    const endedMs = clock.now();
    const secure = target.baseUrl.startsWith('https:') ? ', its certificate is trusted' : '';
    const took = `${new URL(target.baseUrl).host} responds in ${endedMs - startedMs} ms${secure}`;
    const findings = [okFinding('connection', took), checkClock(answer, startedMs, endedMs)];
    return {findings, isReached: true};
  } catch (error) {
    const isDenied = toFailure(error).kind === 'policy_denied';
    return {findings: [errorFinding('connection', error)], isReached: isDenied};
  }
}

function checkClock({headers}: WireResponse, startedMs: number, endedMs: number): Finding {
  const check = 'clock';
  const theirsMs = Date.parse(headers.date ?? '');
  if (Number.isNaN(theirsMs)) return skippedCheck(check, 'the response has no Date header');
  // The Date header is cut to the second.
  const skew = Math.round((theirsMs + 500 - (startedMs + endedMs) / 2) / 1000);
  const apart = Math.abs(skew);
  if (apart <= mostSkewSeconds)
    return okFinding(check, `within ${Math.max(apart, 1)} s of the server`);
  return warningFinding(
    check,
    `this clock is ${apart} s ${skew > 0 ? 'behind' : 'ahead of'} the server's`,
    'Set the clock: retries, token lifetimes and webhook watches depend on it.',
  );
}

async function checkSignIn(
  target: Target,
  globals: GlobalValues,
  host: CommandHost,
): Promise<Finding> {
  return runCheck('sign_in', async () => {
    const {text} = await sendRead(planIdentityRequest(target), target, globals, host);
    const answer = makeLookup(text);
    const name = answer.string('/displayName') ?? answer.string('/accountId');
    if (name !== undefined) return okFinding('sign_in', `signed in as ${name}`);
    // The content service does not report the user; the tracker does.
    if (target.service === 'content') return okFinding('sign_in', 'the credentials are accepted');
    const message = 'the response does not contain a user';
    return warningFinding(
      'sign_in',
      message,
      `See the response: jr raw GET ${planIdentityRequest(target).path}`,
    );
  });
}

/**
 * Report the user's permissions that matter to administrators; a service without that operation is
 * fine.
 */
async function checkPermissions(
  target: Target,
  globals: GlobalValues,
  host: CommandHost,
): Promise<Finding> {
  const check = 'permissions';
  const finding = await runCheck(check, async () => {
    const {text} = await sendRead(planOwnPermissions(target), target, globals, host);
    const permissions = permissionsIn(text);
    const granted = Object.keys(permissions).filter(key => permissions[key]);
    if (granted.includes('ADMINISTER')) return okFinding(check, granted.join(', '));
    const isUnknown = permissions.ADMINISTER !== false;
    if (isUnknown) return skippedCheck(check, 'the service does not report ADMINISTER');
    return warningFinding(
      check,
      `${granted.length === 0 ? 'none of the checked permissions' : granted.join(', ')}; not ADMINISTER`,
      'Operations for site administrators will be refused.',
    );
  });
  const {error_type: kind} = finding;
  const isUnknown = kind === 'not_found' || kind === 'validation_error';
  return isUnknown ? skippedCheck(check, 'the service does not report permissions') : finding;
}
