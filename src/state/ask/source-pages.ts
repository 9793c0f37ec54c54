import type {Page} from '../../api/client.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import {groupedNumber} from '../../base/grouped-number.ts';
import {findSpan} from '../../base/json-pointer.ts';
import {itemSpans} from '../../base/json-scan.ts';
import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import type {Params, RequestCommand} from '../model/params.ts';
import type {ItemScan, ReadPage, Source} from '../model/resource.ts';
import type {Ports} from '../model/transition.ts';
import {commandOfCall, fetchPages, fetchText} from './ask.ts';
import {fanOutPages, type PageReader} from './fan-out.ts';
import {itemSteps} from './item-steps.ts';
import {paramsFromRow} from './row-params.ts';

/** Whether a source sends a request for each item and is therefore read in steps. */
export function readsPerItem(source: Source | undefined): boolean {
  return source?.scan !== undefined || source?.per !== undefined;
}

/**
 * Read the pages of any kind of source: a list, a list inside a response, a request per item.
 *
 * @param beside receives each request other than the source's own
 * @throws Failure of the kinds of contract 4
 */
export function sourcePages(
  source: Source,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
  beside: (sent: RequestCommand) => void,
): AsyncIterable<ReadPage> {
  const {scan, per} = source;
  if (scan !== undefined) {
    const tell = (call: OperationRef, asked: Params): void =>
      beside(commandOfCall(call, asked, ports));
    return scanPages(source, scan, params, ports, signal, tell);
  }
  if (per === undefined) return ownPages(source, params, ports, signal, beside);
  const read: PageReader = (call, asked) => {
    if (call !== per.call) beside(commandOfCall(call, asked, ports));
    return call === source
      ? ownPages(source, asked, ports, signal, beside)
      : fetchPages(call, asked, ports, signal);
  };
  return fanOutPages(source, per, params, read, signal);
}

/** Read the pages of one list, or the one page of a list inside a response. */
function ownPages(
  source: Source,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
  beside: (sent: RequestCommand) => void,
): AsyncIterable<Page> {
  if (source.items === undefined && source.derive === undefined) {
    return fetchPages(source, params, ports, signal);
  }
  return (async function* () {
    const text = await fetchText(source, params, ports, signal, beside);
    yield {index: 0, items: itemsOf(source, text, params), text, last: true};
  })();
}

/** The rows of a response: the list inside it, or rows derived from it. */
function itemsOf(source: Source, text: string, params: Params): string[] {
  if (source.derive !== undefined) {
    return source.derive(parseJsonValue(text), params).map(item => JSON.stringify(item));
  }
  const span = findSpan(text, source.items ?? '');
  const spans = span === undefined ? [] : itemSpans(text, span);
  return spans.map(s => text.slice(s.start, s.end));
}

/**
 * Check each item of a list with a request and yield those wanted. An item that cannot be checked
 * (forbidden or deleted) counts as unknown, not as unwanted.
 *
 * @param beside receives each request about an item
 * @throws Failure if the list itself cannot be read
 */
async function* scanPages(
  source: Source,
  scan: ItemScan,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
  beside: (call: OperationRef, params: Params) => void,
): AsyncGenerator<ReadPage> {
  const isWanted = async (item: string): Promise<boolean> => {
    const asked = paramsFromRow(scan.params, {value: parseJsonValue(item)}, params);
    beside(scan.call, asked);
    const answer = parseJsonValue(await fetchText(scan.call, asked, ports, signal));
    return String(readPointer(answer, scan.pointer)) === params[scan.equals];
  };
  const pages = fetchPages(source, params, ports, signal);
  for await (const step of itemSteps(pages, isWanted, signal)) {
    const {page, empty, items, results, done, failed} = step;
    const of = page.total === undefined ? '' : ` of ${groupedNumber(page.total)}`;
    const refused = failed === 0 ? '' : `, ${failed} refused`;
    const note = `${groupedNumber(done)}${of} checked${refused}`;
    const isPartial = failed > 0 || !empty.last;
    yield {...empty, items: items.filter((_, i) => results[i]), note, isPartial};
  }
}
