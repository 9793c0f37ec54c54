import stringWidth from 'string-width';

/** Printable ASCII only: its width is its length. */
const plainAscii = /^[\x20-\x7e]*$/;
const ellipsis = '…';

let segmenter: Intl.Segmenter | undefined;

/** Graphemes of a text. The first segmenter costs 12 ms to make, and most texts need none. */
function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

const widths = new Map<string, number>();
const widthsKept = 5000;
/** Longer texts are not kept: 5,000 of them could fill the memory. */
const longestKept = 200;

/** A character is at most so many UTF-16 units; one with more (marks without end) is taken in parts. */
const longestCharacter = 128;

/**
 * Columns a text takes in a terminal, as Ink measures it (the same library, so the two never disagree).
 *
 * @param text safe text of one line (see safe-text)
 * @param most where only "more than this" matters, no more is measured than is needed to know it
 */
export function widthOf(text: string, most: number = Number.POSITIVE_INFINITY): number {
  if (plainAscii.test(text)) return text.length;
  if (text.length > longestKept) {
    const {end, width} = fitColumns(text, 0, most);
    return end < text.length ? most + 1 : width;
  }
  const known = widths.get(text);
  if (known !== undefined) return known;
  const width = stringWidth(text);
  if (widths.size >= widthsKept) widths.clear();
  widths.set(text, width);
  return width;
}

/** Where a text stops fitting, and the columns up to there. */
interface Fit {
  /** Index behind the last character that fits; the length of the text when all of it does. */
  readonly end: number;
  readonly width: number;
}

/**
 * As many whole characters as fit in so many columns. No more of the text is looked at than what
 * fits and a little behind it, so that a text is cut or wrapped in a time its length gives.
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
    const room = Math.max(longestCharacter, Math.min(columns - width, 4096));
    const part = text.slice(end, end + room);
    const isLast = end + part.length === text.length;
    const start = end;
    for (const {segment, index} of graphemesOf(part)) {
      // What stands last may go on behind the part; the next part begins with it.
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

/** Columns of a UTF-16 unit that never joins one of its kind; 0 for all that must be looked at closely. */
function simpleWidth(unit: number): 0 | 1 | 2 {
  if (unit < 0x20) return 0;
  if (unit < 0x7f) return 1;
  if (unit < 0xa1 || unit === 0xad) return 0;
  if (unit < 0x300 || (unit >= 0x400 && unit < 0x483) || (unit >= 0x48a && unit < 0x530)) return 1;
  // Dashes, quotes and ellipsis; arrows; box drawing and blocks: what the screens are drawn with.
  if ((unit >= 0x2010 && unit < 0x2028) || (unit >= 0x2030 && unit < 0x205f)) return 1;
  if ((unit >= 0x2190 && unit < 0x2200) || (unit >= 0x2500 && unit < 0x25fd)) return 1;
  if (unit >= 0x3041 && unit < 0x3097) return 2;
  if (unit >= 0x30a1 && unit < 0x30fb) return 2;
  if (unit >= 0x4e00 && unit < 0xa000) return 2;
  return unit >= 0xac00 && unit < 0xd7a4 ? 2 : 0;
}

/**
 * The text cut to at most so many columns, with `…` as its last column when something was cut.
 * Never cuts inside a character that is made of several code points.
 *
 * @param columns 0 or more
 */
export function cutText(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (fitColumns(text, 0, columns).end === text.length) return text;
  return text.slice(0, fitColumns(text, 0, columns - 1).end) + ellipsis;
}

/**
 * The part of a text that stands in some columns; half of a wide character becomes a space.
 *
 * @param from columns left out before it, 0 or more
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
 * The text cut or filled with spaces to exactly so many columns.
 *
 * @param columns 0 or more
 * @param align where the text stands; default 'left'
 */
export function padText(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const cut = cutText(text, columns);
  const space = ' '.repeat(Math.max(0, columns - widthOf(cut)));
  return align === 'left' ? cut + space : space + cut;
}

/**
 * The text broken into lines of at most so many columns, at spaces where possible.
 *
 * @param columns 1 or more
 */
export function wrapText(text: string, columns: number): string[] {
  return [...wrappedLines(text, columns)];
}

/**
 * The lines of `wrapText` one after the other: whoever shows only the first ones pays for no more.
 *
 * @param columns 1 or more
 */
export function* wrappedLines(text: string, columns: number): Generator<string> {
  for (const [start, end] of lineRanges(text, columns)) yield text.slice(start, end);
}

/**
 * Where those lines stand in the text; the spaces between two of them are in neither.
 *
 * @param columns 1 or more
 */
export function* lineRanges(
  text: string,
  columns: number,
): Generator<readonly [start: number, end: number]> {
  let start = 0;
  do {
    const end = lineEnd(text, start, columns);
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

/** Where the spaces at the end of a line begin; other white space stays, as it was meant. */
function endOfWords(line: string): number {
  let end = line.length;
  while (line.charAt(end - 1) === ' ') end -= 1;
  return end;
}

/** Where a line that starts here ends: at least one character further. */
export function lineEnd(text: string, start: number, columns: number): number {
  const {end} = fitColumns(text, start, columns);
  if (end > start || start >= text.length) return end;
  const [first] = graphemesOf(text.slice(start, start + longestCharacter));
  return start + (first?.segment.length ?? 1);
}
