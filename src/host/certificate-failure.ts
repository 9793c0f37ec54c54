import type {DetailedPeerCertificate} from 'node:tls';
import {findInCauses} from './error-code.ts';

/** Explanation of a failed connection, without credentials. */
export interface Explanation {
  /** What happened; absent to use the error's own message. */
  readonly what?: string;
  /** What to do. */
  readonly hint: string;
}

/** OpenSSL's codes for certificates of an unknown authority. */
const ofUnknownAuthority: ReadonlySet<string> = new Set([
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Limit of a certificate's names in a message. */
const mostNames = 5;
/** Time limit for reading a certificate only to describe it, in milliseconds. */
const readTimeoutMs = 3000;

/** Whether a connection failed because of the server's certificate; then nothing was sent. */
export function isCertificateCode(code: string): boolean {
  return /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code);
}

/**
 * Explain why a certificate was rejected. Only one of an unknown authority may be worth trusting:
 * one for another host, or an expired one, means a wrong address, a wrong clock or an attacker.
 *
 * @param host host with its port
 */
export function explainCertificate(error: unknown, code: string, host: string): Explanation {
  const its = `The certificate of ${host}`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = namesOf(error);
    return {
      what:
        names === '' ? `${its} is for another host.` : `${its} is for ${names}, not for this host.`,
      hint: 'Check the host of the base URL. If the host is correct, something else is responding: a proxy, the login page of a network, or a server with the wrong certificate.',
    };
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return {what: `${its} has expired.`, hint: hintOfDates};
  }
  if (code === 'CERT_NOT_YET_VALID') {
    return {what: `${its} is not valid yet.`, hint: hintOfDates};
  }
  if (ofUnknownAuthority.has(code)) {
    return {
      what: `${its} is not trusted (${code}).`,
      hint: 'For a private certificate authority, set NODE_EXTRA_CA_CERTS to a file with its certificate.',
    };
  }
  return {
    what: `${its} cannot be used (${code}).`,
    hint: 'The operator of the server, or of a proxy in between, must replace the certificate.',
  };
}

const hintOfDates =
  'Check the clock of this machine. If the clock is correct, the operator of the server must renew the certificate.';

function namesOf(error: unknown): string {
  const cert = findInCauses(error, 'cert');
  const text =
    typeof cert === 'object' && cert !== null && 'subjectaltname' in cert
      ? String(cert.subjectaltname)
      : '';
  const names = text
    .split(', ')
    .map(name => name.replace(/^(?:DNS|IP Address):/, ''))
    .filter(Boolean);
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `${names.slice(0, mostNames).join(', ')}${more}`;
}

/**
 * Describe the validity period of a certificate that was rejected for its dates, by connecting
 * again without sending anything.
 *
 * @param nowMs by this machine's clock
 * @returns undefined if it cannot be read
 */
export async function explainDates(
  {hostname, port}: URL,
  host: string,
  nowMs: number,
): Promise<string | undefined> {
  const certificate = await readCertificate(hostname.replace(/^\[|\]$/g, ''), Number(port) || 443);
  const dates = certificate && findWrongDates(certificate, nowMs);
  if (dates === undefined) return undefined;
  const {validFromMs, validToMs} = dates;
  const what =
    nowMs > validToMs ? `expired on ${day(validToMs)}` : `is not valid before ${day(validFromMs)}`;
  return `The certificate of ${host} ${what}; this machine's clock says ${day(nowMs)}.`;
}

async function readCertificate(
  host: string,
  port: number,
): Promise<DetailedPeerCertificate | undefined> {
  const {connect} = await import('node:tls');
  return new Promise(resolve => {
    // No request is sent to an untrusted server; only its certificate is read.
    const socket = connect({host, port, servername: host, rejectUnauthorized: false}, () =>
      end(socket.getPeerCertificate(true)),
    );
    const end = (certificate?: DetailedPeerCertificate): void => {
      socket.destroy();
      resolve(certificate);
    };
    socket.setTimeout(readTimeoutMs, () => end());
    socket.on('error', () => end());
  });
}

/**
 * The dates of the first certificate in the chain that is not valid now; it may be an authority's.
 */
function findWrongDates(first: DetailedPeerCertificate, nowMs: number) {
  const seen = new Set<DetailedPeerCertificate>();
  for (let one: DetailedPeerCertificate | undefined = first; one && !seen.has(one); ) {
    seen.add(one);
    const [validFromMs, validToMs] = [Date.parse(one.valid_from), Date.parse(one.valid_to)];
    if (nowMs > validToMs || nowMs < validFromMs) return {validFromMs, validToMs};
    one = one.issuerCertificate;
  }
  return undefined;
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ').concat(' UTC');
}
