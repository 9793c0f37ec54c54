import type {Page} from '../../api/client.ts';
import {inParallel} from '../../base/in-parallel.ts';
import type {ReadPage} from '../model/resource.ts';

/** Number of items checked before the user asks for more. */
export const scanBatchSize = 200;
const requestsAtOnce = 4;
/** Number of items checked between two progress updates. */
const itemsPerStep = 8;

/** Some items of a list, each with the result of its request. */
interface ItemStep<R> {
  /** The page of the list that has the items. */
  readonly page: Page;
  /** The page to yield for them, without items. */
  readonly empty: ReadPage;
  readonly items: readonly string[];
  /** In the order of the items; undefined for a failed request. */
  readonly results: readonly (R | undefined)[];
  /** Number of items so far, this step included. */
  readonly done: number;
  /** Number of failed requests so far. */
  readonly failed: number;
  /** The last failure. */
  readonly failure: unknown;
}

/**
 * Request something for each item of a list, a few requests at a time. A failed request leaves its
 * item without a result.
 *
 * @param most number of items; default all
 * @throws Failure if the list itself cannot be read
 */
export async function* itemSteps<R>(
  pages: AsyncIterable<Page>,
  ask: (item: string) => Promise<R>,
  signal: AbortSignal,
  most: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<ItemStep<R>> {
  let failure: unknown;
  const attempt = async (item: string): Promise<R | undefined> => {
    try {
      return await ask(item);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      failure = thrown;
      return undefined;
    }
  };
  let index = 0;
  let done = 0;
  let failed = 0;
  for await (const page of pages) {
    for (let at = 0; at < Math.max(1, page.items.length); at += itemsPerStep) {
      const items = page.items.slice(at, at + Math.min(itemsPerStep, most - done));
      const results = await requestEach(items, attempt);
      if (signal.aborted) return;
      done += items.length;
      failed += results.filter(result => result === undefined).length;
      const last = page.last && at + itemsPerStep >= page.items.length;
      const empty = {index: index++, items: [], text: '', last, checked: items.length};
      yield {page, empty, items, results, done, failed, failure};
      if (done >= most) return;
    }
  }
}

/**
 * Request something for each item, four at a time; results are in the order of the items.
 *
 * @param each requests for one item
 */
export function requestEach<T, R>(
  items: readonly T[],
  ask: (item: T) => Promise<R>,
  each = 1,
): Promise<readonly R[]> {
  return inParallel(items, Math.max(1, Math.floor(requestsAtOnce / each)), ask);
}
