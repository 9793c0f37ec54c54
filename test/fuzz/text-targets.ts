import assert from 'node:assert/strict';
import fc from 'fast-check';
import {parseDuration} from '../../src/base/duration.ts';
import {safeText} from '../../src/base/safe-text.ts';
import {cutText, padText, widthOf, wrapText} from '../../src/base/width.ts';
import {keysOf} from '../../src/state/keys/terminal-input.ts';
import {damaged, type FuzzTarget, hostileText, makeTarget} from './target.ts';

const segmenter = new Intl.Segmenter();
const columns = fc.integer({min: 1, max: 60});

/** Text on a screen, durations and keys. */
export const textTargets: readonly FuzzTarget[] = [
  makeTarget({
    name: 'wrap',
    says: 'wrapped lines fit, and hold every character in order but the spaces they end with',
    inputs: fc.record({text: hostileText, columns}),
    check({text: raw, columns: most}) {
      const text = safeText(raw);
      const lines = wrapText(text, most);
      for (const line of lines) {
        const alone = [...segmenter.segment(line.trimEnd())].length <= 1;
        if (!alone) assert.ok(widthOf(line.trimEnd()) <= most, `${widthOf(line)} columns: ${line}`);
      }
      assert.equal(lines.join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
    },
  }),
  makeTarget({
    name: 'cut',
    says: 'a cut text is a start of it that fits, a padded one is exactly as wide, and neither is unsafe',
    inputs: fc.record({text: hostileText, columns: fc.integer({min: 0, max: 60})}),
    check({text: raw, columns: most}) {
      const text = safeText(raw);
      assert.equal(safeText(text), text);
      assert.doesNotMatch(text, /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      const cut = cutText(text, most);
      assert.ok(widthOf(cut) <= most);
      if (cut === text) assert.equal(cutText(cut, most), cut);
      else assert.ok(most === 0 ? cut === '' : text.startsWith(cut.replace(/…$/, '')));
      for (const align of ['left', 'right'] as const) {
        assert.equal(widthOf(padText(text, most, align)), most);
      }
    },
  }),
  makeTarget({
    name: 'duration',
    says: 'a duration is a whole number of milliseconds or none, and reads back what was written',
    inputs: fc.oneof(
      fc
        .array(fc.tuple(fc.nat({max: 9_999}), fc.constantFrom('h', 'm', 's', 'ms')), {maxLength: 5})
        .map(parts => parts.map(([number, unit]) => `${number}${unit}`).join('')),
      damaged(fc.constantFrom('1h2m3s4ms', '1.5s', '0', '90m'), [
        '.',
        '-',
        ' ',
        'e',
        '9'.repeat(20),
      ]),
      hostileText,
    ),
    check(text) {
      const ms = parseDuration(text);
      if (ms === undefined) return;
      assert.ok(Number.isSafeInteger(ms) && ms >= 0);
      assert.match(text, /^(?:0|(?:[\d.]+(?:h|ms?|s))+)$/);
      assert.equal(parseDuration(`${ms}ms`), ms);
      if (/\./.test(text)) return;
      const units = {h: 3_600_000, m: 60_000, s: 1_000, ms: 1} as const;
      const sum = [...text.matchAll(/(\d+)(ms|[hms])/g)].reduce(
        (all, [, number, unit]) => all + Number(number) * units[unit as keyof typeof units],
        0,
      );
      assert.equal(ms, sum);
    },
  }),
  makeTarget({
    name: 'keys',
    says: 'what a terminal sends becomes names of keys: known ones, or one printable character',
    inputs: fc.oneof(
      hostileText,
      fc.constantFrom('constructor', 'toString', '__proto__'),
      fc.string({unit: fc.constantFrom('\x1b', '[', 'O', ';', '1', '2', '5', '~', 'A', 'P', 'u')}),
      damaged(fc.constantFrom('\x1b[1;5A', '\x1b[15~', '\x1bOP', '\x1b[Z', '\x1b[<0;3;4M'), [
        '\x1b',
        '9',
      ]),
    ),
    check(sent) {
      const name =
        /^(?:(?:(?:ctrl|alt|shift)\+)*(?:up|down|left|right|home|end)|enter|tab|esc|backspace|space|pgup|pgdn|delete|insert|shift\+tab|f1?\d|ctrl\+(?:[\x60-\x7f]|space)|alt\+[\s\S]{1,2}|[^\p{Cc}])$/u;
      for (const key of keysOf(sent)) assert.match(key, name);
      const letters = [...sent].filter(one => /^[!-~]$/.test(one));
      assert.deepEqual(keysOf(letters.join('')), letters);
    },
  }),
];
