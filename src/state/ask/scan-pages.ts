import type {OperationRef} from '../../api/operation-ref.ts';
import {groupedNumber} from '../../base/grouped-number.ts';
import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import type {Params} from '../model/params.ts';
import type {ReadPage, Scan, Source} from '../model/resource.ts';
import type {Ports} from '../model/transition.ts';
import {askPages, askText} from './ask.ts';
import {itemSteps} from './item-steps.ts';
import {paramsFromRow} from './row-params.ts';

/**
 * Check each item of a list with a request and yield those wanted. An item that cannot be checked
 * (forbidden or deleted) counts as unknown, not as unwanted.
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
): AsyncGenerator<ReadPage> {
  const isWanted = async (item: string): Promise<boolean> => {
    const asked = paramsFromRow(scan.params, {value: parseJsonValue(item)}, params);
    beside(scan.call, asked);
    const answer = parseJsonValue(await askText(scan.call, asked, ports, signal));
    return String(readPointer(answer, scan.pointer)) === params[scan.equals];
  };
  const pages = askPages(source, params, ports, signal);
  for await (const step of itemSteps(pages, isWanted, signal)) {
    const {page, empty, items, results, done, failed} = step;
    const of = page.total === undefined ? '' : ` of ${groupedNumber(page.total)}`;
    const refused = failed === 0 ? '' : `, ${failed} refused`;
    const note = `${groupedNumber(done)}${of} checked${refused}`;
    yield {...empty, items: items.filter((_, i) => results[i]), note};
  }
}
