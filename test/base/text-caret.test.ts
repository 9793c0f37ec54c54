import {expect, test} from 'vitest';
import {
  applyKey,
  type CaretText,
  caretAfter,
  caretSpans,
  pasteKey,
} from '../../src/base/text-caret.ts';

/** A text with its caret as `|`. */
const read = (shown: string): CaretText => ({
  text: shown.replace('|', ''),
  caret: shown.indexOf('|'),
});
const show = ({text, caret}: CaretText): string => `${text.slice(0, caret)}|${text.slice(caret)}`;

const flag = '🇨🇭';
const family = '👩‍👩‍👧';
const accented = 'e\u0301';

test.each([
  ['x', 'ab|c', 'abx|c'],
  ['space', 'ab|', 'ab |'],
  ['漢', 'a|', 'a漢|'],
  ['left', 'ab|', 'a|b'],
  ['left', '|ab', '|ab'],
  ['right', '|ab', 'a|b'],
  ['right', 'ab|', 'ab|'],
  ['left', `a${flag}|b`, `a|${flag}b`],
  ['left', `a${flag}${flag}|`, `a${flag}|${flag}`],
  ['right', `a|${family}b`, `a${family}|b`],
  ['right', `|${accented}b`, `${accented}|b`],
  ['backspace', `a${family}|`, 'a|'],
  ['backspace', `${accented}|b`, '|b'],
  ['backspace', '漢字|', '漢|'],
  ['backspace', '|ab', '|ab'],
  ['delete', `|${accented}b`, '|b'],
  ['delete', `a|${flag}`, 'a|'],
  ['delete', 'ab|', 'ab|'],
  ['home', 'ab cd|', '|ab cd'],
  ['ctrl+a', 'ab| cd', '|ab cd'],
  ['end', '|ab', 'ab|'],
  ['ctrl+e', 'a|b', 'ab|'],
  ['ctrl+u', 'ab c|d', '|'],
  ['ctrl+k', 'ab |cd', 'ab |'],
  ['ctrl+w', 'ab c-d |e', 'ab |e'],
  ['ctrl+w', '|e', '|e'],
  ['alt+backspace', 'ab c-d |e', 'ab c-|e'],
  ['alt+d', 'a|b cd', 'a| cd'],
  ['alt+d', 'ab| cd-e', 'ab|-e'],
  ['alt+b', 'ab cd-é1|', 'ab cd-|é1'],
  ['alt+left', 'ab  |', '|ab  '],
  ['ctrl+left', 'ab c|d', 'ab |cd'],
  ['alt+f', '|ab cd', 'ab| cd'],
  ['alt+right', 'ab| cd-e', 'ab cd|-e'],
  ['ctrl+right', 'a|b', 'ab|'],
  [pasteKey('x\r\n  y'), 'a|b', 'ax y|b'],
])('%s in a line: %s becomes %s', (key, before, after) => {
  const edited = applyKey(key, read(before));
  expect(edited && show(edited)).toBe(after);
});

test.each([
  ['enter', 'a|b', 'a\n|b'],
  [pasteKey('x\r\ny\rz'), 'a|', 'ax\ny\nz|'],
  ['home', 'ab\nc|d', 'ab\n|cd'],
  ['end', 'a|b\ncd', 'ab|\ncd'],
  ['ctrl+u', 'ab\nc|d', 'ab\n|'],
  ['ctrl+k', 'a|b\ncd', 'a|\ncd'],
  ['ctrl+w', 'ab\n|cd', 'ab\n|cd'],
  ['alt+b', 'ab\n|cd', 'ab\n|cd'],
  ['backspace', 'ab\n|cd', 'ab|cd'],
  ['up', 'abc\nd|e', 'a|bc\nde'],
  ['up', 'a\nbcd|', 'a|\nbcd'],
  ['up', 'a|b', '|ab'],
  ['down', 'ab|c\nd', 'abc\nd|'],
  ['down', 'a|bc\nde\nf', 'abc\nd|e\nf'],
  ['down', 'a|b', 'ab|'],
])('%j in several lines: %j becomes %j', (key, before, after) => {
  const edited = applyKey(key, read(before), true);
  expect(edited && show(edited)).toBe(after);
});

test.each(['enter', 'up', 'down', 'tab', 'esc', 'f1', 'ctrl+t', 'alt+x', 'shift+up'])(
  '%s does not edit a line',
  key => {
    expect(applyKey(key, read('a|b'))).toBeUndefined();
  },
);

test.each([
  ['ab|cd', 10, 'ab[c]d'],
  ['abcd|', 10, 'abcd[ ]'],
  ['abcdefgh|', 4, 'fgh[ ]'],
  ['abcd|efgh', 4, 'bcd[e]'],
  ['|abcdefgh', 4, '[a]bcd'],
  ['漢字漢字|', 5, '漢字[ ]'],
  ['漢字|漢字', 4, '字[漢]'],
  [`a|${accented}b`, 10, `a[${accented}]b`],
  ['a\tb\u001b|c', 10, 'a b·[c]'],
])('%s in %i columns is %s', (line, columns, drawn) => {
  const spans = caretSpans(read(line), columns);
  expect(spans.map(({text, caret}) => (caret ? `[${text}]` : text)).join('')).toBe(drawn);
});

test('a text is opened with the caret after it', () => {
  expect(show(caretAfter('ab'))).toBe('ab|');
});
