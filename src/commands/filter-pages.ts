import {Failure, toFailure} from '../base/failure.ts';
import {pointerSteps} from '../base/json-pointer.ts';
import {isFilterOfPages} from '../output/item-filter.ts';
import {sendPrepared} from './command-client.ts';
import type {CommandContext} from './context.ts';
import {emitJson, filterOutputs} from './emit.ts';
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
  if (filter === undefined || !isReadByPage(prepared, globals)) return false;
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
  const filtered = {text: filter.text, apply: async () => ({outputs: texts, messages: ''})};
  await emitJson('null', {...options, filter: filtered}, context.host);
  return true;
}

function isReadByPage({plan, options: {filter}}: PreparedRequest, globals: GlobalValues): boolean {
  const list = (plan.operation ?? plan.like)?.items;
  const {cache, include, partial, timeout} = globals;
  // A signal ends a filter without a limit only if no request is open.
  const isOther = cache || include || partial || timeout === 0 || globals['no-paginate'];
  if (isOther || plan.method !== 'GET' || list === undefined || filter === undefined) return false;
  return isFilterOfPages(filter.text, pointerSteps(list));
}
