import {returnsOneList} from '../api/columns-of.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {headOf, sendPrepared} from './command-client.ts';
import type {CommandContext} from './context.ts';
import {writeTexts} from './emit.ts';
import {isFormatted} from './emit-options.ts';
import type {GlobalValues} from './flags.ts';
import {itemsOfResponse, openItemWriter} from './formatted.ts';
import type {PreparedRequest, RequestJob} from './prepare-request.ts';

/** Whether items are written as their pages arrive: the response is not filtered as a whole. */
export function isStreamed({plan, options}: PreparedRequest, {cache}: GlobalValues): boolean {
  return isFormatted(options) && plan.method === 'GET' && !options.filter && !cache;
}

/**
 * Write the items of a list as its pages arrive, one page at a time, so that memory does not limit
 * its length. A table is buffered, and written only if complete, or with --partial.
 *
 * @throws Failure of any kind; `partial` if items were written before
 */
export async function streamItems(
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
            head ||= headOf(event, traffic);
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
