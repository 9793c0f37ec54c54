import {createQueryStringHash, decodeSymmetric, fromMethodAndUrl} from 'atlassian-jwt';
import {type Answered, type LocalServer, type Received, startServer} from '../api/local-server.ts';

/** The app that a verifying server knows. */
export const testApp = {key: 'com.example.deliveries', sharedSecret: 'sh4red-s3cret-of-the-app'};

/** A site that takes requests signed by `testApp` alone. */
export interface AppSite extends LocalServer {
  /** Why requests were refused, one line each. */
  readonly refusals: readonly string[];
}

/** How a verifying server is started. */
export interface AppSiteOptions {
  /** The server's clock, in milliseconds since the epoch. @default this machine's */
  readonly now?: () => number;
  /** Path below which the product answers. @default '' */
  readonly context?: string;
}

/**
 * Start a server that checks the signature, the times and the query string hash of each request
 * with the package atlassian-jwt, and refuses with 401; what it takes is answered by `answer`.
 */
export async function startAppSite(
  answer: (request: Received, index: number) => Answered | undefined,
  {now = () => Date.now(), context = ''}: AppSiteOptions = {},
): Promise<AppSite> {
  const refusals: string[] = [];
  const server = await startServer((request, index) => {
    const date = {date: new Date(now()).toUTCString()};
    const problem = problemOf(request, now(), context);
    if (problem !== undefined) {
      refusals.push(`${request.method} ${request.target}: ${problem}`);
      return {status: 401, headers: date, json: {errorMessages: [problem]}};
    }
    const answered = answer(request, index);
    return answered && {...answered, headers: {...date, ...answered.headers}};
  });
  return Object.assign(server, {refusals});
}

/** Seconds a server puts up with between the clocks. */
const leewaySeconds = 30;

/** What is wrong with the signature of a request; undefined when it holds. */
export function problemOf(
  {method, target, headers}: Pick<Received, 'method' | 'target' | 'headers'>,
  nowMs: number,
  context = '',
): string | undefined {
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ');
  if (scheme !== 'JWT') return `no signature but ${scheme || 'nothing'}`;
  try {
    const claims = decodeSymmetric(token, testApp.sharedSecret, 'HS256' as never);
    const nowSeconds = nowMs / 1000;
    const expected = createQueryStringHash(
      fromMethodAndUrl(method as never, target),
      false,
      `http://site.example${context}`,
    );
    if (claims.iss !== testApp.key) return `issued by ${claims.iss}`;
    if (claims.exp - claims.iat !== 180) return 'it holds another time than three minutes';
    if (claims.iat > nowSeconds + leewaySeconds) return 'it is of the future';
    if (claims.exp < nowSeconds) return 'it has expired';
    return claims.qsh === expected ? undefined : 'its query string hash is of another request';
  } catch (error) {
    return String(error);
  }
}
