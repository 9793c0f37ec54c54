import type {Service} from '../api/operation.ts';
import {hideUrlSecrets} from '../base/hide-secrets.ts';
import {isRecord} from '../base/json-value.ts';
import type {Config} from '../host/config.ts';
import {type ProfileChange, withProfile} from '../host/config-write.ts';
import {missingProfile, openMembers} from '../host/profile.ts';
import type {CommandContext} from './context.ts';
import type {GlobalValues} from './flags.ts';

const hidden = '***';
/** The members of `auth` that are not secrets. */
const openAuth = new Set([
  'type',
  'username',
  'app_key',
  'client_id',
  'token_url',
  'scopes',
  'cloud_id',
]);

/** The name of the selected profile: from flag or environment, else the default one. */
export function nameOfProfile(
  {profile}: GlobalValues,
  {defaultProfile}: Config,
  {program, host}: Pick<CommandContext, 'program' | 'host'>,
): string {
  const fromEnv = host.env[`${program.toUpperCase()}_PROFILE`];
  return profile ?? (fromEnv || (defaultProfile ?? 'default'));
}

/** @throws Failure 'config_error' if there is no profile with that name */
export function requireProfile(config: Config, name: string, service: Service): void {
  if (!Object.hasOwn(config.profiles, name)) throw missingProfile(config, name, service);
}

/**
 * A preview of the saved profile, with every secret and unknown member redacted, and whether it
 * becomes the default one.
 */
export function describeProfile(
  config: Config,
  name: string,
  change: ProfileChange,
): Readonly<Record<string, unknown>> {
  const stored = Object.hasOwn(config.profiles, name) ? config.profiles[name] : {};
  const before = {profiles: Object.fromEntries([[name, stored]])};
  const after: unknown = JSON.parse(withProfile(JSON.stringify(before), name, change));
  const profiles = isRecord(after) && isRecord(after.profiles) ? after.profiles : {};
  const profile = profiles[name];
  const {defaultProfile = name} = config;
  return {default_profile: defaultProfile, saves: maskProfile(isRecord(profile) ? profile : {})};
}

/** A stored profile with every secret redacted. */
export function redactProfile(config: Config, name: string): Readonly<Record<string, unknown>> {
  const stored = config.profiles[name];
  return maskProfile(isRecord(stored) ? stored : {});
}

function maskProfile(profile: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const {auth} = profile;
  const shown = mask(profile, openMembers);
  return isRecord(auth) ? {...shown, auth: mask(auth, openAuth)} : shown;
}

function mask(
  members: Readonly<Record<string, unknown>>,
  open: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      !open.has(name) ? hidden : typeof value === 'string' ? hideUrlSecrets(value) : value,
    ]),
  );
}
