import {spawn} from 'node:child_process';
import process from 'node:process';
import {text} from 'node:stream/consumers';
import type {ExchangeEvent} from '../api/client.ts';
import type {TokenOptions} from '../api/credentials.ts';
import {Failure, type FailureDetails, type FailureKind} from '../base/failure.ts';
import {findJson, isRecord} from '../base/json-value.ts';
import {onAbort} from '../base/on-abort.ts';
import {childEnv} from './child-env.ts';
import type {AccessToken} from './oauth-fetch.ts';
import type {RefreshSetup} from './oauth-refresh.ts';

/**
 * Input of the process that renews a token, passed only on its standard input: it contains secrets.
 */
export interface Renewal extends RefreshSetup {
  /** File of the sign-in. */
  readonly path: string;
  readonly clientSecret: string;
  readonly timeoutMs?: number;
  /** A token that the service rejected. */
  readonly refused?: string;
}

/** Output of that process. */
export interface RenewalResult {
  readonly token?: AccessToken;
  readonly failure?: {
    readonly kind: FailureKind;
    readonly message: string;
    readonly details: FailureDetails;
  };
  readonly exchanges: readonly ExchangeEvent[];
}

/** A path in a build; a URL when run from source, which Node 20 cannot start. */
const program: string | URL = new URL('./renewal.ts', import.meta.url);

/**
 * Renew a token in a separate process and session: a refresh token can be used only once, so
 * killing the command, or its process group, must not kill the process that waits for the next one.
 * That process ends when the token is saved, or after its own time limits.
 *
 * @returns undefined if the process could not be started or ended without a result
 * @throws Failure of the renewal; 'interrupted' at once if the signal is aborted, while the process
 * continues
 */
export async function renewInChildProcess(
  renewal: Renewal,
  {signal, onExchange}: TokenOptions,
): Promise<AccessToken | undefined> {
  if (typeof program !== 'string') return undefined;
  const output = await runApart(program, JSON.stringify(renewal), signal);
  const result = findJson(output);
  if (!isResult(result)) return undefined;
  for (const event of result.exchanges) onExchange?.(event);
  const {token, failure} = result;
  if (failure !== undefined) throw new Failure(failure.kind, failure.message, failure.details);
  return token;
}

async function runApart(file: string, input: string, signal?: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [file], {
    // On Windows, children survive a killed process, and detaching opens a window.
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    env: childEnv(),
  });
  const failed = new Promise<string>(resolve => child.once('error', () => resolve('')));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const interrupted = new Promise<never>((_, reject) => {
    onAbort(signal, () => reject(new Failure('interrupted', 'Interrupted.')));
  });
  try {
    return await Promise.race([text(child.stdout), failed, interrupted]);
  } finally {
    child.stdout.destroy();
    child.unref();
  }
}

function isResult(value: unknown): value is RenewalResult {
  return isRecord(value) && Array.isArray(value.exchanges);
}
