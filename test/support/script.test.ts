import {describe, expect, it} from 'vitest';
import {matchesLines, parseScript} from './script.ts';

describe('end-to-end scripts', () => {
  it('name a command, what it prints on each stream, and its exit code', () => {
    expect(
      parseScript('# it fails\n$ jr x\n2> {"a":1}\n= 4\n\n# it works\n$ cf y\n1> []\n'),
    ).toEqual([
      {name: 'it fails', command: 'jr x', stdout: [], stderr: ['{"a":1}'], exit: 4},
      {name: 'it works', command: 'cf y', stdout: ['[]'], stderr: [], exit: 0},
    ]);
  });

  it('refuse a line they do not know', () => {
    expect(() => parseScript('$ jr x\n3> odd\n')).toThrow('line 2 is not part of a script: 3> odd');
  });

  it('match lines exactly but for patterns and further lines', () => {
    expect(matchesLines(['{"n":{{[0-9]+}}}'], '{"n":12}\n')).toBe(true);
    expect(matchesLines(['{"n":{{[0-9]+}}}'], '{"n":x}\n')).toBe(false);
    expect(matchesLines(['a.c'], 'abc\n')).toBe(false);
    expect(matchesLines(['a', '…'], 'a\nb\nc\n')).toBe(true);
    expect(matchesLines([], 'a\n')).toBe(false);
  });
});
