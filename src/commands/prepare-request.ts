import {whyNotCaller} from '../api/callers.ts';
import type {Client} from '../api/client.ts';
import {describePlan} from '../api/describe-plan.ts';
import {type Operation, programOf} from '../api/operation.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {isWrite} from '../api/uncertain-write.ts';
import {hiddenValue} from '../base/hide-secrets.ts';
import type {AuditTrail} from '../host/audit-trail.ts';
import {resolveTarget, type Target} from '../host/settings.ts';
import {readUserPresets} from '../host/user-presets.ts';
import {findPreset} from '../output/presets.ts';
import {compileFilter, type JqFilter} from '../output/select.ts';
import {beginAudit} from './audited.ts';
import {clientOf} from './command-client.ts';
import {variablesOf} from './compile-filter.ts';
import type {CommandContext, CommandHost} from './context.ts';
import {emitJson} from './emit.ts';
import type {EmitOptions} from './emit-options.ts';
import type {GlobalValues} from './flags.ts';
import {settingsFlags} from './parse-rows.ts';

/** A request as checked, before it is known where it goes. */
export interface RequestJob {
  readonly operation?: Operation;
  readonly globals: GlobalValues;
  /** --jq, compiled. */
  readonly filter?: JqFilter;
  /** Told with --verbose. @default none */
  readonly notes?: readonly string[];
  /** Told unasked. @default none */
  readonly warnings?: readonly string[];
  /** Hears how far it comes. */
  readonly trail: AuditTrail;
  /**
   * Make the request, now that the profile and the fields are known.
   *
   * @throws Failure 'policy_denied' when the profile does not allow it
   */
  plan(
    client: Pick<Client, 'plan' | 'planRaw'>,
    options: {readonly fields?: string; readonly paginate: boolean},
  ): RequestPlan;
}

/** A request that is ready to be sent. */
export interface PreparedRequest {
  readonly plan: RequestPlan;
  /** Sends it; its policy let it through. */
  readonly client: Client;
  readonly target: Target;
  /** How what comes is written out; its filter is that of --jq or the preset. */
  readonly options: EmitOptions;
}

/**
 * The first half of a request's way: settings → policy → plan → [--dry-run ends here].
 *
 * @returns undefined when all that was asked for is printed (--dry-run)
 * @throws Failure of any kind
 */
export async function prepareRequest(
  job: RequestJob,
  context: CommandContext,
): Promise<PreparedRequest | undefined> {
  const {service, host} = context;
  const {globals, trail} = job;
  const target = await resolveTarget(service, settingsFlags(globals), host);
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
  // The plan is JSON whatever its answer would be written as.
  const {output: _, ...style} = globals;
  await emitJson(describeRequest(plan, target, filter?.text), style, host);
  return undefined;
}

/** How the answer is asked for and selected from. */
interface OutputChoice {
  /** Comma-separated fields the server is asked for. */
  readonly fields?: string;
  readonly filter?: JqFilter;
}

/**
 * --fields and --jq, and where one is absent the preset's (contract 16.7).
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
 * A request as --dry-run prints it, secrets starred out (contract 5). Nothing is read from
 * where a secret is.
 *
 * @param jq the filter of the answer
 */
export function describeRequest(plan: RequestPlan, target: Target, jq?: string): string {
  const own = Object.keys(target.headers).map(name => [name, hiddenValue]);
  const headers = {
    ...Object.fromEntries(own),
    ...(isSigned(target) && {Authorization: hiddenValue}),
  };
  return describePlan(plan, headers, jq);
}

/** Whether there are credentials to send, as far as is known without reading them. */
function isSigned({secret, oauth}: Target): boolean {
  return (secret ?? oauth) !== undefined;
}
