import {completeSiteUrl} from '../api/base-url.ts';
import {authorizationHeader} from '../api/credentials.ts';
import type {SignInOutcome, SignInRequest} from '../api/sign-in-outcome.ts';
import {Failure, toFailure} from '../base/failure.ts';
import type {Host} from './host.ts';
import {publicLogin, type ReachableSite} from './oauth-login.ts';
import {openUrl} from './open-url.ts';
import {originOf} from './settings-problems.ts';
import {
  findOtherSite,
  readSignInConfigs,
  type ServiceSignIn,
  type SignInProfile,
  type SiteSignIn,
  saveSignIn,
  trySignIn,
} from './site-sign-in.ts';
import {completeScopes, defaultRedirect, signInByBrowser, trackerScopes} from './web-sign-in.ts';

/** The dependencies of a sign-in through a browser. */
export interface SignInOptions {
  /** Show the URL to open; `isOpen` if a browser has been started with it. */
  readonly onUrl?: (url: string, isOpen: boolean) => void;
  /** @default the public servers */
  readonly login?: typeof publicLogin | Readonly<Record<keyof typeof publicLogin, string>>;
  /** @default the address that login --web uses */
  readonly redirect?: string;
}

/**
 * Sign in to a site: test the credentials on its services and save the profile for each that
 * accepts them, all or none.
 */
export async function signIn(
  request: SignInRequest,
  host: Host,
  signal: AbortSignal,
  options: SignInOptions = {},
): Promise<SignInOutcome> {
  const {site: typed, kind = 'token', profile} = request;
  const [username, token] = [request.username.trim(), request.token.trim()];
  let field: 'site' | 'token' = 'site';
  let services: SignInOutcome['services'] = [];
  try {
    await readSignInConfigs(host);
    const site = completeSiteUrl(typed);
    const name = profile ?? (await freeName(firstNames[kind], site, host));
    field = 'token';
    if (kind === 'web') {
      const text = await signInToSite({name, site, clientId: username, secret: token}, host, {
        ...options,
        signal,
      });
      return {services: [{isAccepted: true, text}], profile: name};
    }
    const {credentials, saved} = await credentialsOf(kind, site, username, token, host);
    const results = await trySignIn({site, credentials}, host, signal);
    services = results.map(describe);
    const accepted = results.filter(({failure}) => failure === undefined);
    if (accepted.length === 0) {
      const [failure] = results.flatMap(one => one.failure ?? []);
      return {services, ...faultOf(failure, kind)};
    }
    await saveSignIn(accepted, {name, site, ...saved}, host);
    return {services, profile: name};
  } catch (error) {
    const {message, details} = toFailure(error);
    return {services, field, problem: [message, details.hint].filter(Boolean).join(' ')};
  }
}

/** Names of profiles: an app or a sign-in by browser does not replace the token of a user. */
const firstNames = {token: 'default', bearer: 'default', app: 'app', web: 'web'} as const;

/** A name that no profile of another site has. */
async function freeName(first: string, site: string, host: Host): Promise<string> {
  const [label = 'site'] = new URL(site).hostname.split('.');
  const second = first === 'default' ? label : `${first}-${label}`;
  for (let i = 0; ; i++) {
    const name = i === 0 ? first : i === 1 ? second : `${second}-${i}`;
    if ((await findOtherSite(name, site, host)) === undefined) return name;
  }
}

/**
 * The credentials to test, and what the profile gets.
 *
 * @throws Failure 'auth_error' for characters that a header cannot have, and for empty values
 */
async function credentialsOf(
  kind: 'token' | 'bearer' | 'app',
  site: string,
  username: string,
  token: string,
  host: Host,
): Promise<{
  readonly credentials: SiteSignIn['credentials'];
  readonly saved: Omit<SignInProfile, 'name' | 'site'>;
}> {
  if (kind === 'app') {
    const {makeAppSigner} = await import('./app-signature.ts');
    const identity = {key: username, sharedSecret: token};
    const signer = await makeAppSigner('tracker', site, identity, host);
    return {
      credentials: {type: 'app', key: username, signer},
      saved: {authType: 'app', appKey: username, sharedSecret: token},
    };
  }
  const credentials =
    kind === 'token'
      ? ({type: 'basic', user: username, token} as const)
      : ({type: 'bearer', token} as const);
  authorizationHeader(credentials);
  const saved = {authType: credentials.type, token} as const;
  return {credentials, saved: kind === 'token' ? {...saved, username} : saved};
}

/** A site to sign in to through a browser, and the OAuth 2.0 app that asks for consent. */
interface BrowserSignIn {
  readonly name: string;
  readonly site: string;
  readonly clientId: string;
  readonly secret: string;
}

async function signInToSite(
  {name, site, clientId, secret}: BrowserSignIn,
  host: Host,
  {
    login = publicLogin,
    redirect = defaultRedirect,
    onUrl,
    signal,
  }: SignInOptions & {readonly signal: AbortSignal},
): Promise<string> {
  const scopes = completeScopes(trackerScopes);
  const setup = {clientId, clientSecret: secret, scopes, ...login};
  const saved = await signInByBrowser(
    {
      ...{service: 'tracker', name, setup, secret, redirect},
      async show(url) {
        onUrl?.(url, await openUrl(url, host.env, host.platform));
      },
      choose: sites => siteIn(sites, site),
    },
    host,
    signal,
  );
  return `Jira through OAuth 2.0, ${saved.site.name}`;
}

function siteIn(sites: readonly ReachableSite[], wanted: string): ReachableSite {
  const found = sites.find(({url}) => originOf(url) === originOf(wanted));
  if (found !== undefined) return found;
  const names = sites.map(({url}) => url).join(', ');
  throw new Failure('auth_error', `The sign-in has no access to ${originOf(wanted)}.`, {
    hint: names === '' ? 'Grant the app access to a site.' : `It has access to ${names}.`,
    attempts: 0,
  });
}

function describe({service, user, isAdministrator, failure}: ServiceSignIn) {
  const name = service === 'tracker' ? 'Jira' : 'Confluence';
  const isAccepted = failure === undefined;
  if (failure?.kind === 'not_found') return {isAccepted, text: `${name}: not on this site`};
  if (failure?.kind === 'auth_failed') return {isAccepted, text: `${name}: credentials rejected`};
  if (failure !== undefined) return {isAccepted, text: `${name}: ${failure.message}`};
  const as = user === undefined ? '' : ` as ${user}`;
  return {isAccepted, text: `${name}${as}${isAdministrator ? ', site administrator' : ''}`};
}

const rejections = {
  token: 'The e-mail address or the token is wrong.',
  bearer: 'The token is wrong.',
  app: 'The app key or the secret is wrong.',
} as const;

/** The field to correct, and what is wrong with it. */
function faultOf(failure: Failure | undefined, kind: keyof typeof rejections) {
  return failure?.kind === 'auth_failed'
    ? ({field: 'token', problem: rejections[kind]} as const)
    : ({field: 'site', problem: failure?.message ?? 'No service was found.'} as const);
}
