import {once} from 'node:events';
import {createServer as createTlsServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {describe, expect, it} from 'vitest';
import {
  failureFromTransport,
  proxyLoginFailure,
  withCertificateDates,
} from '../../src/host/transport-failure.ts';
import {expiredCertificate} from '../support/own-certificate.ts';

const request = {method: 'GET', url: 'https://site.example/x', headers: {}, timeoutMs: 1000};
const proxy = new URL('http://me:hush@proxy.example:3128');

function failure(code: string, more: object = {}, through?: URL, url = request.url) {
  const error = Object.assign(new Error(`failed with ${code}`), {code, ...more});
  return failureFromTransport(error, {...request, url}, through);
}

describe('a connection that failed', () => {
  it.each([
    // code, another try may help, nothing was sent, advice
    ['ECONNREFUSED', true, true, /URL of the site/],
    ['ECONNRESET', true, false, /Try again/],
    ['EAI_AGAIN', true, true, /try again/],
    ['ETIMEDOUT', true, false, /URL of the site/],
    ['ENOTFOUND', false, true, /URL of the site/],
    ['EPROTO', false, false, /need http instead/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', false, false, /need http instead/],
    ['ERR_TLS_HANDSHAKE_TIMEOUT', true, true, /URL of the site/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', false, true, /NODE_EXTRA_CA_CERTS/],
    ['SELF_SIGNED_CERT_IN_CHAIN', false, true, /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', false, true, /NODE_EXTRA_CA_CERTS/],
    ['CERT_HAS_EXPIRED', false, true, /clock/],
    ['CERT_NOT_YET_VALID', false, true, /clock/],
    ['CERT_REVOKED', false, true, /replace/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', false, true, /host of the base URL/],
  ])('with %s: another try may help %s, nothing sent %s', (code, mayHelp, unsent, advice) => {
    const {kind, details} = failure(code);
    expect(kind).toBe('connection_error');
    expect([details.lasting !== true, details.unsent === true]).toEqual([mayHelp, unsent]);
    expect(details.hint).toMatch(advice);
    // Trusting a certificate helps against an unknown authority alone.
    const isAdvised = /NODE_EXTRA_CA_CERTS/.test(details.hint ?? '');
    expect(isAdvised).toBe(/SELF_SIGNED|UNABLE_TO/.test(code));
  });

  it('says for whom a certificate is, behind the error of a library too', () => {
    const cert = {subjectaltname: 'DNS:a.example, DNS:*.b.example, IP Address:10.0.0.1'};
    const inner = Object.assign(new Error('x'), {cert});
    for (const more of [{cert}, {cause: inner}]) {
      expect(failure('ERR_TLS_CERT_ALTNAME_INVALID', more).message).toBe(
        'The certificate of site.example is for a.example, *.b.example, 10.0.0.1, not for this host.',
      );
    }
  });

  it('says when a certificate ended, and what the clock says', async () => {
    const server = createTlsServer(expiredCertificate).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const nowMs = Date.parse('2026-11-23T01:02:03Z');
    const found = await withCertificateDates(
      failure('CERT_HAS_EXPIRED', {}, undefined, url),
      url,
      undefined,
      nowMs,
    );
    const early = await withCertificateDates(
      failure('CERT_NOT_YET_VALID', {}, undefined, url),
      url,
      undefined,
      Date.parse('2019-01-01T00:00:00Z'),
    );
    server.close();
    const {host} = new URL(url);
    expect(found.message).toBe(
      `The certificate of ${host} expired on 2021-02-03 04:05 UTC; this machine's clock says 2026-11-23 01:02 UTC.`,
    );
    expect(found.details).toMatchObject({lasting: true, unsent: true});
    expect(early.message).toContain('is not valid before 2020-01-01 00:00 UTC');
    // Where it cannot be read, the failure stays as it was.
    const without = failure('CERT_HAS_EXPIRED', {}, undefined, url);
    expect(await withCertificateDates(without, url, undefined, nowMs)).toBe(without);
    expect(without.message).toBe(`The certificate of ${host} has expired.`);
  });
});

describe('a proxy that refuses', () => {
  it.each([
    [407, false, /name:password/],
    [403, false, /does not allow/],
    [502, true, /HTTPS_PROXY/],
    [503, true, /HTTPS_PROXY/],
  ])('a tunnel with %s: another try may help %s', (status, mayHelp, advice) => {
    const {details} = failure('EPROXY', {status}, proxy);
    expect(details.lasting !== true).toBe(mayHelp);
    expect(details.unsent).toBe(true);
    expect(details.hint).toMatch(advice);
  });

  it('and is not there, by its name, is not asked again', () => {
    const plain = failure('ENOTFOUND', {}, proxy, 'http://site.example/x');
    expect(plain.message).toBe('Host proxy.example not found.');
    expect(plain.details.lasting).toBe(true);
    const error = new Error('the proxy proxy.example:3128 opened no tunnel: getaddrinfo ENOTFOUND');
    const tunnel = failureFromTransport(Object.assign(error, {code: 'EPROXY'}), request, proxy);
    expect(tunnel.details.lasting).toBe(true);
  });

  it('wants a name and password, or others, without showing them', () => {
    const {message, details} = proxyLoginFailure(proxy);
    expect(message).toBe('The proxy proxy.example:3128 rejected the user name and password (407).');
    expect(details).toMatchObject({lasting: true, unsent: true});
    expect(proxyLoginFailure(new URL('http://p.example')).message).toContain(
      'requires a user name',
    );
  });
});
