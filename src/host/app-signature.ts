import {createHash, createHmac} from 'node:crypto';
import {canonicalRequest, contextPath} from '../api/canonical-request.ts';
import type {RequestSigner} from '../api/credentials.ts';
import type {Service} from '../api/operation.ts';
import {Failure} from '../base/failure.ts';
import {findJson, isObject} from '../base/json-value.ts';
import type {Host} from './host.ts';
import {cacheDirectory, pathsOf} from './paths.ts';
import {writePrivateFile} from './private-file.ts';

/** An app as known to a site. */
export interface AppIdentity {
  /** Key of the app's descriptor. */
  readonly key: string;
  /** The shared secret from the installation of the app. */
  readonly sharedSecret: string;
}

/** Lifetime of a signature in seconds (services W9.1). */
const lifetimeSeconds = 180;
/** Smaller clock differences are not stored for the next command. */
const rememberedMs = 30_000;

/**
 * Make a signer for the requests of an add-on app: a JWT for each, HS256, for one method and URL,
 * with times by the server's clock (services W9.1). The clock difference is stored for the next
 * command, so that only the first one can be rejected because of it.
 *
 * @throws Failure 'auth_error' if the key or the secret is empty
 */
export async function makeAppSigner(
  service: Service,
  baseUrl: string,
  {key, sharedSecret}: AppIdentity,
  host: Pick<Host, 'clock' | 'findFile' | 'env' | 'home' | 'platform'>,
): Promise<RequestSigner> {
  if (key === '' || sharedSecret === '') {
    const what = key === '' ? 'key' : 'shared secret';
    throw new Failure('auth_error', `The ${what} of the app is empty.`, {attempts: 0});
  }
  const context = contextPath(service, baseUrl);
  const remembered = clockFile(service, baseUrl, host);
  const header = encode(JSON.stringify({typ: 'JWT', alg: 'HS256'}));
  let offsetMs = await readOffset(remembered, host);

  return {
    offsetMs: () => offsetMs,
    sign(method, url) {
      const issued = Math.floor((host.clock.now() + offsetMs) / 1000);
      const request = canonicalRequest(method, url, context);
      const claims = {
        iss: key,
        iat: issued,
        exp: issued + lifetimeSeconds,
        qsh: createHash('sha256').update(request).digest('hex'),
      };
      const signed = `${header}.${encode(JSON.stringify(claims))}`;
      const signature = createHmac('sha256', sharedSecret).update(signed).digest('base64url');
      return `JWT ${signed}.${signature}`;
    },
    async learnClock(date, sentMs, receivedMs) {
      const learned = clampOffset(offsetMs, date, sentMs, receivedMs);
      if (learned === offsetMs) return;
      const isFar = Math.abs(learned - offsetMs) > rememberedMs;
      offsetMs = learned;
      if (!isFar) return;
      const text = `${JSON.stringify({offsetMs})}\n`;
      // Without the stored offset, the next command determines the clock again.
      await writePrivateFile(remembered, text, {ownsDirectory: true}).catch(() => undefined);
    },
  };
}

/**
 * Return an offset consistent with a response. The Date was true at some moment between sending and
 * receiving and is cut to the second; an offset consistent with it is unchanged, otherwise the
 * lowest possible one is used: a signature must not be from the future.
 */
function clampOffset(
  offsetMs: number,
  date: string | undefined,
  sentMs: number,
  receivedMs: number,
): number {
  const dateMs = Date.parse(date ?? '');
  if (Number.isNaN(dateMs)) return offsetMs;
  const lowest = dateMs - receivedMs;
  return offsetMs >= lowest && offsetMs <= dateMs + 1000 - sentMs ? offsetMs : lowest;
}

function clockFile(
  service: Service,
  baseUrl: string,
  host: Pick<Host, 'env' | 'home' | 'platform'>,
): string {
  const name = createHash('sha256').update(new URL(baseUrl).origin).digest('hex').slice(0, 32);
  return pathsOf(host).join(cacheDirectory(service, host), 'clock', `${name}.json`);
}

/** Milliseconds; 0 if none is stored. */
async function readOffset(path: string, host: Pick<Host, 'findFile'>): Promise<number> {
  const bytes = await host.findFile(path).catch(() => undefined);
  const value = bytes && findJson(new TextDecoder().decode(bytes));
  const {offsetMs} = isObject(value) ? value : {};
  return typeof offsetMs === 'number' && Number.isFinite(offsetMs) ? offsetMs : 0;
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}
