import {allOperations} from '../api/catalogue.ts';
import type {Client} from '../api/client.ts';
import type {Credentials} from '../api/credentials.ts';
import type {Service} from '../api/operation.ts';
import {defined} from '../base/defined.ts';
import {type AuditFlags, auditLogPath, chooseAuditLog} from './audit.ts';
import {clientFor} from './client.ts';
import {readConfig} from './config.ts';
import type {Host} from './host.ts';
import {findProfile} from './profile.ts';
import {resolveSettings, type SettingsFlags} from './settings.ts';
import type {ProfileUser} from './write-profiles.ts';

/** Size limit of a page in the terminal UI, which stays in memory (contract 14). */
const limits = {maxAnswerBytes: 64 * 1024 * 1024};

const services = ['tracker', 'content'] as const;

/** The clients of both services, as far as available. */
export interface Connected {
  readonly clients: Readonly<Partial<Record<Service, Client>>>;
  /** Why a service is unavailable: service → thrown error. */
  readonly failures: Readonly<Partial<Record<Service, unknown>>>;
  /**
   * Audit logs to read, the tracker's first: those this session writes, else those that commands
   * write with --audit. None for an embedded server.
   */
  readonly auditLogs: readonly string[];
  /** Sentences to show. */
  readonly warnings: readonly string[];
}

/** The URLs of an embedded server and its callers, each under the name of a profile. */
export interface ServerAddress {
  readonly trackerBaseUrl: string;
  readonly contentBaseUrl: string;
  /** The credentials of the first caller. */
  readonly authUser: string;
  readonly authToken: string;
  /** @default the first caller alone */
  readonly users?: readonly ServerCaller[];
}

/** A caller of an embedded server. */
export type ServerCaller = Pick<ProfileUser, 'name' | 'auth_type' | 'user' | 'token' | 'expires'>;

/** A profile in either configuration, without secrets. */
export interface ProfileSummary {
  readonly name: string;
  readonly tracker?: string;
  readonly content?: string;
  readonly protected: boolean;
}

/**
 * A URL or credentials given as flags are for the program that was started; steward applies them to
 * the tracker.
 */
export function connectionFlags(
  service: Service,
  program: 'jr' | 'cf' | 'steward',
  flags: SettingsFlags,
): SettingsFlags {
  const own = program === 'cf' ? 'content' : 'tracker';
  if (service === own) return flags;
  return flags.profile === undefined ? {} : {profile: flags.profile};
}

/**
 * Connect the available services; reports why others failed. Never throws.
 *
 * @param audit the audit settings of the command line
 * @param warn receives failures of the cache or of a log that is not required
 */
export async function connectServices(
  program: 'jr' | 'cf' | 'steward',
  flags: SettingsFlags,
  host: Host,
  audit: AuditFlags = {},
  warn: (text: string) => void = () => undefined,
): Promise<Connected> {
  const clients: Partial<Record<Service, Client>> = {};
  const failures: Partial<Record<Service, unknown>> = {};
  const warnings: string[] = [];
  const auditLogs: string[] = [];
  for (const service of services) {
    try {
      const settings = await resolveSettings(
        service,
        connectionFlags(service, program, flags),
        host,
      );
      warnings.push(...(settings.warnings ?? []), ...(settings.writeWarnings ?? []));
      const choice = chooseAuditLog(service, audit, settings.audit ?? {required: false}, host);
      clients[service] = clientFor(settings, host, {...limits, warn, audit: choice});
      auditLogs.push(
        choice?.path ?? auditLogPath(service, audit.auditFile, settings.audit?.log, host),
      );
    } catch (thrown) {
      failures[service] = thrown;
    }
  }
  return {clients, failures, warnings, auditLogs};
}

/** Whether the profile denies every write of all connected services. */
export function deniesWrites(clients: Connected['clients']): boolean {
  const all = Object.values(clients);
  const denies = ({identity, whyDenied}: Client): boolean =>
    whyDenied !== undefined &&
    allOperations()
      .filter(({service, effect}) => service === identity.service && effect !== 'read')
      .every(operation => whyDenied(operation) !== undefined);
  return all.length > 0 && all.every(denies);
}

/**
 * Both services of an embedded server.
 *
 * @param profile the name of the caller. @default the first
 */
export function connectServer(server: ServerAddress, host: Host, profile?: string): Connected {
  const caller = callerOf(server, profile);
  const {name, expires} = caller;
  const credentials = credentialsOf(caller);
  const settings = {profile: name, protected: false, credentials, ...defined({expires})} as const;
  const {trackerBaseUrl, contentBaseUrl} = server;
  return {
    clients: {
      tracker: clientFor({...settings, service: 'tracker', baseUrl: trackerBaseUrl}, host, limits),
      content: clientFor({...settings, service: 'content', baseUrl: contentBaseUrl}, host, limits),
    },
    failures: {},
    warnings: [],
    auditLogs: [],
  };
}

/** The caller with this name, or the first. */
export function callerOf(server: ServerAddress, profile?: string): ServerCaller {
  const {authUser: user, authToken: token, users = []} = server;
  const first = users[0] ?? {name: 'sandbox', auth_type: 'basic', user, token};
  return users.find(({name}) => name === profile) ?? first;
}

function credentialsOf({auth_type: type, user = '', token = ''}: ServerCaller): Credentials {
  return type === 'none' ? {type} : type === 'basic' ? {type, user, token} : {type, token};
}

/** Whether no service is connected and neither has a configuration file. */
export async function isNothingConfigured({clients}: Connected, host: Host): Promise<boolean> {
  if (Object.keys(clients).length > 0) return false;
  const configs = services.map(service => readConfig(service, host).catch(() => ({exists: true})));
  return (await Promise.all(configs)).every(({exists}) => !exists);
}

/** List the callers of an embedded server as profiles, the first one first. */
export function serverProfiles(server: ServerAddress): readonly ProfileSummary[] {
  const {trackerBaseUrl: tracker, contentBaseUrl: content, users = []} = server;
  return users.map(({name}) => ({name, tracker, content, protected: false}));
}

/**
 * List the profiles of both configurations by name, sorted. An unreadable configuration or profile
 * is left out: selecting it reports the problem.
 */
export async function listProfiles(host: Host): Promise<readonly ProfileSummary[]> {
  const found = new Map<string, ProfileSummary>();
  for (const service of services) {
    const config = await readConfig(service, host).catch(() => undefined);
    for (const name of Object.keys(config?.profiles ?? {})) {
      const before = found.get(name);
      const profile = config && readable(() => findProfile(config, name));
      found.set(name, {
        ...before,
        name,
        ...(profile?.baseUrl !== undefined && {[service]: profile.baseUrl}),
        protected: (before?.protected ?? false) || (profile?.protected ?? false),
      });
    }
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // Shown by name only; connecting with the profile reports the problem.
    return undefined;
  }
}
