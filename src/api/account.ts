import {parseUrl} from '../base/parse-url.ts';
import type {ClientIdentity} from './client.ts';

/**
 * Name one account on one site, to compare with others and to file data under: `ana@acme.com
 * https://acme.atlassian.net`. The site is the base URL without a trailing slash; through the
 * gateway its path has the cloud id. Credentials without a user name are named by their type. Holds
 * no secret.
 */
export function accountOf({
  baseUrl,
  user,
  authType,
}: Pick<ClientIdentity, 'baseUrl' | 'user' | 'authType'>): string {
  return `${user?.toLowerCase() ?? authType} ${siteOf({baseUrl})}`;
}

/** The site of a base URL: without credentials and a trailing slash. */
export function siteOf({baseUrl}: Pick<ClientIdentity, 'baseUrl'>): string {
  const {origin = baseUrl, pathname = ''} = parseUrl(baseUrl) ?? {};
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
