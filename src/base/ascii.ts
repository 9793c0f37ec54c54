import {widthOf} from './width.ts';

/** What the terminal UI draws beside letters, with what stands for it in ASCII; one column each. */
const twins: Readonly<Record<string, string>> = {
  '…': '~',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '·': '.',
  '•': '*',
  '×': 'x',
  '›': '>',
  '‹': '<',
  '▸': '>',
  '▶': '>',
  '▾': 'v',
  '▼': 'v',
  '▲': '^',
  '◀': '<',
  '●': 'o',
  '○': '.',
  '↑': '^',
  '↓': 'v',
  '←': '<',
  '→': '>',
  '↔': '-',
  '↳': '>',
  '✓': '+',
  '✗': 'x',
  Δ: '~',
  '−': '-',
  '▌': '>',
  '▐': '<',
  '█': '#',
  '▓': '+',
  '▒': ':',
  '░': '.',
  '▁': '_',
  '▂': '_',
  '▃': '-',
  '▄': '-',
  '▅': '=',
  '▆': '=',
  '▇': '#',
  '─': '-',
  '━': '-',
  '│': '|',
  '┃': '|',
  '┼': '+',
  '┌': '+',
  '┐': '+',
  '└': '+',
  '┘': '+',
  '├': '+',
  '┤': '+',
  '┬': '+',
  '┴': '+',
  '╭': '+',
  '╮': '+',
  '╯': '+',
  '╰': '+',
};

const drawn = new RegExp(
  `[${Object.keys(twins)
    .map(glyph => `\\u${glyph.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')}]`,
  'g',
);

/** Everything beside ASCII; a cluster of marks on one letter is one. */
const others = /[^\u0000-\u007f]+/gu;

/**
 * A text with the glyphs the terminal UI draws in ASCII; nothing changes its width, so that a
 * screen laid out before stays as it is.
 *
 * @param strict the terminal shows nothing but ASCII: every other character becomes `?`
 */
export function toAscii(text: string, strict: boolean): string {
  const plain = text.replace(drawn, glyph => twins[glyph] ?? '?');
  return strict ? plain.replace(others, part => '?'.repeat(widthOf(part))) : plain;
}
