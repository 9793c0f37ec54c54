import {Failure} from '../base/failure.ts';
import {isLoopback} from '../base/loopback.ts';
import {containsTwoUrls, parseUrl} from '../base/parse-url.ts';
import type {ApiRoot, Service} from './operation.ts';

/**
 * Normalize the base URL of a profile: no trailing slash, lower-case host.
 *
 * @throws Failure 'config_error' when it is not an http(s) URL or contains credentials, a query or
 * a fragment
 */
export function normalBaseUrl(baseUrl: string): string {
  const url = parseBaseUrl(baseUrl);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * Build the absolute URL of a path that starts with a slash (contract 1, Base URLs): a gateway's
 * path is preserved; the older label paths start at `/wiki` of the same site.
 *
 * @param path already percent-encoded; may end in a query
 * @throws Failure 'config_error' when the base URL cannot be used
 */
export function joinBase(root: ApiRoot, baseUrl: string, path: string): string {
  const base = normalBaseUrl(baseUrl);
  return `${root === 'content-v1' ? siteUrl(base) : base}${pathBelowRoot(root, path)}`;
}

/** Return the path relative to the root's URL: the older label paths are below `/wiki/rest/api`. */
export function pathBelowRoot(root: ApiRoot, path: string): string {
  return root === 'content-v1' ? `/wiki/rest/api${path}` : path;
}

/**
 * Complete a content base URL as `configure` saves it: an empty path or one ending in `/wiki`
 * becomes `/wiki/api/v2`, others are unchanged (contract 1, Base URLs).
 *
 * @throws Failure 'config_error' when it is not a usable base URL
 */
export function completeContentUrl(url: string): string {
  const base = normalBaseUrl(url);
  if (new URL(base).pathname === '/') return `${base}/wiki/api/v2`;
  return base.endsWith('/wiki') ? `${base}/api/v2` : base;
}

/** The domain of the sites that the vendor hosts. */
export const cloudDomain = '.atlassian.net';

/**
 * Complete the address of a site: `acme` is `https://acme.atlassian.net`, a host gets its scheme
 * (http for this machine), and the paths of pages and APIs are removed.
 *
 * @throws Failure 'config_error' when it is not an address
 */
export function completeSiteUrl(text: string): string {
  const typed = text.trim();
  const isName = /^[a-z0-9][a-z0-9-]*$/i.test(typed) && typed !== 'localhost';
  const address = isName ? `${typed}${cloudDomain}` : typed;
  const [host = ''] = address.split(/[/:?#]/);
  const scheme = isLoopback(host) ? 'http' : 'https';
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `${scheme}://${address}`;
  const base = new URL(normalBaseUrl(url.replace(/[?#].*$/, '')));
  if (base.hostname.endsWith(cloudDomain)) return base.origin;
  const context = base.pathname.replace(/\/(?:wiki|rest|browse|projects)(?:\/.*)?$/, '');
  return `${base.origin}${context.replace(/\/$/, '')}`;
}

/** Return the base URL of a service on a site. */
export function serviceUrl(service: Service, site: string): string {
  return service === 'tracker' ? site : `${site}/wiki/api/v2`;
}

/** Return the part before the first `/wiki` segment; the origin if there is none. */
function siteUrl(base: string): string {
  const {origin, pathname} = new URL(base);
  const wiki = `${pathname}/`.indexOf('/wiki/');
  return wiki === -1 ? origin : `${origin}${pathname.slice(0, wiki)}`;
}

function parseBaseUrl(baseUrl: string): URL {
  const problem = (message: string): Failure =>
    new Failure('config_error', message, {
      hint: 'Use a URL such as https://your-site.example.',
      attempts: 0,
    });
  const url = parseUrl(baseUrl);
  if (url === undefined) throw problem('The URL of the site is not a valid absolute URL.');
  if (containsTwoUrls(baseUrl)) throw problem('The URL of the site contains two addresses.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw problem('The URL of the site is neither http nor https.');
  }
  if (url.username !== '' || url.password !== '') {
    throw problem(
      'The URL of the site contains a user name or password; give them as credentials instead.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw problem('The URL of the site contains a query or a fragment.');
  }
  return url;
}
