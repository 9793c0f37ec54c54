import {Failure} from '../base/failure.ts';
import {holdsTwoUrls, parseUrl} from '../base/parse-url.ts';
import type {ApiRoot} from './operation.ts';

/**
 * The base URL of a profile in its normal form: no trailing slash, lower-case host.
 *
 * @throws Failure 'config_error' when it is no http(s) URL or carries credentials, a query or a fragment
 */
export function normalBaseUrl(baseUrl: string): string {
  const url = parseBaseUrl(baseUrl);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * The absolute URL of a path that starts with a slash (contract 1, Base URLs): a gateway's path is kept;
 * the older label paths start at `/wiki` of the same site.
 *
 * @param path already percent-encoded; may end in a query
 * @throws Failure 'config_error' when the base URL cannot be used
 */
export function joinBase(root: ApiRoot, baseUrl: string, path: string): string {
  const base = normalBaseUrl(baseUrl);
  return `${root === 'content-v1' ? siteUrl(base) : base}${pathBelowRoot(root, path)}`;
}

/** The path as it follows the root's URL: the older label paths live below `/wiki/rest/api`. */
export function pathBelowRoot(root: ApiRoot, path: string): string {
  return root === 'content-v1' ? `/wiki/rest/api${path}` : path;
}

/**
 * A content base URL as `configure` saves it: an empty path or one ending in `/wiki` is completed
 * to `/wiki/api/v2`, anything else is taken as given (contract 1, Base URLs).
 *
 * @throws Failure 'config_error' when it is no usable base URL
 */
export function completeContentUrl(url: string): string {
  const base = normalBaseUrl(url);
  if (new URL(base).pathname === '/') return `${base}/wiki/api/v2`;
  return base.endsWith('/wiki') ? `${base}/api/v2` : base;
}

/** The part before the first `/wiki` segment; the origin if there is none. */
function siteUrl(base: string): string {
  const {origin, pathname} = new URL(base);
  const wiki = `${pathname}/`.indexOf('/wiki/');
  return wiki === -1 ? origin : `${origin}${pathname.slice(0, wiki)}`;
}

function parseBaseUrl(baseUrl: string): URL {
  const problem = (message: string): Failure =>
    new Failure('config_error', message, {
      hint: 'Use an address such as https://your-site.example (--base-url, the environment, or the profile).',
      attempts: 0,
    });
  const url = parseUrl(baseUrl);
  if (url === undefined) throw problem('The base URL is not an absolute URL.');
  if (holdsTwoUrls(baseUrl)) throw problem('The base URL contains two addresses.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw problem('The base URL is neither http nor https.');
  }
  if (url.username !== '' || url.password !== '') {
    throw problem(
      'The base URL contains a user name or password; give them as credentials instead.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw problem('The base URL contains a query or a fragment.');
  }
  return url;
}
