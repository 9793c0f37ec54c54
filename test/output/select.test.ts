import {describe, expect, it, vi} from 'vitest';
import {isFailure} from '../../src/base/failure.ts';
import {compileFilter} from '../../src/output/select.ts';

const select = async (json: string, filter: string, timeoutMs = 0) =>
  (await compileFilter(filter)).apply(json, timeoutMs);
const failure = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isFailure(error)) throw new Error(`no failure: ${String(error)}`);
  return {kind: error.kind, message: error.message};
};

describe('a text that is too long for the engine', () => {
  const long = `[${' '.repeat(36_000_000)}]`;

  it('is refused before the engine reads it, but for a plain path', async () => {
    expect(await failure(select(long, 'sort'))).toEqual({
      kind: 'too_large',
      message: '--jq cannot handle this response of 36 MB: its engine has 256 MB of memory.',
    });
    expect((await select(long, '.[]')).outputs).toEqual([]);
  });

  it('is read one item at a time where the filter allows it', async () => {
    const items = `[${`{"n":1,"t":"${'t'.repeat(1_000_000)}"},`.repeat(37)}{"n":2}]`;
    expect((await select(items, 'map(select(.n > 1))')).outputs).toEqual(['[{"n":2}]']);
    expect(
      await failure(select(items, '.[] | .n | if . > 1 then error("two") else empty end')),
    ).toEqual({kind: 'jq_error', message: 'The jq filter failed: two'});
  });

  it('is read whole up to the limit that is set', async () => {
    const text = JSON.stringify(['x'.repeat(37_000_000)]);
    const filter = await compileFilter('.[0] | length');
    expect((await failure(filter.apply(text, 0))).kind).toBe('too_large');
    expect((await filter.apply(text, 0, 64_000_000)).outputs).toEqual(['37000000']);
  });

  it('is refused too when many short values take more memory than the engine has', async () => {
    expect(await failure(select(`[${'1,'.repeat(4_000_000)}1]`, 'length'))).toEqual({
      kind: 'too_large',
      message: '--jq cannot handle this response of 8 MB: its engine has 256 MB of memory.',
    });
  });

  it('is not blamed for a filter that takes all memory itself', async () => {
    expect(await failure(select('{}', '[range(1e9)]'))).toEqual({
      kind: 'jq_error',
      message: 'The jq filter failed: it requires more memory than the 256 MB that the engine has',
    });
  });
});

describe('a filter', () => {
  it.each([
    ['{"a":[1,2]}', '.a', ['[1,2]']],
    ['{"a":[1, 2]}', '.a', ['[1,2]']],
    ['[{"n":1},{"n":2}]', '.[] | .n', ['1', '2']],
    ['[{"n":1},{"n":2}]', '[.[].n]', ['[1,2]']],
    ['[1,2]', 'empty', []],
    ['{"v":[{"k":"a b"}]}', '.v[].k', ['"a b"']],
    ['[3,1]', 'sort', ['[1,3]']],
    ['{"a":"x"}', '.a | test("X"; "i")', ['true']],
    ['5', '-.', ['-5']],
    ['1', '-1', ['-1']],
    ['{"a":1}', '# only\n.a', ['1']],
    ['null', '"a\\nb", " c "', ['"a\\nb"', '" c "']],
    ['[1]', '.[0] as $x | def f: $x + 1; f', ['2']],
    ['null', '$__loc__.line', ['1']],
    // Half of a character, first or second, is U+FFFD to it; a backslash before one is none of it.
    ['{"a":"x\\ud800"}', '.a + "y"', ['"x\ufffdy"']],
    ['{"a":"\\udc00\\ud83d\\ude00"}', '.a + "y"', ['"\ufffd\u{1f600}y"']],
    ['{"a":"\\\\ud800"}', '.a + "y"', ['"\\\\ud800y"']],
  ])('%s through %s', async (json, filter, outputs) => {
    expect((await select(json, filter)).outputs).toEqual(outputs);
  });

  it('has the engine of the one before, unless that read a long text', async () => {
    await select('1', '. + 1');
    const loads = vi.spyOn(Reflect.get(globalThis, 'WebAssembly'), 'instantiate');
    for (let i = 0; i < 5; i++) await select('1', `. + ${i}`);
    expect(loads).toHaveBeenCalledTimes(0);
    await select(JSON.stringify('x'.repeat(1_000_000)), 'length');
    await select('1', '. + 1');
    expect(loads).toHaveBeenCalledTimes(1);
  });

  it('that never ends is ended in its time, and the next one runs', async () => {
    const endless = await compileFilter('last(repeat(.))');
    for (let i = 0; i < 2; i++) {
      expect((await failure(endless.apply('1', 50))).kind).toBe('timeout_error');
    }
    const {outputs} = await select('[1]', '.[0] + 1', 60_000);
    expect(outputs).toEqual(['2']);
  });

  it('preserves big numbers, in the engine too', async () => {
    const text = '[12345678901234567890, 1.0]';
    expect((await select(text, 'map(.)')).outputs).toEqual(['[12345678901234567890,1.0]']);
    expect((await select(text, '.')).outputs).toEqual(['[12345678901234567890,1.0]']);
  });

  it.each([
    ['env', ['{}']],
    ['$ENV', ['{}']],
    ['$ENV.PATH', ['null']],
    ['[inputs]', ['[]']],
    ['input_filename', ['null']],
    ['try input catch "nothing"', ['"nothing"']],
  ])('reaches no environment and no further input: %s', async (filter, outputs) => {
    expect((await select('{"a":1}', filter)).outputs).toEqual(outputs);
  });

  it.each(['include "/etc/passwd"; .', 'import "/etc/passwd" as $p; $p', 'import "a" as a; .'])(
    'reads no file: %s',
    async filter => {
      expect(await failure(compileFilter(filter))).toMatchObject({kind: 'jq_error'});
    },
  );

  it('reads no file at run time either', async () => {
    expect(await failure(select('"/etc/passwd"', 'modulemeta'))).toMatchObject({kind: 'jq_error'});
  });

  it.each([
    ['.a[', 'syntax error, unexpected end of file (line 1, column 3)'],
    ['.a | foo', 'foo/0 is not defined (line 1, column 6)'],
    ['.a |\n  foo', 'foo/0 is not defined (line 2, column 3)'],
    ['}', 'syntax error, unexpected INVALID_CHARACTER (line 1, column 1)'],
  ])('that is wrong does not compile: %s', async (filter, reason) => {
    const {kind, message} = await failure(compileFilter(filter));
    expect(kind).toBe('jq_error');
    expect(message).toBe(`The jq filter does not compile: ${reason}`);
  });

  it.each([
    ['{"a":1}', '.a.b', 'Cannot index number with string ("b")'],
    ['{"a":1}', '.[0]', 'Cannot index object with number (0)'],
    ['{"a":1}', '1, 2, error("too bad")', 'too bad'],
    ['{"a":1}', '{} | error', '{}'],
  ])('that fails says why: %s through %s', async (json, filter, reason) => {
    expect(await failure(select(json, filter))).toEqual({
      kind: 'jq_error',
      message: `The jq filter failed: ${reason}`,
    });
  });

  it('passes on what debug writes', async () => {
    const {outputs, messages} = await select('1', 'debug | . + 1');
    expect(outputs).toEqual(['2']);
    expect(messages).toBe('["DEBUG:",1]');
  });
});
