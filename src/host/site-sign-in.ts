import {permissionsIn, planIdentityRequest, planOwnPermissions} from '../api/account-requests.ts';
import {cloudDomain, serviceUrl} from '../api/base-url.ts';
import type {SendingOptions} from '../api/client.ts';
import type {Credentials} from '../api/credentials.ts';
import type {Service} from '../api/operation.ts';
import {sendWithRetries} from '../api/retry.ts';
import {defined} from '../base/defined.ts';
import {type Failure, toFailure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {findJson, isRecord} from '../base/json-value.ts';
import {clientFor} from './client.ts';
import {type Config, readConfig} from './config.ts';
import {
  changeConfigs,
  type ProfileChange,
  refuseYaml,
  withoutCredentials,
  withProfile,
} from './config-write.ts';
import type {Host} from './host.ts';
import {findProfile, type StoredSecret} from './profile.ts';
import {gatewayUrl, originOf, publicGateway} from './settings-problems.ts';
import {sendPorts} from './transport.ts';

const requestTimeoutMs = 15_000;

const tracker: readonly Service[] = ['tracker'];
const both: readonly Service[] = ['tracker', 'content'];

/** A site and the credentials of a user. */
export interface SiteSignIn {
  /** URL of the site, as `completeSiteUrl` returns it. */
  readonly site: string;
  readonly credentials: Extract<Credentials, {type: 'basic' | 'bearer' | 'app'}>;
  /**
   * Origin of the API gateway to try if the site rejects the credentials.
   * @default the public gateway for sites of atlassian.net, none for others
   */
  readonly gateway?: string | undefined;
  /** Of one request. @default 15 seconds */
  readonly timeoutMs?: number | undefined;
}

/** Whether one service accepts the credentials of a sign-in. */
export interface ServiceSignIn {
  readonly service: Service;
  readonly baseUrl: string;
  /** Display name of the user; the tracker only. */
  readonly user?: string;
  /** Whether the user may administer the site, if the tracker reports it. */
  readonly isAdministrator?: boolean;
  /** Why the service rejected them; absent if it accepted them. */
  readonly failure?: Failure;
}

/**
 * Test credentials on both services of a site, and on the API gateway if the site itself rejects
 * them, as it does with scoped tokens. Saves nothing.
 *
 * @throws Failure 'interrupted'
 */
export async function trySignIn(
  signIn: SiteSignIn,
  host: Host,
  signal: AbortSignal,
): Promise<readonly ServiceSignIn[]> {
  const {site, gateway = defaultGateway(site)} = signIn;
  const atSite = await tryServices(service => serviceUrl(service, site), signIn, host, signal);
  const isRejected = atSite.every(({failure}) => failure?.kind === 'auth_failed');
  if (!isRejected || gateway === undefined) return atSite;
  const cloudId = await findCloudId(site, host, signal);
  if (cloudId === undefined) return atSite;
  const urlOf = (service: Service) => gatewayUrl(service, cloudId, gateway);
  const behind = await tryServices(urlOf, signIn, host, signal);
  // The user can act on the site's own failure.
  return behind.some(({failure}) => failure === undefined) ? behind : atSite;
}

function defaultGateway(site: string): string | undefined {
  return new URL(site).hostname.endsWith(cloudDomain) ? publicGateway : undefined;
}

function tryServices(
  urlOf: (service: Service) => string,
  {credentials, timeoutMs = requestTimeoutMs}: SiteSignIn,
  host: Host,
  signal: AbortSignal,
): Promise<readonly ServiceSignIn[]> {
  // An app has a secret of its own for each service.
  const services = credentials.type === 'app' ? tracker : both;
  return Promise.all(
    services.map(service => {
      const options = {signal, timeoutMs, retries: 1, paginate: false};
      return tryService(service, urlOf(service), credentials, host, options);
    }),
  );
}

async function tryService(
  service: Service,
  baseUrl: string,
  credentials: Credentials,
  host: Host,
  options: SendingOptions,
): Promise<ServiceSignIn> {
  const place = {service, baseUrl};
  const client = clientFor({...place, profile: '', protected: false, credentials}, host);
  try {
    const {text} = await client.request(planIdentityRequest(place), options);
    if (service === 'content') return place;
    const user = makeLookup(text).string('/displayName');
    // The role of administrator is shown but not required.
    const isAdmin = await client
      .request(planOwnPermissions(place), options)
      .then(reply => permissionsIn(reply.text).ADMINISTER ?? undefined)
      .catch(() => undefined);
    return {
      ...place,
      ...(user !== undefined && {user}),
      ...(isAdmin !== undefined && {isAdministrator: isAdmin}),
    };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind === 'interrupted' || failure.kind === 'bug') throw failure;
    return {...place, failure};
  }
}

/** Fetch the id under which the gateway knows a site; sends no credentials. */
async function findCloudId(
  site: string,
  host: Host,
  signal: AbortSignal,
): Promise<string | undefined> {
  const request = {
    method: 'GET',
    url: `${new URL(site).origin}/_edge/tenant_info`,
    headers: {Accept: 'application/json'},
  } as const;
  const options = {signal, timeoutMs: requestTimeoutMs, retries: 0};
  const sent = await sendWithRetries(request, sendPorts(host), options).catch(() => undefined);
  if (sent?.answer.status !== 200) return undefined;
  const value = findJson(new TextDecoder().decode(sent.answer.body));
  const id = isRecord(value) ? value.cloudId : undefined;
  return typeof id === 'string' && /^[\w-]+$/.test(id) ? id : undefined;
}

/** The members of a profile after a sign-in. */
export interface SignInProfile {
  readonly name: string;
  /** URL of the site, as `completeSiteUrl` returns it. */
  readonly site: string;
  readonly authType: 'basic' | 'bearer' | 'app';
  readonly username?: string;
  readonly token?: StoredSecret;
  /** With `app`, in place of user name and token. */
  readonly appKey?: string;
  readonly sharedSecret?: StoredSecret;
  /** YYYY-MM-DD. */
  readonly expires?: string;
}

/** Build the members of a profile that reaches a service at `baseUrl`. */
export function profileChange(profile: SignInProfile, baseUrl: string): ProfileChange {
  const {site, authType, username, token, appKey, sharedSecret, expires} = profile;
  return {
    ...{baseUrl, authType},
    ...defined({username, token, appKey, sharedSecret, expires}),
    // Links lead to the site; the gateway has no pages.
    ...(originOf(baseUrl) !== originOf(site) && {site}),
  };
}

/**
 * Read the configurations of both services, in which a sign-in is saved.
 *
 * @throws Failure 'config_error' for one that cannot be read, and for YAML, which is not written
 */
export async function readSignInConfigs(host: Host): Promise<Readonly<Record<Service, Config>>> {
  const configs = {
    tracker: await readConfig('tracker', host),
    content: await readConfig('content', host),
  };
  for (const {path} of Object.values(configs)) refuseYaml(path);
  return configs;
}

/**
 * Save a profile for each service that accepts the credentials, all or none, in place of those that
 * it had; its other settings stay.
 *
 * @returns the file of each
 * @throws Failure as `changeConfigs`
 */
export function saveSignIn(
  accepted: readonly Pick<ServiceSignIn, 'service' | 'baseUrl'>[],
  profile: SignInProfile,
  host: Host,
  timeoutMs?: number,
): Promise<readonly string[]> {
  const {name} = profile;
  const changes = accepted.map(({service, baseUrl}) => ({
    service,
    change: (text: string) =>
      withProfile(withoutCredentials(text, name), name, profileChange(profile, baseUrl)),
  }));
  return changeConfigs(changes, host, timeoutMs);
}

/**
 * Find a profile of this name that belongs to another site, in either configuration.
 *
 * @returns its file and the origin of its site; undefined if there is none
 * @throws Failure 'config_error'
 */
export async function findOtherSite(
  name: string,
  site: string,
  host: Host,
): Promise<{readonly path: string; readonly origin: string} | undefined> {
  for (const service of ['tracker', 'content'] as const) {
    const config = await readConfig(service, host);
    const stored = findProfile(config, name);
    const address = stored?.site ?? stored?.baseUrl;
    if (address === undefined || originOf(address) === originOf(site)) continue;
    return {path: config.path, origin: originOf(address)};
  }
  return undefined;
}
