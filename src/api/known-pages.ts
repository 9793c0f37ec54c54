import type {Paging} from './operation.ts';
import {askedFor, type PageFacts, type PageQuery, windowEnd} from './paging.ts';

/**
 * What will ask for the pages after a first one, as far as that is known from it (contract
 * 6.2): where the server gives a total, and in user windows whose end is known. A guess, made on
 * the word that every page is as long as the first: whoever uses it follows each page's own `next`.
 *
 * @param url what the first page was asked for with
 */
export function* knownPages(
  paging: Paging,
  url: string,
  facts: PageFacts,
): Generator<PageQuery, void, undefined> {
  const second = Number(facts.next?.startAt);
  if (!Number.isSafeInteger(second)) return;
  const range = rangeAfter(paging, url, facts, second);
  if (range === undefined || range.step <= 0) return;
  for (let startAt = second; startAt < range.end; startAt += range.step) {
    yield {startAt: String(startAt)};
  }
}

function rangeAfter(
  paging: Paging,
  url: string,
  {items, total}: PageFacts,
  second: number,
): {readonly step: number; readonly end: number} | undefined {
  switch (paging.kind) {
    case 'offset':
      return total === undefined ? undefined : {step: items.length, end: total};
    case 'window':
      // The second page is all that is left.
      if (paging.sizeMax !== undefined) return undefined;
      return {step: second - (askedFor(url, 'startAt') ?? 0), end: windowEnd(url, paging)};
    case 'token':
    case 'after':
    case 'cursor':
      return undefined;
  }
}
