import type {WireRequest} from '../api/send.ts';
import {Failure, isFailure} from '../base/failure.ts';
import {hideSecrets} from '../base/hide-secrets.ts';
import {proxyErrorCode} from './proxy.ts';

/**
 * What the request library threw, as a failure: 'interrupted', 'timeout_error' or
 * 'connection_error' with a hint. Never holds a credential, one in the URL included.
 *
 * @param proxy what the request went through
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
    return new Failure('timeout_error', `${host} did not answer within ${request.timeoutMs} ms.`, {
      hint: 'Give it more time with --timeout, such as --timeout 2m.',
      cause: error,
    });
  }
  // What is wrong on the way to an http address is wrong with the proxy, which is all that is spoken to.
  const isProxy = code === proxyErrorCode || (proxy !== undefined && protocol === 'http:');
  const end = isProxy && proxy !== undefined ? proxy : {host, hostname};
  const {what, hint} = explain(code, end.host, end.hostname);
  if (isProxy) {
    return new Failure('connection_error', what ?? `The connection to ${host} failed: ${message}`, {
      hint: 'Check the proxy in HTTPS_PROXY or HTTP_PROXY, or name the host in NO_PROXY.',
      ...(code === proxyErrorCode && unsent),
      cause: error,
    });
  }
  return new Failure('connection_error', what ?? `The connection to ${host} failed: ${message}`, {
    hint,
    ...(isNeverThere(code) && unsent),
    ...(isUntrusted(code) && ({lasting: true} as const)),
    cause: error,
  });
}

/** The failure of an answer that goes on in another protocol, and so has no end. */
export function switchedFailure(): Failure {
  return new Failure('invalid_response', 'The server answered 101: it speaks another protocol.', {
    status: 101,
    hint: 'Look at the base URL: is it the address of the service itself?',
  });
}

const unsent = {unsent: true} as const;

/** Codes of a connection that was never made; any other may have carried the request. */
function isNeverThere(code: string): boolean {
  const names = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
  return names.includes(code) || isUntrusted(code);
}

function isUntrusted(code: string): boolean {
  return /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code);
}

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

interface Explanation {
  readonly what?: string;
  readonly hint: string;
}

const checkUrl = 'Check the base URL (--base-url, the environment, the profile) and the network.';

function explain(code: string, host: string, hostname: string): Explanation {
  switch (code) {
    case 'ECONNREFUSED':
      return {what: `Nothing answers at ${host}: connection refused.`, hint: checkUrl};
    case 'ENOTFOUND':
      return {what: `There is no host named ${hostname}.`, hint: checkUrl};
    case 'EAI_AGAIN':
      return {
        what: `The name ${hostname} could not be looked up just now.`,
        hint: 'Check the network and its name server, or try again.',
      };
    case 'ECONNRESET':
    case 'EPIPE':
      return {
        what: `The connection to ${host} ended before the answer was there.`,
        hint: 'Try again; a proxy or the server may have closed it.',
      };
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return {what: `${host} cannot be reached (${code}).`, hint: checkUrl};
    case 'EPROTO':
      return {
        what: `${host} does not speak TLS as expected.`,
        hint: 'An http address may have been given as https.',
      };
    default:
      return explainFamily(code, host);
  }
}

function explainFamily(code: string, host: string): Explanation {
  if (isUntrusted(code)) {
    return {
      what: `The certificate of ${host} is not trusted (${code}).`,
      hint: 'For a private authority put its certificate in a file that NODE_EXTRA_CA_CERTS names.',
    };
  }
  if (code.startsWith('HPE_')) {
    return {what: `${host} does not answer in HTTP (${code}).`, hint: checkUrl};
  }
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI')) {
    return {
      what: `The answer of ${host} could not be decompressed (${code}).`,
      hint: 'A proxy may have changed it; try again.',
    };
  }
  return {hint: checkUrl};
}
