import process from 'node:process';
import {isSecretName} from '../base/hide-secrets.ts';

/** Variables of other names that a secret was read from, as profiles say. */
const secretVariables = new Set<string>();

/** Remember a variable that a secret was read from: programs that are started do not get it. */
export function markSecretVariable(name: string): void {
  secretVariables.add(name);
}

/**
 * The environment of a program that is started: without the secrets of this one, such as
 * JR_AUTH_TOKEN. One that calls jr itself names a profile.
 */
export function childEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => {
      const isOwn = /^(?:JR|CF|STEWARD)_/i.test(name) && isSecretName(name);
      return !isOwn && !secretVariables.has(name);
    }),
  );
}
