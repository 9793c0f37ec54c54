import type {Failure} from '../base/failure.ts';
import {charsetOf} from './decode-body.ts';
import type {Exchange} from './exchange.ts';
import {makePageMerge, type PageMerge} from './merge.ts';
import type {WalkedPage} from './page-walk.ts';

/** What came of a plan, before it is timed. */
export interface Outcome {
  readonly answer: Exchange;
  /** Requests made, retries not counted. */
  readonly pages: number;
  /** The text of merged pages, in parts; it can be read again and again. */
  readonly merged?: Iterable<string>;
  /** Why pages are missing, when some are. */
  readonly failure?: Failure;
  /** What of the pages is not to be believed, or was not followed; a sentence. */
  readonly warning?: string;
}

/** The pages of one list as they are read. Has a lifetime: pages are added in order. */
export interface ListReading {
  /** Take over the next page; of it and of those before only what the answer needs is kept. */
  add(page: WalkedPage): void;
  /**
   * What was read; undefined when nothing was.
   *
   * @param failure why pages are missing, when some are
   */
  outcome(failure?: Failure): Outcome | undefined;
}

/**
 * Read a list into one answer.
 *
 * @param paginate false keeps the first page untouched. Default true
 */
export function makeListReading(paginate = true): ListReading {
  let answer: Exchange | undefined;
  let merge: PageMerge | undefined;
  let pages = 0;
  /** The last one knows most. */
  let warning: string | undefined;
  return {
    add(page) {
      pages++;
      answer ??= page.answer;
      if (paginate) warning = page.warning ?? warning;
      if (page.list === undefined || !paginate) return;
      const {paging, facts} = page.list;
      const {text, body} = page.answer;
      const isUtf8 = /^utf-?8$/.test(charsetOf(page.answer));
      const next = {text, ...(isUtf8 && {body}), list: facts.list, items: facts.items};
      if (merge === undefined) merge = makePageMerge(paging, next);
      else merge.add(next);
    },
    outcome(failure) {
      if (answer === undefined) return undefined;
      const parts = merge?.parts;
      const isWhole = failure === undefined;
      const merged = parts && {[Symbol.iterator]: () => parts(isWhole)[Symbol.iterator]()};
      return {
        answer,
        pages,
        ...(merged && {merged}),
        ...(failure && {failure}),
        ...(warning !== undefined && {warning}),
      };
    },
  };
}
