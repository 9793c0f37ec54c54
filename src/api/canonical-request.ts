import {normalBaseUrl} from './base-url.ts';
import type {Service} from './operation.ts';
import {percentEncode} from './percent.ts';

/**
 * Return the path that a signature excludes: that of the product below which its API starts
 * (services W9.1). Empty for a product at the root of its host.
 *
 * @param baseUrl base URL of the profile; that of the content service ends in its API's own path
 * @throws Failure 'config_error' when it is not a usable base URL
 */
export function contextPath(service: Service, baseUrl: string): string {
  const path = new URL(normalBaseUrl(baseUrl)).pathname.replace(/\/$/, '');
  if (service === 'tracker') return path;
  return /^(.*?\/wiki)(?:\/|$)/.exec(path)?.[1] ?? path.replace(/\/api\/v\d+$/, '');
}

/**
 * Build the text an app signs for a request: `METHOD&path&query`, so that a signature is valid for
 * one request only (services W9.1; the package atlassian-jwt is the reference). The body is not
 * included.
 *
 * @param url absolute URL as sent
 * @param context path of the product, see `contextPath`
 */
export function canonicalRequest(method: string, url: string, context: string): string {
  const {pathname, searchParams} = new URL(url);
  return [
    method.toUpperCase(),
    canonicalPath(pathname, context),
    canonicalQuery(searchParams),
  ].join('&');
}

function canonicalPath(path: string, context: string): string {
  const isBelow = path === context || path.startsWith(`${context}/`);
  const below = isBelow ? path.slice(context.length) : path;
  // An ampersand in the path must differ from the one before the query.
  return below.replaceAll('&', '%26').replace(/(?<=.)\/$/, '') || '/';
}

/** Build the query part, sorted by decoded names and values, as the reference does. */
function canonicalQuery(parameters: URLSearchParams): string {
  const names = [...new Set(parameters.keys())].filter(name => name !== 'jwt').sort();
  return names
    .map(name => {
      const values = parameters.getAll(name).sort().map(percentEncode);
      return `${percentEncode(name)}=${values.join(',')}`;
    })
    .join('&');
}
