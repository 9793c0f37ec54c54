import {whyNotCaller} from '../api/callers.ts';
import type {Client, Reply} from '../api/client.ts';
import {describePlan} from '../api/describe-plan.ts';
import {type Operation, programOf} from '../api/operation.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {isWrite} from '../api/uncertain-write.ts';
import {redactedText} from '../base/hide-secrets.ts';
import type {AuditTrail} from '../host/audit-trail.ts';
import {resolveTarget, type Target} from '../host/settings.ts';
import {readUserPresets} from '../host/user-presets.ts';
import {findPreset} from '../output/presets.ts';
import {compileFilter, type JqFilter} from '../output/select.ts';
import {beginAudit} from './audited.ts';
import {clientOf, responseHead, sendPrepared} from './command-client.ts';
import {variablesOf} from './compile-filter.ts';
import type {CommandContext, CommandHost} from './context.ts';
import {emitJson} from './emit.ts';
import {type EmitOptions, isFormatted} from './emit-options.ts';
import type {GlobalValues} from './flags.ts';
import type {CheckedInvocation} from './invocation.ts';
import {settingsFlags} from './parse-rows.ts';

/** A validated request whose target is not yet known. */
export interface RequestJob {
  readonly operation?: Operation;
  readonly globals: GlobalValues;
  /** --jq, compiled. */
  readonly filter?: JqFilter;
  /** Printed with --verbose. @default none */
  readonly notes?: readonly string[];
  /** Always printed. @default none */
  readonly warnings?: readonly string[];
  /** Records its progress. */
  readonly trail: AuditTrail;
  /**
   * Plan the request once the profile and the fields are known.
   *
   * @throws Failure 'policy_denied' if the profile does not allow it
   */
  plan(
    client: Pick<Client, 'plan' | 'planRaw'>,
    options: {readonly fields?: string; readonly paginate: boolean},
  ): RequestPlan;
}

/** The request of an operation with its inputs. */
export function requestJobOf(
  operation: Operation,
  {given, ...checked}: Pick<CheckedInvocation, 'given'> & Partial<CheckedInvocation>,
  globals: GlobalValues,
  trail: AuditTrail,
): RequestJob {
  return {
    ...checked,
    operation,
    globals,
    trail,
    plan: (client, options) => client.plan(operation, given, options),
  };
}

/** A request that is ready to be sent. */
export interface PreparedRequest {
  readonly plan: RequestPlan;
  /** The client to send it with; its policy allows the request. */
  readonly client: Client;
  readonly target: Target;
  /** How the response is written; its filter is that of --jq or the preset. */
  readonly options: EmitOptions;
}

/**
 * The first part of a request's pipeline: settings → policy → plan → [--dry-run ends here].
 *
 * @returns undefined if only the request was printed (--dry-run)
 * @throws Failure of any kind
 */
export async function prepareRequest(
  job: RequestJob,
  context: CommandContext,
): Promise<PreparedRequest | undefined> {
  const {service, host} = context;
  const {globals, trail} = job;
  const target = context.target ?? (await resolveTarget(service, settingsFlags(globals), host));
  await beginAudit(trail, target, globals, {service, host});
  const {fields, filter} = await chooseOutput(globals, job.filter, target, host);
  const paginate = globals['no-paginate'] !== true;
  const client = clientOf(target, globals, context, trail);
  const plan = job.plan(client, {paginate, ...(fields !== undefined && {fields})});
  const writeWarnings = isWrite(plan) ? target.writeWarnings : [];
  for (const warning of [...target.warnings, ...writeWarnings, ...(job.warnings ?? [])]) {
    host.reporter.warnOnce(warning);
  }
  if (globals.verbose) {
    const unmatched = isWrite(plan) ? [] : target.writeWarnings;
    const notes = [...unmatched, ...target.notes, ...(job.notes ?? [])];
    for (const note of notes) host.reporter.note(note);
  }
  if (!globals['dry-run']) {
    const expanded = new URL(plan.url).searchParams
      .getAll('expand')
      .flatMap(text => text.split(','));
    const isRaw = plan.operation === undefined;
    const items = {operation: plan.operation ?? plan.like, expanded, isRaw};
    return {plan, client, target, options: {...globals, ...(filter && {filter}), items}};
  }
  const isJudged = isSigned(target) && !plan.isUnchecked;
  const why = isJudged && plan.operation && whyNotCaller(plan.operation, target);
  if (why) host.reporter.warn(`${plan.title} ${why}`);
  // The plan is printed as JSON, whatever the format of the response.
  const {output: _, ...style} = globals;
  await emitJson(describeRequest(plan, target, filter?.text), style, host);
  return undefined;
}

/** A response, and how to write it. */
export interface CompletedRequest extends PreparedRequest {
  readonly reply: Reply;
  /** Status and headers of the first response, for --include. */
  readonly head: string;
  /** Number of attempts of the last request; 0 for a cached response. */
  readonly attempts: number;
}

/**
 * Prepare and send a request.
 *
 * @returns undefined if only the request was printed (--dry-run)
 * @throws Failure of any kind
 */
export async function completeRequest(
  job: RequestJob,
  context: CommandContext,
): Promise<CompletedRequest | undefined> {
  const prepared = await prepareRequest(job, context);
  return prepared && sendRequest(prepared, job, context);
}

/** Send a prepared request; an interrupt aborts it. */
export async function sendRequest(
  prepared: PreparedRequest,
  job: RequestJob,
  context: CommandContext,
): Promise<CompletedRequest> {
  const {globals} = job;
  const {host} = context;
  const {plan} = prepared;
  const heads: string[] = [];
  let attempts = 0;
  const reply = await sendPrepared(prepared, job.globals, context, (client, options) =>
    client.request(plan, {
      ...options,
      onExchange(event, traffic) {
        const isShown = globals.include && event.status !== undefined && event.status < 400;
        if (isShown) heads.push(responseHead(event, traffic));
        attempts = event.attempt;
        options.onExchange?.(event, traffic);
      },
      allowText: acceptsText(prepared),
      ...(globals.cache !== undefined && {keepMs: globals.cache}),
      ...(globals.wait && {
        onProgress: task => host.reporter.task(task),
      }),
    }),
  );
  if (reply.warning !== undefined) host.reporter.warn(reply.warning);
  return {...prepared, reply, head: heads[0] ?? '', attempts};
}

/** Only `raw` accepts a response that is not JSON, and only without a filter. */
export function acceptsText({plan, options}: PreparedRequest): boolean {
  return plan.operation === undefined && options.filter === undefined && !isFormatted(options);
}

/** How the response is requested and filtered. */
interface OutputChoice {
  /** Comma-separated fields to request from the server. */
  readonly fields?: string;
  readonly filter?: JqFilter;
}

/**
 * --fields and --jq, or those of the preset if absent (contract 16.7).
 *
 * @param filter --jq, compiled
 * @throws Failure 'validation_error' for an unknown preset, 'jq_error' for a preset that does not
 * compile
 */
async function chooseOutput(
  globals: GlobalValues,
  filter: JqFilter | undefined,
  target: Pick<Target, 'service' | 'presets'>,
  host: CommandHost,
): Promise<OutputChoice> {
  const {fields, preset: name} = globals;
  const own = {...(fields !== undefined && {fields}), ...(filter && {filter})};
  if (name === undefined) return own;
  const file = await readUserPresets(target.service, host);
  const preset = findPreset(programOf(target.service), name, {file, profile: target.presets});
  const fromPreset =
    filter === undefined && preset.jq
      ? await compileFilter(preset.jq, variablesOf(globals))
      : undefined;
  return {
    ...(preset.fields && {fields: preset.fields}),
    ...(fromPreset && {filter: fromPreset}),
    ...own,
  };
}

/**
 * A request as printed by --dry-run, secrets redacted (contract 5). Secrets are not read for it.
 *
 * @param jq the filter of the response
 */
export function describeRequest(plan: RequestPlan, target: Target, jq?: string): string {
  const own = Object.keys(target.headers).map(name => [name, redactedText]);
  const headers = {
    ...Object.fromEntries(own),
    ...(isSigned(target) && {Authorization: redactedText}),
  };
  return describePlan(plan, headers, jq);
}

/** Whether there are credentials, as far as is known without reading them. */
function isSigned({secret, oauth}: Target): boolean {
  return (secret ?? oauth) !== undefined;
}
