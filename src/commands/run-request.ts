import type {Reply} from '../api/client.ts';
import {returnsOneList} from '../api/columns-of.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {isWrite} from '../api/uncertain-write.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {responseHead, sendPrepared} from './command-client.ts';
import type {CommandContext} from './context.ts';
import {emitReply, writeTexts} from './emit.ts';
import {isFormatted} from './emit-options.ts';
import {compileQuestion} from './exit-on.ts';
import {emitByPage} from './filter-pages.ts';
import type {GlobalValues} from './flags.ts';
import {itemsOfResponse, openItemWriter} from './formatted.ts';
import {type PreparedRequest, prepareRequest, type RequestJob} from './prepare-request.ts';

/**
 * Run a checked request: prepare → execute → select → emit.
 *
 * @returns the exit code: 0, or 8 if the response matches --exit-on or --exit-status
 *
 * @throws Failure of any kind
 */
export async function runRequest(job: RequestJob, context: CommandContext): Promise<number> {
  const {globals} = job;
  // Most commands have no such condition and do not load this module.
  const asks = globals['exit-on'] !== undefined || globals['exit-status'] === true;
  const question = asks ? await compileQuestion(globals, context.host) : undefined;
  const prepared = await prepareRequest(job, context);
  if (prepared === undefined) return 0;
  if (question === undefined && isStreamed(prepared, globals)) {
    await streamItems(prepared, job, context);
    return 0;
  }
  const mayFilterPages = question === undefined && prepared.plan.paging && prepared.options.filter;
  if (mayFilterPages && (await emitByPage(prepared, globals, context))) return 0;
  const {reply, plan, options, head, attempts} = await sendRequest(prepared, job, context);
  const mayBeText = question === undefined && acceptsText(prepared);
  const filter = question?.watch(options.filter) ?? options.filter;
  const shown = {...options, mayBeText, ...(filter && {filter}), ...(globals.include && {head})};
  try {
    await emitReply(reply, shown, context.host);
    if (question !== undefined && reply.failure === undefined) {
      return await question.answer(reply.text);
    }
  } catch (error) {
    throw afterRequest(plan, attempts, toFailure(error));
  }
  // Partial results (--partial) or the failed task (--wait) have been printed; the failure follows.
  if (reply.failure !== undefined) throw reply.failure;
  return 0;
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
 * The first part of `runRequest`: prepare → execute.
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
function acceptsText({plan, options}: PreparedRequest): boolean {
  return plan.operation === undefined && options.filter === undefined && !isFormatted(options);
}

/** Amend a failure after the response; for a write it must say that it was executed. */
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

/** Whether items are written as their pages arrive: the response is not filtered as a whole. */
function isStreamed({plan, options}: PreparedRequest, {cache}: GlobalValues): boolean {
  return isFormatted(options) && plan.method === 'GET' && !options.filter && !cache;
}

/**
 * Write the items of a list as its pages arrive, one page at a time, so that memory does not limit
 * its length. A table is buffered, and written only if complete, or with --partial.
 *
 * @throws Failure of any kind; `partial` if items were written before
 */
async function streamItems(
  prepared: PreparedRequest,
  job: RequestJob,
  context: CommandContext,
): Promise<void> {
  const {plan, options} = prepared;
  const {stdout, reporter} = context.host;
  const isHeld = options.output === 'table';
  let head = '';
  /** All pages were read and written. */
  let isComplete = false;
  let isRead = true;
  let warning: string | undefined;
  let writer: ReturnType<typeof openItemWriter> | undefined;
  try {
    await sendPrepared(prepared, job.globals, context, async (client, sending) => {
      const walk = client.pages(plan, {
        ...sending,
        onExchange(event, traffic) {
          if (event.status !== undefined && event.status < 400) {
            head ||= responseHead(event, traffic);
          }
          sending.onExchange?.(event, traffic);
        },
      });
      for await (const page of walk) {
        if (sending.paginate) warning = page.warning ?? warning;
        const operation = plan.operation ?? plan.like;
        const isWhole = page.items.length === 1 && page.items[0] === page.text;
        const isList = !isWhole && (operation === undefined || returnsOneList(operation));
        const found = isList ? {items: page.items, isList} : itemsOfResponse(page.text, operation);
        if (writer === undefined) {
          if (job.globals.include) stdout.write(head);
          writer = openItemWriter(options, context.host, found.isList);
        }
        isRead = await writeTexts(writer.add(found.items), stdout);
        if (!isRead) break;
      }
      if (isRead && writer !== undefined) {
        isComplete = true;
        isRead = await writeTexts(writer.end(), stdout);
      }
      // After a signal the output no longer waits for its reader.
      if (!isRead && sending.signal?.aborted) throw new Failure('interrupted', 'Interrupted.');
    });
  } catch (error) {
    const failure = toFailure(error);
    if (writer === undefined || (isHeld && !isComplete && !job.globals.partial)) throw failure;
    if (!isComplete) await writeTexts(writer.end(), stdout);
    throw new Failure(failure.kind, failure.message, {...failure.details, partial: true});
  }
  if (warning !== undefined) reporter.warn(warning);
}
