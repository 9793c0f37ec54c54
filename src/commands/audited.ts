import type {Operation} from '../api/operation.ts';
import {defined} from '../base/defined.ts';
import {exitCodes, Failure, toFailure} from '../base/failure.ts';
import {chooseAuditLog} from '../host/audit.ts';
import {type AuditSubject, type AuditTrail, makeAuditTrail} from '../host/audit-trail.ts';
import type {Host} from '../host/host.ts';
import {titleOf} from '../host/policy.ts';
import {emptyProfile} from '../host/profile.ts';
import {resolveProfile, type Target} from '../host/settings.ts';
import type {CommandContext} from './context.ts';
import {type GlobalValues, globalFlags} from './flags.ts';
import {parseRows, settingsFlags} from './parse-rows.ts';
import type {Scanned} from './scan.ts';

/** The subject of an audit line, known before the request is planned. */
export function subjectOf(operation: Operation): AuditSubject {
  return {title: titleOf(operation), method: operation.method, path: operation.path};
}

/**
 * Run an operation and write one audit line about it, however it ends (contract 7.2): also if its
 * command line is invalid or its profile does not exist.
 *
 * @throws Failure of `run`
 */
export async function withAudit<T>(
  subject: AuditSubject,
  line: Scanned,
  context: CommandContext,
  run: (trail: AuditTrail) => Promise<T>,
): Promise<T> {
  const {host} = context;
  const written = makeAuditTrail(text => host.reporter.warn(text), host);
  const trail = context.isCheckOnly ? unwritten(written) : written;
  const ended = await run(trail).then(
    value => ({value}),
    (error: unknown) => ({failure: toFailure(error)}),
  );
  const failure = 'failure' in ended ? ended.failure : undefined;
  if (!trail.isOpened()) await openLate(trail, line, context);
  await trail.end(subject, failure, () => exitOfOutput(host));
  if ('failure' in ended) throw ended.failure;
  return ended.value;
}

/**
 * Open the log selected by the command line and the profile, before anything is sent.
 *
 * @throws Failure 'config_error' if the profile requires a log that cannot be opened
 */
export async function beginAudit(
  trail: AuditTrail,
  {profile, audit, ...target}: Target,
  globals: GlobalValues,
  {service, host}: Pick<CommandContext, 'service' | 'host'>,
): Promise<void> {
  const choice = chooseAuditLog(service, auditFlags(globals), audit, host);
  const {baseUrl, authType, user = target.appKey} = target;
  const identity = {baseUrl, authType, ...defined({user})};
  await trail.open(choice, {profile, dryRun: globals['dry-run'] === true, identity});
  if (!choice?.required || globals.audit !== false) return;
  const message = 'The profile sets "audit_required", so --audit=false is refused.';
  throw new Failure('config_error', message, {
    hint: 'Remove --audit=false, or use another profile (-p).',
    attempts: 0,
  });
}

/** A trail that is not written: its log is never opened. */
function unwritten(trail: AuditTrail): AuditTrail {
  return {...trail, open: async () => undefined, isOpened: () => true};
}

/** The exit code of a successful command, unless its output cannot be written. */
function exitOfOutput({stdout}: Host): Promise<number> {
  return stdout.flush().then(
    () => 0,
    () => exitCodes.connection_error,
  );
}

/**
 * Open the log of an operation that failed before its settings were resolved, with the settings
 * known.
 */
async function openLate(
  trail: AuditTrail,
  line: Scanned,
  {service, host}: CommandContext,
): Promise<void> {
  const globals = parseRows(globalFlags, line.texts).values;
  const settings = settingsFlags(globals);
  // The operation already failed because of the configuration.
  const found = await resolveProfile(service, settings, host).catch(() => undefined);
  const {audit} = found?.profile ?? emptyProfile;
  const choice = chooseAuditLog(service, auditFlags(globals), audit, host);
  const profile = found?.name ?? settings.profile ?? 'default';
  const dryRun = globals['dry-run'] === true;
  await trail.open(choice && {...choice, required: false}, {profile, dryRun});
}

/** The audit settings of the command line. */
export function auditFlags({audit, 'audit-file': auditFile}: GlobalValues) {
  return defined({audit, auditFile});
}
