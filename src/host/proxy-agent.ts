import {type ClientRequestArgs, request as httpRequest} from 'node:http';
import {Agent as HttpsAgent, request as httpsRequest} from 'node:https';
import type {Socket} from 'node:net';
import type {Duplex} from 'node:stream';
import {type ConnectionOptions, connect as connectTls} from 'node:tls';
import type {RequestFunction} from 'got';
import {defined} from '../base/defined.ts';
import {proxyAuthorization, proxyErrorCode} from './proxy.ts';

const tunnelTimeoutMs = 30_000;

/** Connections through a proxy to https URLs: a CONNECT tunnel with TLS to the server inside. */
export class TunnelAgent extends HttpsAgent {
  readonly #proxy: URL;

  constructor(proxy: URL) {
    super({keepAlive: true, scheduling: 'lifo'});
    this.#proxy = proxy;
  }

  override createConnection(
    options: ClientRequestArgs,
    callback: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const {path: _, ...rest} = options;
    openTunnel(this.#proxy, String(rest.host), Number(rest.port)).then(
      // The agent adds TLS options (servername, ca …) to those of the request.
      socket => callback(null, connectTls({...(rest as ConnectionOptions), socket})),
      // On an error, the stream argument is ignored.
      (error: Error) => callback(error, undefined as never),
    );
  }
}

/** For got: send requests to http URLs to the proxy, with the whole URL. */
export function requestThrough(proxy: URL): RequestFunction {
  const authorization = proxyAuthorization(proxy);
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  return (url, options, callback) => {
    const {headers, method, signal, timeout} = options;
    return send(
      {
        ...addressOf(proxy),
        ...defined({method, signal, timeout}),
        path: url.href,
        headers: {
          ...headers,
          host: url.host,
          ...(authorization !== undefined && {'proxy-authorization': authorization}),
        },
      },
      callback,
    );
  };
}

function openTunnel(proxy: URL, host: string, port: number): Promise<Socket> {
  const authorization = proxyAuthorization(proxy);
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send({
      ...addressOf(proxy),
      method: 'CONNECT',
      path: authority,
      agent: false,
      timeout: tunnelTimeoutMs,
      headers: {
        host: authority,
        ...(authorization !== undefined && {'proxy-authorization': authorization}),
      },
    });
    // The waiting request has its own limit and keeps the process alive until then.
    request.on('socket', socket => socket.unref());
    request.on('timeout', () => request.destroy(new Error('it does not respond')));
    request.on('error', error => reject(proxyError(proxy, error.message, {cause: error})));
    request.on('connect', ({statusCode}, socket) => {
      if (statusCode === 200) {
        socket.setTimeout(0);
        resolve(socket.ref());
        return;
      }
      socket.destroy();
      const why = `it responded ${statusCode} to CONNECT ${authority}`;
      reject(proxyError(proxy, why, {status: statusCode}));
    });
    request.end();
  });
}

function addressOf({protocol, hostname, port}: URL) {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return {hostname: bare, port: Number(port) || (protocol === 'https:' ? 443 : 80)};
}

function proxyError(
  proxy: URL,
  why: string,
  {status, cause}: {readonly status?: number | undefined; readonly cause?: Error},
): Error {
  const error = new Error(`the proxy ${proxy.host} opened no tunnel: ${why}`, {cause});
  return Object.assign(error, {code: proxyErrorCode, status});
}
