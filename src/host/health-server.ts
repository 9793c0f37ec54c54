import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {Failure} from '../base/failure.ts';
import {isLoopback} from '../base/loopback.ts';
import {codeOf} from './error-code.ts';

/** What a health server responds with. */
export interface HealthPages {
  /** Why the watch does not work; undefined if it does. */
  problem(): string | undefined;
  /** JSON. */
  state(): string;
  /** Prometheus text. */
  metrics(): string;
}

/** A running health server. */
export interface HealthServer {
  /** Base URL, with the port that was taken. */
  readonly url: string;
  close(): void;
}

/**
 * Serve /healthz (200, or 503 with the problem) and /metrics.
 *
 * @throws Failure 'config_error' if the address cannot be listened on
 */
export async function serveHealth(
  {host, port}: {readonly host: string; readonly port: number},
  pages: HealthPages,
): Promise<HealthServer> {
  const own = host.includes(':') ? `[${host}]` : host;
  const server = createServer((request, response) => {
    const send = (status: number, type: string, text: string): void => {
      response.writeHead(status, {'content-type': type, 'cache-control': 'no-store'});
      response.end(request.method === 'HEAD' ? undefined : text);
    };
    // A web page must not read this through a name that resolves to loopback.
    const asked = (request.headers.host ?? '').replace(/:\d+$/, '');
    if (isLoopback(own) && !isLoopback(asked)) return send(403, 'text/plain', 'Use the address.\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return send(405, 'text/plain', 'Use GET.\n');
    }
    switch (request.url?.replace(/\?.*$/s, '')) {
      case '/healthz':
        return send(pages.problem() ? 503 : 200, 'application/json', `${pages.state()}\n`);
      case '/metrics':
        return send(200, 'text/plain; version=0.0.4; charset=utf-8', pages.metrics());
      default:
        return send(404, 'text/plain', 'Use /healthz or /metrics.\n');
    }
  });
  // A client that never sends its request must not hold a connection.
  server.requestTimeout = 10_000;
  server.headersTimeout = 10_000;
  server.maxConnections = 100;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  }).catch((error: unknown) => {
    const why = codeOf(error) ?? String(error);
    throw new Failure('config_error', `Cannot listen on ${own}:${port} (${why}).`, {
      hint: 'Choose another port with --listen, or stop the program that uses it.',
      attempts: 0,
    });
  });
  // The watch decides when to end, not the server.
  server.unref();
  return {
    url: `http://${own}:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
