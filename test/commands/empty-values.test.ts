import {describe, expect, it} from 'vitest';
import {isClearable} from '../../src/api/clear-texts.ts';
import {inputsOf} from '../../src/api/inputs-of.ts';
import {programOf} from '../../src/api/operation.ts';
import {splitWords} from '../../src/base/shell-words.ts';
import {allBuiltins} from '../../src/commands/builtins.ts';
import {globalRows} from '../../src/commands/flags.ts';
import {exampleLines} from '../../src/commands/help/examples.ts';
import {takesBody} from '../../src/commands/invocation.ts';
import {parseRows} from '../../src/commands/parse-rows.ts';
import {operations} from '../support/operations.ts';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const server = serverForEach(() => ({body: '{}'}));

function run(program: 'jr' | 'cf', argv: readonly string[], options: RunCliOptions = {}) {
  const env = {JR_BASE_URL: server.origin, CF_BASE_URL: `${server.origin}/wiki/api/v2`};
  return runCli(program, argv, {...options, env});
}

/** Ways to give an empty value: the words after the flag, and what the machine has. */
const empties: readonly (readonly [string, RunCliOptions])[] = [
  ['', {}],
  [' \n', {}],
  ['-', {stdin: ''}],
  ['-', {stdin: '\ufeff\r\n'}],
  ['@empty', {files: {empty: ''}}],
];

describe('an empty body', () => {
  it('is refused by every operation that takes one, and nothing is sent', async () => {
    const writes = operations.filter(operation => inputsOf(operation).some(takesBody));
    expect(writes.length).toBeGreaterThan(60);
    for (const operation of writes) {
      const {group, name, service} = operation;
      const isImage = inputsOf(operation).find(takesBody)?.type === 'image';
      for (const [body, options] of empties) {
        // A byte order mark is no image, but it is not nothing.
        if (isImage && options.stdin !== '') continue;
        const argv = [group, name, `--body=${body}`];
        const result = await run(programOf(service), argv, options);
        expect([argv, result.exit, result.stdout]).toEqual([argv, 4, '']);
        expect(failureOf(result).errors).toMatchObject({
          body: expect.stringMatching(/^--body is empty/),
        });
      }
    }
    expect(server.requests).toEqual([]);
  });

  it.each(empties)('of raw is refused: %j %o', async (body, options) => {
    for (const type of [[], ['--content-type', 'text/plain']]) {
      const argv = ['raw', 'PUT', '/rest/api/3/version/1', '--body', body, ...type];
      const result = await run('jr', argv, options);
      // Bytes that are not JSON may be blanks.
      if (options.stdin === '\ufeff\r\n' && type.length > 0) continue;
      expect([result.exit, failureOf(result).message]).toEqual([
        4,
        expect.stringContaining('--body is empty'),
      ]);
      expect(String(failureOf(result).message).match(/is empty/g)).toHaveLength(1);
    }
    if (options.stdin !== '\ufeff\r\n') expect(server.requests).toEqual([]);
  });
});

describe('an empty text of a body', () => {
  const update = ['version', 'update', '--id', '1'];

  it('is refused in every operation, and --clear empties it on purpose', async () => {
    let count = 0;
    for (const operation of operations) {
      const program = programOf(operation.service);
      const split = splitWords(exampleLines(operation)[0] ?? '');
      const words = 'problem' in split ? [] : split.words.slice(1);
      for (const {name} of inputsOf(operation).filter(isClearable)) {
        count++;
        const at = words.indexOf(`--${name}`);
        const others = at === -1 ? words : [...words.slice(0, at), ...words.slice(at + 2)];
        const empty = await run(program, [...others, `--${name}=`, '--dry-run']);
        expect([name, empty.exit, failureOf(empty).message]).toEqual([
          name,
          4,
          expect.stringContaining(`--${name} is empty`),
        ]);
        const cleared = await run(program, [...others, '--clear', name, '--dry-run']);
        // Beside the example's own inputs it may break a rule between them.
        const shown = cleared.exit === 0 ? cleared.stdout : String(failureOf(cleared).message);
        expect(shown).toMatch(cleared.exit === 0 ? /""/ : /cannot be combined; | needs | must be /);
      }
    }
    expect(count).toBeGreaterThan(40);
  });

  it.each([
    [['--clear', 'description', '--description', 'x'], 'cannot be combined'],
    [['--clear', 'descripton'], '--clear takes name, description'],
    [['--clear', ''], '--clear takes name, description'],
    [['--clear', 'releaseDate'], 'not "releaseDate"'],
  ])('cannot be cleared by %j', async (words, message) => {
    const result = await run('jr', [...update, ...words]);
    expect([result.exit, failureOf(result).message]).toEqual([4, expect.stringContaining(message)]);
    expect(server.requests).toEqual([]);
  });

  it.each([['batch'], ['raw', 'PUT', '/rest/api/3/version/1']])(
    'is no matter of %s, whose --clear is refused',
    async (...words) => {
      const result = await run('jr', [...words, '--clear', 'description'], {stdin: '[]'});
      expect([result.exit, failureOf(result).errors]).toMatchObject([
        4,
        {clear: expect.any(String)},
      ]);
      expect(server.requests).toEqual([]);
    },
  );

  it('is a value of its own in the JSON of a body and of a batch', async () => {
    const body = await run('jr', [...update, '--body', '{"description":""}', '--dry-run']);
    expect(JSON.parse(body.stdout).body).toEqual({description: ''});
    const stdin = '[{"command":"version update","args":{"id":1,"description":""}}]';
    const batch = await run('jr', ['batch', '--dry-run'], {stdin});
    expect(JSON.parse(batch.stdout)[0].data.body).toEqual({description: ''});
  });
});

describe('an empty value', () => {
  it('in the address of a write is refused: an unset variable drops no replacement', async () => {
    const argv = ['version', 'delete', '--id', '1', '--moveFixIssuesTo', ''];
    const result = await run('jr', argv);
    expect([result.exit, failureOf(result).message]).toEqual([4, '--moveFixIssuesTo is empty']);
    expect(server.requests).toEqual([]);
  });

  it('of a flag is refused, but where the documents give it a meaning', () => {
    const accepting = globalRows.filter(({emptyIsAbsent}) => emptyIsAbsent);
    expect(accepting.map(({name}) => name)).toEqual([
      ...['profile', 'base-url', 'auth-type', 'auth-user', 'auth-token'],
      ...['preset', 'jq', 'fields', 'audit-file'],
    ]);
    const own = allBuiltins('tracker').flatMap(({flags}) => flags);
    for (const row of [...own, ...globalRows]) {
      // Flags that repeat are read, and refused when empty, where they are used.
      if (row.type === 'list' || row.emptyIsAbsent) continue;
      const {problems} = parseRows([row], new Map([[row.name, ['']]]));
      expect([row.name, problems.length]).toEqual([row.name, 1]);
    }
  });

  it.each(['', '\n \n'])('as a batch is refused, an empty array is not: %j', async stdin => {
    const result = await run('jr', ['batch'], {stdin});
    expect([result.exit, result.stdout]).toEqual([4, '']);
    expect(failureOf(result).message).toBe('--input is empty (standard input)');
    expect(await run('jr', ['batch'], {stdin: '[]'})).toMatchObject({stdout: '[]\n', exit: 0});
    expect((await run('jr', ['batch', '--input', ''], {stdin: '[]'})).exit).toBe(4);
  });
});
