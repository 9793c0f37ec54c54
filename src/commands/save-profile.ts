import {planIdentityRequest} from '../api/account-requests.ts';
import type {Problem} from '../api/request-plan.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {type Config, readConfig} from '../host/config.ts';
import {changeConfig, type ProfileChange, refuseYaml, withProfile} from '../host/config-write.ts';
import {emptyProfile, findProfile, type StoredProfile} from '../host/profile.ts';
import {type Target, targetOf} from '../host/settings.ts';
import {askQuietly} from './command-client.ts';
import {askMissing} from './configure-ask.ts';
import {mergedProfile, refuseOAuth} from './configure-change.ts';
import type {CommandContext, CommandHost} from './context.ts';
import type {GlobalValues} from './flags.ts';
import {describeProfile, nameOfProfile} from './stored-profile.ts';

/** A profile to be saved. */
interface SaveJob {
  readonly globals: GlobalValues;
  /** The problems of the line so far. */
  readonly problems: readonly Problem[];
  /** Send one GET with the credentials first. */
  readonly isTested: boolean;
  /** Describe where the secret comes from, if the line has one. */
  readonly secretFrom?: (change: ProfileChange) => string | undefined;
  readonly context: CommandContext;
  /** Print the result; returns the exit code 0. */
  print(status: object): Promise<number>;
}

/**
 * Save a profile, after asking on a terminal for missing values.
 *
 * @throws Failure of any kind; the file is unchanged then
 */
export async function saveProfile(
  {globals, problems, isTested, secretFrom, context, print}: SaveJob,
  given: ProfileChange,
): Promise<number> {
  const {service, host} = context;
  const config = await readConfig(service, host);
  const name = nameOfProfile(globals, config, context);
  if (globals['auth-type'] === 'oauth2') throw refuseOAuth(config, name, service);
  refuseYaml(config.path);
  const stored = findProfile(config, name) ?? emptyProfile;
  const change = await askMissing(problems, given, stored, context);
  const target = targetIn(config, name, mergedProfile(stored, change), context);
  if (globals['dry-run']) {
    const tested = isTested && {note: '--dry-run does not test the credentials.'};
    const shown = describeProfile(config, name, change);
    return print({status: 'dry_run', profile: name, path: config.path, ...shown, ...tested});
  }
  if (isTested) {
    const from = secretFrom?.(change) ?? target.secretFrom;
    const tried = {...target, ...(from !== undefined && {secretFrom: from})};
    await testCredentials(tried, globals, host).catch((error: unknown) => {
      throw notSaved(toFailure(error));
    });
  }
  const save = (text: string): string => withProfile(text, name, change);
  const path = await changeConfig(service, host, save, globals.timeout);
  return print({status: 'saved', profile: name, path, ...(isTested && {tested: true})});
}

/** Resolve the target of a stored profile, ignoring the environment; report its warnings. */
export function targetIn(
  config: Config,
  name: string,
  profile: StoredProfile,
  {service, host}: CommandContext,
): Target {
  const target = targetOf(service, {}, {config, name, profile, warnings: config.warnings ?? []});
  for (const warning of target.warnings) host.reporter.warn(warning);
  return target;
}

/** Test whether the service accepts the credentials, whatever the profile's policy. */
export async function testCredentials(
  target: Target,
  globals: GlobalValues,
  host: CommandHost,
): Promise<void> {
  await askQuietly(planIdentityRequest(target), {...target, policy: {denied: []}}, globals, host);
}

function notSaved({kind, message, details}: Failure): Failure {
  const hint = ['Nothing was saved.', details.hint].filter(Boolean).join(' ');
  return new Failure(kind, message, {...details, hint});
}
