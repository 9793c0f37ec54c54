import type {ExchangeEvent, Reply} from '../api/client.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {exitCodes, Failure, toFailure} from '../base/failure.ts';
import {
  type AuditChoice,
  type AuditEntry,
  type AuditLog,
  chooseAuditLog,
  openAuditLog,
} from '../host/audit.ts';
import type {Host} from '../host/host.ts';
import {emptyProfile} from '../host/profile.ts';
import {resolveProfile, type Target} from '../host/settings.ts';
import type {CommandContext} from './context.ts';
import {type GlobalValues, globalRows} from './flags.ts';
import {parseRows, settingsFlags} from './globals.ts';
import {reportRemark} from './report.ts';
import {scanKnownFlags} from './scan.ts';

/** What is known of an operation before its line is parsed. */
export interface AuditSubject {
  /** `group operation` or `raw METHOD`. */
  readonly title: string;
  readonly method?: string;
  /** Path of the record, or what was typed for `raw`. */
  readonly path?: string;
}

/** What the stages of a request tell the log, each as far as it comes. */
export interface AuditTrail {
  /**
   * Before anything is sent: opens the log.
   *
   * @throws Failure 'config_error' when the profile requires a log and there can be none
   */
  begin(target: Target, globals: GlobalValues): Promise<void>;
  planned(plan: RequestPlan): void;
  /** It waited to be sent: its time counts from now. */
  admitted(): void;
  exchanged(event: ExchangeEvent): void;
  answered(reply: Reply): void;
}

/** What is known so far; `begin` gives all but the plan and the answers. */
interface AuditFacts {
  startedMs: number;
  profile?: string;
  dryRun?: boolean;
  plan?: RequestPlan;
  reply?: Pick<Reply, 'status' | 'pages' | 'cached'>;
  answers: number;
  /** Undefined until it is known whether there is to be a log. */
  log?: {readonly open: AuditLog | undefined};
}

/**
 * The stage around a whole operation that writes one line about it, however it ends (contract
 * 7.2): also when its line cannot be understood or its profile is not there.
 *
 * @param argv the whole command line
 * @throws Failure of `run`, or of `begin`
 */
export async function withAudit(
  subject: AuditSubject,
  argv: readonly string[],
  context: CommandContext,
  run: (trail: AuditTrail) => Promise<void>,
): Promise<void> {
  const {host} = context;
  const facts: AuditFacts = {startedMs: host.clock.now(), answers: 0};
  let failure: Failure | undefined;
  try {
    await run(makeTrail(facts, context));
  } catch (error) {
    failure = toFailure(error);
  }
  const log = facts.log === undefined ? await openLate(argv, facts, context) : facts.log.open;
  const {startedMs} = facts;
  const durationMs = host.clock.now() - startedMs;
  if (log !== undefined) {
    const exit = failure === undefined ? await exitOfOutput(host) : exitCodes[failure.kind];
    await log
      .append({startedMs, durationMs, exit, ...entryOf(subject, facts, failure)})
      .catch((error: unknown) => warn('The audit log cannot be written', error, host));
  }
  if (failure !== undefined) throw failure;
}

function makeTrail(facts: AuditFacts, {service, host}: CommandContext): AuditTrail {
  return {
    async begin(target, globals) {
      facts.profile = target.profile;
      facts.dryRun = globals['dry-run'] === true;
      // A log that cannot be opened is told once; the end does not try again.
      facts.log = {open: undefined};
      const choice = chooseAuditLog(service, auditFlags(globals), target.audit, host);
      facts.log = {open: await openChosen(choice, host)};
      if (choice?.required && globals.audit === false) throw notOptional();
    },
    planned(plan) {
      facts.plan = plan;
    },
    admitted() {
      facts.startedMs = host.clock.now();
    },
    exchanged({status, cached}) {
      if (status !== undefined && status < 400 && !cached) facts.answers++;
    },
    answered(reply) {
      const {status, pages, cached} = reply;
      facts.reply = {status, pages, cached};
    },
  };
}

function entryOf(
  {title, method, path}: AuditSubject,
  {profile = 'default', dryRun = false, plan, reply, answers}: AuditFacts,
  failure: Failure | undefined,
): Omit<AuditEntry, 'startedMs' | 'durationMs' | 'exit'> {
  return {
    profile,
    op: title,
    method: plan?.method ?? method ?? null,
    path: plan?.path ?? path ?? null,
    status: failure?.details.status ?? reply?.status ?? null,
    pages: reply?.pages ?? answers,
    dryRun,
    cached: reply?.cached ?? false,
  };
}

/** The exit code of what went well: output that cannot be written is found out only now. */
function exitOfOutput({stdout}: Host): Promise<number> {
  return stdout.flush().then(
    () => 0,
    () => exitCodes.connection_error,
  );
}

/** Open the log of an operation that failed before its settings were known, as far as they can be. */
async function openLate(
  argv: readonly string[],
  facts: AuditFacts,
  {service, host}: CommandContext,
): Promise<AuditLog | undefined> {
  const globals: GlobalValues = parseRows(globalRows, scanKnownFlags(argv, globalRows)).values;
  const settings = settingsFlags(globals);
  // What is wrong with the configuration is what the operation failed of.
  const found = await resolveProfile(service, settings, host).catch(() => undefined);
  facts.profile = found?.name ?? settings.profile ?? 'default';
  facts.dryRun = globals['dry-run'] === true;
  const {audit} = found?.profile ?? emptyProfile;
  const choice = chooseAuditLog(service, auditFlags(globals), audit, host);
  return openChosen(choice && {...choice, required: false}, host);
}

/**
 * Open a log; one that is only wished for and cannot be opened is a warning.
 *
 * @throws Failure 'config_error' when a log that is required cannot be opened
 */
async function openChosen(
  choice: AuditChoice | undefined,
  host: Host,
): Promise<AuditLog | undefined> {
  if (choice === undefined) return undefined;
  try {
    return await openAuditLog(choice.path, host);
  } catch (error) {
    if (!choice.required) {
      warn('The audit log cannot be opened', error, host);
      return undefined;
    }
    const {message} = toFailure(error);
    throw new Failure('config_error', `The audit log cannot be opened: ${message}`, {
      hint: 'The profile has "audit_required": nothing was sent.',
      attempts: 0,
    });
  }
}

function notOptional(): Failure {
  return new Failure(
    'config_error',
    'The profile has "audit_required"; --audit=false is refused.',
    {
      hint: 'Leave --audit=false out, or use another profile (-p).',
      attempts: 0,
    },
  );
}

/** What the command line says of the audit log. */
export function auditFlags({audit, 'audit-file': auditFile}: GlobalValues) {
  return {...(audit !== undefined && {audit}), ...(auditFile !== undefined && {auditFile})};
}

function warn(what: string, error: unknown, {stderr}: Host): void {
  reportRemark('warning', `${what}: ${toFailure(error).message}`, stderr);
}
