import type {
  Client,
  ExchangeEvent,
  ListProgress,
  Reply,
  SendingOptions,
  Traffic,
} from '../api/client.ts';
import {lazyClient} from '../api/make-client.ts';
import {programOf} from '../api/operation.ts';
import type {RequestPlan, ResolvedCall} from '../api/request-plan.ts';
import {hintAfterUncertainWrite, isWrite} from '../api/uncertain-write.ts';
import {defined} from '../base/defined.ts';
import {parseDuration} from '../base/duration.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {groupedNumber} from '../base/grouped-number.ts';
import {safeText} from '../base/safe-text.ts';
import {clockText} from '../base/times.ts';
import {type AuditTrail, recordedClient} from '../host/audit-trail.ts';
import {openClient} from '../host/client.ts';
import {sendJournaled} from '../host/journaled-request.ts';
import {policyClient, protectedClient} from '../host/policy.ts';
import {readCredentials, type Target} from '../host/settings.ts';
import type {CommandContext, CommandHost} from './context.ts';
import type {GlobalValues} from './flags.ts';
import {interruptible} from './interruptible.ts';
import type {Reporter} from './reporter.ts';

/**
 * Make the client of a command. Its layers from the outside: policy, audit trail, protected
 * profile, and from the first request those of `openClient`. The secret is read only then, so that
 * --dry-run works without one.
 *
 * @param trail audit trail of the command, if it has one
 */
export function clientOf(
  target: Target,
  globals: GlobalValues,
  {
    host,
    admit,
    signal: outer,
    journal,
  }: Pick<CommandContext, 'host' | 'admit' | 'signal' | 'journal'>,
  trail?: AuditTrail,
): Client {
  const {service, profile, baseUrl, authType} = target;
  const identity = {service, profile, baseUrl, authType, protected: target.protected};
  const calls = new WeakMap<RequestPlan, ResolvedCall>();
  const late = lazyClient(identity, async ({signal}) => {
    if (admit) {
      await admit();
      trail?.admitted();
    }
    if (outer?.aborted) {
      throw new Failure('interrupted', 'Interrupted before the request was sent.', {attempts: 0});
    }
    const limits = {timeoutMs: globals.timeout, signal};
    const settings = {...target, credentials: await readCredentials(target, host, limits)};
    const warn = (text: string): void => host.reporter.warn(text);
    const client = openClient(settings, host, {maxAnswerBytes: globals['max-answer'], warn});
    if (globals['no-journal']) return client;
    const recording = {
      by: programOf(service),
      flags: sessionFlags(globals),
      readsFirst: globals.undoable,
      policy: target.policy,
      onBefore: trail && ((answer: string) => trail.readBefore(() => answer)),
      warn,
      ...journal,
    };
    return {
      ...client,
      request: (plan, options) =>
        isWrite(plan) && plan.like?.effect !== 'read'
          ? sendJournaled({plan, call: calls.get(plan)}, options, client, recording, host)
          : client.request(plan, options),
    };
  });
  const planning: Client = {
    ...late,
    plan(operation, given, options) {
      const plan = late.plan(operation, given, options);
      calls.set(plan, {operation, given});
      return plan;
    },
  };
  const careful = globals.write ? planning : protectedClient(planning, '--write');
  return policyClient(trail ? recordedClient(careful, trail) : careful, target.policy);
}

/** From this wait on, a note says when it ends, also without a terminal. */
const longWaitMs = 10_000;

/**
 * Longest wait for the rate limit in commands that send many requests, unless --max-wait is given:
 * a run should not fail because of its own speed.
 */
const maxWaitOfMany = '10m';

/** Options of a command that sends many requests. */
export function globalsOfMany(globals: GlobalValues): GlobalValues {
  return {...defined({'max-wait': parseDuration(maxWaitOfMany)}), ...globals};
}

/** The same as a flag of each command. */
export const flagOfMany = `--max-wait=${maxWaitOfMany}`;

/** Options for sending and reporting the requests of a command. */
export function sendingOf(
  globals: GlobalValues,
  {reporter}: Pick<CommandHost, 'reporter'>,
): SendingOptions {
  const {timeout, retries, concurrency, partial} = globals;
  return {
    ...defined({timeoutMs: timeout, retries, concurrency, partial}),
    ...defined({maxWaitMs: globals['max-wait']}),
    paginate: globals['no-paginate'] !== true,
    onWait({untilMs, ms}) {
      const text = `waits until ${clockText(untilMs)}, as the service asks (rate limit)`;
      if (ms >= longWaitMs) reporter.note(text);
      else reporter.progress(text);
    },
    onExchange(event, traffic) {
      if (globals.verbose) reporter.exchange(event, traffic);
    },
  };
}

/**
 * Send a read request that a command needs; an interrupt aborts it.
 *
 * @throws Failure of any kind
 */
export async function sendRead(
  plan: RequestPlan,
  target: Target,
  globals: GlobalValues,
  host: CommandHost,
): Promise<Reply> {
  const client = clientOf(target, globals, {host});
  const sending = {...sendingOf(globals, host), paginate: false};
  return interruptible(host, signal => client.request(plan, {...sending, signal}));
}

/**
 * Send a request; an interrupt aborts it. The handler is removed afterwards, so that a signal can
 * end a filter that never terminates.
 *
 * @throws Failure of any kind
 */
export async function sendPrepared<T>(
  {plan, client}: {readonly plan: RequestPlan; readonly client: Client},
  globals: GlobalValues,
  {host, signal: outer, target}: CommandContext,
  send: (client: Client, options: SendingOptions) => Promise<T>,
): Promise<T> {
  const sending = sendingOf(globals, host);
  if (sending.paginate && mayBeLong(plan)) host.prepareForLongList?.(target !== undefined);
  const onPage = (read: ListProgress): void => reportPages(read, host.reporter);
  try {
    return await interruptible(host, signal => send(client, {...sending, signal, onPage}), outer);
  } catch (error) {
    throw namingSession(plan, globals, toFailure(error));
  }
}

function reportPages({pages, items, total, last}: ListProgress, reporter: Reporter): void {
  if (last && pages === 1) return;
  const count = groupedNumber(items);
  const of = total === undefined ? '' : ` of ${groupedNumber(total)}`;
  reporter.progress(`${count}${of} read, page ${groupedNumber(pages)}`);
}

/** Status and headers of a response, for --include; of a cached response the status. */
export function responseHead({status}: ExchangeEvent, traffic: Traffic | undefined): string {
  const headers = Object.entries(traffic?.answerHeaders ?? {});
  const lines = headers.map(([name, value]) => safeText(`${name}: ${value}`));
  return [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\n');
}

/**
 * Add the session to the hint of a write with unknown outcome, so that the check reads from the
 * same site.
 */
function namingSession(plan: RequestPlan, globals: GlobalValues, failure: Failure): Failure {
  const {kind, message, details} = failure;
  if (details.mayBeDone !== true) return failure;
  const hint = hintAfterUncertainWrite(plan, sessionFlags(globals));
  return new Failure(kind, message, {...details, hint});
}

/** Return the flags that select the site and account, without a secret. */
function sessionFlags(globals: GlobalValues): readonly string[] {
  return (['profile', 'base-url', 'auth-type', 'auth-user'] as const).flatMap(name =>
    globals[name] === undefined ? [] : [`--${name}=${globals[name]}`],
  );
}

/** Lists according to their record; a raw GET may also be one. */
function mayBeLong({paging, operation, method}: RequestPlan): boolean {
  return paging !== undefined || (operation === undefined && method === 'GET');
}
