import type {OperationRef} from '../../api/operation-ref.ts';
import {groupedNumber} from '../../base/grouped-number.ts';
import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import type {Params} from '../model/params.ts';
import type {ReadPage, Scan, Source} from '../model/resource.ts';
import type {Ports} from '../model/transition.ts';
import {askPages, askText} from './ask.ts';
import {paramsFromRow} from './row-params.ts';

/** Number of items checked before the user asks for more. */
export const scannedAtOnce = 200;
const requestsAtOnce = 4;
/** Number of items checked between two progress updates. */
export const itemsPerStep = 8;

/** A page of a list that takes one request for each item. */
export type ScanPage = ReadPage & {readonly checked: number};

/**
 * Check each item of a list with a request and yield those wanted, a few requests at a time. An
 * item that cannot be checked counts as unknown, not as unwanted.
 *
 * @param beside receives each request about an item
 * @throws Failure if the list itself cannot be read
 */
export async function* scanPages(
  source: Source,
  scan: Scan,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
  beside: (call: OperationRef, params: Params) => void,
): AsyncGenerator<ScanPage> {
  /** Whether an item is wanted; undefined if the service does not report it. */
  const isWanted = async (item: string): Promise<boolean | undefined> => {
    try {
      const asked = paramsFromRow(scan.params, {value: parseJsonValue(item)}, params);
      beside(scan.call, asked);
      const answer = parseJsonValue(await askText(scan.call, asked, ports, signal));
      return String(readPointer(answer, scan.pointer)) === params[scan.equals];
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      // Forbidden or deleted: counted as unknown.
      return undefined;
    }
  };
  let checked = 0;
  let unknown = 0;
  let index = 0;
  for await (const page of askPages(source, params, ports, signal)) {
    for (let at = 0; at < Math.max(1, page.items.length); at += itemsPerStep) {
      const step = page.items.slice(at, at + itemsPerStep);
      const verdicts = await askInTurns(step, isWanted);
      if (signal.aborted) return;
      checked += step.length;
      unknown += verdicts.filter(verdict => verdict === undefined).length;
      const of = page.total === undefined ? '' : ` of ${groupedNumber(page.total)}`;
      const refused = unknown === 0 ? '' : `, ${unknown} refused`;
      yield {
        index: index++,
        items: step.filter((_, i) => verdicts[i]),
        text: '',
        last: page.last && at + itemsPerStep >= page.items.length,
        checked: step.length,
        note: `${groupedNumber(checked)}${of} checked${refused}`,
      };
    }
  }
}

/**
 * Request something for each item, four at a time; results are in the order of the items.
 *
 * @param each requests for one item
 */
export async function askInTurns<T, R>(
  items: readonly T[],
  ask: (item: T) => Promise<R>,
  each = 1,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) {
      const item = items[i];
      if (item !== undefined) results[i] = await ask(item);
    }
  };
  const atOnce = Math.max(1, Math.floor(requestsAtOnce / each));
  await Promise.all(Array.from({length: atOnce}, worker));
  return results;
}
