import {completeSiteUrl} from '../api/base-url.ts';
import {authorizationHeader} from '../api/credentials.ts';
import type {SignInOutcome, SignInRequest} from '../api/sign-in-outcome.ts';
import {type Failure, toFailure} from '../base/failure.ts';
import type {Host} from './host.ts';
import {
  findOtherSite,
  readSignInConfigs,
  type ServiceSignIn,
  saveSignIn,
  trySignIn,
} from './site-sign-in.ts';

/**
 * Sign in to a site with an API token: test it on both services and save the profile for each that
 * accepts it, all or none.
 */
export async function signIn(
  {site: typed, username: user, token: secret, profile}: SignInRequest,
  host: Host,
  signal: AbortSignal,
): Promise<SignInOutcome> {
  let field: 'site' | 'token' = 'site';
  let services: SignInOutcome['services'] = [];
  try {
    await readSignInConfigs(host);
    const site = completeSiteUrl(typed);
    const [username, token] = [user.trim(), secret.trim()];
    const credentials = {type: 'basic', user: username, token} as const;
    field = 'token';
    authorizationHeader(credentials);
    const results = await trySignIn({site, credentials}, host, signal);
    services = results.map(describe);
    const accepted = results.filter(({failure}) => failure === undefined);
    if (accepted.length === 0) {
      const [failure] = results.flatMap(one => one.failure ?? []);
      return {services, ...faultOf(failure)};
    }
    const name = profile ?? (await freeName(site, host));
    const saved = {name, site, authType: 'basic', username, token} as const;
    await saveSignIn(accepted, saved, host);
    return {services, profile: name};
  } catch (error) {
    const {message, details} = toFailure(error);
    return {services, field, problem: [message, details.hint].filter(Boolean).join(' ')};
  }
}

/** A profile name that is not used for another site. */
async function freeName(site: string, host: Host): Promise<string> {
  const [label = 'site'] = new URL(site).hostname.split('.');
  for (let i = 0; ; i++) {
    const name = i === 0 ? 'default' : i === 1 ? label : `${label}-${i}`;
    if ((await findOtherSite(name, site, host)) === undefined) return name;
  }
}

function describe({service, user, isAdministrator, failure}: ServiceSignIn) {
  const name = service === 'tracker' ? 'Jira' : 'Confluence';
  const isAccepted = failure === undefined;
  if (failure?.kind === 'not_found') return {isAccepted, text: `${name}: not on this site`};
  if (failure !== undefined) return {isAccepted, text: `${name}: ${failure.message}`};
  const as = user === undefined ? '' : ` as ${user}`;
  return {isAccepted, text: `${name}${as}${isAdministrator ? ', site administrator' : ''}`};
}

/** The field to correct, and its problem. */
function faultOf(failure: Failure | undefined) {
  return failure?.kind === 'auth_failed'
    ? ({
        field: 'token',
        problem: 'The site does not accept this e-mail address and token.',
      } as const)
    : ({field: 'site', problem: failure?.message ?? 'No service was found.'} as const);
}
