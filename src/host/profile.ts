import {programOf, type Service} from '../api/operation.ts';
import {defined} from '../base/defined.ts';
import {Failure} from '../base/failure.ts';
import {isRecord} from '../base/json-value.ts';
import {nearestNames} from '../base/nearest.ts';
import {quoteWord} from '../base/shell-words.ts';
import type {AuditPolicy} from './audit.ts';
import {type Config, wrongShape} from './config.ts';
import type {Policy} from './policy.ts';
import {isRestrictiveName} from './restrictive-names.ts';

/** Source of a secret: the file, an environment variable, or the output of a command. */
export type StoredSecret = string | {readonly env: string} | {readonly command: readonly string[]};

/** A user's preset: `{fields, jq}` (jr) or a jq filter (cf). */
export type StoredPreset = string | {readonly fields?: string; readonly jq?: string};

/**
 * How access tokens are obtained: with client credentials or, with a refresh token, for the user
 * who signed in. Missing members are reported when a token is needed.
 */
export interface StoredOAuth {
  readonly clientId?: string;
  readonly clientSecret?: StoredSecret;
  readonly tokenUrl?: string;
  /** The first one; its successors are in the state directory. */
  readonly refreshToken?: StoredSecret;
  /** Space-separated. */
  readonly scopes?: string;
}

/** Credentials of an add-on app; missing members are reported when needed. */
export interface StoredApp {
  readonly key?: string;
  readonly sharedSecret?: StoredSecret;
}

/** A validated profile of the configuration file (contract 8.1). */
export interface StoredProfile {
  readonly baseUrl?: string;
  readonly authType?: AuthType;
  readonly username?: string;
  readonly token?: StoredSecret;
  readonly oauth: StoredOAuth;
  readonly app: StoredApp;
  /** The id of the site behind the gateway. */
  readonly cloudId?: string;
  /** URL of the site itself, for links, if the base URL is that of the gateway. */
  readonly site?: string;
  /** The expiry date of the token, YYYY-MM-DD. */
  readonly expires?: string;
  readonly policy: Policy;
  readonly presets: Readonly<Record<string, StoredPreset>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly protected: boolean;
  readonly audit: AuditPolicy;
  /** Folder with the configuration of the site as files. */
  readonly siteFiles?: string;
  /** Unknown members that do not resemble known ones. */
  readonly unknownMembers: readonly string[];
}

/** The members of a profile that are not secrets. */
export const openMembers: ReadonlySet<string> = new Set([
  'base_url',
  'cloud_id',
  'site',
  'site_files',
  'expires',
  'audit_log',
  'audit_required',
  'allowed_operations',
  'denied_operations',
  'presets',
  'protected',
]);
const knownMembers = [...openMembers, 'auth', 'headers'];

/** The kinds of credentials (contract 8.4, services W9). */
export const authTypes = ['basic', 'bearer', 'oauth2', 'app'] as const;
/** A kind of credentials. */
export type AuthType = (typeof authTypes)[number];

/** The empty profile, used without a configuration. */
export const emptyProfile: StoredProfile = {
  oauth: {},
  app: {},
  policy: {denied: []},
  presets: {},
  headers: {},
  protected: false,
  audit: {required: false},
  unknownMembers: [],
};

/**
 * Find and validate a profile by name.
 *
 * @throws Failure 'config_error' naming the invalid member
 */
export function findProfile(config: Config, name: string): StoredProfile | undefined {
  if (!Object.hasOwn(config.profiles, name)) return undefined;
  const wrong = (problem: string): Failure =>
    wrongShape(config.path, `profile "${name}": ${problem}`);
  const value = config.profiles[name];
  if (!isRecord(value)) throw wrong('it must be an object');
  const unknown = unknownMembersOf(value, wrong);
  const auth = value.auth ?? {};
  if (!isRecord(auth)) throw wrong('auth must be an object');
  const baseUrl = text(value.base_url, 'base_url', wrong);
  const authType = text(auth.type, 'auth.type', wrong)?.toLowerCase();
  const username = text(auth.username, 'auth.username', wrong);
  const token = secret(auth.token, 'auth.token', wrong);
  const cloudId =
    text(auth.cloud_id, 'auth.cloud_id', wrong) ?? text(value.cloud_id, 'cloud_id', wrong);
  if (authType !== undefined && !isAuthType(authType)) {
    throw wrong(`auth.type must be one of ${authTypes.join(', ')}`);
  }
  const site = text(value.site, 'site', wrong);
  const siteFiles = text(value.site_files, 'site_files', wrong);
  const expires = text(value.expires, 'expires', wrong);
  if (expires !== undefined && !isDate(expires)) throw wrong('expires must be a date (YYYY-MM-DD)');
  const allowed = value.allowed_operations ?? undefined;
  const mistakes = mistakesIn(value, auth, unknown);
  return {
    ...defined({baseUrl, authType, username, token, cloudId, site, siteFiles, expires}),
    oauth: parseOAuth(auth, wrong),
    app: defined({
      key: text(auth.app_key, 'auth.app_key', wrong),
      sharedSecret: secret(auth.shared_secret, 'auth.shared_secret', wrong),
    }),
    policy: {
      ...(allowed !== undefined && {allowed: texts(allowed, 'allowed_operations', wrong)}),
      denied: texts(value.denied_operations, 'denied_operations', wrong),
      ...(mistakes.length > 0 && {mistakes}),
    },
    presets: parsePresets(value.presets, problem => wrong(`presets: ${problem}`)),
    headers: textMembers(value.headers, wrong),
    protected: truth(value.protected, 'protected', wrong),
    audit: auditPolicy(value, wrong),
    unknownMembers: unknown,
  };
}

export function isAuthType(value: string): value is AuthType {
  return (authTypes as readonly string[]).includes(value);
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** A failure for a missing profile; lists the existing ones (contract 8.2). */
export function missingProfile(config: Config, name: string, service: Service): Failure {
  const names = Object.keys(config.profiles).sort();
  const list = names.length === 0 ? 'has no profiles' : `has ${names.join(', ')}`;
  const near = nearestNames(name, names);
  return new Failure('config_error', `Profile "${name}" not found: ${config.path} ${list}.`, {
    attempts: 0,
    hint:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : `Create a profile with: ${programOf(service)} login --profile ${quoteWord(name)}`,
  });
}

/**
 * Parse user presets: name → a jq filter, or an object with fields and jq.
 *
 * @param wrong makes the failure for a problem
 */
export function parsePresets(value: unknown, wrong: Wrong): Record<string, StoredPreset> {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw wrong('it must be an object');
  const presets: Record<string, StoredPreset> = {};
  for (const [name, entry] of Object.entries(value)) {
    presets[name] = parsePreset(name, entry, wrong);
  }
  return presets;
}

function parsePreset(name: string, value: unknown, wrong: Wrong): StoredPreset {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) throw wrong(`"${name}" must be a string or an object with fields and jq`);
  const fields = text(value.fields, `"${name}".fields`, wrong);
  const jq = text(value.jq, `"${name}".jq`, wrong);
  return {...(fields && {fields}), ...(jq && {jq})};
}

type Wrong = (problem: string) => Failure;

/** Settings that read like restrictions but cannot restrict (contract 8.7); sentence fragments. */
function mistakesIn(
  profile: Readonly<Record<string, unknown>>,
  auth: Readonly<Record<string, unknown>>,
  unknown: readonly string[],
): readonly string[] {
  const empty = ['allowed_operations', 'denied_operations', 'protected'].filter(
    name => profile[name] === null,
  );
  const isUnknown = (name: string) => `"${name}" is not a known setting`;
  return [
    ...empty.map(name => `${name} is null`),
    ...unknown.filter(isRestrictiveName).map(isUnknown),
    ...Object.keys(auth)
      .filter(isRestrictiveName)
      .map(name => isUnknown(`auth.${name}`)),
  ];
}

/**
 * Unknown members. One that resembles a known one is a typing error, which could disable a
 * restriction (contract 8.7).
 */
function unknownMembersOf(
  value: Readonly<Record<string, unknown>>,
  wrong: Wrong,
): readonly string[] {
  const unknown = Object.keys(value).filter(name => !knownMembers.includes(name));
  for (const name of unknown) {
    const [near] = nearestNames(name, knownMembers);
    if (near !== undefined) throw wrong(`unknown member ${name} (did you mean ${near}?)`);
  }
  return unknown;
}

function truth(value: unknown, member: string, wrong: Wrong): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw wrong(`${member} must be true or false`);
  return value;
}

/** A string; an empty one counts as absent. */
function text(value: unknown, member: string, wrong: Wrong): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw wrong(`${member} must be a string`);
  return value;
}

function texts(value: unknown, member: string, wrong: Wrong): readonly string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every(item => typeof item === 'string')) return value;
  throw wrong(`${member} must be a list of strings`);
}

function textMembers(value: unknown, wrong: Wrong): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw wrong('headers must be an object');
  const members: Record<string, string> = {};
  for (const [name, entry] of Object.entries(value)) {
    if (typeof entry !== 'string') throw wrong(`headers.${name} must be a string`);
    members[name] = entry;
  }
  return members;
}

function parseOAuth(auth: Readonly<Record<string, unknown>>, wrong: Wrong): StoredOAuth {
  const clientId = text(auth.client_id, 'auth.client_id', wrong);
  const clientSecret = secret(auth.client_secret, 'auth.client_secret', wrong);
  const tokenUrl = text(auth.token_url, 'auth.token_url', wrong);
  const refreshToken = secret(auth.refresh_token, 'auth.refresh_token', wrong);
  const scopes = Array.isArray(auth.scopes)
    ? texts(auth.scopes, 'auth.scopes', wrong).join(' ')
    : text(auth.scopes, 'auth.scopes', wrong);
  return {
    ...defined({clientId, clientSecret, tokenUrl, refreshToken}),
    ...(scopes && {scopes}),
  };
}

function auditPolicy(
  {audit_log: log, audit_required: required}: Readonly<Record<string, unknown>>,
  wrong: Wrong,
): AuditPolicy {
  if (required !== undefined && typeof required !== 'boolean') {
    throw wrong('audit_required must be true or false');
  }
  const isPath = typeof log === 'string' && log !== '';
  if (typeof log !== 'boolean' && !isPath && (log ?? '') !== '') {
    throw wrong('audit_log must be true, false or a path');
  }
  return {
    ...((typeof log === 'boolean' || isPath) && {log}),
    required: required === true,
  };
}

function secret(value: unknown, member: string, wrong: Wrong): StoredSecret | undefined {
  if (!isRecord(value)) return text(value, member, wrong);
  const {env, command} = value;
  if (typeof env === 'string' && env !== '') return {env};
  const argv = texts(command, `${member}.command`, wrong);
  if (argv.length > 0) return {command: argv};
  throw wrong(`${member} must be a string, {"env": "NAME"} or {"command": ["…"]}`);
}
