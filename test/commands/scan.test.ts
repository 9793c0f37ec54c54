import {describe, expect, it} from 'vitest';
import {programOf} from '../../src/api/operation.ts';
import {isFailure} from '../../src/base/failure.ts';
import {flagsOfOperation, parseInvocation} from '../../src/commands/invocation.ts';
import type {FlagShape} from '../../src/commands/scan.ts';
import {knownFlags, refuseWrongFlags, scan as scanArgv} from '../../src/commands/scan.ts';
import {operations} from '../support/operations.ts';
import {runCli} from '../support/run-cli.ts';

const rows: readonly FlagShape[] = [
  {name: 'profile', short: 'p', type: 'string'},
  {name: 'jq', type: 'string'},
  {name: 'raw-output', short: 'r', type: 'boolean'},
  {name: 'pretty', type: 'boolean'},
  {name: 'id', type: 'list'},
  {name: 'sort', type: 'string', values: ['key', '-key', '-h']},
];

const scan = (...argv: string[]) => {
  const line = scanArgv(argv, knownFlags(rows));
  refuseWrongFlags(line, 'a hint');
  const {words, texts} = line;
  return {words, ...Object.fromEntries(texts)};
};

describe('a command line', () => {
  it.each([
    [['a', '--jq', '.x', 'b'], {words: ['a', 'b'], jq: ['.x']}],
    [['--jq=.x', 'a'], {words: ['a'], jq: ['.x']}],
    [['--jq=a=b'], {words: [], jq: ['a=b']}],
    [['--jq='], {words: [], jq: ['']}],
    [['--jq', ''], {words: [], jq: ['']}],
    [['-p', 'work', 'a'], {words: ['a'], profile: ['work']}],
    [['-p=work'], {words: [], profile: ['work']}],
    [['-pwork'], {words: [], profile: ['work']}],
    [['-rp', 'work'], {words: [], 'raw-output': ['true'], profile: ['work']}],
    [['--id', '1', '--id=2'], {words: [], id: ['1', '2']}],
    [['--id', '-'], {words: [], id: ['-']}],
    [['--id=-5'], {words: [], id: ['-5']}],
    [['--sort', '-key', 'a'], {words: ['a'], sort: ['-key']}],
    [['--sort', '-name'], null],
    [['--id', '--', 'x'], null],
    [['a', '--', '--jq', '-x'], {words: ['a', '--jq', '-x']}],
  ])('%j', (argv, expected) => {
    if (expected === null) expect(() => scan(...argv)).toThrow('needs a value');
    else expect(scan(...argv)).toEqual(expected);
  });

  it('a flag that is true or false never takes the next word', () => {
    expect(scan('--pretty', 'false', '--raw-output', '--jq', 'x')).toEqual({
      words: ['false'],
      pretty: ['true'],
      'raw-output': ['true'],
      jq: ['x'],
    });
    expect(scan('--pretty=false')).toEqual({words: [], pretty: ['false']});
  });

  it('a value with a dash is refused with the form to use, together with all else', () => {
    try {
      scan('--jq', '--pretty', '--prety', '-x', '--id');
      expect.unreachable();
    } catch (error) {
      if (!isFailure(error)) throw error;
      expect(error.kind).toBe('command_error');
      expect(error.message).toBe(
        '--jq needs a value. Write a value that starts with a dash as --jq=--pretty. ' +
          'Unknown flag --prety. Did you mean --pretty? Unknown flag -x. --id needs a value.',
      );
      expect(error.details.hint).toBe('a hint');
    }
  });
});

describe('a value with a dash', () => {
  it('that the record of its input lists is taken after a blank', () => {
    let count = 0;
    for (const operation of operations) {
      const {group, name, service, inputs} = operation;
      for (const input of inputs) {
        for (const value of (input.values ?? []).filter(one => one.startsWith('-'))) {
          count++;
          const argv = [group, name, `--${input.name}`, value];
          const line = scanArgv(argv, flagsOfOperation(operation));
          const given = parseInvocation({program: programOf(service)}, operation, line);
          expect(given.inputs).toEqual({[input.name]: [value]});
        }
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  it('asks for no help, whatever letters it holds; -h and --help as words of their own do', async () => {
    const list = ['whiteboards', 'get-direct-children', '--id', '1', '--dry-run'];
    const env = {CF_BASE_URL: 'https://site.example/wiki/api/v2'};
    const run = (...words: string[]) => runCli('cf', [...list, ...words], {env});
    expect((await run('--sort', '-child-position')).stdout).toContain('sort=-child-position');
    expect((await run('--sort', '-chaos')).exit).toBe(1);
    expect((await run('-rh')).exit).toBe(1);
    expect((await run('--jq', '-h')).exit).toBe(1);
    for (const word of ['-h', '--help']) {
      expect(await run(word)).toMatchObject({exit: 0, stdout: expect.stringContaining('Usage:')});
      expect((await run('--sort', word)).stdout).toContain('Usage:');
    }
  });
});
