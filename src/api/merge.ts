import {makeLookup} from '../base/json-pointer.ts';
import {type JsonSpan, sliceSpan} from '../base/json-scan.ts';
import {applyEdits, applyEditsInParts, type JsonEdit, removeMember} from '../base/json-splice.ts';
import type {Paging} from './operation.ts';

/** One page of a list to merge. */
export interface MergePage {
  /** JSON text. */
  readonly text: string;
  /** The bytes of the text; absent unless they were UTF-8. */
  readonly body?: Uint8Array;
  /** Position of its list, including brackets. */
  readonly list: JsonSpan;
  readonly items: readonly JsonSpan[];
}

/** The pages of a list to be merged to one response. Has a lifetime: pages are added in order. */
export interface PageMerge {
  /** Copy the items of the next page; its text is not retained. */
  add(page: MergePage): void;
  /**
   * Return the response so far, in consecutive parts: the first page's text with all items in its
   * list, isLast true, and without links to a next page (contract 6.1).
   *
   * @param isWhole false when pages are missing: isLast is unchanged. Default true
   */
  parts(isWhole?: boolean): Iterable<string>;
}

/**
 * Merge the pages of a list as text, without parsing or changing values. Only the items of a page
 * are stored, in UTF-8, which has the size of the output for all scripts.
 */
export function makePageMerge(paging: Paging, first: MergePage): PageMerge {
  const added: Uint8Array[] = [];
  // Of a long page, neither its body nor the position of each item is retained.
  const {text, list} = first;
  const firstItems = spanOf(first.items);
  return {
    add(page) {
      const items = itemBytes(page);
      if (items !== undefined) added.push(items);
    },
    *parts(isWhole = true) {
      const edits = envelopeEdits(paging, text, isWhole);
      if (added.length === 0) {
        yield* applyEditsInParts(text, edits);
        return;
      }
      const before = edits.filter(({span}) => span.start < list.start);
      const after = edits.filter(({span}) => span.start >= list.end).map(shiftBy(-list.end));
      yield `${applyEdits(text.slice(0, list.start), before)}[`;
      if (firstItems !== undefined) yield sliceSpan(text, firstItems);
      yield* joinTexts(added, firstItems !== undefined);
      yield `]${applyEdits(text.slice(list.end), after)}`;
    },
  };
}

/**
 * Return the items in UTF-8, with the text between them: a part of the body, located by measuring
 * the text around it, without copying it; undefined without items.
 */
function itemBytes({text, body, items}: MergePage): Uint8Array | undefined {
  const all = spanOf(items);
  if (all === undefined) return undefined;
  const encoder = new TextEncoder();
  // The byte order mark was removed, or invalid UTF-8 replaced, so that text and body differ in
  // length.
  if (body === undefined || body[0] === 0xef || text.includes('\ufffd'))
    return encoder.encode(sliceSpan(text, all));
  const start = encoder.encode(text.slice(0, all.start)).length;
  const end = body.length - encoder.encode(text.slice(all.end)).length;
  return body.subarray(start, end);
}

function envelopeEdits(paging: Paging, text: string, isWhole: boolean): JsonEdit[] {
  const edits: JsonEdit[] = nextLinks(paging).flatMap(pointer => removeMember(text, pointer));
  const isLast = isWhole ? makeLookup(text).span('/isLast') : undefined;
  return isLast === undefined ? edits : [...edits, {span: isLast, text: 'true'}];
}

function shiftBy(distance: number): (edit: JsonEdit) => JsonEdit {
  return ({span, text}) => ({
    span: {start: span.start + distance, end: span.end + distance},
    text,
  });
}

function* joinTexts(parts: readonly Uint8Array[], isStarted: boolean): Iterable<string> {
  // A byte order mark at the start of a part belongs to its text.
  const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
  let comma = isStarted;
  for (const part of parts) {
    if (comma) yield ',';
    yield decoder.decode(part);
    comma = true;
  }
}

/** Return the span from the first item to the last; undefined for an empty list. */
function spanOf(items: readonly JsonSpan[]): JsonSpan | undefined {
  const start = items[0]?.start;
  const end = items.at(-1)?.end;
  return start === undefined || end === undefined ? undefined : {start, end};
}

/** List the members with links to a next page, as pointers. */
function nextLinks(paging: Paging): string[] {
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
