import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {checkJson} from '../../src/base/json-check.ts';
import {escapeControls} from '../../src/base/json-escape.ts';
import {findSpan, makeLookup} from '../../src/base/json-pointer.ts';
import {compactJson, prettyJson} from '../../src/base/json-pretty.ts';
import {
  decodeString,
  itemSpans,
  type JsonSpan,
  kindOf,
  memberSpans,
  rootSpan,
  sliceSpan,
} from '../../src/base/json-scan.ts';
import {applyEdits, removeMember} from '../../src/base/json-splice.ts';
import {jsonText} from './json-values.ts';

/** Every number, string and word of a JSON text, in order, as written. */
function scalarsOf(text: string, span: JsonSpan = rootSpan(text)): string[] {
  switch (kindOf(text, span)) {
    case 'array':
      return itemSpans(text, span).flatMap(item => scalarsOf(text, item));
    case 'object':
      return memberSpans(text, span).flatMap(({key, value}) => [
        sliceSpan(text, key),
        ...scalarsOf(text, value),
      ]);
    default:
      return [sliceSpan(text, span)];
  }
}

/** The value built from spans alone; must equal what JSON.parse builds. */
function build(text: string, span: JsonSpan): unknown {
  switch (kindOf(text, span)) {
    case 'array':
      return itemSpans(text, span).map(item => build(text, item));
    case 'object': {
      const members = memberSpans(text, span).map(
        ({name, value}) => [name, build(text, value)] as const,
      );
      return Object.fromEntries(members);
    }
    case 'string':
      return decodeString(text, span);
    default:
      return JSON.parse(sliceSpan(text, span));
  }
}

describe('spans', () => {
  it('lead to what JSON.parse builds', () => {
    fc.assert(
      fc.property(jsonText, text => {
        expect(build(text, rootSpan(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('are found by pointer, the last of equal names', () => {
    const text = '{"a/b":{"~":[10,{"c":"x"}]},"a/b":{"~":[10.0, {"c":"y"} ]},"":1}';
    const json = makeLookup(text);
    expect(json.string('/a~1b/~0/1/c')).toBe('y');
    expect(json.number('/a~1b/~0/0')).toBe('10.0');
    expect(json.json('/a~1b/~0/1')).toBe('{"c":"y"}');
    expect(json.number('/')).toBe('1');
    expect(json.json('')).toBe(text);
    for (const absent of ['/x', '/a~1b/~0/2', '/a~1b/~0/01', '/a~1b/~0/0/x']) {
      expect(findSpan(text, absent)).toBeUndefined();
    }
  });

  it('compare names with their escapes decoded', () => {
    expect(makeLookup('{"\\u0061\\"":true}').boolean('/a"')).toBe(true);
  });
});

describe('prettyJson and compactJson', () => {
  it('preserve every number and string as written', () => {
    fc.assert(
      fc.property(jsonText, text => {
        const scalars = scalarsOf(text);
        expect(scalarsOf(prettyJson(text))).toEqual(scalars);
        expect(scalarsOf(compactJson(text))).toEqual(scalars);
      }),
    );
  });

  it('undo each other', () => {
    fc.assert(
      fc.property(jsonText, text => {
        expect(compactJson(prettyJson(text))).toBe(compactJson(text));
        expect(prettyJson(compactJson(text))).toBe(prettyJson(text));
      }),
    );
  });

  it('lay out values as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2));
        expect(compactJson(JSON.stringify(value, undefined, 3))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('change no number JSON.parse would change', () => {
    const text = '{"a":12345678901234567890,"b":1.0,"c":1e400}';
    expect(prettyJson(text)).toBe('{\n  "a": 12345678901234567890,\n  "b": 1.0,\n  "c": 1e400\n}');
  });
});

describe('escapeControls', () => {
  it('gives the same value without raw DEL, C1 and marks of direction', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('a', '\u007f', '\u009b', '\u202e', '\u2066', '\u061c', 'é', '漢'),
    });
    fc.assert(
      fc.property(fc.dictionary(hostile, hostile), value => {
        const safe = escapeControls(JSON.stringify(value));
        expect(JSON.parse(safe)).toEqual(value);
        expect(safe).toMatch(/^[\x20-\x7eé漢]*$/);
      }),
    );
  });

  it('leaves all else alone', () => {
    expect(escapeControls('{"a":"é\\u009b👩‍👩"}')).toBe('{"a":"é\\u009b👩‍👩"}');
    expect(escapeControls('"\u009b31m"')).toBe('"\\u009b31m"');
  });
});

describe('edits', () => {
  it('take a member out with the comma it leaves', () => {
    const without = (text: string, pointer: string) =>
      applyEdits(text, removeMember(text, pointer));
    expect(without('{"a":1,"b":2,"c":3}', '/a')).toBe('{"b":2,"c":3}');
    expect(without('{"a":1, "b":2 ,"c":3}', '/b')).toBe('{"a":1 ,"c":3}');
    expect(without('{"a":1,"b":2}', '/b')).toBe('{"a":1}');
    expect(without('{ "a": 1 }', '/a')).toBe('{  }');
    expect(without('{"o":{"x":1},"b":2}', '/o/x')).toBe('{"o":{},"b":2}');
    expect(without('{"a":1,"a":2,"b":3,"a":4}', '/a')).toBe('{"b":3}');
    expect(without('{"a":1}', '/b')).toBe('{"a":1}');
    expect(without('[1]', '/0')).toBe('[1]');
  });

  it('leave JSON without that member, whatever was there', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), jsonText), members => {
        const texts = Object.entries(members).map(([name, value]) => `"${name}": ${value}`);
        const text = `{${texts.join(' , ')}}`;
        const left = applyEdits(text, removeMember(text, '/b'));
        expect(checkJson(left)).toBeUndefined();
        expect(memberSpans(left, rootSpan(left)).map(({name}) => name)).toEqual(
          Object.keys(members).filter(name => name !== 'b'),
        );
      }),
    );
  });
});

describe('large text', () => {
  it('is walked in time that grows with its length only', () => {
    const item = '{"id":"10000","name":"a \\"quoted\\" name","n":[1,2,{"x":null}]}';
    const text = `{"values":[${Array(20_000).fill(item).join(',')}]}`;
    const list = findSpan(text, '/values');
    expect(checkJson(text)).toBeUndefined();
    expect(list && itemSpans(text, list)).toHaveLength(20_000);
    // A string of quotes and backslashes is the worst case for finding its end.
    const quotes = JSON.stringify('"\\'.repeat(500_000));
    expect(rootSpan(quotes)).toEqual({start: 0, end: quotes.length});
    expect(prettyJson(quotes)).toBe(quotes);
  });
});
