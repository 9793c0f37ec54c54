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
  Object.entries(glyphs).flatMap(([ascii, drawn]) => [...drawn].map(glyph => [glyph, ascii])),
);
const drawn = new RegExp(`[${[...twins.keys()].join('')}]`, 'g');

/** Everything beside ASCII; a cluster of marks on one letter is one. */
const others = /[^\u0000-\u007f]+/gu;

/**
 * A text with the glyphs the terminal UI draws in ASCII; nothing changes its width, so that a
 * screen laid out before stays as it is.
 *
 * @param strict the terminal shows nothing but ASCII: every other character becomes `?`
 */
export function toAscii(text: string, strict: boolean): string {
  const plain = text.replace(drawn, glyph => twins.get(glyph) ?? '?');
  return strict ? plain.replace(others, part => '?'.repeat(widthOf(part))) : plain;
}
