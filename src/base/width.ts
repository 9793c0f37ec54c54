import stringWidth from 'string-width';

/** Matches texts whose width is their length. */
const plainAscii = /^[\x20-\x7e]*$/;
const ellipsis = '…';

let segmenter: Intl.Segmenter | undefined;

/** Split a text into graphemes. The segmenter takes 12 ms to create and most texts need none. */
function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

const widthCache = new Map<string, number>();
const maxCachedWidths = 5000;
/** Longer texts are not cached: 5,000 of them could exhaust the memory. */
const maxCachedLength = 200;

/** Maximum UTF-16 units of a character; one with more combining marks is measured in parts. */
const longestCharacter = 128;

/**
 * Measure the columns of a text in a terminal, with the library that Ink uses, so that both always
 * agree.
 *
 * @param text safe text of one line (see safe-text)
 * @param most stop measuring beyond this width
 */
export function widthOf(text: string, most: number = Number.POSITIVE_INFINITY): number {
  if (plainAscii.test(text)) return text.length;
  if (text.length > maxCachedLength) {
    const {end, width} = fitColumns(text, 0, most);
    return end < text.length ? most + 1 : width;
  }
  const known = widthCache.get(text);
  if (known !== undefined) return known;
  const width = stringWidth(text);
  if (widthCache.size >= maxCachedWidths) widthCache.clear();
  widthCache.set(text, width);
  return width;
}

/** Return the index after the character that starts here, which may be several code points. */
export function nextCharacter(text: string, at: number): number {
  if (isBoundary(text, at) && isBoundary(text, at + 1)) return Math.min(text.length, at + 1);
  const [first] = graphemesOf(text.slice(at, at + longestCharacter));
  return at + (first?.segment.length ?? 0);
}

/** Return the index of the character before this index. */
export function previousCharacter(text: string, at: number): number {
  if (at === 0 || isBoundary(text, at - 1)) return Math.max(0, at - 1);
  const from = Math.max(0, at - longestCharacter);
  return from + ([...graphemesOf(text.slice(from, at))].at(-1)?.index ?? 0);
}

/** Whether no character before continues here: printable ASCII, or the end of the text. */
function isBoundary(text: string, at: number): boolean {
  return at >= text.length || plainAscii.test(text.charAt(at));
}

/** The end of the part of a text that fits, and its width. */
interface Fit {
  /** Index after the last character that fits. */
  readonly end: number;
  readonly width: number;
}

/**
 * Fit as many whole characters as possible into a number of columns. Reads little more of the text
 * than what fits, so that cutting takes constant and wrapping linear time.
 */
function fitColumns(text: string, from: number, columns: number): Fit {
  let end = from;
  let width = 0;
  while (end < text.length) {
    const own = simpleWidth(text.charCodeAt(end));
    const isAlone =
      own > 0 && (end + 1 === text.length || simpleWidth(text.charCodeAt(end + 1)) > 0);
    if (isAlone) {
      if (width + own > columns) break;
      width += own;
      end += 1;
      continue;
    }
    const partLength = Math.max(longestCharacter, Math.min(columns - width, 4096));
    const part = text.slice(end, end + partLength);
    const isLast = end + part.length === text.length;
    const start = end;
    for (const {segment, index} of graphemesOf(part)) {
      // The last character may continue after the part; the next part starts with it.
      const isCut = !isLast && index > 0 && index + segment.length === part.length;
      if (isCut) break;
      const next = widthOf(segment);
      if (width + next > columns) return {end, width};
      width += next;
      end = start + index + segment.length;
    }
  }
  return {end, width};
}

/**
 * Return the columns of a UTF-16 unit that never combines with its neighbours; 0 if it must be
 * segmented.
 */
function simpleWidth(unit: number): 0 | 1 | 2 {
  if (unit < 0x20) return 0;
  if (unit < 0x7f) return 1;
  if (unit < 0xa1 || unit === 0xad) return 0;
  if (unit < 0x300 || (unit >= 0x400 && unit < 0x483) || (unit >= 0x48a && unit < 0x530)) return 1;
  // Dashes, quotes and ellipsis; arrows; box drawing and blocks; ✓ ✗: the glyphs of the screens.
  if ((unit >= 0x2010 && unit < 0x2028) || (unit >= 0x2030 && unit < 0x205f)) return 1;
  if ((unit >= 0x2190 && unit < 0x2200) || (unit >= 0x2500 && unit < 0x25fd)) return 1;
  if (unit === 0x2713 || unit === 0x2717) return 1;
  if (unit >= 0x3041 && unit < 0x3097) return 2;
  if (unit >= 0x30a1 && unit < 0x30fb) return 2;
  if (unit >= 0x4e00 && unit < 0xa000) return 2;
  return unit >= 0xac00 && unit < 0xd7a4 ? 2 : 0;
}

/**
 * Whether all terminals draw a text with the same width: it has no combining characters, no emoji
 * and no letters that are joined.
 */
export function hasCertainWidth(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f && simpleWidth(unit) === 0) return false;
  }
  return true;
}

/**
 * Cut a text to a number of columns, with `…` in the last column if it was cut. Never splits a
 * character of several code points.
 *
 * @param columns 0 or more
 */
export function cutText(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (fitColumns(text, 0, columns).end === text.length) return text;
  return text.slice(0, fitColumns(text, 0, columns - 1).end) + ellipsis;
}

/**
 * Return the part of a text in a range of columns; half of a wide character becomes a space.
 *
 * @param from number of columns to skip, 0 or more
 * @param columns 0 or more
 */
export function sliceColumns(text: string, from: number, columns: number): string {
  const before = fitColumns(text, 0, from);
  const rest = from - before.width;
  const isSplit = rest > 0 && before.end < text.length;
  const start = isSplit ? fitColumns(text, before.end, rest + 1).end : before.end;
  const space = isSplit ? ' ' : '';
  return space + text.slice(start, fitColumns(text, start, columns - space.length).end);
}

/**
 * Cut or pad a text to an exact number of columns.
 *
 * @param columns 0 or more
 * @param align alignment of a padded text; default 'left'
 */
export function padText(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const cut = cutText(text, columns);
  const space = ' '.repeat(Math.max(0, columns - widthOf(cut)));
  return align === 'left' ? cut + space : space + cut;
}

/**
 * Wrap a text into lines of at most a number of columns, at spaces where possible.
 *
 * @param columns 1 or more
 */
export function wrapText(text: string, columns: number): string[] {
  return [...wrappedLines(text, columns)];
}

/**
 * Yield the lines of `wrapText` one by one, so that showing only the first ones is cheap.
 *
 * @param columns 1 or more
 */
export function* wrappedLines(text: string, columns: number): Generator<string> {
  for (const [start, end] of lineRanges(text, columns)) yield text.slice(start, end);
}

/**
 * Yield the start and end of those lines; the spaces between two lines belong to neither.
 *
 * @param columns 1 or more
 */
export function* lineRanges(
  text: string,
  columns: number,
): Generator<readonly [start: number, end: number]> {
  let start = 0;
  do {
    const end = findWrapPoint(text, start, columns);
    const line = text.slice(start, end);
    if (end === text.length) {
      yield [start, start === 0 ? end : start + endOfWords(line)];
      return;
    }
    const space = text.charAt(end) === ' ' ? line.length : line.lastIndexOf(' ');
    const isWord = line.slice(0, Math.max(0, space)).trim() !== '';
    yield [start, start + endOfWords(isWord ? line.slice(0, space) : line)];
    start = isWord ? start + space : end;
    while (text.charAt(start) === ' ') start += 1;
  } while (start < text.length);
}

/** Return the index of the trailing spaces of a line; other white space is preserved. */
function endOfWords(line: string): number {
  let end = line.length;
  while (line.charAt(end - 1) === ' ') end -= 1;
  return end;
}

/** Return the end of the line that starts here, at least one character later. */
export function findWrapPoint(text: string, start: number, columns: number): number {
  const {end} = fitColumns(text, start, columns);
  if (end > start || start >= text.length) return end;
  return nextCharacter(text, start);
}
