import fc from 'fast-check';
import {expect, test} from 'vitest';
import {decodeInput, piecesOf} from '../../../src/state/keys/terminal-input.ts';

test.each([
  ['jk', ['jk']],
  ['a\x7fb', ['a', '\x7f', 'b']],
  ['\x1b[Aj', ['\x1b[A', 'j']],
  ['\x1bOP\x1b[15~', ['\x1bOP', '\x1b[15~']],
  ['\x1b[<64;10;5M\x1b[<64;10;5M', ['\x1b[<64;10;5M', '\x1b[<64;10;5M']],
  ['\x1b]11;rgb:0/0/0\x07j', ['\x1b]11;rgb:0/0/0\x07', 'j']],
  ['\x1b]j', ['\x1b]', 'j']],
  ['\x1bP>|xterm(379)\x1b\\j', ['\x1bP>|xterm(379)\x1b\\', 'j']],
  ['\x1bP1$r0m\x1b\\\x1b[?62;4c', ['\x1bP1$r0m\x1b\\', '\x1b[?62;4c']],
  ['\x1bP!|7E565445\x1b\\', ['\x1bP!|7E565445\x1b\\']],
  ['\x1b_Gi=31;OK\x1b\\q', ['\x1b_Gi=31;OK\x1b\\', 'q']],
  ['\x1bPq', ['\x1bP', 'q']],
  ['\x1b[200~q\x1b[A\nq\x1b[201~j', ['\x1b[200~q\x1b[A\nq\x1b[201~', 'j']],
])('%j is cut where one key, report, reply or paste ends', (sent, pieces) => {
  expect(piecesOf(sent)).toEqual({pieces, rest: ''});
});

test.each([
  '\x1b',
  '\x1b[',
  '\x1b[1;',
  '\x1bO',
  '\x1b]',
  '\x1b]11;rg',
  '\x1b]11;0\x1b',
  '\x1bP',
  '\x1bP>|xte',
  '\x1bP>|xterm\x1b',
  '\x1b_Gi=3',
  '\x1b[200~qq',
])('%j waits for what comes next', rest => {
  expect(piecesOf(`j${rest}`)).toEqual({pieces: ['j'], rest});
});

test('a reply to a question ends with BEL or with ST', () => {
  const dark = {kind: 'background', light: false};
  expect(decodeInput('\x1b]11;rgb:0/0/0\x07')).toEqual(dark);
  expect(decodeInput('\x1b]11;rgb:0/0/0\x1b\\')).toEqual(dark);
  expect(decodeInput('\x1b]')).toEqual({kind: 'keys', keys: ['alt+]']});
});

test.each([
  '\x1bP>|xterm(379)\x1b\\',
  '\x1bP>|xterm',
  '\x1bP1+r544e=787465726d\x1b\\',
  '\x1bP!|7E565445\x1b\\',
  '\x1b_Gi=31;OK\x1b\\',
  '\x1b]10;rgb:ff/ff/ff\x1b\\',
  '\x1b]11;q',
  '\x1b[?62;4c',
  '\x1b[>41;379;0c',
  '\x1b[12;40R',
  '\x1b[I',
  '\x1b[?2026;2$y',
])('%j is a reply of the terminal and presses no key', reply => {
  expect(decodeInput(reply)).toEqual({kind: 'keys', keys: []});
});

test('nothing of what was sent is lost, wherever it was cut on its way', () => {
  const parts = [
    '\x1b',
    '[',
    '200~',
    '201~',
    ']11;',
    'P>|',
    '_G',
    '\x07',
    'O',
    'A',
    '<0;1;2M',
    '漢',
    'j',
    '\x7f',
    '~',
  ];
  const sent = fc.string({unit: fc.constantFrom(...parts)});
  fc.assert(
    fc.property(sent, fc.nat(), (text, cut) => {
      const at = cut % (text.length + 1);
      const whole = piecesOf(text);
      const first = piecesOf(text.slice(0, at));
      const second = piecesOf(first.rest + text.slice(at));
      expect([...whole.pieces, whole.rest].join('')).toBe(text);
      expect([...first.pieces, ...second.pieces, second.rest].join('')).toBe(text);
    }),
  );
});
