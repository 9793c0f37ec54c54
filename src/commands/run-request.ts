import type {Reply} from '../api/client.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {isWrite} from '../api/uncertain-write.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {headOf, sendPrepared} from './command-client.ts';
import type {CommandContext} from './context.ts';
import {emitReply} from './emit.ts';
import {isFormatted} from './emit-options.ts';
import {type PreparedRequest, prepareRequest, type RequestJob} from './prepare-request.ts';
import {isStreamed, streamItems} from './stream-items.ts';

/**
 * The rest of a request's way: prepare → execute → select → emit.
 *
 * @throws Failure of any kind
 */
export async function runRequest(job: RequestJob, context: CommandContext): Promise<void> {
  const prepared = await prepareRequest(job, context);
  if (prepared === undefined) return;
  if (isStreamed(prepared, job.globals)) return streamItems(prepared, job, context);
  const {reply, plan, options, head, attempts} = await sendRequest(prepared, job, context);
  const mayBeText = acceptsText(prepared);
  try {
    await emitReply(
      reply,
      {...options, mayBeText, ...(job.globals.include && {head})},
      context.host,
    );
  } catch (error) {
    throw afterRequest(plan, attempts, toFailure(error));
  }
  // What was read of a list (--partial) or the task that failed (--wait) is out; why follows.
  if (reply.failure !== undefined) throw reply.failure;
}

/** An answer, and what is to be done with it. */
export interface CompletedRequest extends PreparedRequest {
  readonly reply: Reply;
  /** Status and headers of the first answer, for --include. */
  readonly head: string;
  /** How many times the last request was sent; 0 for a kept answer. */
  readonly attempts: number;
}

/**
 * The way of a request without its end: prepare → execute.
 *
 * @returns undefined when all that was asked for is printed (--dry-run)
 * @throws Failure of any kind
 */
export async function completeRequest(
  job: RequestJob,
  context: CommandContext,
): Promise<CompletedRequest | undefined> {
  const prepared = await prepareRequest(job, context);
  return prepared && sendRequest(prepared, job, context);
}

async function sendRequest(
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
        if (isShown) heads.push(headOf(event, traffic));
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

/** Only `raw` passes an answer that is no JSON through, and only when nothing is to be done to it. */
function acceptsText({plan, options}: PreparedRequest): boolean {
  return plan.operation === undefined && options.filter === undefined && !isFormatted(options);
}

/** A failure that came after the answer; of a write it must say that it happened. */
function afterRequest(
  plan: RequestPlan,
  attempts: number,
  {kind, message, details}: Failure,
): Failure {
  const sent = {request: {method: plan.method, path: plan.path}, attempts};
  if (!isWrite(plan)) return new Failure(kind, message, {...sent, ...details});
  return new Failure(kind, `${message}. The request succeeded.`, {
    ...sent,
    hint: 'Do not repeat the request only to see the response.',
    ...details,
  });
}
