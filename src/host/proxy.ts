import {Buffer} from 'node:buffer';
import {BlockList, isIP} from 'node:net';
import {Failure} from '../base/failure.ts';
import {isLoopback} from '../base/loopback.ts';
import {parseUrl} from '../base/parse-url.ts';

/** Error code of a proxy that does not open a tunnel. */
export const proxyErrorCode = 'EPROXY';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a URL (contract 8.11): HTTPS_PROXY or HTTP_PROXY by the URL's scheme, also in lower
 * case; none for loopback and for hosts in NO_PROXY.
 *
 * @throws Failure 'config_error' for a proxy that is not an http or https URL; never with its
 * password
 */
export function findProxy(target: URL, env: Env): URL | undefined {
  const name = target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = variableOf(name, env);
  if (value === undefined || isLoopback(target.hostname)) return undefined;
  if (isExcepted(target, env.NO_PROXY || env.no_proxy || '')) return undefined;
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const proxy = parseUrl(text);
  if (proxy !== undefined && /^https?:$/.test(proxy.protocol)) return proxy;
  throw new Failure('config_error', `${name} is not an http or https proxy URL.`, {
    hint: `Set ${name} to an address such as http://proxy.example:3128, or add the host to NO_PROXY.`,
    attempts: 0,
  });
}

/**
 * The authorization header for a proxy with a user and password; undefined without them. A secret.
 */
export function proxyAuthorization({username, password}: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

/** Decode a part of the URL; an invalid `%` stays literal. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function variableOf(name: 'HTTPS_PROXY' | 'HTTP_PROXY', env: Env): string | undefined {
  // In a CGI program, HTTP_PROXY is the request header Proxy, set by the caller (httpoxy).
  const isForeign = name === 'HTTP_PROXY' && env.REQUEST_METHOD !== undefined;
  return (isForeign ? undefined : env[name]) || env[name.toLowerCase()] || undefined;
}

/**
 * NO_PROXY: host names (including subdomains), addresses, networks as a.b.c.d/n, `*`, each with an
 * optional port.
 */
function isExcepted(target: URL, list: string): boolean {
  const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .some(entry => {
      if (entry === '*') return true;
      if (entry.includes('/')) return isInNetwork(host, entry);
      const [, name = '', ofPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      const bare = isIP(entry) === 6 ? entry.toLowerCase() : name.replace(/^\*?\./, '');
      if (isIP(entry) !== 6 && ofPort !== undefined && ofPort !== port) return false;
      return host === bare || host.endsWith(`.${bare}`);
    });
}

function isInNetwork(host: string, entry: string): boolean {
  const [network = '', bits = ''] = entry.split('/');
  const family = isIP(network);
  const size = Number(bits);
  if (family === 0 || isIP(host) !== family) return false;
  if (!/^\d+$/.test(bits) || size > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  const name = family === 4 ? 'ipv4' : 'ipv6';
  list.addSubnet(network, size, name);
  return list.check(host, name);
}
