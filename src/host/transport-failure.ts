import {wrongSiteHint} from '../api/hints.ts';
import type {WireRequest} from '../api/send.ts';
import {Failure, isFailure} from '../base/failure.ts';
import {hideSecrets} from '../base/hide-secrets.ts';
import {
  type Explanation,
  explainCertificate,
  explainDates,
  isCertificateCode,
} from './certificate-failure.ts';
import {findInCauses} from './error-code.ts';
import {proxyErrorCode} from './proxy.ts';

/**
 * Convert an error of the request library into a failure: 'interrupted', 'timeout_error' or
 * 'connection_error' with a hint. Never contains a credential, including those in the URL.
 *
 * @param proxy proxy of the request
 */
export function failureFromTransport(
  error: unknown,
  request: WireRequest,
  proxy?: URL | undefined,
): Failure {
  if (request.signal?.aborted) return new Failure('interrupted', 'Interrupted.');
  if (isFailure(error)) return error;
  const {name, code, message} = describe(error);
  const {host, hostname, protocol} = new URL(request.url);
  if (name === 'TimeoutError') {
    return new Failure('timeout_error', `${host} did not respond within ${request.timeoutMs} ms.`, {
      hint: 'Allow more time, for example with --timeout 2m.',
      cause: error,
    });
  }
  // A request to an http URL is sent to the proxy, so a connection failure is the proxy's.
  const isProxy = code === proxyErrorCode || (proxy !== undefined && protocol === 'http:');
  const end = isProxy && proxy !== undefined ? proxy : {host, hostname};
  const {what, hint} = explain(error, code, end.host, end.hostname);
  return new Failure('connection_error', what ?? `The connection to ${host} failed: ${message}`, {
    hint: isProxy ? hintOfProxy(error) : hint,
    ...(isUnsent(code, message) && ({unsent: true} as const)),
    ...(isLasting(error, code) && ({lasting: true} as const)),
    cause: error,
  });
}

/** A failure for a 407 response of a proxy. */
export function proxyLoginFailure(proxy: URL): Failure {
  const has = proxy.username
    ? 'rejected the user name and password'
    : 'requires a user name and password';
  return new Failure('connection_error', `The proxy ${proxy.host} ${has} (407).`, {
    hint: hintOfLogin,
    unsent: true,
    lasting: true,
  });
}

const hintOfLogin =
  'Set them in HTTPS_PROXY and HTTP_PROXY, as http://name:password@proxy.example:3128, or add the host to NO_PROXY.';

function hintOfProxy(error: unknown): string {
  const status = proxyStatus(error);
  if (status === 407) return hintOfLogin;
  if (status === 403)
    return 'The proxy does not allow this host: ask its operator, or add the host to NO_PROXY.';
  return 'Check the proxy in HTTPS_PROXY or HTTP_PROXY, or add the host to NO_PROXY.';
}

/** The status with which a proxy rejected a tunnel. */
function proxyStatus(error: unknown): number {
  return Number(findInCauses(error, 'status') ?? Number.NaN);
}

/**
 * Add the expiry of a certificate to a failure about its dates. It is not looked up through a
 * proxy.
 *
 * @param nowMs by this machine's clock
 */
export async function withCertificateDates(
  failure: Failure,
  url: string,
  proxy: URL | undefined,
  nowMs: number,
): Promise<Failure> {
  const {kind, details} = failure;
  const code = describe(details.cause).code;
  if (proxy !== undefined || !/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code)) return failure;
  const target = new URL(url);
  const what = await explainDates(target, target.host, nowMs);
  return what === undefined ? failure : new Failure(kind, what, details);
}

/** A failure for a response that switches protocols and therefore never ends. */
export function switchedFailure(): Failure {
  return new Failure('invalid_response', 'The server responded 101: it uses another protocol.', {
    status: 101,
    hint: wrongSiteHint,
  });
}

/** Whether the request certainly did not arrive: there was never a connection. */
function isUnsent(code: string, message: string): boolean {
  const names = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
  return (
    names.includes(code) ||
    code === proxyErrorCode ||
    isCertificateCode(code) ||
    code.startsWith('ERR_TLS_') ||
    (isTlsCode(code) && notTls.test(message))
  );
}

/**
 * Whether a retry would fail in the same way: unknown host, untrusted certificate, no TLS, no
 * permission.
 */
function isLasting(error: unknown, code: string): boolean {
  if (code === proxyErrorCode) {
    const status = proxyStatus(error);
    return (status >= 400 && status < 500) || /\bENOTFOUND\b/.test(describe(error).message);
  }
  return code === 'ENOTFOUND' || isCertificateCode(code) || isTlsCode(code);
}

function isTlsCode(code: string): boolean {
  return code === 'EPROTO' || /^ERR_(?:SSL|TLS)_(?!HANDSHAKE_TIMEOUT)/.test(code);
}

/** OpenSSL's messages for a server that responds without TLS. */
const notTls = /wrong version number|http request|packet length too long|unknown protocol/i;

interface Thrown {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

function describe(error: unknown): Thrown {
  if (!(error instanceof Error)) return {name: '', code: '', message: String(error)};
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return {name: error.name, code, message: hideSecrets(error.message)};
}

const checkUrl = 'Check the URL of the site and the network.';

function explain(error: unknown, code: string, host: string, hostname: string): Explanation {
  switch (code) {
    case 'ECONNREFUSED':
      return {what: `Connection refused by ${host}.`, hint: checkUrl};
    case 'ENOTFOUND':
      return {what: `Host ${hostname} not found.`, hint: checkUrl};
    case 'EAI_AGAIN':
      return {
        what: `The host name ${hostname} cannot be resolved at the moment.`,
        hint: 'Check the network and its DNS server, or try again.',
      };
    case 'ECONNRESET':
    case 'EPIPE':
      return {
        what: `The connection to ${host} closed before the response was complete.`,
        hint: 'Try again; a proxy or the server may have closed the connection.',
      };
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return {what: `${host} cannot be reached (${code}).`, hint: checkUrl};
    default:
      return explainFamily(error, code, host);
  }
}

function explainFamily(error: unknown, code: string, host: string): Explanation {
  if (isCertificateCode(code)) return explainCertificate(error, code, host);
  if (isTlsCode(code)) {
    return {
      what: `The TLS handshake with ${host} failed.`,
      hint: 'The address may need http instead of https.',
    };
  }
  if (code.startsWith('HPE_')) {
    return {what: `${host} sent an invalid HTTP response (${code}).`, hint: checkUrl};
  }
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI')) {
    return {
      what: `The response of ${host} could not be decompressed (${code}).`,
      hint: 'A proxy may have changed the response; try again.',
    };
  }
  return {hint: checkUrl};
}
