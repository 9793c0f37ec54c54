import {makeLookup} from '../base/json-pointer.ts';
import {type Span, sliceSpan} from '../base/json-scan.ts';
import {applyEdits, type Edit, removalAt} from '../base/json-splice.ts';
import type {Paging} from './operation.ts';

/** One page of a list that is to be merged. */
export interface MergePage {
  /** JSON text. */
  readonly text: string;
  /** Where its list is, brackets included. */
  readonly list: Span;
  readonly items: readonly Span[];
}

/**
 * All pages as one answer: the first page's text with all items in its list, isLast true, and
 * without what leads to a next page (client-contract 6.1). Texts of values are never touched.
 *
 * @param pages at least one, in order
 */
export function mergePages(paging: Paging, pages: readonly MergePage[]): string {
  const [first, ...rest] = pages;
  if (first === undefined) return '[]';
  const edits: Edit[] = leadsOn(paging).flatMap(pointer => removalAt(first.text, pointer));
  const isLast = makeLookup(first.text).span('/isLast');
  if (isLast !== undefined) edits.push({span: isLast, text: 'true'});
  const added = rest.filter(page => page.items.length > 0);
  if (added.length > 0) edits.push({span: first.list, text: joinLists([first, ...added])});
  return applyEdits(first.text, edits);
}

/** The members that lead to a next page, as pointers. */
function leadsOn(paging: Paging): string[] {
  switch (paging.kind) {
    case 'offset':
      return ['/nextPage'];
    case 'after':
      return ['/next'];
    case 'token':
      return [paging.next];
    case 'cursor':
      return ['/_links/next'];
    case 'window':
      return [];
  }
}

/** The items of all pages in one array, the text between the items of one page as it was. */
function joinLists(pages: readonly MergePage[]): string {
  const texts = pages.map(({text, items}) => {
    const start = items[0]?.start;
    const end = items.at(-1)?.end;
    return start === undefined || end === undefined ? '' : sliceSpan(text, {start, end});
  });
  return `[${texts.filter(text => text !== '').join(',')}]`;
}
