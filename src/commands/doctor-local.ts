import {expiryWarning} from '../base/expiry.ts';
import {Failure} from '../base/failure.ts';
import {readConfig} from '../host/config.ts';
import type {Host} from '../host/host.ts';
import {configFileFromEnv} from '../host/paths.ts';
import {policyMistake} from '../host/policy.ts';
import {findFileMode} from '../host/private-file.ts';
import {findProxy} from '../host/proxy.ts';
import type {RunLimits} from '../host/run-program.ts';
import {readCredentials, resolveTarget, type SettingsFlags, type Target} from '../host/settings.ts';
import {tokenPage} from '../host/token-page.ts';
import type {CommandContext} from './context.ts';
import {
  errorFinding,
  type Finding,
  okFinding,
  runCheck,
  skippedCheck,
  warningFinding,
} from './doctor-finding.ts';

/** The results of the local checks, and the resolved target. */
export interface LocalFindings {
  readonly findings: readonly Finding[];
  /** Absent when there is none. */
  readonly target?: Target;
  /** Whether there are credentials to test. */
  readonly hasCredentials: boolean;
}

/**
 * Run the checks that need no request: configuration, profile, proxy, credentials.
 *
 * @param timeoutMs timeout of a command that prints the secret
 */
export async function runLocalChecks(
  flags: SettingsFlags,
  context: CommandContext,
  timeoutMs?: number,
): Promise<LocalFindings> {
  const {service, program, host} = context;
  let target: Target;
  try {
    target = await resolveTarget(service, flags, host);
  } catch (error) {
    const configuration = await checkConfiguration(context, `Run ${program} login to create one.`);
    // An unreadable file was reported already.
    const isReported = configuration.status === 'error';
    const profile = isReported
      ? skippedCheck('profile', 'see configuration')
      : errorFinding('profile', error);
    return {findings: [configuration, profile], hasCredentials: false};
  }
  const configuration = await checkConfiguration(context);
  const {profile, warnings, writeWarnings, notes, policy, protected: isProtected} = target;
  const {mistakes = []} = policy;
  const remarks = [...warnings, ...writeWarnings, ...notes].filter(
    text => !mistakes.some(mistake => text.startsWith(mistake)),
  );
  const named = `${profile}${isProtected ? ' (protected)' : ''}`;
  const credentials = await checkCredentials(target, flags, {program, host, timeoutMs});
  return {
    findings: [
      configuration,
      okFinding('profile', named),
      checkUrl(target),
      ...mistakes.map(mistake => errorFinding('policy', policyMistake(mistake))),
      ...remarks.map(warning => warningFinding('settings', warning)),
      await checkProxy(target, host),
      ...(await checkAuthorities(host)),
      credentials,
      ...checkExpiry(target, host),
    ],
    target,
    hasCredentials: credentials.status === 'ok',
  };
}

/** Warn before the profile's token expires. */
function checkExpiry({expires}: Target, {clock}: Host): readonly Finding[] {
  if (expires === undefined) return [];
  const warning = expiryWarning(expires, clock.now());
  if (warning === undefined) return [okFinding('expiry', `the token expires on ${expires}`)];
  const hint = `Create a new token at ${tokenPage} and sign in again: login`;
  return [warningFinding('expiry', `the token ${warning}`, hint)];
}

/** Check the terminal's capabilities, for the terminal UI. */
export function checkTerminal({stdin, stdout, env}: Host): Finding {
  if (!stdout.isTTY || !stdin.isTTY) {
    return okFinding(
      'terminal',
      'none: output is JSON, and the terminal UI prints one plain frame',
    );
  }
  const {columns = 0, rows = 0} = stdout;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  const color = env.NO_COLOR
    ? 'no colours (NO_COLOR)'
    : `colours of ${env.COLORTERM || env.TERM || 'an unnamed terminal'}`;
  const size = `${columns} columns, ${rows} rows, ${color}`;
  if (env.TERM === 'dumb') {
    return warningFinding(
      'terminal',
      `${size}: the terminal cannot move its cursor`,
      'Set TERM to a terminal type with cursor movement to use the terminal UI.',
    );
  }
  if (columns < 40 || rows < 12) {
    return warningFinding('terminal', size, 'The terminal UI needs 40 columns and 12 rows.');
  }
  if (locale !== '' && !/utf-?8/i.test(locale)) {
    return warningFinding(
      'terminal',
      `${size}, locale ${locale}`,
      'Characters may be displayed wrongly; set a UTF-8 locale.',
    );
  }
  return okFinding('terminal', size);
}

/** @param wanted advice if there is no configuration but one is needed */
async function checkConfiguration(
  {service, program, host}: Pick<CommandContext, 'service' | 'program' | 'host'>,
  wanted?: string,
): Promise<Finding> {
  const check = 'configuration';
  return runCheck(check, async () => {
    const {path, exists} = await readConfig(service, host);
    const isNamed = configFileFromEnv(service, host) !== undefined;
    if (!exists && isNamed) {
      const hint = `Correct or unset ${program.toUpperCase()}_CONFIG_PATH, which names it.`;
      throw new Failure('config_error', `no file at ${path}`, {hint});
    }
    if (!exists) {
      const message = `no file at ${path}`;
      return wanted === undefined
        ? okFinding(check, `${message}; none is required`)
        : warningFinding(check, message, wanted);
    }
    const mode = await findFileMode(path);
    const isOpen = host.platform !== 'win32' && mode !== undefined && (mode & 0o077) !== 0;
    return isOpen
      ? warningFinding(
          check,
          `${path} can be read by others (mode ${mode.toString(8)})`,
          `chmod 600 ${path}`,
        )
      : okFinding(check, path);
  });
}

function checkUrl({service, baseUrl}: Target): Finding {
  if (service === 'content' && !/\/api\/v2$/.test(baseUrl)) {
    return warningFinding(
      'base_url',
      `${baseUrl} does not end in /api/v2`,
      'Paths are appended to the base URL unchanged: use a URL such as https://your-site.example/wiki/api/v2.',
    );
  }
  if (service === 'tracker' && /\/rest(\/|$)/.test(new URL(baseUrl).pathname)) {
    return warningFinding(
      'base_url',
      `${baseUrl} contains /rest`,
      'Remove /rest: /rest/api/3 is appended to the base URL.',
    );
  }
  return okFinding('base_url', baseUrl);
}

function checkProxy({baseUrl}: Target, {env}: Host): Promise<Finding> {
  return runCheck('proxy', async () => {
    const proxy = findProxy(new URL(baseUrl), env);
    return okFinding('proxy', proxy === undefined ? 'none' : `${proxy.protocol}//${proxy.host}`);
  });
}

/**
 * Check certificates of private authorities, which Node reads at startup and ignores if it cannot.
 */
async function checkAuthorities({env}: Host): Promise<readonly Finding[]> {
  const path = env.NODE_EXTRA_CA_CERTS;
  if (!path) return [];
  const isThere = (await findFileMode(path)) !== undefined;
  return isThere
    ? [okFinding('authorities', path)]
    : [warningFinding('authorities', `NODE_EXTRA_CA_CERTS names a missing file: ${path}`)];
}

async function checkCredentials(
  target: Target,
  flags: SettingsFlags,
  {program, host, timeoutMs}: Pick<CommandContext, 'program' | 'host'> & RunLimits,
): Promise<Finding> {
  const check = 'credentials';
  return runCheck(check, async () => {
    const {type} = await readCredentials(target, host, {timeoutMs});
    const {appKey, grant} = target;
    const seen = flags.authToken === undefined ? '' : ', where others can see it';
    const from = `from ${target.secretFrom}${seen}`;
    switch (type) {
      case 'none': {
        const message = 'No credentials: only anonymous operations work.';
        const hint = `Save them with ${program} login.`;
        return {check, status: 'error', message, hint, error_type: 'auth_error'};
      }
      case 'basic':
        return okFinding(check, `basic, user ${target.user}, token ${from}`);
      case 'bearer':
        return okFinding(check, `bearer, token ${from}`);
      case 'app':
        return okFinding(check, `add-on app ${appKey}, shared secret ${from}`);
      case 'oauth2': {
        const how =
          grant === 'refresh_token'
            ? 'renewed for the user who signed in'
            : 'from client credentials';
        return okFinding(check, `oauth2, token ${how}`);
      }
    }
  });
}
