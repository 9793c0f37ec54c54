import type {RequestPlan} from './request-plan.ts';

/** What an address holds once at most; twice when the base URL ends in what the path begins with. */
const once = ['/wiki', '/api/v2', '/rest'];

/**
 * What speaks for a wrong base URL when nothing is found at an address, as a sentence; undefined
 * when nothing does (contract 1, Base URLs).
 */
export function hintOnBaseUrl({service, operation, url, path}: RequestPlan): string | undefined {
  const base = url.endsWith(path) ? url.slice(0, url.length - path.length) : new URL(url).origin;
  const places = `${new URL(url).pathname}/`;
  const doubled = once.find(part => places.split(new RegExp(`${part}(?=/)`)).length > 2);
  if (doubled !== undefined) {
    return `The address holds ${doubled} twice: look at the base URL, ${base}.`;
  }
  const isContent = /\/wiki(\/|$)/.test(base);
  if (service === 'tracker') {
    return isContent ? `Look at the base URL: ${base} is one of cf, not of jr.` : undefined;
  }
  const isJoined = operation === undefined || operation.root === 'content';
  return isJoined && !/\/api\/v\d/.test(base)
    ? `Look at the base URL: ${base} lacks /wiki/api/v2, which the paths of cf are joined to.`
    : undefined;
}
