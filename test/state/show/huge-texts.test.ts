import {describe, expect, test} from 'vitest';
import {hideSecrets} from '../../../src/base/hide-secrets.ts';
import {type JsonValue, parseJsonValue} from '../../../src/base/json-value.ts';
import {longestShown, safeText} from '../../../src/base/safe-text.ts';
import {yamlLines} from '../../../src/output/yaml.ts';
import type {Line} from '../../../src/state/model/line.ts';
import {describeLines} from '../../../src/state/show/describe.ts';
import {maxLines} from '../../../src/state/show/line-shape.ts';
import {rawLines} from '../../../src/state/show/raw-lines.ts';
import {storageLines} from '../../../src/state/show/storage/document.ts';
import {makeText} from '../../../src/state/views/text/kind.ts';
import {linesOfText} from '../../../src/state/views/text/text-lines.ts';

/** What a text of a server may repeat, and how many characters of it. */
const units = [
  ['letters', 'a', 10_000_000],
  ['escaped quotes', '"', 2_000_000],
  ['line breaks', '\n', 2_000_000],
  ['invisible characters', '\u200b', 2_000_000],
  ['numbers in lists', ',7 ', 2_000_000],
] as const;

/** Ends in a letter, so that a pattern for the end of the text fails. */
const hugeText = (unit: string, length: number): string => `x${unit.repeat(length / unit.length)}y`;

/** The most characters that an escape takes for one of a text. */
const longestEscape = 6;

const textView = (text: string) => makeText(0, {kind: 'text', form: 'describe', text}, 0);

function expectFewCharacters(lines: readonly Line[]): void {
  let sum = 0;
  for (const line of lines) for (const {text} of line) sum += text.length;
  expect(sum).toBeLessThan(3 * longestEscape * longestShown);
}

describe.each(units)('of a text of millions of %s', (_, unit, length) => {
  const huge = hugeText(unit, length);
  // A list with a number that must keep its digits.
  const json = `${JSON.stringify([huge]).slice(0, -1)},1.0]`;

  test('a screen escapes, wraps and shows only the start', () => {
    expect(safeText(huge).length).toBeLessThan(2 * longestEscape * longestShown);
    const values: readonly JsonValue[] = [
      huge,
      [huge],
      {name: huge},
      {list: [{name: huge}, huge]},
      {[huge]: 1},
    ];
    for (const value of values) {
      expectFewCharacters(describeLines(value, 100, 0));
    }
    expectFewCharacters(rawLines(json));
    for (const form of ['describe', 'raw', 'yaml', 'fields'] as const) {
      for (const wrap of [false, true]) {
        const view = {...textView(json), form, wrap};
        expectFewCharacters(linesOfText(view, {columns: 100, nowMs: 0}));
      }
    }
  });

  test('all of it is parsed, searched for secrets and written as YAML', () => {
    expect(parseJsonValue(json)).toEqual([huge, '1.0']);
    expect(hideSecrets(json)).toBe(json);
    expect(hideSecrets(`{"a":${JSON.stringify(huge)},"token":"abc"}`)).toMatch(
      /"token":"\*\*\*"}$/,
    );
    let written = 0;
    for (const line of yamlLines(json)) written += line.length + 1;
    expect(written).toBeGreaterThan(huge.length / 2);
  });
});

test('of a response of more lines than a screen takes, the start is shown', () => {
  const items = JSON.stringify(Array(maxLines).fill({a: 1}));
  for (const form of ['describe', 'raw', 'yaml', 'fields'] as const) {
    const lines = linesOfText({...textView(items), form}, {columns: 100, nowMs: 0});
    expect(lines.length).toBeLessThanOrEqual(maxLines + 1);
  }
  expect(rawLines(items).at(-1)).toEqual([{text: '… continues', tone: 'dim'}]);
});

test('the lines of a paragraph of many parts are cut in one pass', () => {
  const words = Array.from({length: 20_000}, (_, i) => `<b>w${i}</b> `).join('');
  const [first, ...others] = storageLines(`<p>${words}</p>`, 80);
  expect(first?.map(({text}) => text).join('')).toMatch(/^w0 w1 w2 /);
  expect(others.at(-1)?.at(-1)?.text).toBe('w19999');
});

test('of a document longer than any service stores, the start is shown', () => {
  const lines = storageLines('<p>word</p>'.repeat(300_000), 80);
  expect(lines.at(-1)).toEqual([{text: '… continues', tone: 'dim'}]);
});
