import {applyPlainPath, everyElement, type PathStep, parsePlainPath} from './plain-path.ts';

/** A filter that reads one item of a list at a time, which needs the memory of a few items only. */
export interface ItemFilter {
  /** Finds the items. */
  readonly path: readonly PathStep[];
  /** jq filter of each item. */
  readonly body: string;
  /** What the outputs of all items become: themselves, one array, or their number. */
  readonly result: 'outputs' | 'array' | 'count';
}

/**
 * Matches names whose result depends on more than one item: `halt` ends the whole run, `stderr`
 * writes without line breaks, and the others describe the input or the source of the filter.
 */
const readsMore = /\b(?:input|halt|stderr)|\$__/;

/**
 * Parse a filter of the form `.values[] | f`, `[.values[] | f]`, `.values | map(f)`, or one of the
 * last two followed by `| length`; undefined for other filters.
 *
 * The text between brackets or parentheses is the inner filter exactly if it compiles alone: if one
 * of them closed earlier, its text would be unbalanced.
 *
 * @param filter a filter that compiles
 * @param compiles checks whether a text is a filter
 */
export function parseItemFilter(
  filter: string,
  compiles: (filter: string) => boolean,
): ItemFilter | undefined {
  const text = filter.trim();
  if (readsMore.test(text)) return undefined;
  const [, counted] = /^(.+)\|\s*length$/s.exec(text) ?? [];
  if (counted !== undefined && compiles(counted)) {
    const list = parseList(counted.trim(), compiles);
    if (list !== undefined) return {...list, result: 'count'};
  }
  const list = parseList(text, compiles);
  if (list !== undefined) return list;
  const [path, rest] = splitPath(text);
  return path?.includes(everyElement) ? {path, body: rest, result: 'outputs'} : undefined;
}

/** Parse `[.values[] | f]`, `map(f)`, or one of them after a path to a single value. */
function parseList(text: string, compiles: (filter: string) => boolean): ItemFilter | undefined {
  const [, mapped] = /^map\((.*)\)$/s.exec(text) ?? [];
  if (mapped !== undefined && compiles(mapped)) {
    return {path: [everyElement], body: mapped, result: 'array'};
  }
  const [, inner] = /^\[(.*)\]$/s.exec(text) ?? [];
  if (inner !== undefined && compiles(inner)) {
    const all = parsePlainPath(inner);
    const [path = all, body] = splitPath(inner);
    return path?.includes(everyElement) ? {path, body, result: 'array'} : undefined;
  }
  const [first, rest] = splitPath(text);
  const list = first && !first.includes(everyElement) ? parseList(rest, compiles) : undefined;
  return list && first && {...list, path: [...first, ...list.path]};
}

/** Split `.values[] | f` after its path; without a path, the filter is `.`. */
function splitPath(text: string): readonly [readonly PathStep[] | undefined, string] {
  const at = text.indexOf('|');
  const path = at > 0 && text[at + 1] !== '=' ? parsePlainPath(text.slice(0, at)) : undefined;
  return path === undefined ? [undefined, '.'] : [path, text.slice(at + 1).trim()];
}

/** Default number of characters of the items that the engine gets at a time. */
const defaultPieceLength = 1_000_000;

/**
 * Split the items of a text into JSON arrays for the engine; undefined if the path has no certain
 * result.
 */
export function itemPieces(
  json: string,
  path: readonly PathStep[],
  pieceLength = defaultPieceLength,
): Iterable<string> | undefined {
  const items = applyPlainPath(json, path);
  return items && joinItems(items, pieceLength);
}

function* joinItems(items: readonly string[], pieceLength: number): Iterable<string> {
  let piece: string[] = [];
  let length = 0;
  for (const item of items) {
    if (piece.length > 0 && length + item.length > pieceLength) {
      yield `[${piece.join(',')}]`;
      piece = [];
      length = 0;
    }
    piece.push(item);
    length += item.length + 1;
  }
  if (piece.length > 0) yield `[${piece.join(',')}]`;
}

/** Combine the outputs of all items into the outputs of the filter. */
export function combineOutputs(
  outputs: readonly string[],
  result: ItemFilter['result'],
): readonly string[] {
  switch (result) {
    case 'outputs':
      return outputs;
    case 'array':
      return [`[${outputs.join(',')}]`];
    case 'count':
      return [`${outputs.length}`];
  }
}

/** Combine the outputs of the whole filter for each page of a list. */
export function combinePages(
  outputs: readonly string[],
  result: ItemFilter['result'],
): readonly string[] {
  if (result === 'count') return [String(outputs.reduce((sum, text) => sum + Number(text), 0))];
  const isArray = result === 'array';
  return combineOutputs(
    isArray ? outputs.flatMap(text => text.slice(1, -1) || []) : outputs,
    result,
  );
}
