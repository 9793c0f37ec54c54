import {Failure} from '../base/failure.ts';
import type {Host} from './host.ts';
import type {StoredSecret} from './profile.ts';

/**
 * A secret from where it is: the text itself, an environment variable, or what a command prints
 * (client-contract 8.6).
 *
 * @throws Failure 'auth_error' when there is nothing to be read
 */
export async function readSecret(secret: StoredSecret, host: Host): Promise<string> {
  if (typeof secret === 'string') return secret;
  if ('env' in secret) {
    const value = host.env[secret.env];
    if (value) return value;
    throw missing(`The environment variable ${secret.env}, which holds the token, is not set.`);
  }
  const value = await host.runCommand(secret.command).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw missing(`The command for the token failed: ${why}.`);
  });
  if (value === '') throw missing(`The command for the token, ${secret.command[0]}, printed none.`);
  return value;
}

function missing(message: string): Failure {
  return new Failure('auth_error', message, {
    hint: 'auth.token of the profile says where the token is.',
    attempts: 0,
  });
}
