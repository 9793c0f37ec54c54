import {Failure} from '../base/failure.ts';
import type {Host} from './host.ts';
import {type RunLimits, runProgram} from './run-program.ts';

/** The name under which secrets are stored. */
const service = 'steward';

/** The platform's command that stores a secret, and the one that prints it. */
interface Keychain {
  readonly store: readonly string[];
  /** Its standard input; the secret is never on a command line. */
  readonly input: string;
  readonly print: readonly string[];
}

/**
 * Store a secret with the platform's own tool: `security` on macOS, `secret-tool` on Linux, the
 * credential vault through PowerShell on Windows.
 *
 * @param account names the secret; an existing one is replaced
 * @returns the command that prints the secret, for the configuration
 * @throws Failure 'config_error' if the tool is missing or fails, 'interrupted'
 */
export async function storeInKeychain(
  account: string,
  secret: string,
  {platform}: Pick<Host, 'platform'>,
  limits: RunLimits = {},
): Promise<readonly string[]> {
  const {store, input, print} = keychainOf(platform, account, secret);
  const end = await runProgram(store, input, limits);
  if (end.kind === 'done') return print;
  if (end.kind === 'interrupted') throw new Failure('interrupted', 'Interrupted.');
  throw new Failure('config_error', `${end.problem ?? `${store[0]} failed`}.`, {
    hint: 'Without --keychain the token is saved in the configuration file, which only you can read.',
    attempts: 0,
  });
}

function keychainOf(platform: NodeJS.Platform, account: string, secret: string): Keychain {
  if (platform === 'darwin') {
    const hex = Buffer.from(secret).toString('hex');
    const name = account.replace(/["\\]/g, '\\$&');
    return {
      store: ['security', '-i'],
      input: `add-generic-password -U -s ${service} -a "${name}" -X ${hex}\n`,
      print: ['security', 'find-generic-password', '-s', service, '-a', account, '-w'],
    };
  }
  if (platform === 'win32') {
    const name = account.replaceAll("'", "''");
    const run = (script: string) => [
      'powershell.exe',
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      `$ErrorActionPreference = 'Stop'; [void][Windows.Security.Credentials.PasswordVault,Windows.Security.Credentials,ContentType=WindowsRuntime]; $v = New-Object Windows.Security.Credentials.PasswordVault; ${script}`,
    ];
    return {
      store: run(
        `$v.Add((New-Object Windows.Security.Credentials.PasswordCredential('${service}', '${name}', [Console]::In.ReadLine())))`,
      ),
      input: `${secret}\n`,
      print: run(`$c = $v.Retrieve('${service}', '${name}'); $c.RetrievePassword(); $c.Password`),
    };
  }
  return {
    store: [
      'secret-tool',
      'store',
      '--label',
      `${service}: ${account}`,
      'service',
      service,
      'account',
      account,
    ],
    input: secret,
    print: ['secret-tool', 'lookup', 'service', service, 'account', account],
  };
}
