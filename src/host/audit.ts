import {constants} from 'node:fs';
import {open} from 'node:fs/promises';
import type {Service} from '../api/operation.ts';
import {hideUrlSecrets} from '../base/hide-secrets.ts';
import {escapeControls} from '../base/json-escape.ts';
import {parseUrl} from '../base/parse-url.ts';
import type {AuditedObject} from './audited-object.ts';
import type {Host} from './host.ts';
import {hideKnownSecrets} from './known-secrets.ts';
import {configDirectory, pathsOf, withHome} from './paths.ts';
import {makeDirectory, refuseIrregular} from './private-file.ts';

/** Audit log settings of a profile (contract 8.1). */
export interface AuditPolicy {
  /** On, off, or on at that path; absent if the profile has no setting. */
  readonly log?: boolean | string;
  /** Do not send requests without a log. */
  readonly required: boolean;
}

/** Audit log settings of the command line. */
export interface AuditFlags {
  readonly audit?: boolean;
  /** Implies `audit`. */
  readonly auditFile?: string;
}

/** The log selected for an operation. */
export interface AuditChoice {
  /** Absolute. */
  readonly path: string;
  readonly required: boolean;
}

/** The log entry of one operation (contract 7.2); unknown members are null. */
export interface AuditEntry {
  /** The start time in milliseconds since the epoch. */
  readonly startedMs: number;
  readonly profile: string;
  /** `group operation` or `raw METHOD`. */
  readonly op: string;
  readonly method: string | null;
  /** Path and query below the base URL; for a denied operation the path of its record. */
  readonly path: string | null;
  /** HTTP status; null if no response arrived. */
  readonly status: number | null;
  /** Exit code of the command. */
  readonly exit: number;
  readonly durationMs: number;
  /** Requests with a response; 0 for a cached response. */
  readonly pages: number;
  readonly dryRun: boolean;
  readonly cached: boolean;
  /** Base URL without credentials; absent if the settings could not be read. */
  readonly site?: string | undefined;
  /** User name, key of an app, or the kind of credentials. */
  readonly account?: string | undefined;
  /** Absent for raw requests and for a command line that was refused. */
  readonly of?: AuditedObject | undefined;
}

/** An open log. */
export interface AuditLog {
  /**
   * Append one line and close.
   *
   * @throws the system's error if it cannot be written
   */
  append(entry: AuditEntry): Promise<void>;
}

type Places = Pick<Host, 'env' | 'home' | 'platform' | 'cwd'>;

/**
 * Select the log of an operation, if any: --audit-file, then the profile's `audit_log`, then
 * audit.log in the configuration directory. A relative path of a flag starts at the working
 * directory, one of a profile at the configuration directory. --audit=false disables a log that is
 * not required.
 */
export function chooseAuditLog(
  service: Service,
  {audit, auditFile}: AuditFlags,
  {log, required}: AuditPolicy,
  host: Places,
): AuditChoice | undefined {
  if (audit === false && !required) return undefined;
  const isOn = audit === true || auditFile !== undefined || required || (log ?? false) !== false;
  if (!isOn) return undefined;
  return {path: auditLogPath(service, auditFile, log, host), required};
}

/**
 * Find the audit log that commands write with --audit, for reading it, even if this session writes
 * none.
 *
 * @param log the profile's setting
 */
export function auditLogPath(
  service: Service,
  auditFile: string | undefined,
  log: AuditPolicy['log'],
  host: Places,
): string {
  const path = pathsOf(host);
  if (auditFile !== undefined) return path.resolve(host.cwd, auditFile);
  const stored = typeof log === 'string' ? withHome(log, host) : 'audit.log';
  return path.resolve(configDirectory(service, host), stored);
}

/**
 * Open a log for appending; it and its directory are created for the owner only, and a log readable
 * by others is restricted.
 *
 * @throws the system's error if it cannot be opened
 */
export async function openAuditLog(path: string, host: Pick<Host, 'platform'>): Promise<AuditLog> {
  await makeDirectory(pathsOf(host).dirname(path));
  await refuseIrregular(path);
  const {O_APPEND, O_CREAT, O_WRONLY} = constants;
  const handle = await open(path, O_APPEND | O_CREAT | O_WRONLY, 0o600);
  try {
    const found = await handle.stat();
    const isOwn = found.uid === (process.getuid?.() ?? found.uid);
    if (found.isFile() && isOwn && (found.mode & 0o077) !== 0) await handle.chmod(0o600);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return {
    async append(entry) {
      try {
        // A single write at the end of the file: lines of several processes never mix.
        const line = Buffer.from(auditLine(entry), 'utf8');
        const {bytesWritten} = await handle.write(line);
        if (bytesWritten < line.length) throw new Error('the line is truncated');
      } finally {
        await handle.close();
      }
    },
  };
}

/** Format an entry as a line, including its line break. */
export function auditLine(entry: AuditEntry): string {
  const {startedMs, profile, op, method, path, status, exit, durationMs, pages} = entry;
  const members = {
    ts: new Date(startedMs).toISOString(),
    profile,
    op,
    method,
    path: path === null ? null : hideUrlSecrets(withoutOrigin(path)),
    status,
    exit,
    duration_ms: Math.round(durationMs),
    pages,
    dry_run: entry.dryRun,
    cached: entry.cached,
    site: entry.site ?? null,
    account: entry.account ?? null,
    object: entry.of?.object ?? null,
    before: entry.of?.before ?? null,
    after: entry.of?.after ?? null,
  };
  return `${hideKnownSecrets(escapeControls(JSON.stringify(members)))}\n`;
}

/** A whole URL, accepted by `raw`, without its origin, which may contain credentials. */
function withoutOrigin(path: string): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(path)) return path;
  const url = parseUrl(path);
  return url === undefined ? '' : url.pathname + url.search;
}
