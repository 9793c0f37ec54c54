import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {Failure} from '../base/failure.ts';
import {isLoopback} from '../base/loopback.ts';
import {onAbort} from '../base/on-abort.ts';
import {parseUrl} from '../base/parse-url.ts';
import {codeOf} from './error-code.ts';

/** A listener for the redirect of a sign-in. Has a lifetime: `close` ends it. */
export interface RedirectListener {
  /** The redirect URL, with the actual port. */
  readonly redirectUri: string;
  /** The code of the sign-in; rejects with Failure 'auth_error' if it was denied. */
  readonly code: Promise<string>;
  close(): void;
}

/** Time limit of a sign-in. */
const waitMs = 300_000;

/**
 * Listen on this machine for the redirect that ends a sign-in (RFC 8252). Only a request for the
 * path of the URL with the state is accepted; others are rejected without effect.
 *
 * @param address `http://localhost:PORT/path` or with a loopback address; port 0 selects a free one
 * @throws Failure 'validation_error' if the URL is not of this machine or its port is in use
 */
export async function listenForRedirect(
  address: string,
  state: string,
  signal: AbortSignal,
): Promise<RedirectListener> {
  const url = parseUrl(address);
  if (url === undefined || url.protocol !== 'http:' || !isLoopback(url.hostname)) {
    throw refused('must be an http URL on this machine, such as http://127.0.0.1:8976/callback');
  }
  const {promise, resolve, reject} = promiseWithResolvers<string>();
  // The rejection may arrive before anything awaits the promise.
  promise.catch(() => undefined);
  const server = createServer((request, response) =>
    answer(request, response, {path: url.pathname, state, resolve, reject}),
  );
  const host = url.hostname.replace(/^\[|\]$/g, '');
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(Number(url.port), host, listening);
  }).catch((error: unknown) => {
    throw refused(`cannot be listened on (${codeOf(error) ?? String(error)})`);
  });
  url.port = String((server.address() as AddressInfo).port);
  const timer = setTimeout(() => {
    reject(
      new Failure('timeout_error', 'The sign-in timed out after five minutes.', {attempts: 0}),
    );
  }, waitMs);
  const release = onAbort(signal, () => reject(new Failure('interrupted', 'Interrupted.')));
  return {
    redirectUri: url.href,
    code: promise,
    close() {
      clearTimeout(timer);
      release();
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Waiting {
  readonly path: string;
  readonly state: string;
  resolve(code: string): void;
  reject(failure: Failure): void;
}

function answer(request: IncomingMessage, response: ServerResponse, waiting: Waiting): void {
  const url = parseUrl(request.url ?? '', 'http://127.0.0.1');
  const given = url?.searchParams;
  const isOurs = url?.pathname === waiting.path && given?.get('state') === waiting.state;
  const [code, error] = [given?.get('code'), given?.get('error')];
  if (!isOurs || (!code && !error)) {
    show(response, 400, 'This is not the expected sign-in.');
  } else if (code) {
    show(response, 200, 'You are signed in. Close this page and return to the terminal.');
    waiting.resolve(code);
  } else {
    show(response, 200, 'The sign-in was refused. Close this page and return to the terminal.');
    const why = [error, given?.get('error_description')].filter(Boolean).join(': ');
    waiting.reject(new Failure('auth_error', `The sign-in was refused (${why}).`, {attempts: 0}));
  }
}

/** The page contains nothing of the request, and loads nothing. */
function show(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(`${text}\n`);
}

function refused(why: string): Failure {
  const message = `--redirect-uri ${why}`;
  return new Failure('validation_error', message, {
    errors: {'redirect-uri': message},
    hint: 'The address must be registered for the app.',
    attempts: 0,
  });
}

function promiseWithResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (failure: Failure) => void = () => undefined;
  const promise = new Promise<T>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return {promise, resolve, reject};
}
