import {returnsOneList} from '../api/columns-of.ts';
import type {Operation} from '../api/operation.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {isWrite} from '../api/uncertain-write.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {subjectOf, withAudit} from './audited.ts';
import {responseHead, sendPrepared} from './command-client.ts';
import type {CommandContext} from './context.ts';
import {emitReply, writeTexts} from './emit.ts';
import {isFormatted} from './emit-options.ts';
import {compileQuestion} from './exit-on.ts';
import {emitByPage} from './filter-pages.ts';
import type {GlobalValues} from './flags.ts';
import {itemsOfResponse, openItemWriter} from './formatted.ts';
import {checkInvocation, parseInvocation} from './invocation.ts';
import {lookUpNames, withNameHint} from './look-up-names.ts';
import {
  acceptsText,
  type PreparedRequest,
  prepareRequest,
  type RequestJob,
  requestJobOf,
  sendRequest,
} from './prepare-request.ts';
import type {Scanned} from './scan.ts';

/**
 * Run an operation: parse → check → settings → plan → execute → select → emit.
 *
 * @returns the exit code: 0, or 8 if the response matches --exit-on or --exit-status
 * @throws Failure of any kind
 */
export function runOperation(
  operation: Operation,
  line: Scanned,
  context: CommandContext,
): Promise<number> {
  return withAudit(subjectOf(operation), line, context, async trail => {
    const typed = parseInvocation(context, operation, line);
    const {globals} = typed;
    const invocation = globals.names ? await lookUpNames(typed, line, context) : typed;
    try {
      const checked = await checkInvocation(invocation, context.host);
      const notes = [...deprecation(operation), ...checked.notes];
      const job = requestJobOf(operation, {...checked, notes}, globals, trail);
      return await runRequest(job, context);
    } catch (error) {
      throw withNameHint(toFailure(error), invocation, context);
    }
  });
}

function deprecation({deprecated, group, name}: Operation): readonly string[] {
  return deprecated === undefined ? [] : [`${group} ${name} is deprecated: ${deprecated.note}`];
}

/**
 * Run a checked request: prepare → execute → select → emit.
 *
 * @returns the exit code: 0, or 8 if the response matches --exit-on or --exit-status
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
