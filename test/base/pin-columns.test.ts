import {Terminal} from '@xterm/headless';
import {expect, test} from 'vitest';
import {pinColumns} from '../../src/base/pin-columns.ts';
import {padText, widthOf} from '../../src/base/width.ts';
import {changedCells} from '../../tools/build/changed-cells.mjs';

const columns = 30;

/** The lines of a terminal, which measures each code point on its own, after these writes. */
async function screenOf(...frames: readonly string[]): Promise<string[]> {
  const terminal = new Terminal({cols: columns, rows: 6, allowProposedApi: true});
  for (const frame of frames) {
    await new Promise<void>(resolve => {
      terminal.write(frame, resolve);
    });
  }
  const lines: string[] = [];
  for (let row = 0; row < 4; row += 1) {
    const line = terminal.buffer.active.getLine(row);
    // Cell by cell: the text of a line does not tell its columns.
    let text = '';
    for (let at = 0; at < columns; at += 1) {
      const chars = line?.getCell(at)?.getChars();
      text += chars !== undefined && /^[\x21-\x7e]$/.test(chars) ? chars : ' ';
    }
    lines.push(text.trimEnd());
  }
  return lines;
}

const names = [
  'अनन्या कुलकर्णी',
  'สมศรี แก้วมณี',
  'ليلى الحداد',
  '👩‍👩‍👧‍👦 family',
  '🇺🇦 flag',
  '1️⃣ keycap',
  '⚠️ warning',
  'e\u0301\u0302\u0303 marks',
  '한국어 이름',
  '日本語の名前',
  'レガシー',
];

test.each(names)('what follows %s stays in its column', async name => {
  const line = `|${padText(name, 20)}|`;
  const [first, second] = await screenOf(pinColumns(`${line}\r\n${padText('x', 21)}|`));
  expect(first?.lastIndexOf('|')).toBe(21);
  expect(second).toBe(`x${' '.repeat(20)}|`);
});

test.each(names)('%s at the right edge does not wrap to the next line', async name => {
  const line = padText('x', columns - widthOf(name)) + name;
  const [, second, third] = await screenOf(pinColumns(`${line}\r\nsecond\r\nthird`));
  expect([second, third]).toEqual(['second', 'third']);
});

test('nothing of the line before shows where a terminal draws fewer columns', async () => {
  const before = 'o'.repeat(columns);
  for (const name of names) {
    const [first] = await screenOf(before, pinColumns(`\x1b[1G|${padText(name, 20)}|\x1b[K`));
    expect(first).not.toContain('o'.repeat(3));
    expect(first?.lastIndexOf('|')).toBe(21);
  }
});

test('a line that is rewritten in part keeps the rest', async () => {
  const before = `x ${padText('アイウエ', 12)}| tail`;
  const after = `x ${padText('レガシー', 12)}| tail`;
  const [first] = await screenOf(pinColumns(before), pinColumns(changedCells(before, after)));
  expect(first).toMatch(/^x .*\| tail$/);
});

test('a frame of letters of one width is written as it is', () => {
  const frame = '\x1b[1m│ ✓ Zoë Corrigan │\x1b[0m\n日本語 → ok';
  expect(pinColumns(frame)).toBe(frame);
});

test('a text that begins with the letter of a move does not move', async () => {
  const texts = ['Ed', 'FALSE', 'HPAY'].map(text => `\x1b[2m${text}\x1b[0m`).join(' ');
  const frame = `\x1b[1G${texts} 👩‍👩‍👧‍👦\x1b[0m | end\n`;
  expect((await screenOf(pinColumns(frame)))[0]).toBe('Ed FALSE HPAY    | end');
});
