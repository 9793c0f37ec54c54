import stringWidth from 'string-width';

/** Printable ASCII only: its width is its length. */
const plainAscii = /^[\x20-\x7e]*$/;
const segmenter = new Intl.Segmenter();
const ellipsis = '…';

const widths = new Map<string, number>();
const widthsKept = 5000;

/**
 * Columns a text takes in a terminal, as Ink measures it (the same library, so the two never disagree).
 *
 * @param text safe text of one line (see safe-text)
 */
export function widthOf(text: string): number {
  if (plainAscii.test(text)) return text.length;
  const known = widths.get(text);
  if (known !== undefined) return known;
  const width = stringWidth(text);
  if (widths.size >= widthsKept) widths.clear();
  widths.set(text, width);
  return width;
}

/**
 * The text cut to at most so many columns, with `…` as its last column when something was cut.
 * Never cuts inside a character that is made of several code points.
 *
 * @param columns 0 or more
 */
export function cutText(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (widthOf(text) <= columns) return text;
  if (plainAscii.test(text)) return text.slice(0, columns - 1) + ellipsis;
  let kept = '';
  let width = 0;
  for (const {segment} of segmenter.segment(text)) {
    const next = widthOf(segment);
    if (width + next > columns - 1) break;
    kept += segment;
    width += next;
  }
  return kept + ellipsis;
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
  if (widthOf(text) <= columns) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<= )/)) {
    if (widthOf(line) + widthOf(word.trimEnd()) <= columns) {
      line += word;
      continue;
    }
    if (line !== '') lines.push(line.trimEnd());
    line = word;
    while (widthOf(line) > columns) {
      const head = takeColumns(line, columns);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  if (line !== '') lines.push(line.trimEnd());
  return lines;
}

/** The longest start of the text that fits in so many columns, at least one character. */
function takeColumns(text: string, columns: number): string {
  let taken = '';
  let width = 0;
  for (const {segment} of segmenter.segment(text)) {
    width += widthOf(segment);
    if (width > columns && taken !== '') break;
    taken += segment;
  }
  return taken;
}
