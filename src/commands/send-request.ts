import type {Client, ExchangeEvent, ListProgress, SendingOptions, Traffic} from '../api/client.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {hintAfterUncertainWrite} from '../api/uncertain-write.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {groupedNumber} from '../base/grouped-number.ts';
import {safeText} from '../base/safe-text.ts';
import {prepareForLongList} from '../host/own-process.ts';
import type {CommandContext} from './context.ts';
import type {GlobalValues} from './flags.ts';
import {interruptible} from './interruptible.ts';
import {openClient, sendingOf} from './open-client.ts';
import type {PreparedRequest, RequestJob} from './prepare-request.ts';

/**
 * Send by a client, when it may be; an interrupt stops it. Not longer: a filter that never ends must
 * die of the signal.
 *
 * @throws Failure of any kind
 */
export async function withClient<T>(
  {plan, target}: PreparedRequest,
  {globals, trail}: Pick<RequestJob, 'globals' | 'trail'>,
  {host, admit, progress, signal: outer}: CommandContext,
  send: (client: Client, options: SendingOptions) => Promise<T>,
): Promise<T> {
  if (admit) {
    await admit();
    trail.admitted();
  }
  if (outer?.aborted) {
    throw new Failure('interrupted', 'Interrupted before the request was sent.', {attempts: 0});
  }
  try {
    const client = await openClient(target, globals, host);
    const sending = sendingOf(globals, host, trail);
    if (sending.paginate && mayBeLong(plan)) prepareForLongList();
    const onPage = progress && ((read: ListProgress) => tellPages(read, progress));
    return await interruptible(
      host,
      signal => send(client, {...sending, signal, ...(onPage && {onPage})}),
      outer,
    );
  } catch (error) {
    throw namingSession(plan, globals, toFailure(error));
  }
}

/** How far a list of several pages is. */
function tellPages(
  {pages, items, total, last}: ListProgress,
  progress: (text: string) => void,
): void {
  if (last && pages === 1) return;
  const count = groupedNumber(items);
  const of = total === undefined ? '' : ` of ${groupedNumber(total)}`;
  progress(`${count}${of} read, page ${groupedNumber(pages)}`);
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
