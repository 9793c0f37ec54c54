import type {RequestPlan} from '../api/request-plan.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {pointerSteps} from '../base/json-pointer.ts';
import {combinePages} from '../output/item-filter.ts';
import {everyElement, type PathStep} from '../output/plain-path.ts';
import {sendPrepared} from './command-client.ts';
import type {CommandContext} from './context.ts';
import {emitOutputs, filterOutputs} from './emit.ts';
import {isFormatted} from './emit-options.ts';
import type {GlobalValues} from './flags.ts';
import type {PreparedRequest} from './prepare-request.ts';

/**
 * Read a list and write what a filter selects, if the filter can read its pages one at a time, so
 * that only the outputs are in memory. Nothing is written before all pages are read.
 *
 * @returns false if the filter needs the whole list; then nothing was sent
 * @throws Failure of any kind
 */
export async function emitByPage(
  prepared: PreparedRequest,
  globals: GlobalValues,
  context: CommandContext,
): Promise<boolean> {
  const {plan, options} = prepared;
  const {filter} = options;
  const form = canReadByPage(prepared, globals) ? await filter?.byItem() : undefined;
  if (filter === undefined || form === undefined || !isOfItems(form.path, plan)) return false;
  const texts: string[] = [];
  let warning: string | undefined;
  await sendPrepared(prepared, globals, context, async (client, sending) => {
    let attempts = 0;
    const onExchange: typeof sending.onExchange = (event, traffic) => {
      attempts = event.attempt;
      sending.onExchange?.(event, traffic);
    };
    for await (const page of client.pages(plan, {...sending, onExchange})) {
      warning = page.warning ?? warning;
      const outputs = filterOutputs(page.text, filter, options, context.host);
      const selected = await outputs.catch(error => {
        const {kind, message, details} = toFailure(error);
        const request = {method: plan.method, path: plan.path};
        throw new Failure(kind, message, {request, attempts, ...details});
      });
      for (const text of selected) texts.push(text);
    }
  });
  if (warning !== undefined) context.host.reporter.warn(warning);
  const outputs = combinePages(texts, form.result);
  for (const some of isFormatted(options) ? [outputs] : inPieces(outputs)) {
    await emitOutputs(some, options, context.host);
  }
  return true;
}

/** Split outputs into pieces, so that they are not in memory twice. */
function* inPieces(outputs: readonly string[]): Iterable<readonly string[]> {
  let [start, length] = [0, 0];
  for (const [at, {length: own}] of outputs.entries()) {
    length += own;
    if (length < pieceLength) continue;
    yield outputs.slice(start, at + 1);
    [start, length] = [at + 1, 0];
  }
  if (start < outputs.length || outputs.length === 0) yield outputs.slice(start);
}

/** Characters. */
const pieceLength = 1_000_000;

function canReadByPage({plan}: PreparedRequest, globals: GlobalValues): boolean {
  const {cache, include, partial, timeout} = globals;
  // A signal ends a filter without a limit only if no request is open.
  const isOther = cache || include || partial || timeout === 0 || globals['no-paginate'];
  return !isOther && plan.method === 'GET';
}

/** Whether a path leads to the items of a list. */
function isOfItems(path: readonly PathStep[], {operation, like}: RequestPlan): boolean {
  const list = (operation ?? like)?.items;
  if (list === undefined) return false;
  const steps = pointerSteps(list);
  return path[steps.length] === everyElement && steps.every((step, i) => path[i] === step);
}
