import {Failure} from '../base/failure.ts';
import {markSecretVariable} from './child-env.ts';
import type {Host} from './host.ts';
import {rememberSecret} from './known-secrets.ts';
import type {StoredSecret} from './profile.ts';
import {programTimeoutMs, type RunLimits} from './run-program.ts';

/** The name of a secret in messages. */
export interface SecretNames {
  readonly what: string;
  /** The member of the profile that refers to it. */
  readonly member: string;
}

/**
 * Read a secret: a literal text, an environment variable, or the output of a command (contract
 * 8.6).
 *
 * @param limits of a command; at most 30 s
 * @throws Failure 'auth_error' if it cannot be read, 'interrupted'
 */
export async function readSecret(
  secret: StoredSecret,
  host: Host,
  limits: RunLimits = {},
  names: SecretNames = {what: 'token', member: 'auth.token'},
): Promise<string> {
  const value = await findSecret(secret, host, limits, names);
  rememberSecret(value);
  return value;
}

async function findSecret(
  secret: StoredSecret,
  host: Host,
  {timeoutMs, signal}: RunLimits,
  names: SecretNames,
): Promise<string> {
  if (typeof secret === 'string') {
    if (secret !== '' && secret.trim() === '') throw missing(`The ${names.what} is blank.`, names);
    return secret;
  }
  if ('env' in secret) {
    const value = host.env[secret.env];
    markSecretVariable(secret.env);
    if (value?.trim()) return value;
    throw missing(
      `The environment variable ${secret.env} for the ${names.what} is not set.`,
      names,
    );
  }
  const limits = {timeoutMs: Math.min(timeoutMs || programTimeoutMs, programTimeoutMs), signal};
  const value = await host.runCommand(secret.command, limits).catch((error: unknown) => {
    if (signal?.aborted) throw new Failure('interrupted', 'Interrupted.');
    const why = error instanceof Error ? error.message : String(error);
    throw missing(`The command for the ${names.what} failed: ${why}.`, names);
  });
  if (value.trim() === '') {
    throw missing(`The command for the ${names.what}, ${secret.command[0]}, printed none.`, names);
  }
  return value;
}

function missing(message: string, {what, member}: SecretNames): Failure {
  return new Failure('auth_error', message, {
    hint: `${member} of the profile sets the source of the ${what}.`,
    attempts: 0,
  });
}
