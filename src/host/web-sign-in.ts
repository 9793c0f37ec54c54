import type {Service} from '../api/operation.ts';
import {changeConfig, withProfile} from './config-write.ts';
import type {Host} from './host.ts';
import {listenForRedirect} from './loopback-redirect.ts';
import {
  authorizationUrl,
  findSites,
  type LoginSetup,
  makeLoginProof,
  type ReachableSite,
  redeemCode,
} from './oauth-login.ts';
import {refreshPath, saveTokens} from './oauth-refresh.ts';
import type {StoredSecret} from './profile.ts';
import {gatewayUrl} from './settings-problems.ts';
import {sendPorts} from './transport.ts';

/**
 * Scopes for an administrator's work in the tracker; those of the content service differ between
 * apps.
 */
export const trackerScopes =
  'read:jira-user read:jira-work write:jira-work manage:jira-project manage:jira-configuration manage:jira-webhook';

/** Where the browser returns to by default. */
export const defaultRedirect = 'http://localhost:8976/callback';

/** A sign-in through a browser. */
export interface WebSignIn {
  readonly service: Service;
  /** Name of the profile. */
  readonly name: string;
  readonly setup: LoginSetup;
  /** The client secret as the profile stores it. */
  readonly secret: StoredSecret;
  readonly redirect: string;
  readonly timeoutMs?: number | undefined;
  /** Lead the user to the URL of the authorization server. */
  show(url: string): Promise<void>;
  /** Choose one of the sites that the sign-in reaches; throws Failure if there is none. */
  choose(sites: readonly ReachableSite[]): ReachableSite | Promise<ReachableSite>;
}

/** A saved sign-in. */
export interface WebSignedIn {
  readonly path: string;
  readonly baseUrl: string;
  readonly site: ReachableSite;
  /** The granted scopes, if the server reports them. */
  readonly scopes?: string | undefined;
}

/** Separate the scopes by blanks, with the one for a refresh token. */
export function completeScopes(scopes: string): string {
  return [...new Set([...scopes.split(/\s+/).filter(Boolean), 'offline_access'])].join(' ');
}

/**
 * Sign a user in through a browser, choose a site and save the profile; the refresh token is on the
 * disk before the profile names it.
 *
 * @throws Failure of any kind; then the profile is unchanged
 */
export async function signInByBrowser(
  {service, name, setup, secret, redirect, timeoutMs, show, choose}: WebSignIn,
  host: Host,
  signal: AbortSignal,
): Promise<WebSignedIn> {
  const ports = sendPorts(host);
  const code = await awaitCode(setup, redirect, show, signal);
  const token = await redeemCode(setup, code, ports, signal);
  const sites = await findSites(service, setup, token.token, ports, signal);
  const site = await choose(sites);
  const {clientId, tokenUrl, scopes} = setup;
  const oauth = {
    clientId,
    tokenUrl,
    scopes,
    clientSecret: secret,
    refreshToken: token.refreshToken,
  };
  await saveTokens(refreshPath(oauth, host), token);
  // The gateway is the server that lists the sites.
  const baseUrl = gatewayUrl(service, site.id, new URL(setup.sitesUrl).origin);
  // Links lead to the site; the gateway has no pages.
  const change = {baseUrl, site: site.url, authType: 'oauth2', oauth};
  const save = (text: string) => withProfile(text, name, change);
  const path = await changeConfig(service, host, save, timeoutMs);
  return {path, baseUrl, site, scopes: token.scopes};
}

/** Send the user to the authorization server and wait for the redirect. */
async function awaitCode(
  setup: LoginSetup,
  address: string,
  show: WebSignIn['show'],
  signal: AbortSignal,
) {
  const proof = makeLoginProof();
  const listener = await listenForRedirect(address, proof.state, signal);
  try {
    const {redirectUri} = listener;
    await show(authorizationUrl(setup, redirectUri, proof));
    return {code: await listener.code, redirectUri, verifier: proof.verifier};
  } finally {
    listener.close();
  }
}
