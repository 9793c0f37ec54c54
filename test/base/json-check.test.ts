import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {checkJson} from '../../src/base/json-check.ts';
import {jsonText} from './json-values.ts';

/** A text that is too long to be parsed for the check. */
const longer = (text: string): string => text + ' '.repeat(20_000);

describe('checkJson', () => {
  it('finds no problem in valid JSON', () => {
    fc.assert(
      fc.property(
        jsonText,
        text => checkJson(text) === undefined && checkJson(longer(text)) === undefined,
      ),
    );
  });

  it.each([
    ['[1,2,3]', undefined],
    ['[1,2,3,4]', true],
    ['{"a":1,"b":2,"c":3,"d":4}', true],
    ['[[1,2,3],[1,2,3],[1,2,3]]', undefined],
    ['[[1,2,3,4],5]', true],
    ['[[[1]]]', undefined],
    ['[[[[1]]]]', true],
    ['[[[1,2],[3]],{"a":{"b":[1,2,3]}}]', true],
  ])('counts the values of each list and the levels: of %s more than 3 is %s', (text, is) => {
    expect(checkJson(text, 3)?.isTooMuch).toBe(is);
  });

  it('agrees with JSON.parse on damaged text', () => {
    const damaged = fc
      .tuple(
        jsonText,
        fc.nat(),
        fc.constantFrom('', '"', '\\', '{', '}', ']', ',', ':', '0', '.', '\u0001', '\\u12'),
      )
      .map(([text, at, piece]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + piece + text.slice(place + (piece === '' ? 1 : 0));
      });
    fc.assert(
      fc.property(damaged, text => {
        expect(checkJson(text) === undefined).toBe(isParsed(text));
        expect(checkJson(longer(text)) === undefined).toBe(isParsed(text));
      }),
      {numRuns: 500},
    );
  });

  it.each([
    ['', 1, 1, 'the text is empty'],
    ['  \n ', 1, 1, 'the text is empty'],
    ['{"a":1,}', 1, 8, 'expected a property name in double quotes'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'expected a comma or }'],
    ['[1 2]', 1, 4, 'expected a comma or ]'],
    ['{"a" 1}', 1, 6, 'expected a colon'],
    ["{'a':1}", 1, 2, 'expected a property name in double quotes'],
    ['[1,]', 1, 4, 'expected a value'],
    ['{"a":tru}', 1, 6, 'expected a value'],
    ['01', 1, 2, 'unexpected text after the value'],
    ['{} x', 1, 4, 'unexpected text after the value'],
    ['["a', 1, 2, 'unterminated string'],
    ['["\\x"]', 1, 3, 'invalid escape in a string'],
    ['["a\tb"]', 1, 4, 'a control character inside a string must be escaped'],
    ['{"a":', 1, 6, 'the text ends too early: expected a value'],
    ['[[1]', 1, 5, 'the text ends too early: expected a comma or ]'],
  ])('says where %j is wrong', (text, line, column, message) => {
    expect(checkJson(text)).toEqual({line, column, message});
  });

  it('takes any depth without running out of stack', () => {
    const depth = 200_000;
    expect(checkJson('['.repeat(depth) + ']'.repeat(depth))).toBeUndefined();
    expect(checkJson('['.repeat(depth))).toMatchObject({column: depth + 1});
  });
});

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
