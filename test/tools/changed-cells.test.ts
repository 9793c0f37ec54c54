import {Terminal} from '@xterm/headless';
import {expect, test} from 'vitest';
import {changedCells, fewerMoves} from '../../tools/build/changed-cells.mjs';

const columns = 60;

/** The cells of the first line after something was written: text and looks. */
async function shown(...written: readonly string[]): Promise<readonly string[]> {
  const terminal = new Terminal({cols: columns, rows: 2, allowProposedApi: true});
  for (const text of written) await new Promise<void>(done => terminal.write(text, done));
  const line = terminal.buffer.active.getLine(0);
  const cells = Array.from({length: columns}, (_, x) => {
    const cell = line?.getCell(x);
    if (cell === undefined) return '';
    const ground = [cell.getBgColor(), cell.isInverse(), cell.isUnderline()];
    const ink = [cell.getFgColor(), cell.isBold()];
    const text = cell.getChars() || ' ';
    // Of a space only its ground is seen.
    const isBlank = text === ' ' && !cell.isInverse() && !cell.isUnderline();
    return `${text} ${(isBlank ? ground : [...ground, ...ink]).join(' ')}`;
  });
  terminal.dispose();
  return cells;
}

/** Numbers below a bound, the same in each run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const words = [
  'HPAY',
  ' ',
  '   ',
  '│ ',
  'Lena Stellan',
  '▓▓░░ 75%',
  '港の支払い',
  'é',
  '🤖',
  'e\u0301',
  'مشروع',
  'مشروع الميناء',
  'שלום',
  'Дарья',
];
const looks = ['31', '1', '7', '38;2;92;194;214', '38;5;12', '48;2;31;78;140', '1;4'];
const ends: Readonly<Record<string, string>> = {'31': '39', '1': '22', '7': '27', '1;4': '22;24'};

function line(roll: (below: number) => number): string {
  return Array.from({length: 1 + roll(5)}, () => {
    const word = words[roll(words.length)] ?? '';
    const look = looks[roll(looks.length * 2)];
    if (look === undefined) return word;
    return `\u001b[${look}m${word}\u001b[${ends[look] ?? (look.startsWith('38') ? '39' : '49')}m`;
  }).join('');
}

test('a partially rewritten line looks like a completely rewritten one', async () => {
  for (let seed = 1; seed <= 100; seed++) {
    const roll = dice(seed);
    const before = line(roll);
    // Most of a line stays: it begins or ends as the one before it.
    const after =
      [() => line(roll), () => before + line(roll), () => line(roll) + before][roll(3)]?.() ?? '';
    const changed = await shown(before, changedCells(before, after));
    const anew = await shown(`${after}\u001b[0m\u001b[K`);
    expect(changed, `seed ${seed}: ${JSON.stringify([before, after])}`).toEqual(anew);
  }
});

test('what stays is not written', () => {
  const before = `${'list '.repeat(20)}│ \u001b[31mold\u001b[39m`;
  const after = `${'list '.repeat(20)}│ \u001b[31mnew\u001b[39m`;
  const text = changedCells(before, after);
  expect(text).not.toContain('list');
  expect(text).toContain('new');
  expect(changedCells(after, after)).toBe('');
});

test('the cursor skips Hebrew or Cyrillic letters', () => {
  const text = changedCells('שלום Дарья │ old', 'שלום Дарья │ new');
  expect(text).toBe('\u001b[14Gnew');
});

test('letters that join are written with the whole of their word', () => {
  expect(changedCells('a مشروع b', 'a مشرور b')).toBe('\u001b[3Gمشرور');
});

test('a style is turned into the next by what differs, and for a space by its ground alone', () => {
  const tint = '48;2;28;47;66';
  const row = (ground: string) =>
    `\u001b[1;${ground}m1.0\u001b[22m \u001b[32m18/18\u001b[39m \u001b[2mold\u001b[0m`;
  expect(changedCells(row('49'), row(tint))).toBe(
    `\u001b[1G\u001b[1;${tint}m1.0 \u001b[22;32m18/18 \u001b[39;2mold\u001b[0m`,
  );
  expect(changedCells('\u001b[2m a \u001b[22m', ' a ')).toBe('\u001b[2Ga');
});

test('an unknown line is written completely', () => {
  expect(changedCells(undefined, 'all of it')).toContain('all of it');
});

test('moves over lines that stay are one', () => {
  const down = '\u001b[E';
  expect(fewerMoves(`a${down.repeat(12)}b${down}c`)).toBe(`a\u001b[12Eb${down}c`);
});
