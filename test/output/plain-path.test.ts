import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {loadJqEngine} from '../../src/output/jq-engine.ts';
import {applyPlainPath, everyElement, parsePlainPath} from '../../src/output/plain-path.ts';

describe('a plain path is distinguished from other filters', () => {
  it.each([
    ['.', []],
    [' .a ', ['a']],
    ['.a.b_1', ['a', 'b_1']],
    ['.a[0].b', ['a', 0, 'b']],
    ['.[0]', [0]],
    ['.[-1].x', [-1, 'x']],
    ['.["a-b"]', ['a-b']],
    ['.a["b c"].d', ['a', 'b c', 'd']],
    ['."a-b".c', ['a-b', 'c']],
    ['.[].name', [everyElement, 'name']],
    ['.values[].name', ['values', everyElement, 'name']],
  ])('%s', (filter, steps) => {
    expect(parsePlainPath(filter)).toEqual(steps);
  });

  it.each([
    '',
    '..',
    '.a.',
    '.a-b',
    '.a?',
    '.[]?',
    '.a | .b',
    '["a"]',
    '"a"',
    '.a[1:2]',
    '.["\\u0061"]',
    '.a .b',
    '.[1.5]',
    '.[99999999999]',
    'a',
    '.0',
    '{a}',
  ])('%s is for the engine', filter => {
    expect(parsePlainPath(filter)).toBeUndefined();
  });
});

describe('a plain path', () => {
  const apply = (text: string, filter: string) =>
    applyPlainPath(text, parsePlainPath(filter) ?? []);

  it('preserves numbers, order and escapes', () => {
    const text = '{"b":12345678901234567890, "a":[1.0,1e400,"\\u00e9"]}';
    expect(apply(text, '.')).toEqual([text]);
    expect(apply(text, '.b')).toEqual(['12345678901234567890']);
    expect(apply(text, '.a[]')).toEqual(['1.0', '1e400', '"\\u00e9"']);
  });

  it('returns null for missing values, as jq does', () => {
    expect(apply('{"a":null}', '.a.b[3].c')).toEqual(['null']);
    expect(apply('[1]', '.[5]')).toEqual(['null']);
    expect(apply('[1]', '.[-5]')).toEqual(['null']);
  });

  it('leaves to the engine what fails', () => {
    expect(apply('{"a":1}', '.a.b')).toBeUndefined();
    expect(apply('{"a":1}', '.[0]')).toBeUndefined();
    expect(apply('[1]', '.a')).toBeUndefined();
    expect(apply('null', '.[]')).toBeUndefined();
    expect(apply('"x"', '.[]')).toBeUndefined();
  });

  it('takes the last of equal names', () => {
    expect(apply('{"a":1,"a":2}', '.a')).toEqual(['2']);
    expect(apply('{"a":1,"a":2}', '.[]')).toBeUndefined();
  });

  it('returns the same as the engine for any JSON', async () => {
    const engine = await loadJqEngine();
    const key = fc.constantFrom('a', 'b', 'c-d', '');
    const value = fc.letrec(tie => ({
      any: fc.oneof(
        {depthSize: 'small'},
        fc.constantFrom(null, true, 0, 7, 'x', 'a "b"'),
        fc.array(tie('any'), {maxLength: 3}),
        fc.dictionary(key, tie('any'), {maxKeys: 3}),
      ),
    })).any;
    const step = fc.constantFrom('.a', '.b', '["c-d"]', '[""]', '[0]', '[-1]', '[]');
    const filters = fc.array(step, {minLength: 1, maxLength: 3}).map(steps => {
      const joined = steps.join('');
      return joined.startsWith('[') ? `.${joined}` : joined;
    });
    fc.assert(
      fc.property(value, filters, (json, filter) => {
        const text = JSON.stringify(json);
        const plain = apply(text, filter);
        const run = engine.run(filter, [text], 0);
        expect(plain).toEqual(run?.problem === undefined ? run?.outputs : undefined);
      }),
      {numRuns: 300},
    );
  });
});
