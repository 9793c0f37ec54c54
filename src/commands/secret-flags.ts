import {inputFailure} from '../api/plan.ts';
import type {Problem} from '../api/request-plan.ts';
import type {Failure} from '../base/failure.ts';
import type {Host} from '../host/host.ts';
import type {StoredSecret} from '../host/profile.ts';
import {readSource} from './body-source.ts';
import type {FlagRow} from './flags.ts';

export const appFlags = [
  {name: 'app-key', type: 'string', help: 'key of the add-on app, from the descriptor of the app'},
  {
    name: 'shared-secret',
    type: 'string',
    help: 'shared secret that the site sent when the app was installed; @file or - (standard input) keeps the secret off the command line',
  },
  {
    name: 'shared-secret-env',
    type: 'string',
    help: 'environment variable that holds the shared secret; the secret itself is not saved',
  },
] as const satisfies readonly FlagRow[];

interface SecretLine {
  readonly own: Readonly<Record<string, unknown>>;
  /** The other problems of the line. */
  readonly problems: readonly Problem[];
}

/**
 * Read a secret from a flag: a text, `@file`, `-` for standard input, or the environment variable
 * named by `--FLAG-env`, whose value is not saved (contract 8.9).
 *
 * @param flag its name without dashes
 * @throws Failure 'validation_error' together with the other problems of the line
 */
export async function readSecretFlag(
  flag: string,
  {own, problems}: SecretLine,
  host: Host,
): Promise<StoredSecret | undefined> {
  const [text, env] = [own[flag], own[`${flag}-env`]];
  const refused = (input: string, message: string): Failure =>
    inputFailure(undefined, [...problems, {input, message}]);
  if (typeof env === 'string') {
    if (text !== undefined) {
      throw refused(`${flag}-env`, `--${flag}-env and --${flag} cannot be combined`);
    }
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(env)) return {env};
    throw refused(`${flag}-env`, `--${flag}-env takes the name of an environment variable`);
  }
  if (typeof text !== 'string') return undefined;
  if (text !== '-' && !text.startsWith('@')) return text;
  if (text === '-' && host.stdin.isTTY) {
    const why = 'reads standard input, which is a terminal: omit the flag to get a prompt';
    throw refused(flag, `--${flag} ${why}`);
  }
  const {body, problems: unread} = await readSource(flag, text, 'text', host);
  if (unread.length > 0) throw inputFailure(undefined, [...problems, ...unread]);
  return String(body ?? '').trim();
}
