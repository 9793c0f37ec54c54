import {createHash, createHmac, timingSafeEqual} from 'node:crypto';
import type {Account} from './accounts.ts';
import {serviceError} from './errors.ts';
import type {HttpReply, HttpRequest} from './node-io.ts';
import {rootOfPath} from './router.ts';

/** Return the key with which an add-on app signs its requests. */
export function appKeyOf({name}: Account): string {
  return `com.example.${name}`;
}

/** Derive the secret of an app from its token, which is derived from the seed. */
export function appSecretOf({token}: Account): string {
  return token.replace(/^sandbox-/, 'sandbox-secret-');
}

/** Accepted difference between the clocks. */
const leewaySeconds = 60;
/** Longest validity of a signature. */
const longestSeconds = 15 * 60;

/**
 * Add support for signed requests (services W9.1) to a handler of requests with tokens: a valid
 * signature is replaced by the token of its app; others are refused with 401 and the reason.
 *
 * @param now milliseconds since the UNIX epoch
 */
export function withSignedRequests(
  accounts: readonly Account[],
  now: () => number,
  answer: (raw: HttpRequest) => HttpReply,
): (raw: HttpRequest) => HttpReply {
  const apps = accounts.filter(({kind}) => kind === 'add-on app');
  return raw => {
    const [, token] = /^JWT (.+)$/i.exec(raw.headers.authorization ?? '') ?? [];
    if (token === undefined) return answer(raw);
    const signer = checkSignature(token, raw, apps, now() / 1000);
    if (typeof signer === 'string') return unauthorizedReply(raw, signer);
    return answer({...raw, headers: {...raw.headers, authorization: `Bearer ${signer.token}`}});
  };
}

/** Respond with 401 in the error format of the requested API. */
export function unauthorizedReply({target}: HttpRequest, reason: string): HttpReply {
  const [path = '/'] = target.split('?', 1);
  const {status, content} = serviceError(rootOfPath(path), 401, reason);
  return {
    status,
    headers: {'content-type': 'application/json;charset=UTF-8'},
    body: JSON.stringify(content.json),
  };
}

/**
 * Find the app that signed a request; for an invalid signature, return the reason as a sentence.
 */
function checkSignature(
  token: string,
  raw: HttpRequest,
  apps: readonly Account[],
  nowSeconds: number,
): Account | string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const {alg} = decode(header);
  const {iss, iat, exp, qsh} = decode(payload);
  const app = apps.find(one => appKeyOf(one) === iss);
  if (alg !== 'HS256') return 'The signature is not of HS256.';
  if (app === undefined) return 'No app with this key is installed.';
  const expected = createHmac('sha256', appSecretOf(app)).update(`${header}.${payload}`).digest();
  const received = Buffer.from(signature, 'base64url');
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) {
    return 'The signature does not match the shared secret.';
  }
  if (typeof iat !== 'number' || typeof exp !== 'number') return 'iat and exp are missing.';
  if (iat > nowSeconds + leewaySeconds) return 'The signature is of the future: check the clock.';
  if (exp < nowSeconds - leewaySeconds) return 'The signature has expired: check the clock.';
  if (exp - iat > longestSeconds) return 'The signature holds for too long.';
  if (qsh !== hashOf(raw)) return 'The signature is of another request (qsh).';
  return app;
}

function decode(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? {...value} : {};
  } catch {
    return {};
  }
}

/**
 * Compute the hash of a request independently of the client, so that a mistake on either side
 * shows.
 */
function hashOf({method, target}: HttpRequest): string {
  const [path = '', ...rest] = target.split('?');
  const product = /^\/wiki(?=\/|$)/.exec(path)?.[0] ?? '';
  const below = path.slice(product.length).split('&').join('%26');
  const own = below.length > 1 && below.endsWith('/') ? below.slice(0, -1) : below || '/';
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(rest.join('?'))) {
    if (name !== 'jwt') values.set(name, [...(values.get(name) ?? []), value]);
  }
  const pairs = [...values]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, all]) => `${encode(name)}=${all.sort().map(encode).join(',')}`);
  const canonical = `${method.toUpperCase()}&${own}&${pairs.join('&')}`;
  return createHash('sha256').update(canonical).digest('hex');
}

function encode(text: string): string {
  const escaped: Readonly<Record<string, string>> = {
    '!': '%21',
    "'": '%27',
    '(': '%28',
    ')': '%29',
    '*': '%2A',
  };
  return encodeURIComponent(text).replace(/[!'()*]/g, sign => escaped[sign] ?? sign);
}
