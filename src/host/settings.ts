import {completeSiteUrl, normalBaseUrl, serviceUrl} from '../api/base-url.ts';
import type {ClientIdentity, OAuthGrant} from '../api/client.ts';
import type {Credentials} from '../api/credentials.ts';
import {programOf, type Service} from '../api/operation.ts';
import {defined} from '../base/defined.ts';
import {Failure} from '../base/failure.ts';
import type {AuditPolicy} from './audit.ts';
import {type Config, readConfig, wrongShape} from './config.ts';
import type {Host} from './host.ts';
import {rememberHeaders} from './known-secrets.ts';
import {configFileFromEnv, pathFromFile} from './paths.ts';
import type {Policy} from './policy.ts';
import {classifyPatterns} from './policy.ts';
import {
  type AuthType,
  emptyProfile,
  findProfile,
  isAuthType,
  missingProfile,
  type StoredOAuth,
  type StoredPreset,
  type StoredProfile,
  type StoredSecret,
} from './profile.ts';
import {isRestrictiveName} from './restrictive-names.ts';
import type {RunLimits} from './run-program.ts';
import {readSecret} from './secret.ts';
import {
  foreignOrigin,
  gatewayUrl,
  noBaseUrl,
  originOf,
  unknownAuthType,
  warnPlainHttp,
} from './settings-problems.ts';
import {sendPorts} from './transport.ts';

/** The flags that select the target and the credentials; empty texts count as not given. */
export interface SettingsFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly authType?: string;
  readonly authUser?: string;
  readonly authToken?: string;
}

/** Target URL, identity and policy: a resolved profile without its secret. */
export interface Target {
  readonly service: Service;
  /** Name of the profile; `default` without one. */
  readonly profile: string;
  readonly baseUrl: string;
  readonly authType: AuthType;
  readonly user?: string;
  /** Base URL of the service on the site itself, for links, if `baseUrl` is that of the gateway. */
  readonly siteUrl?: string;
  /** Folder with the configuration of the site as files, absolute. */
  readonly siteFiles?: string;
  /** The expiry date of the token, YYYY-MM-DD. */
  readonly expires?: string;
  /** The reference to the secret; absent without credentials. */
  readonly secret?: StoredSecret;
  /** Describes the source of the secret; absent without credentials. */
  readonly secretFrom?: string;
  /** How a token is fetched; with `oauth2` only. */
  readonly oauth?: StoredOAuth;
  /** With `oauth2` only. */
  readonly grant?: OAuthGrant;
  /** Key of the app; with `app` only. */
  readonly appKey?: string;
  readonly protected: boolean;
  readonly policy: Policy;
  /** Presets of the profile. */
  readonly presets: Readonly<Record<string, StoredPreset>>;
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly audit: AuditPolicy;
  /** Sentences to show before anything is sent. */
  readonly warnings: readonly string[];
  /** Patterns of the policy that match nothing; shown before a write. */
  readonly writeWarnings: readonly string[];
  /** Other unknown members of the profile; for doctor and --verbose. */
  readonly notes: readonly string[];
}

/** Settings of a client; the optional members are those of `Target`. */
export interface Settings
  extends Pick<Target, 'service' | 'profile' | 'baseUrl' | 'protected'>,
    Partial<
      Pick<
        Target,
        | 'siteUrl'
        | 'siteFiles'
        | 'expires'
        | 'policy'
        | 'presets'
        | 'headers'
        | 'audit'
        | 'warnings'
        | 'writeWarnings'
        | 'secretFrom'
      >
    > {
  readonly credentials: Credentials;
}

/**
 * Resolve settings: flag, then environment, then profile (contract 8.2).
 *
 * @throws Failure 'config_error' for a missing profile or base URL, a secret that would go to
 * another origin, or an unknown kind of credentials; 'auth_error' for incomplete credentials
 */
export async function resolveSettings(
  service: Service,
  flags: SettingsFlags,
  host: Host,
): Promise<Settings> {
  const target = await resolveTarget(service, flags, host);
  return {...target, credentials: await readCredentials(target, host)};
}

/**
 * Resolve settings without reading a secret: enough for --dry-run, which works without credentials.
 *
 * @throws Failure 'config_error'
 */
export async function resolveTarget(
  service: Service,
  flags: SettingsFlags,
  host: Host,
): Promise<Target> {
  const given = givenSettings(service, flags, host.env);
  const resolved = await resolveProfile(service, flags, host);
  const {siteFiles, ...target} = targetOf(service, given, resolved);
  const {path} = resolved.config;
  return {...target, ...(siteFiles && {siteFiles: pathFromFile(path, siteFiles, host)})};
}

/**
 * The target of a profile with overrides; without them, of the profile alone.
 *
 * @throws Failure 'config_error'
 */
export function targetOf(
  service: Service,
  given: GivenSettings,
  resolved: ResolvedProfile,
): Target {
  const {config, name, profile, warnings} = resolved;
  const {cloudId} = profile;
  const stored =
    profile.baseUrl ?? (cloudId === undefined ? cloudId : gatewayUrl(service, cloudId));
  const baseUrl = given.baseUrl ?? stored;
  if (baseUrl === undefined) throw noBaseUrl(service, config, name);
  const base = normalBaseUrl(baseUrl);
  const isOwn = stored === undefined || originOf(stored) === originOf(base);
  const authType = (given.authType ?? profile.authType ?? 'basic').toLowerCase();
  if (!isAuthType(authType)) throw unknownAuthType(authType);
  const isOAuth = authType === 'oauth2';
  const isApp = authType === 'app';
  const [givenSecret, storedSecret] = isApp
    ? [given.sharedSecret, profile.app.sharedSecret]
    : [given.authToken, profile.token];
  const secret = isOAuth ? undefined : (givenSecret ?? storedSecret);
  const isStored = isOAuth || (givenSecret === undefined && secret !== undefined);
  if (isStored && !isOwn) throw foreignOrigin(service, name, base, stored ?? '');
  const user = given.authUser ?? profile.username;
  const appKey = isApp ? (given.appKey ?? profile.app.key) : undefined;
  const where = `profile "${name}" of ${config.path}`;
  const grant = profile.oauth.refreshToken ? 'refresh_token' : 'client_credentials';
  const givenFrom = isApp ? given.sharedSecretFrom : given.tokenFrom;
  const secretFrom = isOAuth
    ? `the ${grant === 'refresh_token' ? 'sign-in' : 'client credentials'} of ${where}`
    : secret && (givenFrom ?? placeOfSecret(secret, where));
  const {policy, mistakes, writeWarnings} = checkedPolicy(service, resolved);
  rememberHeaders(profile.headers);
  return {
    service,
    profile: name,
    baseUrl: base,
    authType,
    ...defined({user, secret, secretFrom, appKey}),
    ...(isOAuth && {oauth: profile.oauth, grant}),
    ...(isOwn && profile.site && {siteUrl: serviceUrl(service, completeSiteUrl(profile.site))}),
    ...(isOwn && defined({siteFiles: profile.siteFiles, expires: profile.expires})),
    protected: profile.protected,
    policy: mistakes.length > 0 ? {...policy, mistakes} : policy,
    presets: profile.presets,
    headers: isOwn ? profile.headers : {},
    audit: profile.audit,
    warnings: [
      ...warnings,
      ...warnPlainHttp(base),
      ...(isOAuth ? warnPlainHttp(profile.oauth.tokenUrl) : []),
      ...mistakes.map(mistake => `${mistake}; all writes are refused until this is corrected`),
    ],
    writeWarnings,
    notes: profile.unknownMembers
      .filter(member => !isRestrictiveName(member))
      .map(member => `"${member}" is not a known setting of a profile`),
  };
}

/**
 * Check the policy of a profile; its mistakes are sentences without the full stop.
 *
 * @throws Failure 'config_error' for a pattern with a typing error
 */
function checkedPolicy(
  service: Service,
  {config, name, profile, mistakes: ofNames = []}: ResolvedProfile,
) {
  const {policy} = profile;
  const {problems, mistakes, notes} = classifyPatterns(service, policy);
  const [problem] = problems;
  if (problem !== undefined) throw wrongShape(config.path, `profile "${name}": ${problem}`);
  const ofProfile = [...(policy.mistakes ?? []), ...mistakes];
  const ofFile = (config.strayPolicies ?? []).map(
    member => `"${member}" belongs inside a profile, not next to the profiles`,
  );
  return {
    policy,
    mistakes: [
      ...ofNames,
      ...ofProfile.map(mistake => `${config.path}: profile "${name}": ${mistake}`),
      ...ofFile.map(mistake => `${config.path}: ${mistake}`),
    ],
    writeWarnings: notes,
  };
}

/** Describe the source of a profile's secret. */
function placeOfSecret(secret: StoredSecret, where: string): string {
  if (typeof secret === 'string') return where;
  return 'env' in secret
    ? `the environment variable ${secret.env}, which ${where} names`
    : `the command ${secret.command[0]} of ${where}`;
}

/** The selected profile, and its source. */
export interface ResolvedProfile {
  readonly config: Config;
  /** Its name; `default` if there is none. */
  readonly name: string;
  readonly profile: StoredProfile;
  /** Sentences to show. */
  readonly warnings: readonly string[];
  /** Why its restrictions may be missing: sentences without the full stop. @default none */
  readonly mistakes?: readonly string[];
}

/**
 * Select the profile by flag, environment or configuration; an empty one if none is selected and
 * none exists. A profile selected by flag or environment must exist. If the default profile, or the
 * file named in the environment, is missing, reads are allowed and writes are denied, since a
 * policy may be missing.
 *
 * @throws Failure 'config_error'
 */
export async function resolveProfile(
  service: Service,
  flags: SettingsFlags,
  host: Host,
): Promise<ResolvedProfile> {
  const named = givenSettings(service, flags, host.env).profile;
  const config = await readConfig(service, host);
  const name = named ?? config.defaultProfile ?? 'default';
  const profile = findProfile(config, name);
  const own = config.warnings ?? [];
  if (profile !== undefined) return {config, name, profile, warnings: own};
  if (named !== undefined) throw missingProfile(config, named, service);
  const file = configFileFromEnv(service, host);
  const mistakes = [
    ...(config.defaultProfile === undefined
      ? []
      : [`${config.path}: default_profile "${name}" is not among its profiles`]),
    ...(file === undefined || config.exists
      ? []
      : [
          `${programOf(service).toUpperCase()}_CONFIG_PATH names ${config.path}, which does not exist`,
        ]),
  ];
  return {config, name, profile: emptyProfile, warnings: own, mistakes};
}

/**
 * Read the credentials of a target, including its secret.
 *
 * @param limits of a command that prints the secret
 * @throws Failure 'auth_error' if they are incomplete or the secret cannot be read, 'interrupted'
 */
export async function readCredentials(
  target: Target,
  host: Host,
  limits: RunLimits = {},
): Promise<Credentials> {
  const {service, authType, user, secret} = target;
  const program = programOf(service).toUpperCase();
  if (authType === 'oauth2') {
    const {makeOAuthCredentials} = await import('./oauth.ts');
    return makeOAuthCredentials(service, target.oauth ?? {}, host, sendPorts(host));
  }
  if (authType === 'app') return readAppCredentials(target, host, limits);
  if (secret === undefined) {
    if (authType === 'bearer' || user === undefined) return {type: 'none'};
    throw new Failure('auth_error', `A user name (${user}) is set, but no token.`, {
      hint: `Set ${program}_AUTH_TOKEN, or the token of the profile.`,
      attempts: 0,
    });
  }
  if (authType === 'bearer') return {type: 'bearer', token: await readSecret(secret, host, limits)};
  if (user === undefined) {
    throw new Failure(
      'auth_error',
      'A token is set, but basic authentication also needs a user name.',
      {
        hint: `Use --auth-user or ${program}_AUTH_USER, or choose --auth-type bearer.`,
        attempts: 0,
      },
    );
  }
  return {type: 'basic', user, token: await readSecret(secret, host, limits)};
}

/** @throws Failure 'auth_error' if the key or the shared secret is missing */
async function readAppCredentials(
  {service, baseUrl, appKey: key, secret}: Target,
  host: Host,
  limits: RunLimits,
): Promise<Credentials> {
  if (key === undefined && secret === undefined) return {type: 'none'};
  const prefix = programOf(service).toUpperCase();
  const [what, member, variable] =
    key === undefined
      ? (['app key', 'app_key', 'AUTH_APP_KEY'] as const)
      : (['shared secret', 'shared_secret', 'AUTH_SHARED_SECRET'] as const);
  if (key === undefined || secret === undefined) {
    throw new Failure('auth_error', `The app credentials lack the ${what}.`, {
      hint: `Set ${prefix}_${variable}, or auth.${member} in the profile.`,
      attempts: 0,
    });
  }
  const names = {what: 'shared secret', member: 'auth.shared_secret'};
  const sharedSecret = await readSecret(secret, host, limits, names);
  const {makeAppSigner} = await import('./app-signature.ts');
  return {
    type: 'app',
    key,
    signer: await makeAppSigner(service, baseUrl, {key, sharedSecret}, host),
  };
}

/** The settings shown in the header of the terminal UI. */
export function identityOf(settings: Settings): ClientIdentity {
  const {service, profile, baseUrl, siteUrl, siteFiles, expires, credentials} = settings;
  return {
    service,
    profile,
    baseUrl,
    ...defined({siteUrl, siteFiles, expires}),
    authType: credentials.type,
    ...(credentials.type === 'basic' && {user: credentials.user}),
    ...(credentials.type === 'app' && {user: credentials.key}),
    ...(credentials.type === 'oauth2' && {grant: credentials.grant}),
    protected: settings.protected,
  };
}

/** Settings that override the profile. */
interface GivenSettings extends SettingsFlags {
  /** The flag or the environment variable of the token. */
  readonly tokenFrom?: string;
  readonly appKey?: string;
  readonly sharedSecret?: string;
  /** The environment variable of the shared secret. */
  readonly sharedSecretFrom?: string;
}

function givenSettings(
  service: Service,
  flags: SettingsFlags,
  env: Readonly<Record<string, string | undefined>>,
): GivenSettings {
  const prefix = programOf(service).toUpperCase();
  const pick = (flag: string | undefined, name: string): string | undefined =>
    flag || env[`${prefix}_${name}`] || undefined;
  return defined({
    profile: pick(flags.profile, 'PROFILE'),
    baseUrl: pick(flags.baseUrl, 'BASE_URL'),
    authType: pick(flags.authType, 'AUTH_TYPE'),
    authUser: pick(flags.authUser, 'AUTH_USER'),
    authToken: pick(flags.authToken, 'AUTH_TOKEN'),
    tokenFrom: flags.authToken
      ? '--auth-token'
      : pick(undefined, 'AUTH_TOKEN') && `${prefix}_AUTH_TOKEN`,
    appKey: pick(undefined, 'AUTH_APP_KEY'),
    sharedSecret: pick(undefined, 'AUTH_SHARED_SECRET'),
    sharedSecretFrom: pick(undefined, 'AUTH_SHARED_SECRET') && `${prefix}_AUTH_SHARED_SECRET`,
  });
}
