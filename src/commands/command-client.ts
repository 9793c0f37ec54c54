import type {
  Client,
  ExchangeEvent,
  ListProgress,
  Reply,
  SendingOptions,
  Traffic,
} from '../api/client.ts';
import {lateClient} from '../api/make-client.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {hintAfterUncertainWrite} from '../api/uncertain-write.ts';
import {defined} from '../base/defined.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {groupedNumber} from '../base/grouped-number.ts';
import {safeText} from '../base/safe-text.ts';
import {type AuditTrail, recordedClient} from '../host/audit-trail.ts';
import {openClient} from '../host/client.ts';
import {policedClient, protectedClient} from '../host/policy.ts';
import {readCredentials, type Target} from '../host/settings.ts';
import type {CommandContext, CommandHost} from './context.ts';
import type {GlobalValues} from './flags.ts';
import {interruptible} from './interruptible.ts';
import type {Reporter} from './reporter.ts';

/**
 * The client of a command. Its layers, the outermost first: policy, audit trail, protected profile,
 * and from the first request on those of `openClient`. Only then the secret is read, when a batch lets
 * the command send: --dry-run works without one.
 *
 * @param trail of the command, where it has one
 */
export function clientOf(
  target: Target,
  globals: GlobalValues,
  {host, admit, signal: outer}: Pick<CommandContext, 'host' | 'admit' | 'signal'>,
  trail?: AuditTrail,
): Client {
  const {service, profile, baseUrl, authType} = target;
  const identity = {service, profile, baseUrl, authType, protected: target.protected};
  const late = lateClient(identity, async ({signal}) => {
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
    return openClient(settings, host, {maxAnswerBytes: globals['max-answer'], warn});
  });
  const careful = globals.write ? late : protectedClient(late, '--write');
  return policedClient(trail ? recordedClient(careful, trail) : careful, target.policy);
}

/** Options for sending and reporting the requests of a command. */
export function sendingOf(
  globals: GlobalValues,
  {reporter}: Pick<CommandHost, 'reporter'>,
): SendingOptions {
  const {timeout, retries, concurrency, partial} = globals;
  return {
    ...defined({timeoutMs: timeout, retries, concurrency, partial}),
    paginate: globals['no-paginate'] !== true,
    onExchange(event, traffic) {
      if (globals.verbose) reporter.exchange(event, traffic);
    },
  };
}

/**
 * Send a read request that a command depends on; an interrupt aborts it.
 *
 * @throws Failure of any kind
 */
export async function askQuietly(
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
 * Send by the client of a request; an interrupt stops it. Not longer: a filter that never ends must
 * die of the signal.
 *
 * @throws Failure of any kind
 */
export async function sendPrepared<T>(
  {plan, client}: {readonly plan: RequestPlan; readonly client: Client},
  globals: GlobalValues,
  {host, signal: outer}: CommandContext,
  send: (client: Client, options: SendingOptions) => Promise<T>,
): Promise<T> {
  const sending = sendingOf(globals, host);
  if (sending.paginate && mayBeLong(plan)) host.prepareForLongList?.();
  const onPage = (read: ListProgress): void => tellPages(read, host.reporter);
  try {
    return await interruptible(host, signal => send(client, {...sending, signal, onPage}), outer);
  } catch (error) {
    throw namingSession(plan, globals, toFailure(error));
  }
}

/** How far a list of several pages is. */
function tellPages({pages, items, total, last}: ListProgress, reporter: Reporter): void {
  if (last && pages === 1) return;
  const count = groupedNumber(items);
  const of = total === undefined ? '' : ` of ${groupedNumber(total)}`;
  reporter.progress(`${count}${of} read, page ${groupedNumber(pages)}`);
}

/** Status and headers of an answer as they stand before its body; of a kept answer its status. */
export function headOf({status}: ExchangeEvent, traffic: Traffic | undefined): string {
  const headers = Object.entries(traffic?.answerHeaders ?? {});
  const lines = headers.map(([name, value]) => safeText(`${name}: ${value}`));
  return [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\n');
}

/** The command that looks after a write of unknown fate must look where that write went. */
function namingSession(plan: RequestPlan, globals: GlobalValues, failure: Failure): Failure {
  const {kind, message, details} = failure;
  if (details.mayBeDone !== true) return failure;
  const words = (['profile', 'base-url', 'auth-type', 'auth-user'] as const).flatMap(name =>
    globals[name] === undefined ? [] : [`--${name}=${globals[name]}`],
  );
  return new Failure(kind, message, {...details, hint: hintAfterUncertainWrite(plan, words)});
}

/** Lists by their record; a raw GET may turn out to be one. */
function mayBeLong({paging, operation, method}: RequestPlan): boolean {
  return paging !== undefined || (operation === undefined && method === 'GET');
}
