import type {ExchangeEvent, Reply, SendingOptions, Traffic} from '../api/client.ts';
import {hintToLook, isWrite} from '../api/look-first.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {safeText} from '../base/safe-text.ts';
import type {Host} from '../host/host.ts';
import {prepareForLongList} from '../host/own-process.ts';
import type {Filter} from '../output/select.ts';
import type {CommandContext} from './context.ts';
import {emitReply} from './emit.ts';
import type {GlobalValues} from './flags.ts';
import {openClient, sendingOf} from './open-client.ts';
import {type PreparedRequest, prepareRequest, type RequestJob} from './prepare-request.ts';
import {reportProgress, reportRemark} from './report.ts';

/**
 * The rest of a request's way: prepare → execute → select → emit.
 *
 * @throws Failure of any kind
 */
export async function runRequest(job: RequestJob, context: CommandContext): Promise<void> {
  const answered = await answerRequest(job, context);
  if (answered === undefined) return;
  const {reply, plan, options, head} = answered;
  const mayBeText = acceptsText(plan, options.filter);
  try {
    await emitReply(
      reply,
      {...options, mayBeText, ...(job.globals.include && {head})},
      context.host,
    );
  } catch (error) {
    throw afterRequest(plan, toFailure(error));
  }
  // What was read of a list (--partial) or the task that failed (--wait) is out; why follows.
  if (reply.failure !== undefined) throw reply.failure;
}

/** An answer, and what is to be done with it. */
export interface AnsweredRequest extends PreparedRequest {
  readonly reply: Reply;
  /** Status and headers of the first answer, for --include. */
  readonly head: string;
}

/**
 * The way of a request without its end: prepare → execute.
 *
 * @returns undefined when all that was asked for is printed (--dry-run)
 * @throws Failure of any kind
 */
export async function answerRequest(
  job: RequestJob,
  context: CommandContext,
): Promise<AnsweredRequest | undefined> {
  const {globals, trail} = job;
  const {host} = context;
  const prepared = await prepareRequest(job, context);
  if (prepared === undefined) return undefined;
  if (context.admit) {
    await context.admit();
    trail.admitted();
  }
  const {plan, options} = prepared;
  const mayBeText = acceptsText(plan, options.filter);
  const heads: string[] = [];
  const reply = await execute(prepared, {...job, heads}, mayBeText, host).catch(
    (error: unknown) => {
      throw namingSession(plan, globals, toFailure(error));
    },
  );
  trail.answered(reply);
  if (reply.warning !== undefined) reportRemark('warning', reply.warning, host.stderr);
  return {...prepared, reply, head: heads[0] ?? ''};
}

/** The command that looks after a write of unknown fate must look where that write went. */
function namingSession(plan: RequestPlan, globals: GlobalValues, failure: Failure): Failure {
  const {kind, message, details} = failure;
  if (details.mayBeDone !== true) return failure;
  const words = (['profile', 'base-url', 'auth-type', 'auth-user'] as const).flatMap(name =>
    globals[name] === undefined ? [] : [`--${name}=${globals[name]}`],
  );
  return new Failure(kind, message, {...details, hint: hintToLook(plan, words)});
}

/** Only `raw` passes an answer that is no JSON through, and only when it is not to be filtered. */
function acceptsText({operation}: RequestPlan, filter: Filter | undefined): boolean {
  return operation === undefined && filter === undefined;
}

/** Send it; an interrupt stops it. Not longer: a filter that never ends must die of the signal. */
async function execute(
  {plan, target}: PreparedRequest,
  {globals, trail, heads}: Pick<RequestJob, 'globals' | 'trail'> & {readonly heads: string[]},
  allowText: boolean,
  host: Host,
): Promise<Reply> {
  const client = await openClient(target, globals, host);
  const interrupt = new AbortController();
  const releases = (['SIGINT', 'SIGTERM'] as const).map(signal =>
    host.onSignal(signal, () => interrupt.abort()),
  );
  const sending = sendingOf(globals, host, trail);
  const onExchange: SendingOptions['onExchange'] = (event, traffic) => {
    if (event.status !== undefined && event.status < 400) heads.push(headOf(event, traffic));
    sending.onExchange?.(event, traffic);
  };
  if (sending.paginate && mayBeLong(plan)) prepareForLongList();
  try {
    return await client.request(plan, {
      ...sending,
      onExchange,
      allowText,
      signal: interrupt.signal,
      ...(globals.cache !== undefined && {keepMs: globals.cache}),
      ...(globals.wait && {onProgress: progress => reportProgress(progress, host.stderr)}),
    });
  } finally {
    for (const release of releases) release();
  }
}

/** Status and headers of an answer as they stand before its body; of a kept answer its status. */
function headOf({status}: ExchangeEvent, traffic: Traffic | undefined): string {
  const headers = Object.entries(traffic?.answerHeaders ?? {});
  const lines = headers.map(([name, value]) => safeText(`${name}: ${value}`));
  return [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\n');
}

/** Lists by their record; a raw GET may turn out to be one. */
function mayBeLong({paging, operation, method}: RequestPlan): boolean {
  return paging !== undefined || (operation === undefined && method === 'GET');
}

/** A failure that came after the answer; of a write it must say that it happened. */
function afterRequest(plan: RequestPlan, {kind, message, details}: Failure): Failure {
  const request = {method: plan.method, path: plan.path};
  if (!isWrite(plan)) return new Failure(kind, message, {request, ...details});
  return new Failure(kind, `${message}. The request itself was carried out.`, {
    request,
    hint: 'Do not repeat it to see its answer.',
    ...details,
  });
}
