import process from 'node:process';
import {isSecretName} from '../base/hide-secrets.ts';

/** Other variables that secrets were read from, as configured in profiles. */
const secretVariables = new Set<string>();

/** Mark a variable that a secret was read from: child processes do not receive it. */
export function markSecretVariable(name: string): void {
  secretVariables.add(name);
}

/**
 * The environment of child processes: without secrets such as JR_AUTH_TOKEN. A child that calls jr
 * selects a profile.
 */
export function childEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => {
      const isOwn = /^(?:JR|CF|STEWARD)_/i.test(name) && isSecretName(name);
      return !isOwn && !secretVariables.has(name);
    }),
  );
}
