import {makeLookup} from '../base/json-pointer.ts';
import {type Span, sliceSpan} from '../base/json-scan.ts';
import {applyEdits, type Edit, removalAt} from '../base/json-splice.ts';
import type {Paging} from './operation.ts';

/** One page of a list that is to be merged. */
export interface MergePage {
  /** JSON text. */
  readonly text: string;
  /** The bytes of the text; absent unless they were UTF-8. */
  readonly body?: Uint8Array;
  /** Where its list is, brackets included. */
  readonly list: Span;
  readonly items: readonly Span[];
}

/** The pages of a list on their way to be one answer. Has a lifetime: pages are added in order. */
export interface PageMerge {
  /** Take over the items of the next page; its text is not kept. */
  add(page: MergePage): void;
  /**
   * The answer so far, in parts that follow each other: the first page's text with all items in its
   * list, isLast true, and without what leads to a next page (contract 6.1).
   *
   * @param isWhole false when pages are missing: isLast stays what it was. Default true
   */
  parts(isWhole?: boolean): Iterable<string>;
}

/**
 * Merge the pages of a list as text: values are never built nor touched. What is kept of a page is
 * its items in UTF-8, which is what they take in the output, whatever the letters.
 */
export function makePageMerge(paging: Paging, first: MergePage): PageMerge {
  const added: Uint8Array[] = [];
  return {
    add(page) {
      const items = itemBytes(page);
      if (items !== undefined) added.push(items);
    },
    *parts(isWhole = true) {
      const {text, list, items} = first;
      const edits = envelopeEdits(paging, text, isWhole);
      if (added.length === 0) {
        yield applyEdits(text, edits);
        return;
      }
      const before = edits.filter(({span}) => span.start < list.start);
      const after = edits.filter(({span}) => span.start >= list.end).map(movedBy(-list.end));
      yield `${applyEdits(text.slice(0, list.start), before)}[`;
      const own = spanOf(items);
      if (own !== undefined) yield sliceSpan(text, own);
      yield* joinedTexts(added, own !== undefined);
      yield `]${applyEdits(text.slice(list.end), after)}`;
    },
  };
}

/**
 * The items in UTF-8, with what is between them: a piece of the body, found by measuring what is
 * around it, so that nothing is copied; undefined when there is none.
 */
function itemBytes({text, body, items}: MergePage): Uint8Array | undefined {
  const all = spanOf(items);
  if (all === undefined) return undefined;
  const encoder = new TextEncoder();
  // A mark at the start was taken away, and what was no UTF-8 replaced: the text measures otherwise.
  if (body === undefined || body[0] === 0xef || text.includes('\ufffd'))
    return encoder.encode(sliceSpan(text, all));
  const start = encoder.encode(text.slice(0, all.start)).length;
  const end = body.length - encoder.encode(text.slice(all.end)).length;
  return body.subarray(start, end);
}

function envelopeEdits(paging: Paging, text: string, isWhole: boolean): Edit[] {
  const edits: Edit[] = leadsOn(paging).flatMap(pointer => removalAt(text, pointer));
  const isLast = isWhole ? makeLookup(text).span('/isLast') : undefined;
  return isLast === undefined ? edits : [...edits, {span: isLast, text: 'true'}];
}

function movedBy(distance: number): (edit: Edit) => Edit {
  return ({span, text}) => ({
    span: {start: span.start + distance, end: span.end + distance},
    text,
  });
}

function* joinedTexts(parts: readonly Uint8Array[], isStarted: boolean): Iterable<string> {
  // A mark at the start of a part is a character of it.
  const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
  let comma = isStarted;
  for (const part of parts) {
    if (comma) yield ',';
    yield decoder.decode(part);
    comma = true;
  }
}

/** The span from the first item to the last; undefined for an empty list. */
function spanOf(items: readonly Span[]): Span | undefined {
  const start = items[0]?.start;
  const end = items.at(-1)?.end;
  return start === undefined || end === undefined ? undefined : {start, end};
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
    case 'cut':
      return [];
  }
}
