import {widthOf} from './width.ts';

/** ASCII replacements for the glyphs of the terminal UI; one column each. */
const glyphs: Readonly<Record<string, string>> = {
  '~': '…Δ',
  "'": '’‘',
  '"': '“”',
  '-': '–—↔−▃▄─━',
  '.': '·○░',
  '*': '•',
  x: '×✗',
  '>': '›▸▶→↳▌',
  '<': '‹◀←▐',
  v: '▾▼↓',
  '^': '▲↑',
  o: '●',
  '+': '✓▓┼┌┐└┘├┤┬┴╭╮╯╰',
  '#': '█▇',
  ':': '▒',
  _: '▁▂',
  '=': '▅▆',
  '|': '│┃',
};

const twins = new Map(
  Object.entries(glyphs).flatMap(([ascii, glyphList]) =>
    [...glyphList].map(glyph => [glyph, ascii]),
  ),
);
const anyGlyph = new RegExp(`[${[...twins.keys()].join('')}]`, 'g');

/** Every sequence of other than ASCII characters; a letter with its combining marks is one. */
const others = /[^\u0000-\u007f]+/gu;

/**
 * Replace the glyphs that the terminal UI draws by ASCII ones of the same width, so that the layout
 * of a screen does not change.
 *
 * @param strict the terminal supports only ASCII: replace every other character by `?`
 */
export function toAscii(text: string, strict: boolean): string {
  const plain = text.replace(anyGlyph, glyph => twins.get(glyph) ?? '?');
  return strict ? plain.replace(others, part => '?'.repeat(widthOf(part))) : plain;
}
